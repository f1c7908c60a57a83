/** Runs the examples of the README and of the guide, as they are, against a running service. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { vectors } from "./scripted.js";

const PACKAGE = new URL("../", import.meta.url);
const place = process.env["CITABLE_TEST_SERVICE"];
const service = place === undefined ? {} : JSON.parse(readFileSync(place, "utf8"));
const skip = service.part !== "examples" && "no service to test against";

let folder = "";
// Inside the package, so that the examples find it by its name.
before(() => (folder = mkdtempSync(fileURLToPath(new URL("test/.examples-", PACKAGE)))));
after(() => rmSync(folder, { recursive: true }));

/** Returns the examples of a document. @param {string} path */
function blocks(path) {
  const text = readFileSync(new URL(path, PACKAGE), "utf8");
  return [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, block = ""]) => block);
}

/** @param {string} block */
const isServer = (block) => block.includes("createServer");
const page = `${service.page}/javascript/guide`;

/** @param {string} block @param {string[]} args @param {Record<string, string>} [env] */
function start(block, args, env) {
  const file = `${folder}/example.mjs`;
  writeFileSync(file, block.replaceAll("https://www.example.com/guide", page));
  return spawn(process.execPath, [file, ...args], { env: { ...process.env, ...env } });
}

/** @param {string} block @param {string[]} args */
async function run(block, ...args) {
  const values = { CITABLE_BASE_URL: service.base, CITABLE_API_KEY: service.keys.pro };
  const example = start(block, args, values);
  const told = { out: "", err: "" };
  example.stdout.setEncoding("utf8").on("data", (text) => (told.out += text));
  example.stderr.setEncoding("utf8").on("data", (text) => (told.err += text));
  const [code] = await once(example, "close");
  return { code, ...told };
}

test("the README", { skip }, async () => {
  const found = blocks("README.md").filter((block) => !isServer(block));
  assert.equal(found.length, 6);
  for (const block of found) {
    if (!block.includes("process.argv")) {
      const { code, out, err } = await run(block);
      assert.equal(code, 0, `${block}\n${err}`);
      assert.match(out, /[0-9]/, block);
      continue;
    }
    assert.match((await run(block, page, "0")).out, /scores/);
    for (const wrong of [[page, "101"], ["http://a.example", "0"]]) {
      const { code, err } = await run(block, ...wrong);
      assert.equal(code, 1);
      assert.match(err, /scores under|Not scanned/);
    }
  }
});

test("the guide", { skip }, async () => {
  const found = blocks("../../docs/clients.md");
  assert.equal(found.length, 4);
  for (const block of found) {
    const { code, err } = await run(block);
    assert.equal(code, 0, `${block}\n${err}`);
  }
});

test("the receiver of the README", async () => {
  const [block = ""] = blocks("README.md").filter(isServer);
  const { secrets, body } = vectors("webhooks")[0];
  const told = '.listen(0, "127.0.0.1", function () { console.log(this.address().port); })';
  const example = start(block.replace('.listen(8000, "127.0.0.1")', told), [], {
    CITABLE_WEBHOOK_SECRET: secrets[0],
  });
  try {
    let out = "";
    example.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    await once(example.stdout, "data");
    const timestamp = String(Math.floor(Date.now() / 1000));
    const key = Buffer.from(secrets[0].slice("whsec_".length), "base64");
    const signature = createHmac("sha256", key).update(`msg_1.${timestamp}.${body}`).digest("base64");
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
    };
    const statuses = [];
    for (const sent of [body, `${body} `]) {
      const answer = await fetch(`http://127.0.0.1:${out.trim().split("\n")[0]}/`, {
        method: "POST",
        headers,
        body: sent,
      });
      statuses.push(answer.status);
    }
    assert.deepEqual(statuses, [204, 400]);
    const { data } = JSON.parse(body);
    assert.equal(out.split("\n")[1], `${data.url} ${data.score}`);
  } finally {
    example.kill();
  }
});
