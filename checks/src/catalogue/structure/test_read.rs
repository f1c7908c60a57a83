//! Pages read from HTML, for tests.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::catalogue::test_html;
pub(super) use crate::catalogue::test_html::{read, read_at};
use crate::check::{Check, Context, Finding};
use crate::fix::Fix;
use crate::page::Page;
use crate::report::Status;

pub(super) fn judge(check: &dyn Check, page: &Page) -> Finding {
    check.judge(&Context::new(page, false))
}

pub(super) fn status(check: &dyn Check, html: &str) -> Status {
    judge(check, &read(html)).status
}

/// What mends the page, with everything that a reader gets to see of it in one text as well.
pub(super) fn fix(check: &dyn Check, page: &Page) -> (Fix, String) {
    let fix = test_html::fix(check, page);
    let snippet = fix.snippet.clone().unwrap_or_default();
    let text = format!("{}\n{}\n{snippet}\n{}", fix.title, fix.steps.join("\n"), fix.verify);
    (fix, text)
}

/// An article with that body.
pub(super) fn article(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head><title>{title}</title><script type=application/ld+json>\
         {{\"@type\":\"Article\"}}</script></head><body><main>{body}</main></body></html>"
    )
}

/// A paragraph of that many English words, none like another: what is said twice counts once.
pub(super) fn paragraph(words: usize) -> String {
    static SERIAL: AtomicUsize = AtomicUsize::new(1);
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    let rest = "water that has boiled for long holds less air and tastes flat. And"
        .split_whitespace()
        .cycle()
        .map(str::to_owned);
    let text: Vec<String> =
        std::iter::once(format!("Trial{serial}")).chain(rest).take(words).collect();
    match words {
        0 => String::new(),
        _ => format!("<p>{}.</p>", text.join(" ").trim_end_matches('.')),
    }
}

/// So many paragraphs of that many words.
pub(super) fn paragraphs(count: usize, words: usize) -> String {
    (0..count).map(|_| paragraph(words)).collect()
}

/// So many words in paragraphs of sixty at most.
pub(super) fn text(words: usize) -> String {
    format!("{}{}", paragraphs(words / 60, 60), paragraph(words % 60))
}
