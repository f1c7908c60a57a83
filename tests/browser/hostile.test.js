// A scanned page that attacks whoever reads about it: nothing of it runs, anywhere.
import assert from "node:assert/strict";
import { test } from "node:test";

import { visit } from "./support/look.js";
import { fill, startWorld, strangersScans } from "./support/world.js";

const world = await startWorld();
const stranger = await strangersScans(world);
const agency = await world.service.signIn("agency@people.example", "agency");
const { attack, monitors } = await fill(world, agency);

const PAGES = [
  `/report/${attack.to}`, `/report/${attack.to}?print=1`, `/compare?from=${attack.from}&to=${attack.to}`,
  `/compare?url=${encodeURIComponent("https://\"><img src=x onerror=window.__ran=20>/")}`,
  `/history`, `/history?q=${encodeURIComponent("\"><script>window.__ran=21</script>")}`, `/history/${attack.urlHash}`,
  `/history/${attack.urlHash}/delete`, "/monitors", `/monitors?url=${encodeURIComponent("\" autofocus onfocus=window.__ran=22 x=\"")}`,
  ...monitors.map(({ id }) => `/monitors/${id}/tracking`), "/keys", "/webhooks", "/account",
  `/login?next=${encodeURIComponent("javascript:window.__ran=23")}`, `/login?error=${encodeURIComponent("<img src=x onerror=window.__ran=24>")}`,
  `/${encodeURIComponent("<script>window.__ran=25</script>")}`,
];

// What a page must not have, whatever its policy would refuse.
const dangers = (page) =>
  page.evaluate(() => {
    const found = [];
    if (window.__ran !== undefined) found.push(`ran: ${window.__ran}`);
    for (const part of document.querySelectorAll("*")) {
      for (const { name, value } of part.attributes) {
        if (name.startsWith("on")) found.push(`${name} on ${part.outerHTML.slice(0, 100)}`);
        if (/^\s*(javascript|data|vbscript):/i.test(value) && ["href", "src", "action", "formaction"].includes(name)) {
          found.push(`${name}=${value.slice(0, 60)}`);
        }
      }
    }
    const ours = [...document.scripts].filter(({ src, type }) => !src.startsWith(`${location.origin}/assets/`) && type !== "application/ld+json");
    found.push(...ours.map((script) => `script: ${script.outerHTML.slice(0, 100)}`));
    found.push(...[...document.images].map(({ outerHTML }) => `image: ${outerHTML.slice(0, 100)}`));
    return found;
  });

// Bidirectional characters of a page must not reorder what we say around it.
const unfenced = (page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (/[\u202a-\u202e\u2066-\u2069]/.test(data) && !parentElement.closest("bdi, bdo, pre, textarea")) {
        found.push(`${parentElement.tagName}: ${JSON.stringify(data.slice(0, 100))}`);
      }
    }
    return found;
  });

const look = async (paths, cookie) => {
  const page = await world.open({ cookie });
  for (const path of paths) {
    await visit(page, path);
    // What is folded is opened, since some attacks wait for that.
    await page.evaluate(() => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
    assert.deepEqual({ path, dangers: await dangers(page), unfenced: await unfenced(page), faults: page.faults }, { path, dangers: [], unfenced: [], faults: [] });
  }
  await page.context().close();
};

test("a stranger's report of a hostile page", () => look([`/report/${stranger.attack}`]));
for (const path of PAGES) test(`hostile words on ${path.slice(0, 40)}`, () => look([path], agency));

test("nobody is sent to another site after signing in", async () => {
  let tries = 0;
  for (const next of ["//evil.example/", "/\\evil.example/", "https://evil.example/", "/%09/evil.example"]) {
    const page = await world.open();
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    const email = `eve-${tries += 1}@people.example`;
    await page.fill("#email", email);
    await page.click("form[action='/login'] button");
    await page.waitForSelector(".notice[role=status]");
    await world.service.mailed(email, 1);
    await page.goto("/dev/outbox");
    await page.locator(".mail", { hasText: email }).locator("a.button").first().click();
    await page.click("form[action='/login/confirm'] button");
    assert.equal(new URL(page.url()).origin, world.service.base);
    // A path of ours may not exist; one of others would be a request that is refused above.
    assert.deepEqual(page.faults.filter((fault) => !fault.includes("status of 404")), []);
    await page.context().close();
  }
});
