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
    let is_docs = document.kind.kind == PageKind::Docs;
    let least = match () {
        () if is_article(page) => return false,
        () if is_named_legal(page) => PHRASES_MIN,
        () if is_docs => PHRASES_OF_DOCS,
        () => return false,
    };
    phrases_of_law(&document.main.text) >= least
}

/// Whether a page is called as legal texts are, by its title, its heading or its URL, and tells of none.
pub(crate) fn is_named_legal(page: &Page) -> bool {
    !is_article(page) && (names(page).any(names_legal) || is_named_in_url(page))
}

/// The same by its title or its heading.
pub(crate) fn is_titled_legal(page: &Page) -> bool {
    !is_article(page) && names(page).any(names_legal)
}

/// Whether a page is an article on the law, by its structured data or its title.
fn is_article(page: &Page) -> bool {
    let article = ["Article", "BlogPosting", "NewsArticle", "TechArticle"];
    names(page).any(tells) || page.declares(&article)
}

/// The title, and the H1; a page without one is named by its first heading.
fn names(page: &Page) -> impl Iterator<Item = &str> {
    let document = &page.document;
    let titles = document.titles.iter().take(1).chain(document.h1.iter().take(1));
    let mut headings = document.outline.main_headings();
    let first = headings.next().filter(|_| document.h1.is_empty());
    let first = first.map(|heading| heading.text(&document.visible_text));
    titles.map(|title| title.value.as_str()).chain(first)
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
