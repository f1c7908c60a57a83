//! Pages of a manual of commands, in the parts that `man` prints.

use crate::page::outline::{BlockFact, BlockKind, Heading};
use crate::page::{DocumentFacts, PERMALINKS};

/// The line below the heading “NAME”: “brew - pour water on leaves”.
pub(crate) fn line_below_name(document: &DocumentFacts) -> Option<&BlockFact> {
    let is_name = |heading: &&Heading| {
        heading.text(&document.visible_text).trim_end_matches(PERMALINKS).trim() == "NAME"
    };
    let heading = document.outline.main_headings().find(is_name)?;
    let below = document.outline.blocks_from(heading.place.text.start + 1).first();
    let below = below.filter(|block| block.kind == BlockKind::Paragraph)?;
    let line = document.text_at(&below.place);
    [" - ", " – ", " — "].iter().any(|dash| line.contains(dash)).then_some(below)
}
