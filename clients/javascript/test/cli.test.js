/** The command line, as a process of its own. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { KEY, Scripted, answer, raw, stream } from "./scripted.js";

const CLI = fileURLToPath(new URL("../src/cli.js", import.meta.url));
const EVENT = 'event: scan\nid: 1\ndata: {"status":"pending"}\n\n';
const DONE = 'event: scan\nid: 9\ndata: {"status":"done"}\n\n';

/** @param {string[]} args @param {{ base?: string, key?: string }} [settings] */
function start(args, { base = "", key = "" } = {}) {
  const env = { ...process.env, CITABLE_API_KEY: key, CITABLE_BASE_URL: base };
  return spawn(process.execPath, [CLI, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
}

/** @param {string[]} args @param {{ base?: string, key?: string }} [settings] */
async function run(args, settings) {
  const process = start(args, settings);
  const [out, err] = ["", ""];
  const told = { out, err };
  process.stdout.setEncoding("utf8").on("data", (text) => (told.out += text));
  process.stderr.setEncoding("utf8").on("data", (text) => (told.err += text));
  const [code] = await once(process, "close");
  return { code, ...told };
}

/** @param {string[]} args @param {{ base?: string, key?: string }} [settings] */
async function failed(args, settings) {
  const { code, out, err } = await run(args, settings);
  assert.deepEqual([code, out], [1, ""], `${args}: ${err}`);
  assert.match(err, /^error: .+\n$/);
  return err;
}

test("a report", () =>
  Scripted.with(
    answer(200, { score: 82, title: "é\u2028\x9b" }, [["ETag", '"e"'], ["Link", "<a>"], ["link", "<b>"]]),
    async (server) => {
      const { code, out, err } = await run(["report", "scn_1"], { base: server.url, key: KEY });
      assert.deepEqual([code, err], [0, ""]);
      assert.match(out, /^[^\n\u2028\x9b]+\n$/);
      const { data, status, headers, ...rest } = JSON.parse(out);
      assert.deepEqual([data, rest], [{ score: 82, title: "é\u2028\x9b" }, {}]);
      assert.deepEqual([status, headers.etag, headers.link], [200, '"e"', "<a>, <b>"]);
      assert.equal(server.seen.length, 1);
      assert.equal(server.seen[0]?.headers.get("authorization"), `Bearer ${KEY}`);
    },
  ));

test("a report that is pending is a success", () =>
  Scripted.with(answer(200, { status: "pending" }, [["Retry-After", "2"]]), async (server) => {
    const { code, out } = await run(["report", "scn_1"], { base: server.url });
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(out).data, { status: "pending" });
    assert.equal(JSON.parse(out).headers["retry-after"], "2");
  }));

test("documents and bodies", async () => {
  await Scripted.with(answer(200, "# é\n", [["Content-Type", "text/markdown"]]), async (server) => {
    const whole = await run(["report", "scn_1", "--markdown"], { base: server.url });
    assert.equal(JSON.parse(whole.out).data, "# é\n");
    const body = await run(["report", "scn_1", "--markdown", "--raw", "--base-url", server.url]);
    assert.deepEqual(body, { code: 0, out: "# é\n", err: "" });
  });
  await Scripted.with(answer(200, { a: 1 }), async (server) => {
    const body = await run(["report", "x", "--raw"], { base: server.url });
    assert.deepEqual(body, { code: 0, out: '{"a":1}\n', err: "" });
  });
});

test("a scan", () =>
  Scripted.with(answer(202, { id: "scn_1" }), async (server) => {
    const options = ["--refresh", "--idempotency-key", "k", "--human-check-token", "t"];
    const { code, out } = await run(["scan", "example.com", ...options], { base: server.url });
    assert.deepEqual([code, JSON.parse(out).status], [0, 202]);
    const [seen] = server.seen;
    assert.equal(seen?.headers.get("idempotency-key"), "k");
    const body = { url: "example.com", refresh: true, humanCheckToken: "t" };
    assert.deepEqual(JSON.parse(seen?.body ?? ""), body);
  }));

test("comparisons", () =>
  Scripted.with(answer(200, {}), async (server) => {
    const base = server.url;
    assert.equal((await run(["compare", "--url", "example.com"], { base })).code, 0);
    assert.equal((await run(["compare", "--from", "a", "--to", "b"], { base })).code, 0);
    const found = server.seen.map(({ url }) => Object.fromEntries(url.searchParams));
    assert.deepEqual(found, [{ url: "example.com" }, { from: "a", to: "b" }]);
  }));

test("events are one line each", () =>
  Scripted.with(stream([EVENT, DONE]), async (server) => {
    const { code, out, err } = await run(["events", "scn_1", "--after", "0"], { base: server.url });
    assert.deepEqual([code, err], [0, ""]);
    const events = out.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(events, [
      { id: "1", data: { status: "pending" } },
      { id: "9", data: { status: "done" } },
    ]);
    assert.equal(server.seen[0]?.headers.get("last-event-id"), "0");
  }));

test("help and version", async () => {
  for (const args of [["--help"], ["scan", "--help"], ["--version"]]) {
    const { code, out, err } = await run(args);
    assert.deepEqual([code, err], [0, ""]);
    assert.match(out, /citable-client/);
    assert.doesNotMatch(out, /--api-key/);
  }
});

test("wrong usage", async () => {
  for (const args of [
    [],
    ["fly"],
    ["constructor"],
    ["scan"],
    ["scan", "a", "b"],
    ["report", "a", "--wait"],
    ["scan", "a", "--api-key", KEY],
    ["report", "a", "--timeout", "soon"],
    ["report", "a", "--timeout", "0"],
    ["report", "a", "--timeout", ""],
    ["compare"],
    ["compare", "--from", "a"],
    ["report", ""],
    ["report", "a", "--base-url", "example.com"],
    ["scan", "a", "--idempotency-key", "é"],
  ]) {
    await failed(args);
  }
  assert.doesNotMatch(await failed(["report", "a"], { key: "wrong-key" }), /wrong-key/);
});

test("errors of the service", () =>
  Scripted.with(
    answer(429, { error: "rate_limited", message: "No scans\nleft\x1b[31m." }, [
      ["Retry-After", "3600"],
      ["X-Request-Id", "req_1"],
    ]),
    async (server) => {
      const told = await failed(["scan", "example.com"], { base: server.url });
      const why = "No scans left [31m.; retry after 3600 s; request req_1";
      assert.equal(told, `error: rate_limited (429): ${why}\n`);
    },
  ));

test("no answer", async () => {
  const base = await Scripted.with([], (server) => server.url);
  assert.match(await failed(["report", "a"], { base }), /connect_failed/);
  const redirect = raw("HTTP/1.1 302 Found\r\nLocation: https://a\r\n\r\n");
  await Scripted.with(redirect, async (server) => {
    assert.match(await failed(["report", "a"], { base: server.url }), /bad_answer/);
  });
});

test("a broken stream says where to go on", () =>
  Scripted.with(stream([EVENT]), async (server) => {
    const { code, out, err } = await run(["events", "scn_1"], { base: server.url });
    assert.deepEqual([code, out.split("\n").length], [1, 2]);
    assert.match(err, /--after 1/);
  }));

test("nobody reads the output", () =>
  Scripted.with(stream([EVENT.repeat(20_000), DONE]), async (server) => {
    const process = start(["events", "scn_1"], { base: server.url });
    let errors = "";
    process.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
    await once(process.stdout, "data");
    process.stdout.destroy();
    const [code] = await once(process, "close");
    assert.deepEqual([code, errors], [1, ""]);
  }));
