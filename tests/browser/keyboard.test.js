// Scan a page, read its report, compare two scans, make a key: by keyboard alone, and without scripts.
import assert from "node:assert/strict";
import { test } from "node:test";

import { NARROW } from "./support/browser.js";
import { tabTo, watchFocus } from "./support/keyboard.js";
import { GOOD, POOR } from "./support/pages.js";
import { startWorld } from "./support/world.js";

const world = await startWorld();
const { origin, service } = world;

// Signs in by the pages, from where a stranger is sent.
async function signIn(page, email, press) {
  await page.goto("/keys");
  assert.equal(new URL(page.url()).pathname, "/login");
  await press.type("#email", email);
  await press.click("form[action='/login'] button");
  await page.waitForSelector(".notice[role=status]");
  // The mail of this link, after the one by which the account was made.
  await service.mailed(email, 2);
  await press.click("a[href='/dev/outbox']");
  await page.waitForSelector(".mail");
  await press.click(".mail a.button");
  await press.click("form[action='/login/confirm'] button");
  await page.waitForURL("/keys");
}

async function journey(name, options, pressFor) {
  const email = `${name}@people.example`;
  await service.signIn(email, "agency");
  const page = await world.open(options);
  if (options.javaScriptEnabled !== false) await watchFocus(page);
  const press = pressFor(page);
  await signIn(page, `${name}@people.example`, press);

  await press.type("input[name=name]", "Build server");
  await press.click("form[action='/keys'] button");
  await page.waitForSelector("#token");
  assert.match(await page.textContent("#token"), /\S{20,}/);

  const url = origin.route(`/${name}`, POOR);
  await page.goto("/");
  await press.type("#url", url);
  await press.click("form.scan button");
  // The start page has a score too, that of the sample.
  await page.waitForURL("/report/*");
  await page.waitForSelector("#score");
  const first = page.url();
  assert.ok(await page.isVisible("details.fix[open] .fix-body"), "the first fix is open");
  await press.click("details.fix:not([open]) summary");
  assert.equal(await page.locator("details.fix[open] .fix-body").count(), 2);

  origin.route(`/${name}`, GOOD);
  await press.click("form[action='/'] button");
  await page.waitForURL((now) => /\/report\//.test(now.pathname) && now.href !== first);
  await page.waitForSelector("#score");
  await press.click("a[href^='/compare']");
  await page.waitForSelector(".delta");
  assert.match(await page.textContent(".delta"), /\+\d+/);
  await press.click("a[href^='/report/']");
  await page.waitForSelector("#score");
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

const byKeyboard = (page) => ({
  async click(selector) {
    await tabTo(page, selector);
    await page.keyboard.press("Enter");
  },
  async type(selector, text) {
    if (!(await page.locator(selector).evaluate((field) => field === document.activeElement))) await tabTo(page, selector);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
  },
});
// Playwright's own, for browsers whose pages run nothing.
const byPointer = (page) => ({
  click: (selector) => page.locator(selector).first().click(),
  type: (selector, text) => page.fill(selector, text),
});

test("by keyboard alone", () => journey("keys", {}, byKeyboard));
test("by keyboard alone, narrow", () => journey("narrow", { viewport: NARROW }, byKeyboard));
test("without scripts", () => journey("plain", { javaScriptEnabled: false }, byPointer));

test("the first Tab leads past the header", async () => {
  const page = await world.open();
  await page.goto("/checks");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  assert.ok(await page.locator(".skip").evaluate((link) => link.getBoundingClientRect().top >= 0));
  await page.keyboard.press("Enter");
  await page.waitForSelector("#content:focus");
  await page.context().close();
});

test("a slash leads to the field, unless something is typed", async () => {
  const page = await world.open();
  await page.goto("/");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "url");
  await page.keyboard.type("a/b");
  assert.equal(await page.inputValue("#url"), "a/b");
  await page.context().close();
});

test("what is refused comes back into the form, named and kept", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await world.open({ javaScriptEnabled });
    await page.goto("/");
    await page.fill("#url", "ftp://example.org/file");
    await page.click("form.scan button");
    await page.waitForSelector(".notice.bad");
    assert.equal(await page.inputValue("#url"), "ftp://example.org/file");
    await page.context().close();
  }
});
