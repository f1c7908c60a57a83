/** A server on loopback that does what a test tells it to, and keeps what it was sent. */

import { readFileSync } from "node:fs";
import net from "node:net";

export const KEY = `ctb_${"0Aa".repeat(14)}`;
export const VECTORS = new URL("../../vectors/", import.meta.url);

/**
 * Returns vectors that both clients are tested with.
 * @param {string} name
 * @returns {any}
 */
export function vectors(name) {
  return JSON.parse(readFileSync(new URL(`${name}.json`, VECTORS), "utf8"));
}

/**
 * A request.
 * @typedef {object} Seen
 * @property {string} method
 * @property {string} target
 * @property {URL} url
 * @property {Headers} headers
 * @property {string} body
 */

/** A connection, for a script to write to. */
export class Line {
  /** @param {net.Socket} socket */
  constructor(socket) {
    this.socket = socket;
    /** Resolves when the other side has closed the connection. */
    this.left = new Promise((resolve) => socket.once("close", () => resolve(true)));
  }

  /** @param {string | Uint8Array} data */
  send(data) {
    if (this.socket.destroyed) return Promise.resolve(false);
    return new Promise((resolve) => this.socket.write(data, (error) => resolve(!error)));
  }

  /** Sends a byte again and again, until the other side goes. @param {string} byte */
  async drip(byte) {
    while (await this.send(byte)) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** @typedef {(line: Line) => any} Script */

/**
 * A script that sends a whole answer; JSON unless `body` is text.
 * @param {number} status
 * @param {unknown} [body]
 * @param {[string, string][]} [headers]
 * @returns {Script}
 */
export function answer(status, body, headers = []) {
  const data = Buffer.from(typeof body === "string" ? body : body ? JSON.stringify(body) : "");
  const named = new Set(headers.map(([name]) => name.toLowerCase()));
  const own = Object.entries({ "Content-Type": "application/json" });
  const fields = [...own.filter(([name]) => !named.has(name.toLowerCase())), ...headers];
  if (status !== 204) fields.push(["Content-Length", String(data.length)]);
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const start = Buffer.from(`HTTP/1.1 ${status} Some words\r\n${head}\r\n`, "latin1");
  return (line) => line.send(Buffer.concat([start, data]));
}

/**
 * A script that sends bytes and closes the connection.
 * @param {string} data
 * @returns {Script}
 */
export function raw(data) {
  return (line) => line.send(Buffer.from(data, "latin1"));
}

/**
 * A script that sends an event stream in these chunks, and then goes on.
 * @param {string[]} chunks
 * @param {Script} [then]
 * @returns {Script}
 */
export function stream(chunks, then = (line) => line.send("0\r\n\r\n")) {
  return async (line) => {
    await line.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n");
    await line.send("Transfer-Encoding: chunked\r\n\r\n");
    for (const chunk of chunks) {
      await line.send(`${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`);
    }
    await then(line);
  };
}

/** Says nothing until the other side goes. @type {Script} */
export const stall = (line) => line.left;

/** A server that answers each request with the next script, the last one for ever. */
export class Scripted {
  /** @type {Seen[]} */
  seen = [];
  connections = 0;
  #server = net.createServer((socket) => this.#serve(socket));
  /** @type {Set<net.Socket>} */
  #sockets = new Set();

  /** @param {Script[]} scripts */
  constructor(scripts) {
    this.scripts = scripts;
  }

  /**
   * Runs a test against a server with these scripts.
   * @template T
   * @param {Script | Script[]} scripts
   * @param {(server: Scripted) => T} test
   * @returns {Promise<Awaited<T>>}
   */
  static async with(scripts, test) {
    const server = new Scripted([scripts].flat());
    await new Promise((resolve) => server.#server.listen(0, "127.0.0.1", () => resolve(null)));
    try {
      return await test(server);
    } finally {
      for (const socket of server.#sockets) socket.destroy();
      await new Promise((resolve) => server.#server.close(resolve));
    }
  }

  get url() {
    const address = /** @type {net.AddressInfo} */ (this.#server.address());
    return `http://127.0.0.1:${address.port}`;
  }

  /** @param {net.Socket} socket */
  #serve(socket) {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => this.#sockets.delete(socket));
    let data = "";
    const hear = (/** @type {Buffer} */ chunk) => {
      data += chunk.toString("latin1");
      const end = data.indexOf("\r\n\r\n");
      if (end < 0) return;
      const [first = "", ...lines] = data.slice(0, end).split("\r\n");
      const headers = new Headers(
        lines.map((line) => /** @type {[string, string]} */ (line.split(/: ?(.*)/s, 2))),
      );
      const body = data.slice(end + 4);
      if (body.length < Number(headers.get("content-length") ?? 0)) return;
      socket.off("data", hear).resume();
      const [method = "", target = ""] = first.split(" ");
      const url = new URL(target, this.url);
      const text = Buffer.from(body, "latin1").toString("utf8");
      this.seen.push({ method, target, url, headers, body: text });
      const script = this.scripts[Math.min(this.seen.length, this.scripts.length) - 1];
      const line = new Line(socket);
      // One request for each connection, as its end is part of what is tested.
      Promise.resolve(script?.(line)).then(() => socket.end());
    };
    socket.on("data", hear);
  }
}
