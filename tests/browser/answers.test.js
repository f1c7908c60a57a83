// Pages that only an action shows: what was refused, and what is shown once.
import assert from "node:assert/strict";
import { test } from "node:test";

import { faultsAfter } from "./support/look.js";
import { GOOD } from "./support/pages.js";
import { startWorld } from "./support/world.js";

const world = await startWorld({ CITABLE_PLAN_AGENCY_MONITORS: "1", CITABLE_PLAN_ANONYMOUS_SCANS_PER_DAY: "0" });
const { origin, service } = world;
const agency = await service.signIn("agency@people.example", "agency");
const url = origin.route("/", GOOD);
const hook = origin.route("/hook", "");

// Name, who, where, fields to fill, and the button.
const ACTIONS = [
  ["a URL that can't be scanned", null, "/", { "#url": "ftp://example.org/" }, "form.scan button"],
  ["no scans left", null, "/", { "#url": url }, "form.scan button"],
  ["a mail that can't be sent", null, "/login", { "#email": "ada@localhost" }, "form[action='/login'] button"],
  ["a link was sent", null, "/login", { "#email": "ada@people.example" }, "form[action='/login'] button"],
  ["a new key", agency, "/keys", { "#name": "Build server" }, "form[action='/keys'] button"],
  ["a monitor that can't be", agency, "/monitors", { "#url": "https://" }, "form[action='/monitors'] button"],
  ["a new monitor", agency, "/monitors", { "#url": url }, "form[action='/monitors'] button"],
  ["all monitors in use", agency, "/monitors", {}, "nav a[href='/monitors']"],
  ["an endpoint that can't be", agency, "/webhooks", { "#url": "https://" }, "form[action='/webhooks'] button"],
  ["a new endpoint", agency, "/webhooks", { "#url": hook }, "form[action='/webhooks'] button"],
  ["a test of the endpoint", agency, "/webhooks", {}, "form[action='/webhooks/test'] button"],
  ["a paused endpoint", agency, "/webhooks", {}, "form[action='/webhooks/pause'] button"],
  ["an endpoint that goes on", agency, "/webhooks", {}, "form[action='/webhooks/resume'] button"],
  ["a new secret", agency, "/webhooks", {}, "form[action='/webhooks/rotate'] button"],
  ["no endpoint", agency, "/webhooks", {}, "form[action='/webhooks/delete'] button"],
  ["saved notifications", agency, "/account", {}, "form[action='/account/notifications'] button"],
  ["a revoked key", agency, "/keys", {}, "td button"],
  ["a deleted monitor", agency, "/monitors", {}, "td button"],
  ["nothing to pay at the provider", agency, "/account", {}, "form[action='/account/portal'] button"],
  ["signed out", agency, "/account", {}, "form[action='/logout'] button"],
];

for (const [name, cookie, path, fields, button] of ACTIONS) {
  test(name, async () => {
    const page = await world.open({ cookie });
    page.expectsDialogs = true;
    await page.goto(path);
    for (const [field, text] of Object.entries(fields)) await page.fill(field, text);
    const found = await faultsAfter(page, name, () => page.click(button));
    await page.context().close();
    assert.deepEqual(found, []);
  });
}
