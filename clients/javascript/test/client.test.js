/** What a call sends, what it returns and what it throws. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inspect } from "node:util";

import * as citable from "citable-client";
import { Client, VERSION } from "citable-client";
import { KEY, Scripted, VECTORS, answer, stream, vectors } from "./scripted.js";

const DONE = 'event: scan\nid: 9\ndata: {"status":"done"}\n\n';
const HASH = "a".repeat(64);

/** How each method is called: with every parameter that the operation has. */
/** @type {Record<string, unknown[]>} */
const ARGUMENTS = {
  "scans.create": ["example.com", { refresh: true, humanCheckToken: "t", idempotencyKey: "k" }],
  "scans.get": ["scn_1"],
  "scans.getMarkdown": ["scn_1"],
  "scans.instructions": ["scn_1"],
  "scans.events": ["scn_1", { after: "3" }],
  compare: [{ fromId: "scn_1", toId: "scn_2" }],
  compareMarkdown: [{ url: "example.com" }],
  batch: [["scn_1", "scn_2"]],
  "history.list": [{ cursor: "c", limit: 5 }],
  "history.pages": [{ limit: 5 }],
  "history.get": [HASH, { cursor: "c", limit: 5 }],
  "history.scans": [HASH, { limit: 5 }],
  "monitors.create": ["example.com", { idempotencyKey: "k" }],
  "monitors.delete": ["mon_1"],
  "webhooks.save": ["https://example.com/hook", { idempotencyKey: "k" }],
  "sandbox.get": ["sandbox-example"],
  "sandbox.batch": [["sandbox-example"]],
  ask: ["why?"],
  health: [{ deep: true }],
};

/** Returns the operation of each method, as `coverage.toml` has it. */
function covered() {
  const text = readFileSync(new URL("../coverage.toml", VECTORS), "utf8");
  const methods = text.split("[methods]")[1]?.split("[left_out]")[0] ?? "";
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const [, operation = "", names = ""] of methods.matchAll(/^(\w+) = \[(.*)\]$/gm)) {
    for (const [, name = ""] of names.matchAll(/"([^"]+)"/g)) {
      found.set(name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), operation);
    }
  }
  return found;
}

/** @param {object} client @param {string} prefix @returns {string[]} */
function methods(client, prefix = "") {
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(client));
  const found = own.filter((name) => !["constructor", "baseUrl"].includes(name));
  const groups = Object.entries(client).flatMap(([name, group]) => methods(group, `${name}.`));
  return [...found.map((name) => prefix + name), ...groups];
}

/** Calls a method with all its parameters; a generator makes one step. */
/** @param {Client} client @param {string} name */
async function call(client, name) {
  const path = name.split(".");
  const last = path.pop() ?? "";
  const owner = path.reduce((/** @type {any} */ value, part) => value[part], client);
  const result = owner[last](...(ARGUMENTS[name] ?? []));
  return Symbol.asyncIterator in result ? (await result.next()).value : result;
}

test("every operation has its methods, and no method is missing", () => {
  assert.deepEqual(methods(new Client()).sort(), [...covered().keys()].sort());
});

test("each call is one request of its operation", async () => {
  const operations = vectors("operations");
  for (const [name, operation] of covered()) {
    const script = name === "scans.events" ? stream([DONE]) : answer(200, { next_cursor: null });
    await Scripted.with(script, async (server) => {
      await call(new Client({ apiKey: KEY, baseUrl: server.url }), name);
      const expected = operations[operation];
      assert.equal(server.seen.length, 1, name);
      const [seen] = server.seen;
      assert.ok(seen);
      assert.equal(seen.method, expected.method, name);
      const path = expected.path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+");
      assert.match(seen.url.pathname, new RegExp(`^${path}$`), name);
      for (const key of seen.url.searchParams.keys()) assert.ok(expected.query.includes(key), key);
      const sent = seen.body === "" ? [] : Object.keys(JSON.parse(seen.body));
      for (const field of sent) assert.ok(expected.body.includes(field), `${name}: ${field}`);
      assert.equal(seen.headers.get("authorization"), `Bearer ${KEY}`);
      assert.equal(seen.headers.get("user-agent"), `citable-client-javascript/${VERSION}`);
      for (const header of expected.headers) {
        if (header !== "If-None-Match") assert.ok(seen.headers.get(header), `${name}: ${header}`);
      }
    });
  }
});

test("what is sent", () =>
  Scripted.with(answer(200, {}), async (server) => {
    const client = new Client({ baseUrl: `${server.url}/api/v1/` });
    await client.scans.create("example.com");
    await client.scans.create("é.example", { refresh: true, idempotencyKey: "k-1" });
    await client.compare({ url: "https://example.com/?a=b&c=d#e" });
    await client.batch(["a", "b/c"]);
    await client.scans.get("a/../b?c#d");
    const [first, second, third, fourth, fifth] = server.seen;
    assert.deepEqual(JSON.parse(first?.body ?? ""), { url: "example.com" });
    assert.equal(first?.headers.get("content-type"), "application/json");
    assert.equal(first?.headers.get("authorization"), null);
    assert.equal(first?.headers.get("idempotency-key"), null);
    assert.deepEqual(JSON.parse(second?.body ?? ""), { url: "é.example", refresh: true });
    assert.equal(second?.headers.get("idempotency-key"), "k-1");
    const query = [...(third?.url.searchParams ?? [])];
    assert.deepEqual(query, [["url", "https://example.com/?a=b&c=d#e"]]);
    assert.equal(fourth?.url.searchParams.get("ids"), "a,b/c");
    assert.equal(fifth?.url.pathname, "/api/v1/scan/a%2F..%2Fb%3Fc%23d");
  }));

test("arguments that make no request", () =>
  Scripted.with(answer(200, {}), async (server) => {
    const client = new Client({ baseUrl: server.url });
    /** @type {any} */
    const wrong = undefined;
    for (const made of [
      client.compare(/** @type {any} */ ({})),
      client.compare(/** @type {any} */ ({ url: "a", fromId: "b" })),
      client.compare(/** @type {any} */ ({ fromId: "b" })),
      client.scans.get(""),
      client.scans.get(".."),
      client.scans.get(wrong),
      client.scans.create("a", { idempotencyKey: "a b" }),
      client.scans.create("a", { idempotencyKey: "" }),
      client.batch(/** @type {any} */ ("scn_1")),
      client.me({ timeout: 0 }),
      client.me({ timeout: NaN }),
    ]) {
      await assert.rejects(made, TypeError);
    }
    assert.throws(() => new Client({ timeout: -1 }), TypeError);
    assert.equal(server.connections, 0);
  }));

test("a response keeps what came with the data", async () => {
  /** @type {[string, string][]} */
  const headers = [
    ["X-Request-Id", "req_1"],
    ["API-Version", "v1"],
    ["RateLimit", '"day";r=2;t=60'],
    ["RateLimit-Policy", '"day";q=3;w=86400'],
    ["Retry-After", "2"],
    ["Location", "/api/v1/scan/scn_1"],
    ["ETag", '"e"'],
    ["Idempotency-Replayed", "true"],
    ["Link", "<a>"],
    ["Link", "<b>"],
  ];
  const script = answer(202, { id: "scn_1", status: "pending" }, headers);
  await Scripted.with(script, async (server) => {
    const response = await new Client({ baseUrl: server.url }).scans.create("example.com");
    assert.equal(response.data.id, "scn_1");
    assert.deepEqual([response.status, response.requestId], [202, "req_1"]);
    assert.deepEqual([response.apiVersion, response.retryAfter], ["v1", 2]);
    assert.deepEqual([response.location, response.etag], ["/api/v1/scan/scn_1", '"e"']);
    assert.equal(response.idempotencyReplayed, true);
    assert.equal(response.headers.get("link"), "<a>, <b>");
    const bucket = { name: "day", limit: 3, remaining: 2, resetSeconds: 60, windowSeconds: 86400 };
    assert.deepEqual(response.rateLimit, [bucket]);
  });
});

test("a response without any of that, and a document", async () => {
  await Scripted.with(answer(200, { status: "pending" }), async (server) => {
    const response = await new Client({ baseUrl: server.url }).scans.get("scn_1");
    const { requestId, rateLimit, retryAfter, idempotencyReplayed } = response;
    assert.deepEqual([requestId, rateLimit, retryAfter, idempotencyReplayed], Array(4).fill(null));
  });
  const document = answer(200, "# Bericht é", [["Content-Type", "text/markdown; charset=utf-8"]]);
  await Scripted.with(document, async (server) => {
    const response = await new Client({ baseUrl: server.url }).scans.getMarkdown("scn_1");
    assert.equal(response.data, "# Bericht é");
    assert.equal(server.seen[0]?.headers.get("accept"), "text/markdown");
  });
});

test("pages make one request for each step", () =>
  Scripted.with(
    [answer(200, { next_cursor: "b&c" }), answer(200, { next_cursor: null })],
    async (server) => {
      const pages = new Client({ baseUrl: server.url }).history.pages({ limit: 1 });
      assert.equal(server.seen.length, 0);
      await pages.next();
      assert.equal(server.seen.length, 1);
      await pages.next();
      const query = Object.fromEntries(server.seen[1]?.url.searchParams ?? []);
      assert.deepEqual(query, { cursor: "b&c", limit: "1" });
      assert.equal((await pages.next()).done, true);
      assert.equal(server.seen.length, 2);
    },
  ));

test("errors by status", async () => {
  for (const [status, kind] of Object.entries({
    400: citable.InvalidRequest,
    401: citable.AuthenticationError,
    402: citable.PlanRequired,
    403: citable.PermissionDenied,
    404: citable.NotFound,
    409: citable.Conflict,
    413: citable.InvalidRequest,
    415: citable.InvalidRequest,
    418: citable.ApiError,
    422: citable.Conflict,
    429: citable.RateLimited,
    500: citable.ServerError,
    502: citable.ServerError,
    503: citable.ServerError,
  })) {
    const body = { error: "some_code", message: "Say why." };
    const script = answer(Number(status), body, [["Retry-After", "7"]]);
    await Scripted.with(script, async (server) => {
      const made = new Client({ baseUrl: server.url }).scans.create("example.com");
      await assert.rejects(made, (error) => {
        assert.ok(error instanceof citable.ApiError);
        assert.equal(error.constructor, kind);
        assert.equal(error.name, kind.name);
        assert.deepEqual([error.status, error.code], [Number(status), "some_code"]);
        assert.equal(error.message, "Say why.");
        assert.equal(String(error), `some_code (${status}): Say why.`);
        assert.equal(error.retryAfter, 7);
        return true;
      });
      assert.equal(server.seen.length, 1, "no retry");
    });
  }
});

test("what an error keeps", async () => {
  const body = {
    error: "human_check_failed",
    message: "No.",
    requestId: "req_1",
    agent: { tool: "start_scan" },
    param: "url",
    retryAfterSec: 9,
  };
  const script = answer(403, body, [["RateLimit-Remaining", "0"]]);
  await Scripted.with(script, async (server) => {
    const made = new Client({ baseUrl: server.url }).scans.create("example.com");
    const error = await made.catch((/** @type {unknown} */ caught) => caught);
    assert.ok(error instanceof citable.PermissionDenied);
    assert.deepEqual(error.agent, { tool: "start_scan" });
    assert.deepEqual(error.extras, { param: "url", retryAfterSec: 9 });
    assert.equal(error.retryAfter, 9);
    assert.equal(error.rateLimit?.[0]?.remaining, 0);
  });
});

test("a failed scan, and an error of something in between", async () => {
  const body = { error: "scan_failed", message: "No.", reason: { code: "dns_failed" } };
  await Scripted.with(answer(500, body), async (server) => {
    const made = new Client({ baseUrl: server.url }).scans.get("scn_1");
    const error = await made.catch((/** @type {unknown} */ caught) => caught);
    assert.ok(error instanceof citable.ScanFailed);
    assert.equal(error.reason.code, "dns_failed");
  });
  const page = answer(429, "<h1>Slow down</h1>", [
    ["Content-Type", "text/html"],
    ["Retry-After", "30"],
  ]);
  await Scripted.with(page, async (server) => {
    const made = new Client({ baseUrl: server.url }).me();
    const error = await made.catch((/** @type {unknown} */ caught) => caught);
    assert.ok(error instanceof citable.RateLimited);
    assert.deepEqual([error.code, error.retryAfter], ["http_429", 30]);
  });
});

test("key and URL come from the environment", async (context) => {
  const { CITABLE_API_KEY, CITABLE_BASE_URL } = process.env;
  context.after(() => {
    delete process.env["CITABLE_API_KEY"];
    delete process.env["CITABLE_BASE_URL"];
    Object.assign(process.env, CITABLE_API_KEY && { CITABLE_API_KEY });
    Object.assign(process.env, CITABLE_BASE_URL && { CITABLE_BASE_URL });
  });
  await Scripted.with(answer(200, {}), async (server) => {
    Object.assign(process.env, { CITABLE_API_KEY: KEY, CITABLE_BASE_URL: server.url });
    await new Client().me();
    assert.equal(server.seen[0]?.headers.get("authorization"), `Bearer ${KEY}`);
  });
  Object.assign(process.env, { CITABLE_API_KEY: "", CITABLE_BASE_URL: "" });
  assert.equal(new Client().baseUrl, "http://127.0.0.1:8080");
});

test("malformed keys are refused and not shown", () => {
  for (const apiKey of ["", "secret-word", `${KEY}x`, `${KEY.slice(0, -1)}-`, `${KEY}\n`, `Bearer ${KEY}`]) {
    assert.throws(
      () => new Client({ apiKey }),
      (error) => error instanceof TypeError && !/secret-word|0Aa0Aa/.test(inspect(error)),
    );
  }
});

test("a key goes over TLS or to this machine", () => {
  for (const baseUrl of ["http://example.com", "http://127.0.0.1.example.com", "http://10.0.0.1:8080"]) {
    assert.throws(() => new Client({ apiKey: KEY, baseUrl }), TypeError);
    assert.equal(new Client({ baseUrl }).baseUrl, baseUrl);
  }
  for (const baseUrl of ["https://example.com", "http://localhost:1", "http://127.0.0.2", "http://[::1]:1"]) {
    assert.equal(new Client({ apiKey: KEY, baseUrl }).baseUrl, baseUrl);
  }
});

test("URLs of no service", () => {
  for (const baseUrl of [
    "example.com",
    "ftp://example.com",
    "https://",
    "https://user:pass@example.com",
    "https://example.com/?a",
    "https://example.com/#a",
    "https://example.com:port",
  ]) {
    assert.throws(() => new Client({ baseUrl }), TypeError);
  }
});

test("the key is shown nowhere", async () => {
  const client = new Client({ apiKey: KEY, baseUrl: "http://127.0.0.1:9" });
  const shown = inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client);
  assert.ok(!shown.includes(KEY));
  const error = await client.me().catch((/** @type {unknown} */ caught) => caught);
  assert.ok(error instanceof citable.TransportError);
  assert.ok(!inspect(error, { depth: 9, showHidden: true }).includes(KEY));
});

test("another `fetch` can be passed", async () => {
  /** @type {unknown[]} */
  const made = [];
  const client = new Client({
    baseUrl: "https://example.com/base",
    fetch: (url, init) => {
      made.push([url, init?.redirect]);
      return Promise.resolve(Response.json({ status: "ok" }));
    },
  });
  assert.equal((await client.health()).data.status, "ok");
  assert.deepEqual(made, [["https://example.com/base/api/v1/healthz", "manual"]]);
});
