// Looks at a page in both schemes and both widths, and says everything that is wrong with it.
import { violations } from "./axe.js";
import { NARROW, WIDE, ZOOMED, overflow, smallTargets } from "./browser.js";
import { errors } from "./markup.js";

// Every rule in each scheme and in each width, what the other pairs can break, and a zoomed page.
const COLORS = ["color-contrast", "link-in-text-block"];
const ALL = [
  ["light", WIDE],
  ["dark", WIDE, COLORS],
  ["dark", NARROW],
  ["light", NARROW, COLORS],
  ["light", ZOOMED, []],
];
// For pages that somebody else has looked at, but for their header.
export const AGAIN = [ALL[0], ALL[2]];
// For pages of one kind.
export const ONCE = [ALL[2]];

// Goes to a path. A page that says no is one too, and Chromium notes its status in the console.
export async function visit(page, path) {
  const before = page.faults.length;
  const answer = await page.goto(path, { waitUntil: "load" });
  // The reference of the API is drawn by a script after that. A page without it is found below.
  await page.waitForSelector("main", { state: "attached", timeout: 10_000 }).catch(() => {});
  forgive(page, before, answer);
  return answer;
}

function forgive(page, before, answer) {
  const said = page.faults.splice(before);
  const status = `Failed to load resource: the server responded with a status of ${answer.status()}`;
  page.faults.push(...said.filter((fault) => answer.ok() || !fault.includes(status)));
}

// Goes to a path and looks.
export async function faultsOf(page, path, states) {
  return faultsShown(page, path, await visit(page, path), states);
}

// Does something that a page answers itself, such as with a secret that is shown once, and looks.
export async function faultsAfter(page, name, act, states) {
  const answered = page.waitForResponse(
    (answer) => answer.request().isNavigationRequest() && ![301, 302, 303].includes(answer.status()),
  );
  const loaded = page.waitForEvent("load");
  const before = page.faults.length;
  await act();
  const answer = await answered;
  // Of the page that answers: the one before it was loaded already.
  await loaded;
  forgive(page, before, answer);
  return faultsShown(page, name, answer, states);
}

// Looks at what a tab shows.
async function faultsShown(page, name, answer, states = ALL) {
  const found = new Set();
  const add = (state, faults) => faults.forEach((fault) => found.add(`${name} [${state}] ${fault}`));
  if (answer.status() >= 500) add("HTTP", [`status ${answer.status()}`]);
  if (answer.headers()["content-type"]?.startsWith("text/html")) {
    add("HTML", await errors(await answer.text()));
  } else {
    add("HTTP", [`is ${answer.headers()["content-type"]}, not HTML`]);
  }
  for (const [colorScheme, viewport, rules] of states) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize(viewport);
    const wide = await overflow(page);
    const broken = rules?.length === 0 ? [] : await violations(page, rules);
    add(`${colorScheme} ${viewport.width}`, [...(wide ? [wide] : []), ...(await smallTargets(page)), ...broken]);
  }
  add("browser", page.faults.splice(0));
  return [...found];
}
