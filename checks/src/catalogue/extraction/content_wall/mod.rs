#![doc = include_str!("page.md")]

mod fix;
mod walls;
mod words;

use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::page::Page;
use crate::page::structured::NodeRef;
use crate::report::{CheckResult, Detail, EvidenceStrength};
use crate::weights::{HARDLY_ANY_TEXT, PAID_PART_WARN_OVER_PERCENT, PAID_TEXT_FAIL_UNDER};
use crate::wording::how_many;
pub(crate) use walls::paid_entity;
use walls::{cut, password, redirected_to};
use words::teaser;

/// The check.
pub struct ContentWall;

impl Check for ContentWall {
    fn about(&self) -> &'static About {
        &About {
            id: "content-wall",
            title: "No paywall, login or consent wall",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "An engine can only quote what its crawler receives, and crawlers have no account \
                  and no cookies. Google documents how to mark up paid content that its crawler \
                  may read; other engines document nothing similar.",
            sources: &[Source {
                title: "Google: structured data for subscription and paywalled content",
                url: "https://developers.google.com/search/docs/appearance/structured-data/paywalled-content",
                strength: EvidenceStrength::Moderate,
            }],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        let main = &page.document.main;
        let length = measure("Main content", how_many(main.word_equivalents, "word"));
        behind_redirect(page)
            .or_else(|| behind_password(page))
            .or_else(|| behind_payment(page))
            .or_else(|| paid_part(page))
            .or_else(|| cut_off(context))
            .unwrap_or_else(|| match main.word_equivalents < HARDLY_ANY_TEXT {
                true => {
                    Finding::not_applicable("The page has almost no text, and no sign of a wall.")
                }
                false => Finding::pass("No paywall, login or consent wall found."),
            })
            .with(length)
    }

    fn fix(&self, context: &Context<'_>, finding: &CheckResult) -> Fix {
        fix::fix(context, finding)
    }
}

/// A redirect to a page that asks for something first.
fn behind_redirect(page: &Page) -> Option<Finding> {
    redirected_to(page).map(|part| {
        Finding::fail("The URL redirects to a page that asks visitors to sign in or to consent.")
            .with(Detail {
                measured: Some(format!("contains {part}")),
                ..quote("Final URL", page.final_url.as_str())
            })
    })
}

fn behind_password(page: &Page) -> Option<Finding> {
    password(page).map(|field| {
        Finding::fail("The page asks for a password and shows almost nothing else.").with(Detail {
            line: Some(field.line),
            selector: Some(field.value.clone()),
            ..Detail { label: "Password field".to_owned(), ..Detail::default() }
        })
    })
}

/// Structured data that holds the page to be paid.
fn behind_payment(page: &Page) -> Option<Finding> {
    let node = paid_entity(page)?;
    let main = &page.document.main;
    let teaser = teaser(&main.text);
    let is_short = main.word_equivalents < PAID_TEXT_FAIL_UNDER;
    let words = how_many(main.word_equivalents, "word");
    let finding = match (is_short, teaser) {
        (true, _) => Finding::fail(format!(
            "Structured data says the page isn't free to read, and it has only {words}."
        )),
        (false, Some(_)) => Finding::fail(
            "Structured data says the page isn't free to read, and its text ends with an \
             invitation to pay or sign in.",
        ),
        (false, None) => Finding::warn(
            "Structured data says the page isn't free to read, although its text is there.",
        ),
    };
    let details = teaser.map(|line| quote("End of the text", line));
    Some(finding.with(declaration(node)).with_all(details).with_all(parts(page)))
}

fn declaration(node: NodeRef<'_>) -> Detail {
    let types = node.node().types.join(", ");
    Detail { line: Some(node.node().line), ..quote("`isAccessibleForFree: false` on", &types) }
}

/// A text that breaks off beside an invitation to pay or to sign in, wherever that stands. Words
/// of a wall alone are none: where the text goes on to its end, nothing is behind it.
fn cut_off(context: &Context<'_>) -> Option<Finding> {
    let cut = cut(context)?;
    Some(
        Finding::fail(
            "The text breaks off, and the page asks visitors to pay or sign in for the rest.",
        )
        .with(quote("Invitation", cut.invitation))
        .with(quote("End of the text", cut.end)),
    )
}

/// A part that is not free and holds most of the text.
fn paid_part(page: &Page) -> Option<Finding> {
    let words = page.document.main.word_equivalents;
    let covers = |part: usize| part * 100 > words * PAID_PART_WARN_OVER_PERCENT;
    let parts_of = &page.document.markup.paid_parts;
    let covered = parts_of.iter().filter_map(|part| part.word_equivalents).any(covers);
    (covered && words > 0).then(|| {
        Finding::warn(format!(
            "Structured data says that more than {PAID_PART_WARN_OVER_PERCENT}% of the text isn't \
             free to read."
        ))
        .with_all(parts(page))
    })
}

fn parts(page: &Page) -> Vec<Detail> {
    let measured = |words: Option<usize>| match words {
        Some(words) => how_many(words, "word"),
        None => "not measured: the selector isn't a single class, ID or element".to_owned(),
    };
    let parts = page.document.markup.paid_parts.iter();
    parts
        .map(|part| Detail {
            measured: Some(measured(part.word_equivalents)),
            ..quote("Part marked as not free", &part.selector)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::test_page::{page, page_after, url};
    use crate::page::Located;
    use crate::page::markup::PaidPart;
    use crate::page::structured::tests::read_block;
    use crate::report::Status;

    fn status(page: &Page) -> Status {
        ContentWall.judge(&Context::new(page, false)).status
    }

    fn with_data(json: &str, words: usize) -> Page {
        let mut page = page();
        page.document.markup.structured = read_block(json);
        page.document.main.word_equivalents = words;
        page
    }

    #[test]
    fn a_declared_paywall_is_judged_by_what_is_there() {
        let paid = r#"{"@type": "NewsArticle", "isAccessibleForFree": false}"#;
        assert_eq!(status(&with_data(paid, 199)), Status::Fail);
        assert_eq!(status(&with_data(paid, 400)), Status::Warn);
        let mut teased = with_data(paid, 400);
        teased.document.main.text = "Some text.\nSubscribe to continue reading".to_owned();
        assert_eq!(status(&teased), Status::Fail);
    }

    #[test]
    fn false_is_written_in_many_ways_and_only_the_page_counts() {
        for (json, expected) in [
            (r#"{"@type": "Article", "isAccessibleForFree": "False"}"#, Status::Warn),
            (
                r#"{"@type": "Article", "isAccessibleForFree": "http://schema.org/False"}"#,
                Status::Warn,
            ),
            (r#"{"@type": "WebPage", "isAccessibleForFree": false}"#, Status::Warn),
            (r#"{"@type": "Article", "isAccessibleForFree": true}"#, Status::Pass),
            (
                r#"[{"@type": "Article"}, {"@type": "Product", "isAccessibleForFree": false}]"#,
                Status::Pass,
            ),
            (
                r#"{"@type": "ItemList", "itemListElement": [{"@type": "Article",
                "isAccessibleForFree": false}]}"#,
                Status::Pass,
            ),
            (
                r#"[{"@type": "Article", "isAccessibleForFree": true},
                {"@type": "WebPage", "isAccessibleForFree": false}]"#,
                Status::Pass,
            ),
        ] {
            assert_eq!(status(&with_data(json, 400)), expected, "{json}");
        }
    }

    #[test]
    fn words_of_a_wall_count_where_the_text_is_cut() {
        let wall = "<p>Subscribe to continue reading this story.</p>";
        let own = "<p>Fill the kettle with fresh water and boil it, then pour it slowly over the \
                   leaves and wait for three minutes before you take them out of the pot again.</p>";
        let cut = "<p>Fill the kettle with fresh water and boil it, then pour it slowly over the \
                   leaves and wait for as long as you …</p>";
        for (before, count, after, is_wall) in [
            (wall, 3, cut, true),
            ("", 3, &format!("{cut}{wall}"), true),
            (wall, 3, own, false),
            ("", 3, cut, false),
            (wall, 12, cut, false),
        ] {
            let mut page = crate::catalogue::test_html::read(&format!(
                "<html lang=en><title>Tea</title><main><article><h1>Tea</h1>{before}{}{after}\
                 </article></main>",
                (0..count)
                    .map(|at| own.replace("Fill", &format!("Pot {at}: fill")))
                    .collect::<String>()
            ));
            page.document.kind.kind = crate::report::PageKind::Article;
            assert_eq!(status(&page) == Status::Fail, is_wall, "{count} {}", before.len());
        }
    }

    #[test]
    fn parts_count_by_their_share() {
        let mut page = page();
        let part = |words| PaidPart { selector: ".paid".to_owned(), word_equivalents: words };
        for (words, expected) in
            [(Some(201), Status::Warn), (Some(200), Status::Pass), (None, Status::Pass)]
        {
            page.document.markup.paid_parts = vec![part(words)];
            assert_eq!(status(&page), expected, "{words:?}");
        }
    }

    #[test]
    fn a_password_matters_where_there_is_nothing_else() {
        let mut page = page();
        page.document.markup.password_fields =
            vec![Located { line: 4, value: "input#password".to_owned() }];
        assert_eq!(status(&page), Status::Pass);
        page.document.main.word_equivalents = 20;
        assert_eq!(status(&page), Status::Fail);
        page.document.markup.password_fields.clear();
        assert_eq!(status(&page), Status::Na);
    }

    #[test]
    fn a_redirect_to_a_wall_is_one() {
        let mut page = page_after(&["https://www.example.com/guide/tea"]);
        page.final_url = url("https://www.example.com/account/login?next=/guide/tea");
        assert_eq!(status(&page), Status::Pass, "it has much to read");
        page.document.main.word_equivalents = 149;
        assert_eq!(status(&page), Status::Fail);
        page.requested_url = url("https://www.example.com/login");
        assert_eq!(status(&page), Status::Pass, "it was asked for");
    }
}
