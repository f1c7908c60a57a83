//! Whether scripts bring the text of a page, by what it shows of an application and of a manual.

use crate::page::DocumentFacts;
use crate::report::PageKind;

impl DocumentFacts {
    /// Whether it is a page of a manual: lists of links in one are, too.
    pub(crate) fn is_of_manual(&self) -> bool {
        self.kind.kind == PageKind::Docs
            || self.outline.shown_title.is_some()
            || self.outline.project.is_some()
    }

    /// Whether anything speaks of scripts that bring text. Those of a manual search and fold, and its
    /// tool asks for JavaScript on every page: where the page has a heading and a text, only an empty
    /// mount, a streamed part or a framework is a sign of more.
    pub(crate) fn is_scripted(&self) -> bool {
        let shell = &self.shell;
        let is_headed =
            || self.outline.shown_title.is_some() || self.outline.main_headings().next().is_some();
        let is_whole = shell.empty_mounts.is_empty()
            && shell.streamed == 0
            && shell.framework.is_none()
            && self.is_of_manual()
            && self.main.word_equivalents > 0
            && is_headed();
        shell.is_scripted() && !is_whole
    }
}
