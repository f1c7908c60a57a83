//! JSON-LD that a page holds where no parser looks for it: it is to be moved, not written again.

use serde_json::Value;

use crate::check::Context;
use crate::fix::Fix;
use crate::json_ld;
use crate::page::structured::Misplaced;
use crate::quoted::Quoted;
use crate::weights::REPAIRED_CHARACTERS;

/// The most characters of the name of an attribute.
const NAME_CHARACTERS: usize = 40;

/// A key of the objects in which Vue wraps values.
const INNER_KEY: &str = "\"__v_isRef\"";

const VERIFY: &str = "Scan the page again, or test its URL at https://validator.schema.org: every \
                      block is listed without errors.";

/// The first of them.
fn first<'a>(context: &Context<'a>) -> Option<&'a Misplaced> {
    context.page.document.markup.structured.misplaced.first()
}

/// "The JSON-LD is in a `meta` element, where no parser looks for it."
pub(super) fn said(context: &Context<'_>) -> Option<String> {
    first(context)
        .map(|one| format!("The JSON-LD is in {}, where no parser looks for it.", place(one)))
}

/// The line of JSON-LD that only the eye finds, and the words for where it is, where it names that
/// property.
pub(crate) fn naming(context: &Context<'_>, property: &str) -> Option<(u32, String)> {
    let name = format!("\"{property}\"");
    first(context).filter(|one| one.json.contains(&name)).map(|one| (one.line, place(one)))
}

fn place(one: &Misplaced) -> String {
    match one.element {
        "meta" => "a `meta` element".to_owned(),
        _ if one.attribute.is_empty() => "the code of a script".to_owned(),
        element => format!("{} of a `{element}` element", attribute(one)),
    }
}

/// "the `children` attribute".
fn attribute(one: &Misplaced) -> String {
    format!("the {} attribute", Quoted::of(&one.attribute, NAME_CHARACTERS))
}

/// Move it.
pub(super) fn fix(context: &Context<'_>) -> Option<Fix> {
    let one = first(context)?;
    let line = one.line;
    if one.attribute.is_empty() {
        return Some(send(line));
    }
    let title = format!("Move the JSON-LD on line {line} into the text of a `<script>`");
    let (of, option) =
        (attribute(one), "`innerHTML` in Unhead, `dangerouslySetInnerHTML` in React");
    let fix = Fix::new("jsonld-valid", title, VERIFY)
        .opens(&["schema-matches-page", "schema-type-complete"])
        .step(format!(
            "Write the JSON that is now in {of} on line {line} between \
             `<script type=\"application/ld+json\">` and `</script>`."
        ))
        .step(match one.element {
            "meta" => format!("Remove the `<meta>` element on line {line}."),
            _ => format!("Remove {of}."),
        })
        .step(format!(
            "If a framework writes the element, use its option for the text of a script: {option}."
        ));
    // What a framework keeps of a value beside it is none of the page.
    let is_inner = one.json.contains(INNER_KEY);
    let fix = match is_inner {
        true => fix.step(
            "Write plain values: the JSON has internal objects of Vue, such as `__v_isRef`, in \
             place of some.",
        ),
        false => fix,
    };
    let is_short = one.json.chars().count() <= REPAIRED_CHARACTERS;
    let value =
        (is_short && !is_inner).then(|| serde_json::from_str::<Value>(&one.json).ok()).flatten();
    Some(match value {
        Some(value) => fix.snippet(json_ld::script(&value)),
        None => fix,
    })
}

/// Send with the page what a script inserts.
fn send(line: u32) -> Fix {
    let title =
        format!("Put the JSON-LD that the script on line {line} inserts into the page's HTML");
    Fix::new("jsonld-valid", title, VERIFY)
        .opens(&["schema-matches-page", "schema-type-complete"])
        .step(
            "Let the server write the same JSON between `<script type=\"application/ld+json\">` and \
             `</script>`. Most AI crawlers don't run JavaScript.",
        )
        .step("Remove it from the code of the script, so that it isn't there twice.")
        .step("In Next.js, use a plain `<script>` element in the page instead of `next/script`.")
}
