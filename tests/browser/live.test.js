// A live scan followed from the start page: nothing jumps, and the focus ends on the score.
import assert from "node:assert/strict";
import { test } from "node:test";

import { NARROW, WIDE } from "./support/browser.js";
import { GOOD } from "./support/pages.js";
import { startWorld } from "./support/world.js";

const world = await startWorld();

// A page that its origin holds back until told.
function held(route, more) {
  let release;
  const ready = new Promise((resolve) => { release = resolve; });
  return { url: world.origin.route(route, GOOD, { ready, ...more }), release };
}

// Sums every shift of the layout, over all pages of a tab.
const countShifts = (page) =>
  page.addInitScript(() => {
    window.__shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources, hadRecentInput } of list.getEntries()) {
        const moved = sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? "?").slice(0, 100));
        window.__shifts.push(`${value.toFixed(4)}${hadRecentInput ? " after input" : ""}: ${moved.join(" | ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

for (const [name, viewport] of [["wide", WIDE], ["narrow", NARROW]]) {
  test(`a scan is followed to its report, ${name}`, async () => {
    const page = await world.open({ viewport });
    await countShifts(page);
    const { url, release } = held(`/held-${name}`);
    await page.goto("/");
    await page.fill("#url", url);
    await page.click("form.scan button");
    await page.waitForSelector("#progress .now");
    assert.match(page.url(), /\/report\/scn_/);
    release();
    await page.waitForSelector("#score");
    assert.equal(await page.evaluate(() => document.activeElement.id), "score");
    assert.match(await page.title(), /\d+ of 100/);
    // One more frame, so that the last shift is counted.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.deepEqual(await page.evaluate("window.__shifts"), []);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("what came with the report works", async () => {
  const page = await world.open({ permissions: ["clipboard-read", "clipboard-write"] });
  const { url, release } = held("/held-copy");
  await page.goto("/");
  await page.fill("#url", url);
  await page.click("form.scan button");
  await page.waitForSelector("#progress .now");
  release();
  await page.waitForSelector("#score");
  // It says so for two seconds, so it is watched from before.
  const says = page.waitForSelector("button[data-copies-page]:text-is('Copied')");
  await Promise.all([says, page.click("button[data-copies-page]")]);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("without scripts, the page of a running scan loads itself again", async () => {
  const page = await world.open({ javaScriptEnabled: false });
  const { url, release } = held("/held-plain");
  await page.goto("/");
  await page.fill("#url", url);
  await page.click("form.scan button");
  await page.waitForSelector("#progress .now");
  release();
  await page.waitForSelector("#score");
  await page.context().close();
});

test("a scan that fails ends on a page that says why", async () => {
  const page = await world.open();
  // Held back, as a scan that has failed before its page is opened has nothing to follow.
  const { url, release } = held("/broken", { broken: true });
  await page.goto("/");
  await page.fill("#url", url);
  await page.click("form.scan button");
  await page.waitForSelector("#progress .now");
  release();
  await page.waitForSelector("main:not(.pending) h1:focus");
  assert.match(await page.textContent("h1"), /couldn't be scanned/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
