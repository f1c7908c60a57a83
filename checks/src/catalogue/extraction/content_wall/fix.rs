//! How to let crawlers past a wall, or how to say that there is none.

use super::walls::{cut, paid_entity, password, redirected_to};
use super::words::teaser;
use crate::catalogue::extraction::need_text::NEED_TEXT;
use crate::check::Context;
use crate::fix::Fix;
use crate::page::Page;
use crate::paste::{in_step, in_title, json, shell, short};
use crate::report::{CheckResult, Status};
use crate::wording::how_many;

/// The checks that a wall keeps from being judged.
const BEHIND_THE_WALL: &[&str] = NEED_TEXT.split_at(1).1;

/// Parts that one fix names.
const PARTS_NAMED: usize = 3;

/// By the same causes as the verdict, in the same order.
pub(super) fn fix(context: &Context<'_>, finding: &CheckResult) -> Fix {
    let page = context.page;
    let fix = redirect(page)
        .or_else(|| form(page))
        .or_else(|| payment(page))
        .or_else(|| broken_off(context))
        .unwrap_or_else(|| parts(page));
    match finding.status {
        Status::Fail => fix.opens(BEHIND_THE_WALL),
        _ => fix,
    }
}

fn start(title: String, page: &Page) -> Fix {
    Fix::new(
        "content-wall",
        title,
        format!(
            "`curl -sL {}` returns the text, from its heading to its end.",
            shell(&page.requested_url)
        ),
    )
}

fn redirect(page: &Page) -> Option<Fix> {
    let part = in_title(&redirected_to(page)?);
    let (from, to) = (in_title(page.requested_url.as_str()), in_title(page.final_url.as_str()));
    Some(
        start(format!("Serve the text at {from} instead of redirecting to {part}"), page)
            .step(format!("Clients without cookies, such as crawlers, are redirected to {to}."))
            .step(
                "Show the text at its own URL, and ask visitors to sign in or consent in an \
                 overlay.",
            )
            .step("If only members may read it, leave it as it is: it won't be cited."),
    )
}

fn form(page: &Page) -> Option<Fix> {
    let field = password(page)?;
    let words = how_many(page.document.main.word_equivalents, "word");
    Some(
        start(format!("Show text next to the login form: the page has {words}"), page)
            .step(format!("Line {} has a password field ({}).", field.line, in_step(&field.value)))
            .step("Serve the text, or an introduction that stands on its own, without an account.")
            .step("If this page is only for signing in, it doesn't need to be cited."),
    )
}

/// Structured data that holds the page to be paid.
fn payment(page: &Page) -> Option<Fix> {
    let node = paid_entity(page)?;
    let types = in_title(&node.node().types.join(", "));
    let types = if types.is_empty() { "the page".to_owned() } else { types.to_string() };
    let line = node.node().line;
    let words = how_many(page.document.main.word_equivalents, "word");
    let title = match teaser(&page.document.main.text) {
        Some(end) => {
            format!("Serve crawlers the text behind {}, or declare the page free", in_title(end))
        }
        None => {
            format!(
                "Decide whether {types} is free to read: its data says no, but the page has {words}"
            )
        }
    };
    // The paid part is marked already: a property that says otherwise would contradict that.
    let marked = page
        .document
        .markup
        .paid_parts
        .first()
        .filter(|part| part.word_equivalents != Some(0))
        .filter(|_| teaser(&page.document.main.text).is_none());
    if let Some(part) = marked {
        let part = in_step(&part.selector);
        return Some(
            start(title, page)
                .conditional(true)
                .step(format!(
                    "On line {line}, {types} says `isAccessibleForFree: false`, and `hasPart` marks \
                     {part} as paid."
                ))
                .step("If readers pay for the text, leave both as they are: Google documents this form.")
                .step(
                    "If the text is free, set `isAccessibleForFree` to true in both places, or remove \
                     `hasPart`.",
                ),
        );
    }
    Some(
        start(title, page)
            .step(format!("On line {line}, {types} says `isAccessibleForFree: false`."))
            .step("If the text is free, write the property below.")
            .step(
                "If it is paid, serve crawlers an introduction that stands on its own, or the \
                 whole text with the paid part marked as Google documents it (`hasPart`, \
                 `cssSelector`).",
            )
            .snippet("\"isAccessibleForFree\": true"),
    )
}

/// A text that breaks off.
fn broken_off(context: &Context<'_>) -> Option<Fix> {
    let page = context.page;
    if !page.document.markup.paid_parts.is_empty() {
        return None;
    }
    let cut = cut(context)?;
    let words = how_many(page.document.main.word_equivalents, "word");
    let invitation = in_title(cut.invitation);
    Some(
        start(
            format!("Serve crawlers the text behind {invitation}: it ends after {words}"),
            page,
        )
        .step(format!("The text breaks off here: {}.", in_step(cut.end)))
        .step(
            "Serve the whole text, or an introduction that stands on its own and ends with a full \
             sentence.",
        )
        .step(
            "If the rest is paid, say so in the structured data (`isAccessibleForFree: false`, \
             with the paid part marked as Google documents it).",
        ),
    )
}

/// A part that holds most of the text and is declared not to be free.
fn parts(page: &Page) -> Fix {
    let parts = &page.document.markup.paid_parts;
    let first = parts.first().map(|part| part.selector.as_str());
    let title = match first {
        Some(first) => format!(
            "Mark only the paid part as not free: {} contains most of the text",
            in_title(first)
        ),
        None => "Let crawlers read the text without an account".to_owned(),
    };
    let mut fix = start(title, page);
    for part in parts.iter().take(PARTS_NAMED) {
        let words = part
            .word_equivalents
            .map_or_else(String::new, |words| format!(" ({})", how_many(words, "word")));
        fix = fix.step(format!(
            "{}{words} is marked `isAccessibleForFree: false`.",
            in_step(&part.selector)
        ));
    }
    let fix = fix.step(
        "In `cssSelector`, name only the element around the paid part, or write `true` if the text \
         is free.",
    );
    match first {
        Some(first) => fix.snippet(format!(
            "\"hasPart\": {{\"@type\": \"WebPageElement\", \"isAccessibleForFree\": true, \
             \"cssSelector\": {}}}",
            json(&short(first))
        )),
        None => fix,
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::extraction::content_wall::ContentWall;
    use crate::catalogue::test_page::{fix_of, page, page_after, url};
    use crate::page::Located;
    use crate::page::markup::PaidPart;
    use crate::page::structured::tests::read_block;

    #[test]
    fn a_part_that_is_marked_as_paid_is_not_contradicted() {
        let mut page = page();
        page.document.markup.structured =
            read_block(r#"{"@type": "NewsArticle", "isAccessibleForFree": false}"#);
        page.document.main.word_equivalents = 400;
        assert!(fix_of(&ContentWall, &page).snippet.is_some());
        let part = PaidPart { selector: ".paid".to_owned(), word_equivalents: Some(390) };
        page.document.markup.paid_parts = vec![part];
        let fix = fix_of(&ContentWall, &page);
        assert!(fix.snippet.is_none() && fix.steps[0].contains(".paid"), "{fix:?}");
    }

    #[test]
    fn a_redirect_is_answered_with_the_text() {
        let mut page = page_after(&["https://www.example.com/guide/tea"]);
        page.final_url = url("https://www.example.com/account/login?next=/guide/tea");
        page.document.main.word_equivalents = 60;
        let fix = fix_of(&ContentWall, &page);
        assert_eq!(
            fix.title,
            "Serve the text at `https://www.example.com/guide/tea` instead of redirecting to \
             `login`"
        );
        assert!(fix.opens.contains(&"answer-first") && !fix.opens.contains(&"content-wall"));
    }

    #[test]
    fn a_form_gets_text_beside_it() {
        let mut page = page();
        page.document.main.word_equivalents = 20;
        page.document.markup.password_fields =
            vec![Located { line: 4, value: "input#password".to_owned() }];
        let fix = fix_of(&ContentWall, &page);
        assert!(fix.title.ends_with("the page has 20 words"), "{}", fix.title);
        assert!(fix.steps[0].starts_with("Line 4 has"), "{:?}", fix.steps);
    }

    #[test]
    fn a_declaration_is_taken_back_or_made_good() {
        let mut page = page();
        page.document.markup.structured =
            read_block(r#"{"@type": "NewsArticle", "isAccessibleForFree": false}"#);
        let whole = fix_of(&ContentWall, &page);
        assert_eq!(
            whole.title,
            "Decide whether `NewsArticle` is free to read: its data says no, but the page has 400 \
             words"
        );
        assert_eq!(whole.snippet.as_deref(), Some("\"isAccessibleForFree\": true"));
        assert!(whole.opens.is_empty(), "it only warns");
        page.document.main.text = "Some text.\nSubscribe to continue reading".to_owned();
        let cut = fix_of(&ContentWall, &page);
        assert!(cut.title.contains("`Subscribe to continue reading`"), "{}", cut.title);
    }

    #[test]
    fn a_paid_part_is_narrowed() {
        let mut page = page();
        let selector = ".paid\"</script>".to_owned();
        page.document.markup.paid_parts = vec![PaidPart { selector, word_equivalents: Some(300) }];
        let fix = fix_of(&ContentWall, &page);
        assert!(fix.title.ends_with("contains most of the text"), "{}", fix.title);
        assert!(fix.steps[0].contains("(300 words)"), "{:?}", fix.steps);
        assert!(fix.snippet.unwrap().ends_with(r#""cssSelector": ".paid\"\u003c/script>"}"#));
    }
}
