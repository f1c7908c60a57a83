//! Quotations that stand apart from the text, and whether they say whose words they are.

use std::ops::Range;

use select::document::Document;
use select::node::Node;

use crate::page::flow::Flow;
use crate::page::main_content::Content;

/// The most quotations that are kept.
const QUOTES_MAX: usize = 500;
/// Bytes of the line under a quotation that names who said it, at most.
const NAME_BYTES: usize = 160;
/// What that line begins with.
const DASHES: [&str; 6] = ["—", "–", "―", "--", "~", "- "];

/// A `blockquote` of the main content that stands in no other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockQuote {
    /// Line in the decoded source.
    pub line: u32,
    /// Its text in the visible text.
    pub text: Range<usize>,
    /// Whether its markup or its last line says whose words it holds.
    pub is_attributed: bool,
    /// Whether it is a post of a network, or repeats the text beside it in large letters.
    pub is_embedded: bool,
}

/// The quotations of the main content, in order.
pub(crate) fn block_quotes(
    document: &Document,
    lines: &[u32],
    flow: &Flow,
    content: &Content,
) -> Vec<BlockQuote> {
    let mut quotes = Vec::new();
    let mut at = 0;
    while at < flow.elements.len() && quotes.len() < QUOTES_MAX {
        let element = &flow.elements[at];
        if !element.is("blockquote") {
            at += 1;
            continue;
        }
        let is_content = content.blocks[flow.blocks_in(&element.text)].contains(&true);
        let is_quote = is_content && !is_pointer(flow, at);
        if let Some(node) = document.nth(element.node).filter(|_| is_quote) {
            quotes.push(BlockQuote {
                line: lines[element.node],
                text: element.text.clone(),
                is_attributed: is_attributed(flow, at, node),
                is_embedded: is_embedded(node) || node.parent().is_some_and(is_embedded),
            });
        }
        at = element.end;
    }
    quotes
}

/// Whether it is a box with a list of links to other pages, which quotes nobody.
fn is_pointer(flow: &Flow, at: usize) -> bool {
    let element = &flow.elements[at];
    let is_list = (at + 1..element.end).any(|inside| flow.elements[inside].is("li"));
    is_list && element.link_text * 2 > element.text_length()
}

fn is_attributed(flow: &Flow, at: usize, node: Node<'_>) -> bool {
    let element = &flow.elements[at];
    let names = |place: usize| {
        let inner = &flow.elements[place];
        matches!(&*inner.name, "cite" | "footer" | "figcaption") && !inner.text.is_empty()
    };
    let after = flow.elements.get(element.end).filter(|next| next.parent == element.parent);
    let is_after =
        after.is_some_and(|next| names(element.end) || is_name(&flow.text[next.text.clone()]));
    let links = element.links > 0;
    node.attr("cite").is_some_and(|cite| !cite.trim().is_empty())
        || (at + 1..element.end).any(names)
        || is_after
        || links
        || ends_in_name(flow.text[element.text.clone()].trim())
}

/// Whether the text is a line that names somebody: a dash, and a few words.
fn is_name(text: &str) -> bool {
    let text = text.trim();
    text.len() <= NAME_BYTES && DASHES.iter().any(|dash| text.starts_with(dash))
}

/// Whether the last line, or the end of it after a dash, names somebody.
fn ends_in_name(text: &str) -> bool {
    let last = text.lines().last().unwrap_or_default();
    if is_name(last) {
        return true;
    }
    let end = &last[last.ceil_char_boundary(last.len().saturating_sub(NAME_BYTES))..];
    let after = end.rfind(['—', '–', '―']).map(|dash| &end[dash..]);
    after.is_some_and(|after| {
        let name = after.trim_start_matches(|char: char| !char.is_alphanumeric());
        let begins = name.chars().next().is_some_and(|first| !first.is_lowercase());
        // A thought may end after a dash too; a name ends without a stop.
        begins && !name.trim_end().ends_with(['.', '!', '?', '。'])
    })
}

/// Whether the class says that it is a post of a network or a pulled quotation.
fn is_embedded(node: Node<'_>) -> bool {
    let class = node.attr("class").unwrap_or_default();
    class.split_ascii_whitespace().any(|token| {
        let token = token.to_ascii_lowercase();
        matches!(
            token.as_str(),
            "twitter-tweet"
                | "twitter-video"
                | "instagram-media"
                | "tiktok-embed"
                | "reddit-card"
                | "reddit-embed-bq"
                | "bluesky-embed"
                | "mastodon-embed"
                | "text-post-media"
                | "fb-xfbml-parse-ignore"
                | "imgur-embed-pub"
                | "wp-embedded-content"
        ) || token.contains("pullquote")
            || token.contains("pull-quote")
    })
}
