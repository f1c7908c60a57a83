// Buying a plan leads to the payment provider and back, also where the page's policy is enforced.
import assert from "node:assert/strict";
import { test } from "node:test";

import { startWorld } from "./support/world.js";

const world = await startWorld();

for (const javaScriptEnabled of [true, false]) {
  test(`a plan is bought, scripts ${javaScriptEnabled ? "on" : "off"}`, async () => {
    const cookie = await world.service.signIn(`buyer-${javaScriptEnabled}@people.example`);
    const page = await world.open({ cookie, javaScriptEnabled });
    await page.goto("/account");
    await page.click("form[action='/account/checkout'] button");
    await page.waitForURL((url) => url.origin !== world.service.base);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}
