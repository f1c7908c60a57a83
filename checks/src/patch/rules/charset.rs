//! The charset of a page that doesn't declare it.

use super::proposal::Proposal;
use crate::patch::head::Head;
use crate::patch::view::View;

/// UTF-8 alone is certain: other encodings are guessed by their bytes.
pub(super) fn propose(view: &View<'_>) -> Vec<Proposal> {
    if view.source.declares_charset() || !view.source.is_sound_utf_8() {
        return Vec::new();
    }
    let element = format!("<meta charset=\"utf-8\"{}", view.void_end());
    let edit = Head::of(view).insert_first(view, &element);
    edit.into_iter().map(|edit| Proposal::new("Declare the charset, UTF-8", vec![edit])).collect()
}
