// axe-core, put into a page without asking the page's policy.
import axe from "axe-core";

const TYPES = { resultTypes: ["violations"] };
// Not on by default, but part of WCAG 2.2 AA.
const EVERYTHING = { ...TYPES, rules: { "target-size": { enabled: true } } };

// Returns what axe finds, a line each, by these rules or by all. The API explorer's own markup is
// not ours.
export async function violations(page, rules) {
  if (!(await page.evaluate("Boolean(window.axe)"))) await page.evaluate(axe.source);
  const options = rules ? { ...TYPES, runOnly: { type: "rule", values: rules } } : EVERYTHING;
  const { violations: found } = await page.evaluate(
    (options) => window.axe.run({ include: document, exclude: [["#ui"]] }, options),
    options,
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any, all }) => {
      const why = [...any, ...all].map(({ message }) => message)[0] ?? "";
      return `axe ${id}: ${help}: ${html.slice(0, 160)} ${why}`;
    }),
  );
}
