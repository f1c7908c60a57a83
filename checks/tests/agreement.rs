//! The marks that the reading of real pages is held to.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not foresee")]
#![allow(clippy::print_stdout, reason = "the helper says where data is absent")]

#[expect(dead_code, reason = "halves are not told apart here")]
#[path = "../examples/agreement/measure.rs"]
mod measure;
#[expect(dead_code, reason = "titles, authors and dates are compared elsewhere")]
#[path = "../examples/support/mod.rs"]
mod support;

use measure::{mean, read_all, right_kinds};

/// Mean F1 of the main content, by words.
const LEAST_F1: f64 = 0.82;
/// The same of articles alone.
const LEAST_ARTICLE_F1: f64 = 0.92;
/// How many pages of a hundred are of the right kind.
const LEAST_RIGHT_KINDS_PERCENT: usize = 87;

#[test]
fn real_pages_are_read_as_people_read_them() {
    let pages = read_all();
    if pages.is_empty() {
        return;
    }
    let (_, all) = mean(&pages);
    assert!(all.f1 >= LEAST_F1, "{all:?}");
    let (count, articles) = mean(pages.iter().filter(|page| page.case.kind == "article"));
    assert!(count > 0 && articles.f1 >= LEAST_ARTICLE_F1, "{articles:?}");
    let (right, of) = right_kinds(&pages);
    assert!(right * 100 >= of * LEAST_RIGHT_KINDS_PERCENT, "{right} of {of}");
}
