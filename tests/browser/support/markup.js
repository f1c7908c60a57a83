// html-validate, with every rule that is off and why.
import { HtmlValidate, StaticConfigLoader } from "html-validate";

const loader = new StaticConfigLoader({
  extends: ["html-validate:recommended"],
  rules: {
    // HTML ignores the case of the doctype.
    "doctype-style": "off",
    // A button without a type submits its form, which is what those are for.
    "no-implicit-button-type": "off",
    // Submit buttons of one name are one choice, made by the click.
    "form-dup-name": "off",
    // Titles hold titles of scanned pages, and mails end with "-- " by convention.
    "long-title": "off",
    "no-trailing-whitespace": "off",
    // HTML allows IDs that begin with a digit, as headings with versions have.
    "valid-id": ["error", { relaxed: true }],
  },
});
const validator = new HtmlValidate(loader);

// Returns the errors of a page's HTML, a line each.
export async function errors(html) {
  const { results } = await validator.validateString(html);
  const lines = html.split("\n");
  return results.flatMap(({ messages }) =>
    messages
      .filter(({ severity }) => severity === 2)
      .map(({ ruleId, message, line }) => `html ${ruleId}: ${message} (line ${line}: ${lines[line - 1]?.trim().slice(0, 140)})`),
  );
}
