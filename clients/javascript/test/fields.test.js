/** Reads header fields and streams as the vectors say, which both clients share. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { BadAnswer } from "../src/errors.js";
import { rateLimit, retryAfter } from "../src/fields.js";
import { LONGEST_EVENT, Parser } from "../src/sse.js";
import { vectors } from "./scripted.js";

test("rate limits", () => {
  for (const vector of vectors("rate_limit")) {
    const found = rateLimit(new Headers(vector.headers.filter(fits)));
    const buckets = found?.map((bucket) => Object.values(bucket)) ?? null;
    if (vector.headers.every(fits)) assert.deepEqual(buckets, vector.buckets, vector.name);
  }
});

/** `Headers` takes only what HTTP carries. @param {[string, string]} field */
function fits([, value]) {
  return /^[\0-\xff]*$/.test(value);
}

test("a field of any length is read in no time", () => {
  for (const part of ['"a"', "\\", '"a";', "1"]) {
    assert.equal(rateLimit(new Headers([["ratelimit", `"${part.repeat(1e6)}`]])), null);
  }
});

test("waits", () => {
  for (const { name, header, body, now, seconds } of vectors("retry_after")) {
    const headers = new Headers(header === null ? [] : [["Retry-After", header]]);
    assert.equal(retryAfter(headers, body, now), seconds, name);
  }
});

test("events in chunks of every size", () => {
  for (const vector of vectors("sse")) {
    const data = new TextEncoder().encode(vector.stream);
    for (let size = 1; size <= data.length; size += 1) {
      const parser = new Parser();
      const events = [];
      for (let start = 0; start < data.length; start += size) {
        events.push(...parser.feed(data.subarray(start, start + size)));
      }
      const found = events.map(({ name, id, data: text }) => [name, id, text]);
      assert.deepEqual(found, vector.events, `${vector.name}, ${size} bytes`);
    }
  }
});

test("an event that never ends is refused", () => {
  for (const piece of ["data: x", "x", "data: x\n", "data\n"]) {
    const parser = new Parser();
    const chunk = new TextEncoder().encode(piece.repeat(2000));
    assert.throws(() => {
      for (let count = 0; count < LONGEST_EVENT / 1000; count += 1) [...parser.feed(chunk)];
    }, BadAnswer);
  }
});
