// Our own pages, saved and scanned by our own program, reach the top band.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";

import { BINARY, startService } from "./support/service.js";

// A public address, as a scan of a file needs one.
const SITE = "https://www.citable.example";

const service = await startService();
const folder = mkdtempSync(path.join(tmpdir(), "citable-own-"));
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});
const save = async (name, route) => {
  const file = path.join(folder, name);
  writeFileSync(file, (await service.text(route)).replaceAll(service.base, SITE));
  return file;
};
const robots = await save("robots.txt", "/robots.txt");

for (const route of ["/", "/guides", "/guides/cli", "/guides/mcp", "/checks", "/checks/canonical", "/checks/answer-first", "/how-it-is-scored", "/bot"]) {
  test(`${route} is ready to be cited`, async () => {
    const file = await save(`${route.replaceAll("/", "_")}.html`, route);
    const words = ["scan", file, "--base-url", `${SITE}${route}`, "--robots", robots, "--offline", "--format", "json"];
    const report = JSON.parse(execFileSync(BINARY, words, { stdio: "pipe" }));
    const missed = report.checks.filter(({ status }) => ["fail", "warn"].includes(status));
    const said = missed.map(({ id, status, summary }) => `${id} ${status}: ${summary}`).join("\n");
    // Some of our pages are as short as they should be. Nothing but their length may take from them.
    assert.ok(report.rawScore >= 90, `${report.rawScore}\n${said}`);
    assert.deepEqual(report.caps, []);
    console.log(`${route}: ${report.score} of ${report.rawScore} ${missed.map(({ id }) => id).join(", ")}`);
  });
}

test("the sitemap lists pages that exist and robots.txt allows", async () => {
  const listed = [...(await service.text("/sitemap.xml")).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);
  assert.ok(listed.length > 40, `${listed.length} pages`);
  const answers = [];
  // One after another: a client may not have a connection for each page.
  for (const url of listed) {
    const answer = await fetch(url, { redirect: "manual" });
    await answer.arrayBuffer();
    answers.push([url, answer.status]);
  }
  assert.deepEqual(answers.filter(([, status]) => status !== 200), []);
});
