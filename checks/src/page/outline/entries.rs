//! Lines that are looked up, and no text: entries of an index, keys with their values, formulas.

use crate::page::flow::Flow;
use crate::page::text::ends_sentence;

/// Bytes of the name before the links of an entry.
const NAME_BYTES: usize = 80;
/// Bytes of a key, and of a value.
const VALUE_BYTES: usize = 80;
/// Items from which on such a list is one to look up in.
const VALUES_MIN: usize = 20;
/// Lines of an item: its key and its value.
const VALUE_LINES: usize = 2;
/// Percent of the items of a list that are no more than a key and a value.
const VALUES_PERCENT: usize = 90;

/// Whether a text is an entry of an index: “pour() : tea.h, pot.h”, of which that many bytes are
/// links. A sentence that leads to a page goes on behind its link, or doesn't begin with a name.
pub(super) fn is_entry(text: &str, link_bytes: usize) -> bool {
    let Some((name, links)) = text.split_once(" : ").or_else(|| text.split_once(": ")) else {
        return false;
    };
    link_bytes > 0 && name.len() <= NAME_BYTES && link_bytes * 2 > links.len()
}

/// Whether a text is a formula, as TeX marks one that stands on lines of its own.
pub(super) fn is_formula(text: &str) -> bool {
    text.starts_with("\\[") && text.trim_end_matches(['.', ',', ' ']).ends_with("\\]")
}

/// Lists of keys, each with a short value and no sentence.
#[derive(Debug)]
pub(super) struct Values {
    /// By block: whether it stands in one.
    blocks: Vec<bool>,
    /// The places of the lists among the elements, and how many items each has.
    pub(super) lists: Vec<(usize, usize)>,
}

impl Values {
    /// Those of a body: `<li><p>KEY_ESC</p><p>1</p></li>` again and again.
    pub(super) fn of(flow: &Flow) -> Self {
        let mut values = Self { blocks: vec![false; flow.blocks.len()], lists: Vec::new() };
        let mut at = 0;
        while at < flow.elements.len() {
            let items = match flow.elements[at].is("ul") || flow.elements[at].is("ol") {
                true => items(flow, at),
                false => None,
            };
            let Some(items) = items else {
                at += 1;
                continue;
            };
            values.blocks[flow.elements[at].blocks.clone()].fill(true);
            values.lists.push((at, items));
            at = flow.elements[at].end;
        }
        values
    }

    /// Whether a block stands in one.
    pub(super) fn holds(&self, block: usize) -> bool {
        self.blocks[block]
    }
}

/// How many items a list has, where it is one of values.
fn items(flow: &Flow, list: usize) -> Option<usize> {
    let items = || flow.children(list).filter(|at| flow.elements[*at].is("li"));
    let is_value = |at: &usize| {
        let blocks = &flow.blocks[flow.elements[*at].blocks.clone()];
        blocks.len() == VALUE_LINES
            && blocks.iter().all(|block| {
                let text = flow.block_text(block);
                text.len() <= VALUE_BYTES && !ends_sentence(text)
            })
    };
    let count = items().count();
    let values = items().filter(is_value).count();
    (count >= VALUES_MIN && values * 100 >= count * VALUES_PERCENT).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_an_index_are_a_name_and_links() {
        for (text, links) in [
            ("pour() : tea.h", "tea.h"),
            ("cup : tea.h, pot.h", "tea.hpot.h"),
            ("leaves(): Green tea", "Green tea"),
        ] {
            assert!(is_entry(text, links.len()), "{text}");
        }
        for (text, links) in [
            ("pour() : tea.h", ""),
            ("Note: the tea manual tells how hot the water should be.", "tea manual"),
            ("The tea manual", "The tea manual"),
        ] {
            assert!(!is_entry(text, links.len()), "{text}");
        }
    }

    #[test]
    fn formulas_are_those_on_lines_of_their_own() {
        assert!(is_formula("\\[ t = 3 \\]"));
        assert!(is_formula("\\[ t = 3 \\]."));
        assert!(!is_formula("The time is \\( t \\)"));
        assert!(!is_formula("\\[ t = 3 \\] is the time"));
    }
}
