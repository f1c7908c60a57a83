//! The part of a page that is its content, as checks see it.

use super::located::Located;

/// How the content of a discussion is found.
pub(crate) const POSTS: &str = "the posts";

/// The part of the page that is its content.
#[derive(Clone, Debug, Default)]
pub struct MainContent {
    /// How it was found, for the report ("the only `<main>` element").
    pub origin: &'static str,
    /// Whether two ways of finding it disagree, so that it may be wrong.
    pub low_confidence: bool,
    /// Its visible text, blocks separated by line feeds.
    pub text: String,
    /// Bytes of the text inside links.
    pub link_bytes: usize,
    /// Bytes of the decoded source up to the end of 95 percent of it: a last line far below does
    /// not count.
    pub ends_at: usize,
    /// Line in the decoded source on which its text ends; 0 where there is none.
    pub last_line: u32,
    /// Length of the text in word equivalents.
    pub word_equivalents: usize,
    /// Words in the diagrams that it holds, as text of an inline `svg`; they are no part of the text.
    pub diagram_words: usize,
    /// Whether a diagram of a grammar stands before its text.
    pub begins_with_diagram: bool,
    /// Of the word equivalents of the text, how many stand inside `[data-nosnippet]`.
    pub nosnippet_word_equivalents: usize,
    /// Where the outermost `[data-nosnippet]` elements that hold part of it stand.
    pub nosnippet_elements: Vec<Located<String>>,
}

impl MainContent {
    /// Whether it is made of the posts of a discussion.
    #[must_use]
    pub fn is_posts(&self) -> bool {
        self.origin == POSTS
    }
}
