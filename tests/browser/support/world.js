// An origin, the service, a browser, and people with something to look at.
import { after } from "node:test";

import { launch, open } from "./browser.js";
import { startOrigin } from "./origin.js";
import { ATTACKS, GOOD, POOR, hostile } from "./pages.js";
import { startService } from "./service.js";

// Starts the three, and stops them when the test file ends.
export async function startWorld(settings) {
  const origin = await startOrigin();
  const [service, browser] = await Promise.all([startService(origin, settings), launch()]);
  after(async () => {
    await browser.close();
    await service.stop();
    await origin.stop();
  });
  return { origin, service, browser, open: (options) => open(browser, service, options) };
}

// Scans a page before and after it changed; returns the IDs and the URL.
export async function scanTwice({ origin, service }, route, [before, after], cookie) {
  const from = await service.scan(origin.route(route, before), cookie);
  const url = origin.route(route, after);
  const to = await service.scan(url, cookie, { refresh: true });
  const { urlHash } = JSON.parse(await service.text(`/api/v1/scan/${to}`, { cookie }));
  return { from, to, url, urlHash };
}

// Scans by nobody, in four states.
export async function strangersScans({ origin, service }) {
  return {
    done: await service.scan(origin.route("/poor", POOR)),
    gone: await service.scan(origin.route("/gone", "Gone", { status: 410 })),
    failed: await service.scan(origin.route("/broken", "", { broken: true })),
    attack: await service.scan(origin.route("/attack", hostile())),
  };
}

// Fills an Agency account: history, monitors, an endpoint, a key.
export async function fill(world, cookie) {
  const { origin, service } = world;
  const own = { cookie, origin: service.base };
  const pair = await scanTwice(world, "/tides", [POOR, GOOD], cookie);
  const attack = await scanTwice(world, "/attack", [hostile(), hostile(" again")], cookie);
  for (const { url } of [pair, attack]) await service.post("/api/v1/monitors", { url }, own);
  await service.post("/api/v1/keys", { name: ATTACKS[1], scopes: ["read"] }, own);
  await service.post("/api/v1/webhooks", { url: origin.route("/hook", "") }, own);
  const { monitors } = JSON.parse(await service.text("/api/v1/monitors", { cookie }));
  return { pair, attack, monitors };
}
