//! Marks of templates that were never filled: `{{ price }}`, `{% if %}`, `[row width="1/2"]`.

use crate::page::flow::{Block, Flow};

/// Elements around a text that are looked at.
const AROUND_MAX: usize = 8;

/// Whether a block is nothing but such marks; in code they are what the page is about.
pub(super) fn is_unfilled(flow: &Flow, block: &Block) -> bool {
    is_template(flow.block_text(block)) && !is_in_code(flow, block.element)
}

fn is_template(text: &str) -> bool {
    let is_between = |start: &str, end: &str| text.starts_with(start) && text.ends_with(end);
    is_between("{{", "}}")
        || is_between("{%", "%}")
        || (is_between("{'", "}") && text.contains("':"))
        || (is_between("{\"", "}") && text.contains("\":"))
        || (is_between("[", "]") && is_shortcodes(text))
}

/// Whether all of a text stands in brackets, each with a name and some with a value: `[1]` and
/// `[laughs]` are none.
fn is_shortcodes(text: &str) -> bool {
    let mut is_one = false;
    let mut rest = text;
    while let Some(inner) = rest.strip_prefix('[') {
        let Some((code, after)) = inner.split_once(']') else { return false };
        let name = code.strip_prefix('/').unwrap_or(code);
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return false;
        }
        is_one |= code.starts_with('/') || code.contains("=\"") || code.contains("=”");
        rest = after.trim_start();
    }
    is_one && rest.is_empty()
}

fn is_in_code(flow: &Flow, element: usize) -> bool {
    let up = std::iter::successors(Some(element), |at| {
        Some(flow.elements[*at].parent).filter(|parent| parent != at)
    });
    up.take(AROUND_MAX)
        .any(|at| matches!(&*flow.elements[at].name, "pre" | "code" | "samp" | "kbd" | "textarea"))
}
