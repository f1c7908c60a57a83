// Forced colors, spaced text, themes and print.
import assert from "node:assert/strict";
import { test } from "node:test";

import { overflow } from "./support/browser.js";
import { visit } from "./support/look.js";
import { fill, startWorld, strangersScans } from "./support/world.js";

const world = await startWorld();
const scans = await strangersScans(world);
const agency = await world.service.signIn("agency@people.example", "agency");
const filled = await fill(world, agency);

test("text may be spaced as WCAG 1.4.12 says", async () => {
  const page = await world.open({ cookie: agency, viewport: { width: 360, height: 740 } });
  const found = [];
  for (const path of ["/", `/report/${scans.done}`, "/account", "/login", "/checks"]) {
    await visit(page, path);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }");
      document.adoptedStyleSheets = [sheet];
    });
    const wide = await overflow(page);
    if (wide) found.push(`${path} ${wide}`);
  }
  assert.deepEqual(found, []);
  await page.context().close();
});

// Fields, buttons and meters that a person who forces colors could not see.
const unseen = (page) =>
  page.evaluate(() => {
    const found = [];
    const opaque = (color) => !/^rgba\(.*, 0\)$|^transparent$/.test(color);
    for (const part of document.querySelectorAll("input:not([type=hidden]), button, a.button, .engine, .card, summary")) {
      if (!part.checkVisibility()) continue;
      const style = getComputedStyle(part);
      const edged = style.borderStyle !== "none" && parseFloat(style.borderWidth) > 0 && opaque(style.borderTopColor);
      const quiet = part.matches("summary, input[type=checkbox], input[type=radio]");
      if (!edged && !quiet) found.push(`no edge: ${part.outerHTML.slice(0, 120)}`);
    }
    const canvas = getComputedStyle(document.body).backgroundColor;
    for (const part of document.querySelectorAll(".ring-value, .bar-value, .ring-track")) {
      const { stroke, fill } = getComputedStyle(part);
      if ([stroke, fill].every((color) => color === "none" || color === canvas)) found.push(`as its ground: ${part.outerHTML.slice(0, 120)}`);
    }
    const values = [...document.querySelectorAll(".ring")].map((ring) =>
      [".ring-value", ".ring-track"].map((name) => getComputedStyle(ring.querySelector(name)).stroke));
    for (const [value, track] of values) if (value === track) found.push(`the ring's arc is as its track: ${value}`);
    const bars = [...document.querySelectorAll("svg.bar")].map((bar) =>
      [".bar-value", ".bar-track"].map((name) => getComputedStyle(bar.querySelector(name)).fill));
    for (const [value, track] of bars) if (value === track) found.push(`a bar's value is as its track: ${value}`);
    return found;
  });

for (const colorScheme of ["light", "dark"]) {
  test(`controls can be seen in forced colors, ${colorScheme}`, async () => {
    const page = await world.open({ cookie: agency, forcedColors: "active", colorScheme });
    const found = [];
    for (const path of ["/", `/report/${scans.done}`, "/account", "/keys", "/monitors", "/webhooks", "/login", `/history/${filled.pair.urlHash}`]) {
      await visit(page, path);
      found.push(...(await unseen(page)).map((what) => `${path} ${what}`));
    }
    assert.deepEqual(found, []);
    await page.context().close();
  });
}

test("the theme is kept by the server, with and without scripts", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await world.open({ javaScriptEnabled, colorScheme: "light" });
    const ground = () => page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    await page.goto("/checks");
    const light = await ground();
    await page.click("button[name=theme][value=dark]");
    await page.waitForSelector("html[data-theme=dark]");
    await page.waitForLoadState();
    assert.equal(new URL(page.url()).pathname, "/checks");
    assert.notEqual(await ground(), light);
    await page.goto("/guides");
    assert.notEqual(await ground(), light);
    await page.click("button[name=theme][value=system]");
    await page.waitForSelector("html[data-theme=system]");
    await page.waitForLoadState();
    assert.equal(await ground(), light);
    await page.context().close();
  }
});

test("a report prints open and without what only works on screen", async () => {
  const page = await world.open({ cookie: agency });
  await page.goto(`/report/${filled.pair.from}?print=1`);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".report details.fix:not([open])").count(), 0);
  for (const part of [".site-head", ".site-foot", ".actions", "nav.index"]) {
    assert.equal(await page.locator(part).first().isVisible(), false, part);
  }
  assert.ok((await page.pdf({ format: "A4" })).length > 10_000);
  await page.context().close();
});
