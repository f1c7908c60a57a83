//! Lists of issues: each item is a link to one, and its title. They are looked up, and no text.

use html5ever::local_name;
use select::document::Document;

use crate::page::flow::Flow;
use crate::page::tree::attribute;

/// Items from which on such a list is one to look up in.
const ITEMS_MIN: usize = 5;
/// Percent of its items that begin with a link to an issue.
const ISSUES_PERCENT: usize = 80;
/// Words of such a link: “Pull request #61”.
const WORDS_MAX: usize = 3;
/// Elements from the item on among which the link is: a paragraph, bold text.
const DEPTH: usize = 4;
/// What the path of an issue has before its number.
const PATHS: [&str; 5] = ["issue", "issues", "merge_requests", "pull", "pulls"];

/// By block: whether it stands in a list of issues.
pub(super) fn in_lists(document: &Document, flow: &Flow) -> Vec<bool> {
    let mut blocks = vec![false; flow.blocks.len()];
    let mut at = 0;
    while at < flow.elements.len() {
        let element = &flow.elements[at];
        if (element.is("ul") || element.is("ol")) && is_list(document, flow, at) {
            blocks[element.blocks.clone()].fill(true);
            at = element.end;
        } else {
            at += 1;
        }
    }
    blocks
}

fn is_list(document: &Document, flow: &Flow, list: usize) -> bool {
    let items = || flow.children(list).filter(|at| flow.elements[*at].is("li"));
    let count = items().count();
    let needed = count * ISSUES_PERCENT;
    count >= ITEMS_MIN
        && items().filter(|at| begins_with_issue(document, flow, *at)).count() * 100 >= needed
}

/// Whether an item begins with a link to an issue.
fn begins_with_issue(document: &Document, flow: &Flow, item: usize) -> bool {
    let element = &flow.elements[item];
    let text = |range: &std::ops::Range<usize>| flow.text.get(range.clone()).unwrap_or_default();
    let said = text(&element.text);
    let start = element.text.start + (said.len() - said.trim_start().len());
    let link = (item + 1..element.end).take(DEPTH).find(|at| flow.elements[*at].is("a"));
    link.is_some_and(|at| {
        let link = &flow.elements[at];
        let is_first = link.text.start <= start;
        let href = document.nth(link.node).and_then(|node| attribute(node, &local_name!("href")));
        is_first && (is_number_of_issue(text(&link.text)) || href.is_some_and(is_path_of_issue))
    })
}

/// Whether a text is the number of an issue: “#61”, “Issue #61”, “GH-61”.
fn is_number_of_issue(text: &str) -> bool {
    let text = text.trim_matches(|char: char| char.is_whitespace() || "()[]:".contains(char));
    let mut words = text.split_whitespace();
    let last = words.next_back().unwrap_or_default();
    let number = last.trim_start_matches(|char: char| char.is_ascii_alphabetic());
    let digits = number.strip_prefix(['#', '-', '!']).unwrap_or_default();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number && words.count() < WORDS_MAX
}

/// Whether an address is that of an issue by its path: `/tea/issues/61`.
fn is_path_of_issue(href: &str) -> bool {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let mut segments = path.trim_end_matches('/').rsplit('/');
    let number = segments.next().unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number && segments.next().is_some_and(|before| PATHS.contains(&before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_addresses_of_issues_are_known() {
        for text in ["#61", "Issue #61", "GH-61", "(#61)", "Pull request #61", "!61", "[#61]:"] {
            assert!(is_number_of_issue(text), "{text}");
        }
        for text in ["61", "Tea 2.1", "#tea", "", "Chapter 3", "See the list of pots in #61"] {
            assert!(!is_number_of_issue(text), "{text}");
        }
        for href in ["https://git.example/tea/issues/61", "/tea/pull/61/", "../merge_requests/6#x"]
        {
            assert!(is_path_of_issue(href), "{href}");
        }
        for href in ["/tea/issues", "/pots/61", "https://git.example/issues/tea", "", "61"] {
            assert!(!is_path_of_issue(href), "{href}");
        }
    }
}
