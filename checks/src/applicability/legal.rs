//! Legal texts: a licence, terms, a declaration. Nobody rewrites their sentences, and they hold until
//! they are replaced.

use crate::lists::LEGAL;
use crate::page::Page;
use crate::page::text::bare_words;
use crate::report::PageKind;
use crate::url::last_segment;

/// The fewest words and phrases of the law in a legal text.
const PHRASES_MIN: usize = 3;
/// How many make a text of documentation one, whatever it is called: a copy of a licence.
const PHRASES_OF_DOCS: usize = 8;
/// A longer title says more than what such a text is called.
const WORDS: usize = 8;
/// Bytes of the text that are looked at.
const READ_BYTES: usize = 30_000;

/// Whether a page is a legal text, by its title or its URL, and by its words, or in documentation by many
/// of these alone. An article may tell of one.
pub(super) fn is_legal(page: &Page) -> bool {
    let document = &page.document;
    let article = ["Article", "BlogPosting", "NewsArticle", "TechArticle"];
    let titles = document.titles.iter().take(1).chain(document.h1.iter().take(1));
    // A page without an H1 is named by its first heading.
    let mut headings = document.outline.main_headings();
    let first = headings.next().filter(|_| document.h1.is_empty());
    let first = first.map(|heading| heading.text(&document.visible_text));
    let mut names = titles.map(|title| title.value.as_str()).chain(first);
    let is_telling = names.clone().any(tells);
    let is_named = names.any(names_legal) || is_named_in_url(page);
    let is_docs = document.kind.kind == PageKind::Docs;
    let least = match () {
        () if is_telling || page.declares(&article) => return false,
        () if is_named => PHRASES_MIN,
        () if is_docs => PHRASES_OF_DOCS,
        () => return false,
    };
    phrases_of_law(&document.main.text) >= least
}

fn names_legal(title: &str) -> bool {
    let words: Vec<String> = words(title);
    let title = format!(" {} ", words.join(" "));
    words.len() <= WORDS && LEGAL.titles.iter().any(|said| title.contains(&format!(" {said} ")))
}

fn tells(title: &str) -> bool {
    let first = words(title).into_iter().next().unwrap_or_default();
    title.trim_end().ends_with('?') || LEGAL.telling.contains(&first)
}

fn words(title: &str) -> Vec<String> {
    bare_words(title).map(str::to_lowercase).collect()
}

fn is_named_in_url(page: &Page) -> bool {
    words(last_segment(&page.final_url).unwrap_or_default())
        .iter()
        .any(|word| LEGAL.in_urls.contains(word))
}

/// How many of the words and phrases of the law a text has.
fn phrases_of_law(text: &str) -> usize {
    let text = text[..text.floor_char_boundary(READ_BYTES)].to_lowercase();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    LEGAL.phrases.iter().filter(|phrase| text.contains(phrase.as_str())).count()
}
