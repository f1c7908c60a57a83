// How many bytes a report costs its reader.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { GOOD, POOR, hostile } from "./support/pages.js";
import { startWorld } from "./support/world.js";

const KIB = 1024;
const world = await startWorld();
const { origin, service } = world;
const agency = await service.signIn("agency@people.example", "agency");

const packed = async (path, cookie) => {
  const answer = await fetch(`${service.base}${path}`, { headers: cookie ? { cookie } : {} });
  return gzipSync(Buffer.from(await answer.arrayBuffer())).length;
};

// What Chromium loads for a page, by ending, in bytes on the wire without headers.
async function loaded(path, cookie) {
  const page = await world.open({ cookie });
  await page.goto(path, { waitUntil: "load" });
  const entries = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(
      ({ name, encodedBodySize, initiatorType }) => ({ name, size: encodedBodySize, type: initiatorType }),
    ),
  );
  await page.context().close();
  const sum = (ending) => entries.filter(({ name }) => name.endsWith(ending)).reduce((all, { size }) => all + size, 0);
  return { entries, css: sum(".css"), js: sum(".js"), all: sum("") };
}

for (const [name, body] of [["poor", POOR], ["good", GOOD], ["hostile", hostile()]]) {
  test(`a report of a ${name} page is small`, async () => {
    const id = await service.scan(origin.route(`/${name}`, body), agency);
    assert.ok((await packed(`/report/${id}`, agency)) < 30 * KIB);
    const { entries, css, js, all } = await loaded(`/report/${id}`, agency);
    assert.ok(css > 0 && css < 8 * KIB, `${css} bytes of styles`);
    assert.ok(js > 0 && js < 6 * KIB, `${js} bytes of scripts`);
    assert.ok(all < 60 * KIB, `${all} bytes: ${JSON.stringify(entries)}`);
    console.log(`${name}: report ${await packed(`/report/${id}`, agency)}, styles ${css}, scripts ${js}, all ${all} bytes`);
  });
}

test("the start page, a guide and a sample are small", async () => {
  for (const path of ["/", "/guides/mcp", "/checks", "/samples/sandbox-example"]) {
    const { entries, css, js, all } = await loaded(path);
    assert.ok(css < 8 * KIB && js < 6 * KIB && all < 60 * KIB, `${path}: ${JSON.stringify(entries)}`);
    console.log(`${path}: styles ${css}, scripts ${js}, all ${all} bytes`);
  }
});
