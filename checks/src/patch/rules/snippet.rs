//! A limit of snippets that keeps engines from quoting a passage.

use super::proposal::Proposal;
use crate::directives::is_agent;
use crate::edit::{Attribute, Edit, Tag};
use crate::patch::view::View;
use crate::weights::SNIPPET_PASS;

const DIRECTIVE: &str = "max-snippet";

/// A limit of 0 forbids snippets, as `nosnippet` does: both are decisions, and stay.
pub(super) fn propose(view: &View<'_>) -> Vec<Proposal> {
    if !view.is_open("snippet-eligible") {
        return Vec::new();
    }
    let metas = view.tags.tags().filter(|(_, tag)| tag.starts("meta") && is_directive(tag));
    let contents = metas.filter_map(|(_, tag): (usize, &Tag)| tag.attribute("content"));
    let edits: Vec<Edit> = contents.filter_map(|content| raised(view, content)).collect();
    match edits.is_empty() {
        true => Vec::new(),
        false => vec![Proposal::new("Raise max-snippet to -1 (no limit)", edits)],
    }
}

/// Whether a `meta` element directs all crawlers, or one that the check looks at.
fn is_directive(tag: &Tag) -> bool {
    let name = tag.value("name").trim().to_ascii_lowercase();
    name == "robots" || is_agent(&name)
}

/// The number of a limit that is too low, raised.
fn raised(view: &View<'_>, content: &Attribute) -> Option<Edit> {
    let inside = content.inside.clone()?;
    let text = view.source.text()[inside.clone()].to_ascii_lowercase();
    let after = text.find(DIRECTIVE)? + DIRECTIVE.len();
    let rest = text[after..].trim_ascii_start().strip_prefix(':')?.trim_ascii_start();
    let start = text.len() - rest.len();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let limit: i64 = rest[..digits].parse().ok()?;
    let is_low = (1..SNIPPET_PASS).contains(&limit);
    is_low.then(|| Edit::replace(inside.start + start..inside.start + start + digits, "-1"))
}
