/** Servers that lie, stall or lead elsewhere: the call ends, with an error of this package. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { BadAnswer, Client, ConnectFailed, StreamEnded, TimedOut, TransportError } from "citable-client";
import { KEY, Scripted, answer, raw, stall, stream } from "./scripted.js";

const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
const DONE = 'event: scan\nid: 9\ndata: {"status":"done"}\n\n';
const MIB = 1024 * 1024;

/** @param {number} id */
const event = (id) => `event: scan\nid: ${id}\ndata: {"status":"pending","seq":${id}}\n\n`;

/** @param {Client} client @param {{ after?: string, timeout?: number }} [options] */
async function follow(client, options) {
  const ids = [];
  for await (const { id } of client.scans.events("scn_1", options)) ids.push(id);
  return ids;
}

/** @param {Promise<unknown>} made @returns {Promise<StreamEnded>} */
async function ended(made) {
  const error = await made.catch((/** @type {unknown} */ caught) => caught);
  assert.ok(error instanceof StreamEnded, String(error));
  return error;
}

test("no redirect is followed and no key leaves", () =>
  Scripted.with(answer(200, {}), async (elsewhere) => {
    for (const status of [300, 301, 302, 303, 304, 307, 308]) {
      const location = `${elsewhere.url}/api/v1/auth/me`;
      const body = status === 304 ? "" : {};
      await Scripted.with(answer(status, body, [["Location", location]]), async (server) => {
        const client = new Client({ apiKey: KEY, baseUrl: server.url });
        const calls = [() => client.me(), () => client.scans.create("a"), () => follow(client)];
        for (const call of calls) {
          await assert.rejects(
            call,
            (error) => error instanceof BadAnswer && /redirect/.test(error.message),
          );
        }
        assert.equal(server.seen.length, 3);
      });
    }
    assert.equal(elsewhere.connections, 0);
  }));

test("the target of a redirect is shown without control characters", () =>
  Scripted.with(answer(302, {}, [["Location", `https://a/\x9b${"x".repeat(999)}`]]), async (server) => {
    await assert.rejects(new Client({ baseUrl: server.url }).me(), ({ message }) => {
      assert.doesNotMatch(message, /[\x00-\x1f\x7f-\x9f]/);
      return message.length < 400;
    });
  }));

test("bodies that cannot be used", async () => {
  const deep = `{"a":${"[".repeat(200_000)}`;
  for (const [name, script] of Object.entries({
    "no JSON": raw(`${HEAD}Content-Length: 5\r\n\r\nhello`),
    "no object": raw(`${HEAD}Content-Length: 3\r\n\r\n[1]`),
    "not a number": raw(`${HEAD}Content-Length: 9\r\n\r\n{"a":NaN}`),
    "other bytes": raw(`${HEAD}Content-Length: 9\r\n\r\n{"a":"\xff"}`),
    nested: raw(`${HEAD}Content-Length: ${deep.length}\r\n\r\n${deep}`),
    empty: raw(`${HEAD}Content-Length: 0\r\n\r\n`),
    "a page": answer(200, "<p>{}", [["Content-Type", "text/html"]]),
    "another type": answer(200, "{}", [["Content-Type", "text/plain"]]),
    compressed: answer(200, "\x1f\x8b\x08\x00", [["Content-Encoding", "gzip"]]),
    "cut off": raw(`${HEAD}Content-Length: 50\r\n\r\n{}`),
    "a length that is too short": raw(`${HEAD}Content-Length: 3\r\n\r\n{"a":1}`),
    "a chunk cut off": raw(`${HEAD}Transfer-Encoding: chunked\r\n\r\n50\r\n{}`),
    "no last chunk": raw(`${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`),
    "a chunk of no size": raw(`${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}`),
  })) {
    await Scripted.with(script, async (server) => {
      await assert.rejects(new Client({ baseUrl: server.url }).me(), BadAnswer, name);
      assert.equal(server.seen.length, 1, name);
    });
  }
});

test("heads that are no HTTP", async () => {
  for (const [name, script] of Object.entries({
    "another protocol": raw("SSH-2.0-OpenSSH\r\n\r\n"),
    "a long line": raw(`${HEAD}X: ${"x".repeat(200_000)}\r\n\r\n{}`),
    "no status": raw("HTTP/1.1 abc\r\n\r\n"),
    silence: raw(""),
    "half a head": raw("HTTP/1.1 200 OK\r\nContent-"),
  })) {
    await Scripted.with(script, async (server) => {
      await assert.rejects(new Client({ baseUrl: server.url }).me(), TransportError, name);
    });
  }
});

test("bodies over the limit", async () => {
  const block = " ".repeat(MIB);
  for (const status of [200, 500]) {
    /** @type {import("./scripted.js").Script} */
    const endless = async (line) => {
      await line.send(`HTTP/1.1 ${status} Words\r\nContent-Type: application/json\r\n\r\n`);
      while (await line.send(block));
    };
    await Scripted.with(endless, async (server) => {
      const made = new Client({ baseUrl: server.url }).me();
      await assert.rejects(made, ({ message }) => /16 MiB/.test(message));
    });
  }
  const most = `{}${" ".repeat(16 * MIB - 2)}`;
  await Scripted.with(answer(200, most), async (server) => {
    assert.deepEqual((await new Client({ baseUrl: server.url }).me()).data, {});
  });
});

test("answers that take too long", async () => {
  /** @type {Record<string, import("./scripted.js").Script>} */
  const scripts = {
    "no answer": stall,
    "an answer that stops": async (line) => {
      await line.send(`${HEAD}Content-Length: 9\r\n\r\n{`);
      await line.left;
    },
    "slow bytes of a body": async (line) => {
      await line.send(`${HEAD}\r\n`);
      await line.drip(" ");
    },
    "slow bytes of a head": async (line) => {
      await line.send(`${HEAD}X: `);
      await line.drip("x");
    },
  };
  for (const [name, script] of Object.entries(scripts)) {
    await Scripted.with(script, async (server) => {
      await assert.rejects(new Client({ baseUrl: server.url, timeout: 0.3 }).me(), TimedOut, name);
      await assert.rejects(new Client({ baseUrl: server.url }).health({ timeout: 0.2 }), TimedOut, name);
    });
  }
});

test("nobody there, and no TLS where TLS is expected", async () => {
  const closed = await Scripted.with([], (server) => server.url);
  await assert.rejects(new Client({ baseUrl: closed }).me(), ConnectFailed);
  await Scripted.with(stall, async (server) => {
    const baseUrl = server.url.replace("http", "https");
    await assert.rejects(new Client({ baseUrl, timeout: 0.5 }).me(), TransportError);
  });
});

test("a signal cancels a call", () =>
  Scripted.with(stall, async (server) => {
    const client = new Client({ baseUrl: server.url });
    const reason = new Error("enough");
    const controller = new AbortController();
    const made = client.me({ signal: controller.signal });
    controller.abort(reason);
    await assert.rejects(made, reason);
    const before = server.connections;
    await assert.rejects(client.me({ signal: AbortSignal.abort(reason) }), reason);
    assert.equal(server.connections, before);
  }));

test("a signal cancels a stream", () =>
  Scripted.with(stream([event(1)], stall), async (server) => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const { signal } = controller;
    const all = async () => {
      const { scans } = new Client({ baseUrl: server.url });
      for await (const _ of scans.events("scn_1", { signal })) controller.abort(reason);
    };
    await assert.rejects(all, reason);
  }));

test("a stream ends with the scan", async () => {
  /** @type {Promise<unknown> | undefined} */
  let left;
  const script = stream([": hello\n\n", event(1), DONE], (line) => (left = line.left));
  await Scripted.with(script, async (server) => {
    assert.deepEqual(await follow(new Client({ baseUrl: server.url })), ["1", "9"]);
    assert.equal(await left, true);
  });
});

test("a stream is resumed where it broke", () =>
  Scripted.with([stream([event(1), `${event(2)}id: 3\nda`]), stream([DONE])], async (server) => {
    const client = new Client({ baseUrl: server.url });
    const { lastId } = await ended(follow(client));
    assert.equal(lastId, "2");
    assert.equal(server.seen.length, 1, "no request of its own");
    assert.deepEqual(await follow(client, { after: lastId }), ["9"]);
    const after = server.seen.map(({ headers }) => headers.get("last-event-id"));
    assert.deepEqual(after, [null, "2"]);
  }));

test("streams that break", async () => {
  for (const script of [
    raw(`${STREAM}Transfer-Encoding: chunked\r\n\r\n99\r\nid: 1\n`),
    raw(`${STREAM}Content-Length: 99\r\n\r\nid: 1\n`),
    stream([]),
  ]) {
    await Scripted.with(script, async (server) => {
      const { lastId } = await ended(follow(new Client({ baseUrl: server.url }), { after: "4" }));
      assert.equal(lastId, "4");
    });
  }
});

test("silence ends a stream, and length does not", async () => {
  await Scripted.with(stream([event(1)], stall), async (server) => {
    const client = new Client({ baseUrl: server.url });
    assert.equal((await ended(follow(client, { timeout: 1 }))).lastId, "1");
  });
  /** @type {import("./scripted.js").Script} */
  const long = async (line) => {
    await line.send(`${STREAM}Transfer-Encoding: chunked\r\n\r\n`);
    for (let count = 0; count < 60; count += 1) {
      await line.send("1\r\n:\r\n");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await line.send(`${(DONE.length + 1).toString(16)}\r\n\n${DONE}\r\n`);
  };
  await Scripted.with(long, async (server) => {
    assert.deepEqual(await follow(new Client({ baseUrl: server.url }), { timeout: 1 }), ["9"]);
  });
});

test("the time that the caller takes is no silence", () =>
  Scripted.with(stream([event(1), DONE]), async (server) => {
    const ids = [];
    const events = new Client({ baseUrl: server.url }).scans.events("scn_1", { timeout: 1 });
    for await (const { id } of events) {
      ids.push(id);
      await new Promise((resolve) => setTimeout(resolve, 1200));
    }
    assert.deepEqual(ids, ["1", "9"]);
  }));

test("leaving the loop closes the connection", async () => {
  /** @type {Promise<unknown> | undefined} */
  let left;
  await Scripted.with(stream([event(1)], (line) => (left = line.left)), async (server) => {
    for await (const { data } of new Client({ baseUrl: server.url }).scans.events("scn_1")) {
      assert.equal(data.status, "pending");
      break;
    }
    assert.equal(await left, true);
  });
});

test("nothing after the end", () =>
  Scripted.with(answer(204), async (server) => {
    assert.deepEqual(await follow(new Client({ baseUrl: server.url }), { after: "9" }), []);
  }));

test("events that cannot be used, and events of other names", async () => {
  for (const script of [
    stream(["event: scan\ndata: hello\n\n"]),
    stream(["event: scan\ndata: [1]\n\n"]),
    answer(200, { status: "done" }),
  ]) {
    await Scripted.with(script, async (server) => {
      await assert.rejects(follow(new Client({ baseUrl: server.url })), BadAnswer);
    });
  }
  await Scripted.with(stream([`event: news\ndata: hello\n\n${DONE}`]), async (server) => {
    assert.deepEqual(await follow(new Client({ baseUrl: server.url })), ["9"]);
  });
});
