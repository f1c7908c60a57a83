//! Whether scripts bring the text of a page, by what it shows of an application and of a manual.

use std::collections::HashSet;

use crate::data;
use crate::page::DocumentFacts;
use crate::page::outline::{BlockKind, words_in};
use crate::report::PageKind;

impl DocumentFacts {
    /// Whether it is a page of a manual: lists of links in one are, too.
    pub(crate) fn is_of_manual(&self) -> bool {
        self.kind.kind == PageKind::Docs
            || self.kind.is_of_manual
            || self.outline.shown_title.is_some()
            || self.outline.project.is_some()
    }

    /// Whether the page shows signs that scripts bring its text. A manual's scripts search and fold,
    /// and its tool asks for JavaScript on every page: where there is a heading with some text, only
    /// an empty mount, a streamed part or a framework counts.
    pub(crate) fn is_scripted(&self) -> bool {
        let shell = &self.shell;
        let is_headed =
            || self.outline.shown_title.is_some() || self.outline.main_headings().next().is_some();
        let is_whole = shell.empty_mounts.is_empty()
            && shell.streamed == 0
            && shell.framework.is_none()
            && self.is_of_manual()
            && is_headed()
            && self.says_something();
        shell.is_scripted() && !is_whole
    }

    /// Whether the content has more than headings and what stands there until it is loaded.
    fn says_something(&self) -> bool {
        /// Words that say something: “No usage of tea.Pot”.
        const WORDS: usize = 3;
        let blocks = self.outline.main_blocks();
        let texts = blocks.filter(|block| block.kind != BlockKind::Heading);
        words_in(texts.filter(|block| !is_waiting(self.text_at(&block.place)))) >= WORDS
    }
}

data::words! { "placeholder-words.json" => static WORDS: Words {
    texts: HashSet<String>,
} }

/// The most bytes of a text that only says that something is loading.
const WAITING_BYTES: usize = 80;

/// Whether a text says only that something is loading.
pub(crate) fn is_waiting(text: &str) -> bool {
    let said = || text.trim_matches(|char: char| !char.is_alphabetic()).to_lowercase();
    text.len() <= WAITING_BYTES && WORDS.texts.contains(&said())
}
