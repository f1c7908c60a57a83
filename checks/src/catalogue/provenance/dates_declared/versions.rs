//! Whether a manual names the version that it covers.

use chrono::NaiveDate;

use crate::check::Context;
use crate::versions::{self, is_version};

/// Whether the address, the title, the heading, the head or a label beside the text names a
/// version: `v2`, `3.12`, `latest`.
pub(super) fn has_version(context: &Context<'_>) -> bool {
    let page = context.page;
    let heads = page.document.titles.iter().chain(&page.document.h1).take(4);
    let mut words = heads.flat_map(|text| without_number(&text.value).split_whitespace());
    versions::has_version(page.final_url.path())
        || words.any(is_version)
        || is_declared(context)
        || page.document.outline.versions.iter().any(|one| is_version(one) || is_version_label(one))
        || is_labelled_with_version(context)
}

/// Whether the head declares a version of what the page is about.
fn is_declared(context: &Context<'_>) -> bool {
    const NAMES: [&str; 4] = ["version", "docsearch:version", "doc-version", "product-version"];
    let declared = NAMES.iter().filter_map(|name| context.page.meta(name));
    declared.flat_map(str::split_whitespace).any(is_version)
}

/// Whether a text names a manual and the version that it is about: “Tea Leaf 15.20 Documentation”.
/// A number that it begins with is that of a chapter.
fn names_manual_of_version(text: &str) -> bool {
    /// Bytes of such a name.
    const LONGEST: usize = 80;
    const MANUALS: [&str; 7] =
        ["documentation", "docs", "manual", "manuals", "reference", "handbook", "guide"];
    let is_manual = |word: &str| {
        let word = word.trim_matches(|char: char| !char.is_alphanumeric());
        MANUALS.iter().any(|manual| word.eq_ignore_ascii_case(manual))
    };
    text.len() <= LONGEST
        && text.split_whitespace().any(is_manual)
        && text.split_whitespace().skip(1).any(is_version)
}

/// A heading without the number of its chapter or section: “37.59. usage_privileges”.
fn without_number(heading: &str) -> &str {
    let heading = heading.trim();
    let (first, rest) = heading.split_once(char::is_whitespace).unwrap_or((heading, ""));
    match first.ends_with('.') && first.contains(|char: char| char.is_ascii_digit()) {
        true => rest,
        false => heading,
    }
}

/// Whether a whole link or part of what stands around or above the text is a version, or names the
/// manual of one: the header and the switch of manuals show it, and links to their start say it.
fn is_labelled_with_version(context: &Context<'_>) -> bool {
    let document = &context.page.document;
    let (outline, text) = (&document.outline, &document.visible_text);
    let blocks = outline.blocks.iter().map(|block| &block.place);
    let links = outline.links.iter().map(|link| &link.place);
    let mut labels = blocks
        .chain(links)
        .filter(|place| !place.in_main)
        .filter_map(|place| text.get(place.text.clone()))
        .map(str::trim);
    labels.any(|label| is_version_label(label) || names_manual_of_version(label))
        || outline
            .links
            .iter()
            .any(|link| !link.place.in_main && names_manual_of_version(&link.title))
}

/// `v18.2.0`, `5.4.2`, `Version 3.12`, `2026-02-25.clover`.
pub(super) fn is_version_label(label: &str) -> bool {
    /// Bytes of such a label.
    const LONGEST: usize = 24;
    if label.is_empty() || label.len() > LONGEST {
        return false;
    }
    let (first, rest) = label.split_once(char::is_whitespace).unwrap_or(("", label));
    let is_said = VERSION_WORDS.iter().any(|word| first.eq_ignore_ascii_case(word));
    let is_release = || {
        let (day, name) = label.split_once('.').unwrap_or_default();
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_name && NaiveDate::parse_from_str(day, "%Y-%m-%d").is_ok()
    };
    // A number of two parts may be that of a section.
    let label = label.trim_end_matches('.');
    let is_whole = label.starts_with(['v', 'V']) || label.matches('.').count() > 1;
    match is_said {
        true => is_version(rest.trim()) || rest.trim().bytes().all(|byte| byte.is_ascii_digit()),
        false => first.is_empty() && ((is_whole && is_version(label)) || is_release()),
    }
}

/// What stands before the number of a version.
const VERSION_WORDS: [&str; 4] = ["version", "version:", "release", "release:"];
