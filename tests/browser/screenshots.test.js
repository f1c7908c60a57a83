// Pictures of ten states for whoever reviews the site. Nothing compares them.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { NARROW, WIDE } from "./support/browser.js";
import { GOOD } from "./support/pages.js";
import { visit } from "./support/look.js";
import { CHECK } from "./support/paths.js";
import { fill, startWorld, strangersScans } from "./support/world.js";

// Pixels of a page that are shown; the rest is more of the same.
const TALL = 1800;
const folder = process.env.CITABLE_SCREENSHOTS;

async function take() {
  mkdirSync(folder, { recursive: true });
  const world = await startWorld();
  const scans = await strangersScans(world);
  const agency = await world.service.signIn("agency@people.example", "agency");
  const { pair } = await fill(world, agency);
  const held = world.origin.route("/held", GOOD, { ready: new Promise(() => {}) });
  const { id: pending } = await (await world.service.post("/api/v1/scan", { url: held })).json();
  const states = [
    ["home", "/"], ["report", `/report/${scans.done}`], ["report-agency", `/report/${pair.from}`, agency],
    ["pending", `/report/${pending}`], ["failed", `/report/${scans.failed}`],
    ["compare", `/compare?from=${pair.from}&to=${pair.to}`, agency], ["history-page", `/history/${pair.urlHash}`, agency],
    ["history", "/history", agency], ["monitors", "/monitors", agency], ["webhooks", "/webhooks", agency], ["keys", "/keys", agency],
    ["account", "/account", agency], ["account-free", "/account", "free"], ["login", "/login"], ["check", CHECK], ["scored", "/how-it-is-scored"],
    ["guides", "/guides"], ["docs", "/docs"], ["missing", "/nothing-here"], ["sample", "/samples/sandbox-example"],
  ];
  const free = await world.service.signIn("free@people.example");
  for (const [name, route, cookie] of states) {
    const page = await world.open({ cookie: cookie === "free" ? free : cookie });
    for (const viewport of [NARROW, WIDE]) {
      for (const colorScheme of ["light", "dark"]) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await visit(page, route);
        const file = path.join(folder, `${name}-${viewport.width}-${colorScheme}.png`);
        const height = Math.min(TALL, await page.evaluate(() => document.documentElement.scrollHeight));
        await page.screenshot({ path: file, fullPage: true, clip: { x: 0, y: 0, width: viewport.width, height } });
      }
    }
    await page.context().close();
  }
}

test("pictures", { skip: folder ? false : "CITABLE_SCREENSHOTS names no folder" }, take);
