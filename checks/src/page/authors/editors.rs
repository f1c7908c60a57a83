//! Those whom the markup calls authors, and the page editors.

use super::candidate::{AuthorCandidate, AuthorKind, AuthorSource};
use crate::page::Page;
use crate::page::names::{comparable, ends_in_editor_label};

/// The names of the candidates that the page shows as its editors and as nothing else: of the first
/// `declared` candidates, those that no other has, and that stand behind “Editor:” or the like wherever
/// they stand, or that the head calls so.
pub(super) fn editors(page: &Page, candidates: &[AuthorCandidate], declared: usize) -> Vec<String> {
    let (declared, shown) = candidates.split_at(declared.min(candidates.len()));
    let visible = &page.document.visible_text;
    let is_shown = |name: &str| shown.iter().any(|one| comparable(&one.name) == comparable(name));
    let is_editor = |name: &str| {
        let mut places = visible.match_indices(name).map(|(at, _)| &visible[..at]);
        let is_declared =
            page.meta("editor").is_some_and(|own| comparable(own) == comparable(name));
        let is_labelled = |before: &str| ends_in_editor_label(end_of_line(before));
        match places.next() {
            Some(first) => is_labelled(first) && places.all(is_labelled),
            None => is_declared,
        }
    };
    let people = declared.iter().filter(|one| {
        one.kind == AuthorKind::Person && one.source <= AuthorSource::Meta && !one.name.is_empty()
    });
    let mut found: Vec<String> = Vec::new();
    for one in people {
        if !found.contains(&one.name) && !is_shown(&one.name) && is_editor(&one.name) {
            found.push(one.name.clone());
        }
    }
    found
}

/// The end of a text that may be a label: a label stands in the same line, or alone in the one before.
fn end_of_line(text: &str) -> &str {
    /// Bytes that are looked at.
    const BYTES: usize = 60;
    let start = text.floor_char_boundary(text.len().saturating_sub(BYTES));
    let text = text[start..].trim_end();
    text.rsplit_once('\n').map_or(text, |(_, last)| last)
}

#[cfg(test)]
mod tests {
    use super::super::Authors;
    use crate::catalogue::test_html::read;

    fn of(head: &str, text: &str) -> (Vec<String>, usize) {
        let authors = Authors::of(&read(&format!(
            "<html lang=en><title>Tea</title><meta name=author content='Jane Doe'>{head}<main><h1>Tea\
             </h1><p>Boil the water and wait for three minutes.</p>{text}</main>"
        )));
        (authors.editors, authors.candidates.len())
    }

    #[test]
    fn who_is_only_called_the_editor_is_no_author() {
        let editor = (vec!["Jane Doe".to_owned()], 0);
        assert_eq!(of("", "<p>Editor: Jane Doe</p>"), editor);
        assert_eq!(of("", "<p>（责任编辑：Jane Doe）</p><p>Edited by Jane Doe</p>"), editor);
        assert_eq!(of("<meta name=editor content='Jane Doe'>", ""), editor);
        let author = (Vec::new(), 1);
        assert_eq!(of("", "<p>Tea by the sea, said Jane Doe.</p>"), author);
        assert_eq!(
            of("", "<p>Jane Doe boils. Editor: Jane Doe</p>"),
            author,
            "she is named elsewhere"
        );
        assert_eq!(of("<meta name=editor content='John Roe'>", ""), author);
        let both = of("", "<p>By <a rel=author href=/jane>Jane Doe</a></p><p>Editor: Jane Doe</p>");
        assert_eq!(both.0, Vec::<String>::new());
    }
}
