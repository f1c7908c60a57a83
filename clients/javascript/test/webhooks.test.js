/** Verifies deliveries as the vectors say, and agrees with the library of Standard Webhooks. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mock, test } from "node:test";

import { WebhookError, verifyWebhook } from "citable-client";
import { vectors } from "./scripted.js";

const library = await import("standardwebhooks").catch(() => undefined);
const skip = library === undefined && "standardwebhooks isn't installed";
const encoder = new TextEncoder();

/** @param {any} vector @param {any} headers */
async function reason(vector, headers) {
  const { body, secrets, now, tolerance } = vector;
  try {
    const found = await verifyWebhook(encoder.encode(body), headers, secrets, {
      now,
      ...(tolerance && { tolerance }),
    });
    assert.deepEqual(found, JSON.parse(body));
    return null;
  } catch (error) {
    if (error instanceof WebhookError) return error.reason;
    throw error;
  }
}

test("vectors, with headers in every form", async () => {
  for (const vector of vectors("webhooks")) {
    const pairs = Object.entries(vector.headers);
    const lists = Object.fromEntries(pairs.map(([name, value]) => [name, [value]]));
    for (const headers of [vector.headers, pairs, new Map(pairs), lists]) {
      assert.equal(await reason(vector, headers), vector.reason, vector.name);
    }
    if (pairs.every(([, value]) => !String(value).includes("\n"))) {
      const fetched = new Headers(/** @type {[string, string][]} */ (pairs));
      assert.equal(await reason(vector, fetched), vector.reason, vector.name);
    }
  }
});

test("a single secret, a buffer, and the clock of the machine", async () => {
  const { body, headers, secrets } = vectors("webhooks")[0];
  const buffer = encoder.encode(body).buffer;
  await assert.rejects(
    verifyWebhook(buffer, headers, secrets[0]),
    (error) => error instanceof WebhookError && /^too_/.test(error.reason),
  );
});

test("a view of a part of a buffer", async () => {
  const vector = vectors("webhooks")[0];
  const inside = encoder.encode(`xx${vector.body}xx`).subarray(2, -2);
  const { headers, secrets, now } = vector;
  assert.equal((await verifyWebhook(inside, headers, secrets, { now })).type, "monitor.completed");
});

test("text is refused", async () => {
  const { body, headers, secrets } = vectors("webhooks")[0];
  await assert.rejects(verifyWebhook(body, headers, secrets), TypeError);
});

test("what the library signs is verified", { skip }, async () => {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const body = '{"type":"monitor.completed","é":1}';
  const now = new Date();
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": library?.Webhook ? new library.Webhook(secret).sign("msg_1", now, body) : "",
  };
  const message = await verifyWebhook(encoder.encode(body), headers, secret);
  assert.equal(message.type, "monitor.completed");
});

test("the library agrees about the vectors", { skip }, () => {
  let agreed = 0;
  for (const vector of vectors("webhooks")) {
    // The library takes one secret, and reads its own clock.
    if (vector.secrets.length !== 1 || "tolerance" in vector || "libraries" in vector) continue;
    if (["bad_timestamp", "bad_body"].includes(vector.reason)) continue;
    mock.timers.enable({ apis: ["Date"], now: vector.now * 1000 });
    let isVerified = true;
    try {
      const headers = Object.entries(vector.headers).map(([name, value]) => [name.toLowerCase(), value]);
      const webhook = library?.Webhook && new library.Webhook(vector.secrets[0]);
      webhook?.verify(vector.body, Object.fromEntries(headers));
    } catch {
      isVerified = false;
    } finally {
      mock.timers.reset();
    }
    assert.equal(isVerified, vector.reason === null, vector.name);
    agreed += 1;
  }
  assert.ok(agreed > 15);
});
