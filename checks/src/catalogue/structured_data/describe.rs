//! The edit that has the page described in JSON-LD: one block, whatever checks ask for it.

use serde_json::Value;

use super::about_page::about_page;
use super::schema_matches_page::shows_price;
use crate::check::Context;
use crate::fix::Fix;
use crate::json_ld;
use crate::page::authors::has_section;
use crate::page::structured::{BlockOutcome, Syntax};
use crate::paste::{listed, page_name};
use crate::quoted::{Quoted, spans};
use crate::report::PageKind;

const VERIFY: &str = "Scan the page again, or test its URL at https://validator.schema.org: every \
                      block is listed without errors.";

const NAME_BOTH: &str = "Add `name` to `WebSite` and `Organization`: your organization's name, as \
                         readers see it.";
pub(super) const NAME_ORGANIZATION: &str = "Add `name` to `Organization`: the name of whoever publishes the \
                                 site.";
const NAME_PUBLISHER: &str = "Add `publisher` to the block: an `Organization` with your \
                              organization's name.";

/// What Google's lists ask of a type, and a page may not show.
const ASKED: [(&str, &[&str]); 4] = [
    ("Article", &["author", "datePublished", "image"]),
    ("NewsArticle", &["author", "datePublished", "image"]),
    ("Product", &["offers"]),
    ("DiscussionForumPosting", &["text"]),
];

/// What it takes to describe a page of which that is of little use: generators of documentation
/// have no field for it, and what Microdata says is to be kept in step in two places.
const EFFORT_OF_LITTLE_USE: u8 = 5;

/// Whether a block would say little that engines do not know: of documentation, of which search
/// shows nothing of its own, and of what Microdata describes.
pub(super) fn is_of_little_use(context: &Context<'_>) -> bool {
    context.subject.kind == PageKind::Docs
        || about_page(context).is_some_and(|node| node.node().syntax == Syntax::Microdata)
}

/// Add a block that says what the page is. Every check that it mends gives this fix.
pub(super) fn fix_undescribed(context: &Context<'_>) -> Fix {
    let described = about_page(context).filter(|node| node.node().syntax == Syntax::Microdata);
    let block = json_ld::whole(context, described);
    let fix = Fix::new(key(context), title(context), VERIFY).opens(&["schema-matches-page"]);
    let fix = if is_of_little_use(context) { fix.effort(EFFORT_OF_LITTLE_USE) } else { fix };
    let Some(block) = block else { return of_thread(fix) };
    let fields = match context.subject.kind {
        PageKind::Article | PageKind::Docs | PageKind::Qa => "title, author and dates",
        PageKind::Product => "name, price and pictures",
        PageKind::Home | PageKind::Listing | PageKind::Other => "title and description",
    };
    let fix = fix.step("Paste the block below into the page's `<head>`.").step(format!(
        "Let the template generate it from the same fields as the visible {fields}."
    ));
    let fix = match described.filter(|_| has_own_block(context.subject.kind)) {
        Some(node) => fix.step(format!(
            "Then remove the Microdata on line {} that the block repeats, so that the page doesn't \
             declare it twice.",
            node.node().line
        )),
        None => fix,
    };
    let is_nameless = json_ld::site_name(context).is_none();
    let is_unpublished = json_ld::publisher_name(context).is_none();
    let fix = match context.subject.kind {
        PageKind::Home if is_nameless && json_ld::is_below_root(context) => {
            fix.step(NAME_ORGANIZATION)
        }
        PageKind::Home | PageKind::Listing if is_nameless => fix.step(NAME_BOTH),
        PageKind::Home | PageKind::Listing if is_unpublished => fix.step(NAME_ORGANIZATION),
        _ if is_unpublished && !block.to_string().contains("publisher") => fix.step(NAME_PUBLISHER),
        _ => fix,
    };
    let fix = match context.subject.kind {
        PageKind::Home => {
            fix.step("If the site belongs to one person, use `Person` instead of `Organization`.")
        }
        _ => with_missing(context, fix, &block),
    };
    settling_kind(context, fix).snippet(json_ld::script(&block))
}

/// The same fix; where a page may be no article, the block would say that it is one.
fn settling_kind(context: &Context<'_>, fix: Fix) -> Fix {
    if context.subject.kind != PageKind::Article || !context.subject.is_of_unclear_kind {
        return fix;
    }
    fix.step(
        "Use this only if the page is an article. With this markup, a missing author or date fails \
         instead of warning, so show both on the page.",
    )
    .declaring_kind()
}

/// Whether the block of a page of that kind is made of what the page says of itself in another syntax:
/// that of a home page or a list speaks of the site.
fn has_own_block(kind: PageKind) -> bool {
    !matches!(kind, PageKind::Home | PageKind::Listing)
}

/// A block that cannot be read is an edit of its own.
fn key(context: &Context<'_>) -> &'static str {
    let blocks = &context.page.document.markup.structured.blocks;
    match blocks.iter().any(|block| matches!(block.outcome, BlockOutcome::Broken(_))) {
        true => "schema-type-complete",
        false => "jsonld-valid",
    }
}

fn title(context: &Context<'_>) -> String {
    match context.subject.kind {
        PageKind::Home => {
            let name = json_ld::site_name(context);
            let of =
                name.map_or_else(String::new, |name| format!(" for {}", Quoted::of(&name, 60)));
            match json_ld::is_below_root(context) {
                true => format!("Add Organization markup{of} to {}", page_name(context)),
                false => format!("Add WebSite and Organization markup{of} to the home page"),
            }
        }
        _ => format!("Add JSON-LD that describes {}", page_name(context)),
    }
}

/// Asks for properties that what is pasted can't hold: by the words for what the page shows, and
/// without saying so of what it doesn't.
pub(super) fn asked_for(context: &Context<'_>, names: &[&str], object: &str) -> Vec<String> {
    /// What is written into markup wherever a page shows it.
    const SOUGHT: [&str; 3] = ["author", "datePublished", "image"];
    let is_thread = context.subject.kind == PageKind::Qa;
    let is_signed =
        !context.authors.chosen().is_empty() || has_section(&context.page.document.visible_text);
    let is_absent =
        |name: &&str| SOUGHT.contains(name) && !is_thread && !(*name == "author" && is_signed);
    let of_offers =
        names.iter().find(|name| **name == "offers").map(|_| match shows_price(context) {
            true => format!(
                "Add `offers`{object}, with the product's price as the page shows it, or one `Offer` for \
                 each of several prices."
            ),
            false => format!(
                "Add `offers`, `review` or `aggregateRating`{object}: whichever the page shows \
                 readers. No price was found in the text."
            ),
        });
    let rest = || names.iter().copied().filter(|name| *name != "offers");
    let (absent, shown): (Vec<&str>, Vec<&str>) = rest().partition(is_absent);
    let of_absent = (!absent.is_empty()).then(|| {
        let it = if absent.len() == 1 { "it" } else { "them" };
        format!(
            "Add {}{object}. If the page doesn't show {it} to readers yet, show {it} there, too.",
            listed(&spans(&absent))
        )
    });
    let of_shown = (!shown.is_empty()).then(|| {
        format!("Add {}{object}, with the values shown on the page.", listed(&spans(&shown)))
    });
    [of_absent, of_offers, of_shown].into_iter().flatten().collect()
}

/// Names what the block lacks.
fn with_missing(context: &Context<'_>, fix: Fix, block: &Value) -> Fix {
    let asked = ASKED.iter().find(|(name, _)| block["@type"] == *name);
    let names = asked.map_or(&[][..], |(_, names)| *names);
    let lacking: Vec<&str> =
        names.iter().copied().filter(|name| block.get(*name).is_none()).collect();
    asked_for(context, &lacking, " to the block").into_iter().fold(fix, Fix::step)
}

/// The page of a thread shows many names and days: only its program knows whose they are.
fn of_thread(fix: Fix) -> Fix {
    fix.step(
        "Have the forum software write one JSON-LD block for each thread: `QAPage` with a \
         `Question` where answers are accepted or voted on, otherwise `DiscussionForumPosting`.",
    )
    .step(
        "Include the title, text, author and date of the first post, and each reply as an `Answer` \
         or `Comment` with its own author and date.",
    )
}
