// Every page, both schemes, 360 and 1280 px, signed out, Free and Agency.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { AGAIN, ONCE, faultsOf } from "./support/look.js";
import { ofAgency, ofEveryone, ofFree } from "./support/paths.js";
import { fill, startWorld, strangersScans } from "./support/world.js";

const world = await startWorld();
const scans = await strangersScans(world);
const free = await world.service.signIn("free@people.example");
const agency = await world.service.signIn("agency@people.example", "agency");
const filled = await fill(world, agency);

// Looks at these pages, at two at a time.
async function look(paths, cookie, seen = [], states = AGAIN) {
  const rest = [...paths.map((path) => [path]), ...seen.map((path) => [path, states])];
  const found = [];
  const work = async () => {
    const page = await world.open({ cookie });
    for (let next = rest.shift(); next; next = rest.shift()) found.push(...(await faultsOf(page, ...next)));
    await page.context().close();
  };
  await Promise.all([work(), work()]);
  assert.ok(found.length === 0, `${found.length} faults:\n${found.join("\n")}`);
}

test("pages signed out", () => look(ofEveryone(scans)));
test("pages of a Free account", () => look(ofFree, free, ofEveryone(scans)));
test("pages of an Agency account", () => look(ofAgency(filled), agency, ofEveryone(scans)));

test("guides and checks", async () => {
  const listed = (await world.service.text("/sitemap.xml")).matchAll(/<loc>([^<]+)<\/loc>/g);
  const rest = [...listed].map(([, url]) => new URL(url).pathname).filter((path) => !ofEveryone(scans).includes(path));
  await look([], null, rest, ONCE);
});

test("every page of the table is looked at", () => {
  const table = readFileSync(new URL("../../src/web/table.rs", import.meta.url), "utf8");
  const rows = [...table.matchAll(/^\s+(?:open|own)\("([^"]+)"/gm)].map(([, path]) => path);
  assert.ok(rows.length > 20, `${rows.length} rows`);
  // What isn't HTML, and what answers only with the token of a mail.
  const others = ["/badge/{file}", "/robots.txt", "/sitemap.xml", "/favicon.ico", "/.well-known/security.txt", "/assets/{file}"];
  const seen = [...ofEveryone(scans), ...ofAgency(filled)].map((path) => path.split("?")[0]);
  const matches = (row) => seen.some((path) => new RegExp(`^${row.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path));
  assert.deepEqual(rows.filter((row) => !others.includes(row) && !matches(row)), []);
});
