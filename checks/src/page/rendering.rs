//! The page once its scripts have run, beside what the server sent.

use std::collections::HashSet;

use unicode_segmentation::UnicodeSegmentation;
use url::Url;

use crate::page::facts::DocumentFacts;
use crate::page::gather;
use crate::page::snapshot::{RenderEnd, RenderFetch};
use crate::patience::{Patience, Spent};
use crate::report::PageKind;

/// Words in a row that a text is recognised by: as many as tell it from another about the same.
const SHINGLE: usize = 3;
/// A block of which that many percent are in the HTML is there.
const KNOWN_PERCENT: usize = 80;
/// Fewer word equivalents of rendered main content say nothing about a page.
const LEAST_WORDS: usize = 50;

/// What a browser made of the page.
#[derive(Clone, Debug)]
pub struct Rendering {
    /// The browser.
    pub engine: String,
    /// How it ended.
    pub end: RenderEnd,
    /// What the rendered document says; none where none was read.
    pub document: Option<Box<DocumentFacts>>,
    /// Of the rendered main content, the part that is not in the HTML, in percent of its length.
    pub added_percent: u8,
    /// Addresses of scripts and data that the page did not get.
    pub failed: Vec<String>,
    /// The address that the page tried to go on to.
    pub held_navigation: Option<String>,
}

impl Rendering {
    /// Reads what a browser made of the page whose HTML says `before`.
    ///
    /// # Errors
    /// [`Spent`].
    pub(crate) fn of(
        fetch: &RenderFetch,
        before: &DocumentFacts,
        address: Option<&Url>,
        given: Option<PageKind>,
        patience: &Patience<'_>,
    ) -> Result<Self, Spent> {
        let document = match fetch.html.is_empty() {
            true => None,
            false => Some(Box::new(gather::read(&fetch.html, address, given, patience)?)),
        };
        let added_percent = match &document {
            Some(after) => added_percent(before, after, patience)?,
            None => 0,
        };
        Ok(Self {
            engine: fetch.engine.clone(),
            end: fetch.end.clone(),
            document,
            added_percent,
            failed: fetch.failed.clone(),
            held_navigation: fetch.held_navigation.clone(),
        })
    }

    /// The part of the main content that only scripts bring, in percent, where that can be said:
    /// the page settled, and has enough text to tell.
    pub(crate) fn measured_percent(&self) -> Option<u8> {
        let words = self.document.as_ref()?.main.word_equivalents;
        (self.end == RenderEnd::Settled && words >= LEAST_WORDS).then_some(self.added_percent)
    }
}

/// Of the main content of `after`, the part whose blocks are not in the visible text of `before`.
/// Their order does not matter.
fn added_percent(
    before: &DocumentFacts,
    after: &DocumentFacts,
    patience: &Patience<'_>,
) -> Result<u8, Spent> {
    let known_words = words(&before.visible_text);
    patience.ask()?;
    let known: [HashSet<&[String]>; SHINGLE] =
        std::array::from_fn(|size| known_words.windows(size + 1).collect());
    patience.ask()?;
    let blocks = after.outline.blocks.iter().filter(|block| block.tenths_of_words > 0);
    let (mut all, mut added) = (0, 0);
    for block in blocks {
        let text = after.visible_text.get(block.place.text.clone()).unwrap_or_default();
        all += block.tenths_of_words;
        if !is_known(&words(text), &known) {
            added += block.tenths_of_words;
        }
    }
    let percent = (added * 100).checked_div(all).unwrap_or(0);
    Ok(u8::try_from(percent).unwrap_or(100))
}

/// Whether most of a text, by runs of its words, is among those known of each length.
fn is_known(words: &[String], known: &[HashSet<&[String]>; SHINGLE]) -> bool {
    let size = words.len().min(SHINGLE);
    let Some(known) = size.checked_sub(1).and_then(|at| known.get(at)) else { return true };
    let (shingles, found) = words.windows(size).fold((0, 0), |(all, found), shingle| {
        (all + 1, found + usize::from(known.contains(shingle)))
    });
    found * 100 >= shingles * KNOWN_PERCENT
}

/// The words of a text in lower case, by UAX #29: in scripts without spaces about a character each.
fn words(text: &str) -> Vec<String> {
    text.unicode_words().map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(html: &str) -> DocumentFacts {
        gather::read(html, None, None, &Patience::unlimited()).unwrap()
    }

    fn percent(before: &str, after: &str) -> u8 {
        added_percent(&read(before), &read(after), &Patience::unlimited()).unwrap()
    }

    const TEA: &str = "<p>Fill the kettle with fresh water, boil it and wait for two minutes.</p>";
    const CUP: &str = "<p>Warm the cup with a little of it, and pour that away before the tea.</p>";

    #[test]
    fn what_is_in_the_html_is_not_added_whatever_its_order() {
        let main = |parts: &[&str]| format!("<main>{}</main>", parts.concat());
        assert_eq!(percent(&main(&[TEA, CUP]), &main(&[CUP, TEA])), 0);
        assert_eq!(percent(&main(&[TEA, CUP]), &main(&[TEA])), 0);
        assert_eq!(percent("<main></main>", &main(&[TEA, CUP])), 100);
        let half = percent(&main(&[TEA]), &main(&[TEA, CUP]));
        assert!((40..=60).contains(&half), "{half}");
    }

    #[test]
    fn a_word_that_a_script_changes_adds_nothing() {
        let before = format!("<main>{TEA}{CUP}</main>");
        let after = before.replace("two minutes", "three minutes").replace("Warm", "Heat");
        assert_eq!(percent(&before, &after), 0);
    }

    #[test]
    fn scripts_without_spaces_are_compared_too() {
        let tea = "<main><p>新鮮な水をやかんに入れて沸騰させ、二分間待ってから注いでください。</p></main>";
        let cup = "<main><p>茶碗を少しのお湯で温めて、お茶を入れる前にそれを捨てます。</p></main>";
        assert_eq!(percent(tea, tea), 0);
        assert_eq!(percent(cup, tea), 100);
    }

    #[test]
    fn short_blocks_are_known_by_what_they_have() {
        assert_eq!(percent("<main><p>Price 20</p></main>", "<main><p>Price 20</p></main>"), 0);
        assert_eq!(percent("<main><p>Price 20</p></main>", "<main><p>Price 30</p></main>"), 100);
        assert_eq!(percent("<p>x", "<main></main>"), 0);
    }
}
