/**
 * Every kind of answer of a running service.
 *
 * `CITABLE_TEST_SERVICE` names a JSON file that says where it is: `tests/it/clients.rs` of the
 * program starts one. What the service answers is written down line by line in `record` of that
 * file.
 */

import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { test as nodeTest } from "node:test";

import * as citable from "citable-client";
import { Client, StreamEnded } from "citable-client";

const place = process.env["CITABLE_TEST_SERVICE"];
const service = place === undefined ? {} : JSON.parse(readFileSync(place, "utf8"));
const skip = service.part !== "service" && "no service to test against";

/** @param {string} name @param {() => Promise<void>} body */
const test = (name, body) => nodeTest(name, { skip }, body);

/** @param {unknown} line */
function record(line) {
  appendFileSync(service.record, `${JSON.stringify(line)}\n`);
}

/**
 * Sends requests as a client does by itself, and writes the answers down.
 * @param {number} [cutAfter] Bytes of a stream that arrive.
 * @returns {typeof fetch}
 */
function recorder(cutAfter) {
  return async (target, init) => {
    const answer = await fetch(target, init);
    const { pathname, search } = new URL(String(target));
    const { status, headers } = answer;
    const line = { method: init?.method, target: pathname + search, status, headers: [...headers] };
    const isStream = headers.get("content-type")?.startsWith("text/event-stream");
    record({ ...line, body: isStream ? "" : await answer.clone().text() });
    if (cutAfter === undefined) return answer;
    let size = 0;
    const cut = new TransformStream({
      transform(chunk, controller) {
        size += chunk.length;
        if (size > cutAfter) controller.error(new Error("cut by the test"));
        else controller.enqueue(chunk);
      },
    });
    return new Response(answer.body?.pipeThrough(cut) ?? null, { status, headers });
  };
}

/** @param {string} [key] @param {number} [cutAfter] */
function client(key, cutAfter) {
  const apiKey = key === undefined ? undefined : service.keys[key];
  return new Client({ apiKey, baseUrl: service.base, fetch: recorder(cutAfter) });
}

/** @param {string} path */
const page = (path) => `${service.page}/javascript${path}`;

/** @param {Client} of @param {string} id @param {string} [after] */
async function follow(of, id, after) {
  const events = [];
  for await (const event of of.scans.events(id, { after })) {
    record({ event: event.data });
    events.push(event);
  }
  return events;
}

/** Scans a page to its end, and returns the id. @param {Client} of @param {string} url */
async function finished(of, url, refresh = false) {
  const { id } = (await of.scans.create(url, { refresh })).data;
  await follow(of, id);
  return id;
}

/**
 * @template {citable.ApiError} T
 * @param {new (...values: any[]) => T} kind
 * @param {Promise<unknown>} made
 * @returns {Promise<T>}
 */
async function refused(kind, made) {
  const error = await made.catch((/** @type {unknown} */ caught) => caught);
  assert.ok(error instanceof kind, String(error));
  assert.equal(error.constructor, kind);
  assert.equal(error.apiVersion, "v1");
  assert.match(error.requestId ?? "", /^req_/);
  return error;
}

test("the sandbox and what needs no key", async () => {
  const anonymous = client();
  const { fixtures } = (await anonymous.sandbox.list()).data;
  assert.ok(fixtures.length >= 5);
  for (const { id } of fixtures) {
    const report = await anonymous.sandbox.get(id);
    assert.equal(report.data.id, id);
    assert.ok(report.etag);
  }
  const ids = fixtures.slice(0, 2).map(({ id }) => id);
  const { results } = (await anonymous.sandbox.batch(ids)).data;
  assert.deepEqual(results.map(({ id }) => id), ids);
  assert.equal((await anonymous.health({ deep: true })).data.status, "ok");
  assert.equal((await anonymous.me()).data.authenticated, false);
  assert.equal((await anonymous.chain.status()).data.stale, true);
  assert.ok((await anonymous.ask("rate limit")).data.total > 0);
});

test("a scan from its start to its report", async () => {
  const pro = client("pro");
  const accepted = await pro.scans.create(page("/scan"));
  const { id, cached } = accepted.data;
  assert.deepEqual([accepted.status, cached], [202, false]);
  assert.equal(accepted.location, `/api/v1/scan/${id}`);
  assert.equal(accepted.retryAfter, 2);
  assert.deepEqual(accepted.rateLimit?.map(({ name }) => name), ["day", "month"]);
  for (const { limit, remaining, resetSeconds, windowSeconds } of accepted.rateLimit ?? []) {
    assert.ok(Number(remaining) < Number(limit));
    assert.ok(Number(windowSeconds) > Number(resetSeconds));
  }
  await follow(pro, id);
  const report = (await pro.scans.get(id)).data;
  assert.ok(report.status === "done");
  assert.equal(report.checks.length, 34);
  assert.ok(report.score >= 0 && report.score <= 100);
  assert.match(String((await pro.scans.getMarkdown(id)).data), /^#/);
  assert.ok((await pro.scans.instructions(id)).data.includes(page("/scan")));
  const { results } = (await pro.batch([id, "scn_unknown"])).data;
  assert.deepEqual(results.map(({ status }) => status), [200, 404]);
  const again = await client().scans.create(page("/scan"));
  assert.deepEqual([again.status, again.data.cached], [200, true]);
});

test("comparisons", async () => {
  const pro = client("pro");
  const url = page("/compared");
  const fromId = await finished(pro, url);
  const toId = await finished(pro, url, true);
  const byUrl = (await pro.compare({ url })).data;
  assert.deepEqual([byUrl.from.id, byUrl.to.id], [fromId, toId]);
  assert.equal((await pro.compare({ fromId, toId })).data.scoreDelta, 0);
  assert.match((await pro.compareMarkdown({ url })).data, /^##/);
});

test("a replay and what conflicts", async () => {
  const pro = client("pro");
  const idempotencyKey = `javascript-${process.pid}`;
  const first = await pro.scans.create(page("/replayed"), { idempotencyKey });
  const again = await pro.scans.create(page("/replayed"), { idempotencyKey });
  assert.deepEqual(first.data, again.data);
  assert.deepEqual([first.idempotencyReplayed, again.idempotencyReplayed], [false, true]);
  assert.deepEqual([again.status, again.rateLimit], [202, null]);
  const reused = await refused(
    citable.Conflict,
    pro.scans.create(page("/other"), { idempotencyKey }),
  );
  assert.deepEqual([reused.status, reused.code], [422, "idempotency_key_reused"]);
  const { id } = (await pro.scans.create(service.never)).data;
  const pending = await pro.scans.get(id);
  assert.deepEqual([pending.data.status, pending.retryAfter], ["pending", 2]);
  const early = await refused(citable.Conflict, pro.scans.instructions(id));
  assert.deepEqual([early.status, early.code], [409, "report_not_ready"]);
});

test("refusals", async () => {
  const pro = client("pro");
  const invalid = await refused(citable.InvalidRequest, pro.scans.create("http://a.example"));
  assert.deepEqual([invalid.code, invalid.extras["param"]], ["invalid_url", "url"]);
  const dead = await refused(citable.AuthenticationError, client("dead").me());
  assert.equal(dead.code, "invalid_api_key");
  assert.match(dead.headers.get("www-authenticate") ?? "", /Bearer/);
  const nobody = await refused(citable.AuthenticationError, client().account.usage());
  assert.equal(nobody.code, "unauthorized");
  const plan = await refused(citable.PlanRequired, client("free").history.list());
  assert.ok("upgradeUrl" in plan.extras);
  const scope = await refused(citable.PermissionDenied, client("read").scans.create(page("/scan")));
  assert.deepEqual([scope.code, scope.extras["scope"]], ["insufficient_scope", "scan"]);
  assert.equal(scope.agent?.tool, "start_scan");
  const unknown = `scn_${"0".repeat(22)}`;
  assert.equal((await refused(citable.NotFound, pro.scans.get(unknown))).code, "not_found");
  await refused(citable.NotFound, pro.scans.get("a/../b?c#d"));
});

test("an empty quota", async () => {
  const free = client("quota");
  assert.equal((await free.scans.create(page("/quota"))).status, 202);
  const error = await refused(citable.RateLimited, free.scans.create(page("/quota-again")));
  assert.deepEqual([error.code, error.extras["bucket"]], ["quota_exceeded", "day"]);
  assert.equal(error.retryAfter, error.extras["retryAfterSec"]);
  const [day] = error.rateLimit ?? [];
  assert.equal(day?.remaining, 0);
  assert.ok(Math.abs(Number(day?.resetSeconds) - Number(error.retryAfter)) <= 2);
});

test("a failed scan", async () => {
  const pro = client("pro");
  const id = await finished(pro, page("/text"));
  const error = await refused(citable.ScanFailed, pro.scans.get(id));
  assert.equal(error.reason.code, "not_html");
});

test("history, monitors and account", async () => {
  const pro = client("pro");
  await finished(pro, page("/history-1"));
  await finished(pro, page("/history-2"));
  const pages = pro.history.pages({ limit: 1 });
  const first = (await pages.next()).value;
  const second = (await pages.next()).value;
  assert.ok(first && second);
  assert.notDeepEqual(first.data.entries, second.data.entries);
  const urlHash = first.data.entries[0]?.urlHash ?? "";
  assert.equal((await pro.history.get(urlHash, { limit: 1 })).data.urlHash, urlHash);
  for await (const { data } of pro.history.scans(urlHash)) assert.ok(data.scans.length >= 1);
  const idempotencyKey = "javascript-monitor";
  const made = await pro.monitors.create(page("/watched"), { idempotencyKey });
  assert.equal(made.status, 201);
  const { id } = made.data.monitor;
  assert.ok((await pro.monitors.list()).data.monitors.some((monitor) => monitor.id === id));
  assert.deepEqual((await pro.monitors.delete(id)).data, { ok: true });
  assert.equal((await pro.account.usage()).data.plan, "pro");
  assert.equal((await pro.me()).data.authenticated, true);
  assert.equal((await pro.chain.board()).data.stale, true);
});

test("webhooks", async () => {
  const { webhooks } = client("legacy");
  assert.equal((await webhooks.get()).data.endpoint, null);
  const saved = await webhooks.save(`${service.hook}/javascript`);
  assert.equal(saved.status, 201);
  assert.match(saved.data.secret ?? "", /^whsec_/);
  assert.equal((await webhooks.test()).data.ok, true);
  assert.equal((await webhooks.disable()).data.endpoint?.enabled, false);
  assert.equal((await webhooks.enable()).data.endpoint?.enabled, true);
  assert.ok((await webhooks.rotateSecret()).data.secret);
  assert.deepEqual((await webhooks.delete()).data, { ok: true });
});

test("a stream is cut and resumed", async () => {
  const pro = client("pro");
  const id = await finished(pro, page("/streamed"));
  const whole = (await follow(pro, id, "0")).map((event) => event.id);
  assert.ok(whole.length > 34);
  for (const size of [1_000, 4_000]) {
    /** @type {(string | null)[]} */
    const seen = [];
    const cut = async () => {
      const events = client("pro", size).scans.events(id, { after: "0" });
      for await (const event of events) seen.push(event.id);
    };
    const error = await cut().catch((/** @type {unknown} */ caught) => caught);
    assert.ok(error instanceof StreamEnded, String(error));
    const rest = await follow(pro, id, error.lastId ?? "0");
    assert.deepEqual([...seen, ...rest.map((event) => event.id)], whole);
  }
  assert.deepEqual(await follow(pro, id, whole.at(-1) ?? ""), []);
});

nodeTest(
  "a service that takes no scans",
  { skip: service.part !== "paused" && "no paused service to test against" },
  async () => {
    const made = client("pro").scans.create(page("/late"));
    const error = await refused(citable.ServerError, made);
    assert.deepEqual([error.status, error.code], [503, "draining"]);
    assert.ok(Number(error.retryAfter) > 0);
  },
);
