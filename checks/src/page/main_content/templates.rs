//! Marks of templates that were never filled: `{{ price }}`, `{% if %}`, `[row width="1/2"]`; and
//! source and data that stand in the page as text.

use crate::page::flow::{Block, Flow};

/// Elements around a text that are looked at.
const AROUND_MAX: usize = 8;

/// Whether a block is nothing but such marks; in code they are what the page is about.
pub(super) fn is_unfilled(flow: &Flow, block: &Block) -> bool {
    let text = flow.block_text(block);
    (is_template(text) || is_source(text)) && !is_in_code(flow, block.element)
}

/// Whether a text is the source of a part of a page, or data for scripts.
fn is_source(text: &str) -> bool {
    /// Tags; one or two are told of in a sentence.
    const TAGS: usize = 4;
    /// Bytes and attributes of what no tutorial shows.
    const LEAST_BYTES: usize = 400;
    const ATTRIBUTES: usize = 6;
    /// Bytes of a text of which each tag has hardly more.
    const BYTES_OF_TAG: usize = 200;
    let is_list = text.starts_with('[') && text.ends_with(']');
    if is_list && text[1..].trim_start().starts_with(['{', '"']) && text.contains("\":") {
        return true;
    }
    // In a tutorial a short piece is what the page is about.
    let is_long = text.len() >= LEAST_BYTES && text.matches("=\"").count() >= ATTRIBUTES;
    if !(text.starts_with('<') && text.contains("</") && is_long) {
        return false;
    }
    let is_tag = |after: &&str| {
        let name = after.trim_start_matches('/');
        name.starts_with(|char: char| char.is_ascii_alphabetic()) && name.contains('>')
    };
    let tags = text.split('<').skip(1).filter(is_tag).count();
    tags >= TAGS && text.len() <= tags * BYTES_OF_TAG
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_and_data_are_no_text() {
        let row = "<div class=\"pot\" id=\"a\"><span itemprop=\"name\">Pot</span> <b>$ 5</b></div>";
        for source in [&row.repeat(8), "[ { \"id\": 1, \"label\": \"branding\" } ]"] {
            assert!(is_source(source), "{source}");
        }
        for text in [
            "The <main> element holds what the page is about, and </main> ends it.",
            "<b> is bold, <i> is italic.",
            row,
            "[1]",
            "[a note]",
        ] {
            assert!(!is_source(text), "{text}");
        }
    }
}
