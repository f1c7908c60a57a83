//! Who is introduced at the end of a text, as its author is.

use std::collections::HashSet;

use crate::check::Context;
use crate::data;
use crate::page::names::looks_like_a_person;
use crate::page::outline::BlockKind;
use crate::report::PageKind;
use crate::weights::PERSON_WORDS_MAX;

data::words! { "bio-words.json" => static WORDS: Words {
    /// What stands between a name and what its bearer is.
    verbs: HashSet<String>,
    /// What those who write are.
    callings: HashSet<String>,
} }

/// Blocks at the end of a text among which such a paragraph stands.
const LAST_BLOCKS: usize = 8;
/// Words of a paragraph in which it says what somebody is.
const SAID_WITHIN: usize = 24;

/// The name of somebody whom a paragraph at the end of an article introduces as one who writes: “Jane
/// Doe is a travel writer and editor.” Untrusted.
pub(super) fn introduced_at_end<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let document = &context.page.document;
    if context.subject.kind != PageKind::Article {
        return None;
    }
    let main = document.outline.blocks.iter().filter(|block| block.place.in_main);
    let mut last = main.rev().filter(|block| block.kind == BlockKind::Paragraph).take(LAST_BLOCKS);
    last.find_map(|block| name_of(document.visible_text.get(block.place.text.clone())?.trim()))
}

/// The name at the beginning of a text that says that its bearer writes.
fn name_of(text: &str) -> Option<&str> {
    let mut ends = text.match_indices(' ').map(|(at, _)| at).take(PERSON_WORDS_MAX + 1);
    ends.find_map(|end| {
        let (name, rest) = (&text[..end], text[end..].trim_start());
        let mut words = rest
            .split(|char: char| !char.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase);
        let is_said = words.next().is_some_and(|verb| WORDS.verbs.contains(&verb));
        let writes = || words.take(SAID_WITHIN).any(|word| WORDS.callings.contains(&word));
        (is_said && looks_like_a_person(name) && writes()).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_writes_is_introduced_by_name() {
        for (text, name) in [
            ("Jane Doe is a freelance travel writer, and editor of Tea Guide.", Some("Jane Doe")),
            ("Jane Doe ist freie Journalistin in Wien.", Some("Jane Doe")),
            ("Jane Doe est rédactrice à Lyon.", Some("Jane Doe")),
            ("Jane Doe es periodista.", Some("Jane Doe")),
            ("Jane Doe is a cup of tea.", None),
            ("The writer is a founder.", None),
            ("Tea is a drink that a writer likes.", None),
            ("", None),
        ] {
            assert_eq!(name_of(text), name, "{text}");
        }
    }
}
