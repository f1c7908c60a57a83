//! Reading pages from HTML, for the tests of this category.

pub(super) use crate::catalogue::test_html::fix as fixed;
use crate::catalogue::test_html::read_at;
use crate::check::{Check, Context, Finding};
use crate::page::Page;

/// Where the page stands.
pub(super) const ADDRESS: &str = "https://www.example.com/blog/tides";

/// An English page with that in its `main`.
pub(super) fn read(main: &str) -> Page {
    read_html(&format!("<html lang=en><title>Tides</title><main>{main}</main>"))
}

/// The page with that HTML.
pub(super) fn read_html(html: &str) -> Page {
    read_at(ADDRESS, html)
}

/// What a check says of a page.
pub(super) fn judged(check: &dyn Check, page: &Page) -> Finding {
    check.judge(&Context::new(page, false))
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
