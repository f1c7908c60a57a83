//! Headings that only say what kind of box in a text they stand over. They are kept in
//! `data/heading-labels.json`.

use std::collections::HashSet;

use crate::data;
use crate::page::DocumentFacts;
use crate::page::outline::Heading;

data::words! { "heading-labels.json" => static WORDS: Words {
    /// What boxes inside a text are called, lower case.
    labels: HashSet<String>,
} }

/// Characters of the longest label.
const CALLOUT_CHARACTERS: usize = 12;

/// The headings that are labels of boxes in the text. The same words may be those of a section
/// among others: “Notes” in a manual.
#[derive(Debug, Default)]
pub(crate) struct Callouts(HashSet<usize>);

impl Callouts {
    /// Those of the main content: the only heading of an element that is a box, labels in one, or
    /// below the heading of a section where all of their level are labels.
    pub(crate) fn of(document: &DocumentFacts) -> Self {
        let mut open: Vec<(u8, usize)> = Vec::new();
        let mut labels = Vec::new();
        let mut sections = HashSet::new();
        let mut found = HashSet::new();
        for heading in document.outline.main_headings() {
            let start = heading.place.text.start;
            let is_label = is_label(heading.text(&document.visible_text));
            if (is_label && heading.is_in_box) || (heading.is_of_box && heading.level > 1) {
                found.insert(start);
                continue;
            }
            while open.last().is_some_and(|(level, _)| *level >= heading.level) {
                open.pop();
            }
            let siblings = (open.last().copied(), heading.level);
            open.push((heading.level, start));
            if is_label {
                labels.push((start, siblings));
            } else {
                sections.insert(siblings);
            }
        }
        let is_below_section = |parent: &Option<(u8, usize)>| parent.is_some_and(|(at, _)| at > 1);
        let lower = labels
            .into_iter()
            .filter(|(_, siblings)| is_below_section(&siblings.0) && !sections.contains(siblings));
        found.extend(lower.map(|(start, _)| start));
        Self(found)
    }

    /// Whether that heading of the main content is one of them.
    pub(crate) fn hold(&self, heading: &Heading) -> bool {
        self.hold_start(heading.place.text.start)
    }

    /// The same of a heading whose text begins there.
    pub(crate) fn hold_start(&self, start: usize) -> bool {
        self.0.contains(&start)
    }
}

/// Whether a heading has the words of a label: “Note”.
pub(crate) fn is_label(text: &str) -> bool {
    let label = text.trim().trim_end_matches([':', '：', '!', '.']).trim_end();
    label.chars().take(CALLOUT_CHARACTERS + 1).count() <= CALLOUT_CHARACTERS
        && WORDS.labels.contains(&label.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_labels_are_short_and_in_lower_case() {
        for name in &WORDS.labels {
            assert_eq!(*name, name.to_lowercase());
            assert!(name.chars().count() <= CALLOUT_CHARACTERS, "{name}");
        }
    }
}
