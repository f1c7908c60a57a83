//! The JSON-LD blocks of a page, with their places in its source.

use std::ops::Range;

use crate::page::structured::{Block, BlockOutcome};
use crate::patch::view::View;

impl Block {
    /// Whether it is JSON.
    pub(in crate::patch::rules) fn is_sound(&self) -> bool {
        matches!(self.outcome, BlockOutcome::Parsed { .. })
    }
}

/// Each block with the place of its text. None where the source has more or fewer of them than
/// the reading found.
pub(in crate::patch::rules) fn scripts<'a>(view: &'a View<'_>) -> Vec<(&'a Block, Range<usize>)> {
    let blocks = &view.context.page.document.markup.structured.blocks;
    let scripts =
        view.tags.tags().filter(|(_, tag)| tag.starts("script") && is_json_ld(tag.value("type")));
    let places: Vec<Range<usize>> = scripts.filter_map(|(at, _)| view.tags.inside(at)).collect();
    match places.len() == blocks.len() {
        true => blocks.iter().zip(places).collect(),
        false => Vec::new(),
    }
}

fn is_json_ld(value: &str) -> bool {
    let essence = value.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/ld+json")
}
