// Working a page without a pointer.

// Presses Tab until the element with the focus matches, and fails if it never does.
export async function tabTo(page, selector, key = "Tab") {
  await page.waitForSelector(selector);
  const start = await page.evaluate(() => document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex]").length);
  for (let steps = 0; steps <= start + 2; steps += 1) {
    await page.keyboard.press(key);
    const [matches, fault] = await page.evaluate((selector) => {
      const now = document.activeElement;
      return [now.matches(selector), window.__focusFault?.(now)];
    }, selector);
    if (fault) throw new Error(fault);
    if (matches) return;
  }
  throw new Error(`Tab never gets to ${selector}`);
}

// Makes every step of the focus check that its place can be seen.
export const watchFocus = (page) =>
  page.addInitScript(() => {
    window.__focusFault = (now) => {
      if (now === document.body) return null;
      const { top, bottom, left, right, width, height } = now.getBoundingClientRect();
      const what = now.outerHTML.slice(0, 120);
      if (width === 0 || height === 0) return `the focus is on something without a size: ${what}`;
      if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return `the focus is out of view: ${what}`;
      const style = getComputedStyle(now);
      const ringed = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== "none";
      if (!ringed) return `the focus cannot be seen: ${what}`;
      const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
      const above = document.elementFromPoint(x, y);
      if (above && !now.contains(above) && !above.contains(now)) return `the focus is under ${above.outerHTML.slice(0, 80)}: ${what}`;
      return null;
    };
  });
