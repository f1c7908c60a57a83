// Chromium, and pages in it that notice what must not happen.
import { chromium } from "playwright-core";

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CITABLE_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 360, height: 740 };
// 1280 px at 400 %.
export const ZOOMED = { width: 320, height: 256 };

// Opens a page as somebody. `page.faults` collects console messages, policy violations, uncaught
// errors, dialogs, and requests that would leave loopback, which are refused.
export async function open(browser, service, { cookie, ...options } = {}) {
  const context = await browser.newContext({ viewport: WIDE, baseURL: service.base, ...options });
  // Nothing here takes long, so a wait that does has found a fault, even on a busy machine.
  context.setDefaultTimeout(60_000);
  const faults = [];
  await context.route(
    (url) => url.hostname !== "127.0.0.1",
    (route) => {
      faults.push(`request to ${route.request().url()}`);
      return route.abort();
    },
  );
  if (options.javaScriptEnabled !== false) {
    await context.exposeBinding("__fault", (_, text) => faults.push(text));
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        window.__fault(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
      });
    });
  }
  if (cookie) await context.addCookies([{ url: service.base, ...named(cookie) }]);
  const page = await context.newPage();
  page.on("console", (message) => faults.push(`console: ${message.type()} ${message.text()} ${message.location().url}`));
  page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
  page.on("dialog", (dialog) => {
    if (!page.expectsDialogs) faults.push(`dialog: ${dialog.message()}`);
    return dialog.accept();
  });
  page.faults = faults;
  return page;
}

function named(cookie) {
  const at = cookie.indexOf("=");
  return { name: cookie.slice(0, at), value: cookie.slice(at + 1) };
}

// How many pixels the page can be scrolled sideways, and what sticks out.
export const overflow = (page) =>
  page.evaluate(() => {
    const root = document.scrollingElement;
    const extra = root.scrollWidth - root.clientWidth;
    if (extra <= 0) return null;
    const wide = [...document.body.querySelectorAll("*")].filter((part) => {
      const within = part.closest(".scroll, pre, svg, .hidden");
      return (!within || within === part) && part.getBoundingClientRect().right > root.clientWidth + 0.5;
    });
    const names = wide.slice(-3).map((part) => part.outerHTML.slice(0, 120));
    return `scrolls ${extra} px sideways: ${names.join(" | ")}`;
  });

// Controls that are hard to hit: under 24 px, unless a label around them is larger.
export const smallTargets = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("button, input:not([type=hidden]), select, summary, a.button")]
      .filter((part) => part.checkVisibility() && !part.closest("#ui"))
      .filter((part) => {
        const { width, height } = (part.closest("label") ?? part).getBoundingClientRect();
        return width < 24 || height < 24;
      })
      .map((part) => `is under 24 px: ${part.outerHTML.slice(0, 100)}`),
  );
