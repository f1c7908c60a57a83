//! Blocks that are no JSON, where what they try to say is certain.

use crate::page::structured::BlockOutcome;
use crate::patch::rules::proposal::Proposal;
use crate::patch::rules::tag_edits;
use crate::patch::view::View;

use super::blocks::scripts;

pub(in crate::patch::rules) fn propose(view: &View<'_>) -> Vec<Proposal> {
    let text = view.source.text();
    let broken = scripts(view).into_iter().filter_map(|(block, range)| match &block.outcome {
        BlockOutcome::Broken(defect) | BlockOutcome::Parsed { wrapper: Some(defect), .. } => {
            Some((defect, range))
        }
        _ => None,
    });
    let mut whole = Vec::new();
    let mut proposals: Vec<Proposal> = broken
        .filter_map(|(defect, range)| {
            let repaired = defect.repaired.as_deref()?.trim();
            let written = &text[range.clone()];
            let start = range.start + written.len() - written.trim_start().len();
            let old = written.trim();
            // In XHTML that mark is what lets an XML parser read the block.
            if view.is_xhtml() && old.contains("<![CDATA[") {
                return None;
            }
            let edit = tag_edits::change(start..start + old.len(), old, repaired);
            whole.push(edit.clone());
            let title = format!("Repair the JSON-LD: it {}", defect.kind.words());
            Some(Proposal::new(title, vec![edit]))
        })
        .collect();
    // Each by itself may not be enough for a check to pass.
    if whole.len() > 1 {
        let title = format!("Repair {} JSON-LD blocks", whole.len());
        proposals.push(Proposal::new(title, whole));
    }
    proposals
}
