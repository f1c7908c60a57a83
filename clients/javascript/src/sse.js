/**
 * Reads event streams.
 *
 * Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
 */

import { BadAnswer } from "./errors.js";

/** Characters that an event may have. */
export const LONGEST_EVENT = 1024 * 1024;

/**
 * One event, as sent.
 * @typedef {{ name: string, id: string | null, data: string }} RawEvent
 */

/** Turns chunks of bytes into events. A chunk may end anywhere, even inside a character. */
export class Parser {
  // Removes the mark at the beginning too.
  #decoder = new TextDecoder();
  #text = "";
  #skipsLineFeed = false;
  #name = "";
  /** @type {string[]} */
  #data = [];
  #size = 0;
  /** @type {string | null} */
  #id = null;

  /**
   * Yields the events that this chunk completes.
   * @param {Uint8Array} chunk
   * @returns {Generator<RawEvent, void, undefined>}
   * @throws {BadAnswer} If an event is longer than `LONGEST_EVENT`.
   */
  *feed(chunk) {
    let text = this.#decoder.decode(chunk, { stream: true });
    // The line feed of a CRLF may come with the next chunk.
    if (this.#skipsLineFeed && text !== "") {
      this.#skipsLineFeed = false;
      if (text.startsWith("\n")) text = text.slice(1);
    }
    if (text.endsWith("\r")) this.#skipsLineFeed = true;
    const lines = text.split(/\r\n|\r|\n/);
    const rest = lines.pop() ?? "";
    for (const line of lines) {
      const whole = this.#text + line;
      this.#text = "";
      const event = this.#line(whole);
      if (event !== null) yield event;
    }
    this.#text += rest;
    if (this.#text.length > LONGEST_EVENT) throw new BadAnswer("An event is too long.");
  }

  /** @param {string} line @returns {RawEvent | null} */
  #line(line) {
    if (line === "") {
      const [name, data] = [this.#name || "message", this.#data];
      [this.#name, this.#data, this.#size] = ["", [], 0];
      return data.length > 0 ? { name, id: this.#id, data: data.join("\n") } : null;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    let value = colon < 0 ? "" : line.slice(colon + 1);
    if (value.startsWith(" ")) value = value.slice(1);
    if (field === "event") {
      this.#name = value;
    } else if (field === "data") {
      this.#data.push(value);
      this.#size += value.length + 1;
      if (this.#size > LONGEST_EVENT) throw new BadAnswer("An event is too long.");
    } else if (field === "id" && !value.includes("\0")) {
      this.#id = value;
    }
    return null;
  }
}
