//! Reading pages from HTML, for the tests of this category.

use crate::check::{Check, Context, Finding};
use crate::checks::test_page::{NOW, exchange};
use crate::fix::Fix;
use crate::page::Page;
use crate::page::snapshot::{PageEnd, PageFetch, SNAPSHOT_FORMAT, Snapshot, Source, Supporting};
use crate::report::{Category, CheckResult};

/// Where the page stands.
pub(super) const ADDRESS: &str = "https://www.example.com/blog/tides";

/// An English page with that in its `main`.
pub(super) fn read(main: &str) -> Page {
    read_html(&format!("<html lang=en><title>Tides</title><main>{main}</main>"))
}

/// The page with that HTML.
pub(super) fn read_html(html: &str) -> Page {
    Page::read(&Snapshot {
        format: SNAPSHOT_FORMAT,
        source: Source::Web,
        requested_url: crate::checks::test_page::url(ADDRESS),
        fetched_at: NOW,
        page: PageFetch {
            exchanges: vec![exchange(ADDRESS, 200)],
            end: PageEnd::Answered,
            body: html.as_bytes().to_vec(),
            truncated: false,
        },
        robots: Vec::new(),
        supporting: Supporting::default(),
    })
}

/// What a check says of a page.
pub(super) fn judged(check: &dyn Check, page: &Page) -> Finding {
    check.judge(&Context::new(page, false))
}

/// How a check would mend a page.
pub(super) fn fixed(check: &dyn Check, page: &Page) -> Fix {
    let context = Context::new(page, false);
    let finding = check.judge(&context);
    let result = CheckResult {
        id: check.about().id.to_owned(),
        number: 1,
        title: check.about().title.to_owned(),
        category: Category::Evidence,
        status: finding.status,
        value: finding.value,
        weight: 1,
        evidence_strength: check.about().strength,
        summary: finding.summary,
        details: finding.details,
    };
    check.fix(&context, &result)
}

/// A word that differs for each number, without digits.
pub(super) fn word(number: usize) -> String {
    let letter = |value: usize| char::from(b'a' + u8::try_from(value % 20).unwrap());
    [letter(number / 400), letter(number / 20), letter(number), 'q'].iter().collect()
}

/// Paragraphs of that many words without a number in all.
pub(super) fn filler(words: usize) -> String {
    let paragraph = |from: usize| {
        let count = (words - from).min(50);
        format!("<p>{} {}</p>", word(from), "word ".repeat(count - 1))
    };
    (0..words).step_by(50).map(paragraph).collect()
}
