//! The main content of small pages.

mod chosen;
mod left_out;

use url::Url;

use crate::page::{MainContent, gather};
use crate::patience::Patience;

const SENTENCE: &str = "Water should be hot and not boiling when it meets the leaves of a green tea, or it turns bitter.";

/// Reads a page under an address that makes it an article.
fn article(body: &str) -> MainContent {
    read("https://example.com/blog/2026/11/how-to-brew-green-tea", body)
}

fn read(url: &str, body: &str) -> MainContent {
    let (html, url) = (format!("<html><body>{body}"), Url::parse(url).unwrap());
    gather::read(&html, Some(&url), None, &Patience::unlimited()).unwrap().main
}

fn paragraphs(count: usize) -> String {
    (0..count).map(|number| format!("<p>{number}. {SENTENCE}</p>")).collect()
}
