//! Who is introduced at the end of a text, as its author is.

use std::collections::{HashMap, HashSet};

use crate::catalogue::provenance::publisher_identity::profile::is_of_platform;
use crate::check::Context;
use crate::data;
use crate::json_ld::profile_address;
use crate::page::language::list_of;
use crate::page::names::looks_like_a_person;
use crate::page::outline::BlockKind;
use crate::page::visible_names::words;
use crate::report::PageKind;
use crate::weights::{AUTHORS_LOOKED_AT, PERSON_WORDS_MAX};

data::words! { "bio-words.json" => static WORDS: Words {
    /// Verbs between a name and an occupation, by language, in the present tense alone, as authors
    /// write of themselves.
    verbs: HashMap<String, HashSet<String>>,
    /// What those who write are.
    callings: HashSet<String>,
} }

/// Blocks at the end of a text among which the author's own accounts are linked.
const LAST_BLOCKS: usize = 6;
/// Bytes of such a block; what is longer tells something else, too.
const BIO_BYTES: usize = 800;
/// Paragraphs at the end of a text among which such a one stands.
const LAST_PARAGRAPHS: usize = 2;
/// Words after the verb among which the occupation is.
const SAID_WITHIN: usize = 6;

/// The names of those whom a paragraph at the end of an article introduces as people who write: “Jane
/// Doe is a travel writer and editor.” Whom the text is about isn't its author. Untrusted.
pub(super) fn introduced_at_end<'a>(context: &'a Context<'_>) -> Vec<&'a str> {
    let document = &context.page.document;
    let verbs = WORDS.verbs.get(list_of(context.languages.primary()));
    let Some(verbs) = verbs.filter(|_| context.subject.kind == PageKind::Article) else {
        return Vec::new();
    };
    let blocks: Vec<_> =
        document.outline.blocks.iter().filter(|block| block.place.in_main).collect();
    let bytes = |until: usize| blocks[..until].iter().map(|block| block.place.text.len()).sum();
    let all: usize = bytes(blocks.len());
    let paragraphs = (0..blocks.len()).rev().filter(|at| blocks[*at].kind == BlockKind::Paragraph);
    let introduced = paragraphs.take(LAST_PARAGRAPHS).map(|at| {
        let place = &blocks[at].place.text;
        let text = document.visible_text.get(place.clone()).unwrap_or_default().trim();
        let is_named_before = |name: &str| {
            let heading = document.h1.first().map_or("", |heading| heading.value.as_str());
            let text = document.visible_text.get(..place.start).unwrap_or_default();
            [context.title.text.as_str(), heading, text].iter().any(|text| names(text, name))
        };
        let found = if bytes(at) * 2 >= all { names_of(text, verbs) } else { Vec::new() };
        found.into_iter().filter(|name| !is_named_before(name)).collect::<Vec<_>>()
    });
    introduced.into_iter().find(|names| !names.is_empty()).unwrap_or_default()
}

/// The address of an account that a block at the end of a text gives for whoever it begins with: “Jane
/// Doe is a writer in Lisbon. Follow her: @janedoe”.
pub(super) fn account_in_bio(context: &Context<'_>, name: &str) -> Option<String> {
    let document = &context.page.document;
    let own = words(name);
    let last = document.outline.blocks.iter().rev().filter(|block| block.place.in_main);
    let bios = last.take(LAST_BLOCKS).filter(|block| {
        let text = document.text_at(&block.place).trim();
        text.len() <= BIO_BYTES && words(text).starts_with(&own)
    });
    let links = bios.flat_map(|block| document.outline.links_in(&block.place.text));
    let mut accounts = links.map(|link| &link.href).filter(|href| {
        let url = context.page.final_url.join(href);
        url.is_ok_and(|url| {
            let is_bare = url.path().trim_matches('/').is_empty();
            is_of_platform(&url) && !is_bare && profile_address(url.as_str()).is_some()
        })
    });
    accounts.next().cloned()
}

/// The names at the beginning of a text and of its other sentences: “Jane Doe is a writer. John Roe is
/// an editor.” Where the first introduces nobody, the others tell of somebody else.
fn names_of<'a>(text: &'a str, verbs: &HashSet<String>) -> Vec<&'a str> {
    let Some(first) = name_of(text, verbs) else { return Vec::new() };
    // The name may hold an initial with its full stop.
    let sentences = text[first.len()..].split_inclusive(". ").skip(1).map(str::trim);
    let others = sentences.filter_map(|sentence| name_of(sentence, verbs));
    [first].into_iter().chain(others).take(AUTHORS_LOOKED_AT).collect()
}

/// Whether a text names somebody, in whole or by the last name.
fn names(text: &str, name: &str) -> bool {
    let last = name.split_whitespace().next_back().map(words).unwrap_or_default();
    !last.trim().is_empty() && words(text).contains(&last)
}

/// The name at the beginning of a text that says that its bearer writes.
fn name_of<'a>(text: &'a str, verbs: &HashSet<String>) -> Option<&'a str> {
    let mut ends = text.match_indices(' ').map(|(at, _)| at).take(PERSON_WORDS_MAX + 1);
    ends.find_map(|end| {
        let (name, rest) = (&text[..end], text[end..].trim_start());
        let mut words = rest
            .split(|char: char| !char.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase);
        let is_said = words.next().is_some_and(|verb| verbs.contains(&verb));
        let writes = || words.take(SAID_WITHIN).any(|word| WORDS.callings.contains(&word));
        (is_said && looks_like_a_person(name) && writes()).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_paragraph_may_introduce_several() {
        let of = |text: &'static str| names_of(text, &WORDS.verbs["es"]);
        let two = "Juana Pérez es politóloga en Lisboa. Juan Ruiz es abogado y analista";
        assert_eq!(of(two), ["Juana Pérez", "Juan Ruiz"]);
        assert_eq!(of("El té es caro. Juan Ruiz es abogado."), Vec::<&str>::new());
    }

    #[test]
    fn who_writes_is_introduced_by_name() {
        for (language, text, name) in [
            ("en", "Jane Doe is a freelance travel writer, and edits Tea Guide.", Some("Jane Doe")),
            ("de", "Jane Doe ist freie Journalistin in Wien.", Some("Jane Doe")),
            ("fr", "Jane Doe est rédactrice à Lyon.", Some("Jane Doe")),
            ("es", "Jane Doe es periodista.", Some("Jane Doe")),
            ("en", "John F. Doe is a travel writer.", Some("John F. Doe")),
            ("en", "Jane Doe was an English novelist known for six novels.", None),
            ("en", "Jane Doe has told a reporter that the plan is dead.", None),
            ("de", "Jane Doe war Journalistin.", None),
            ("en", "Jane Doe is on the board of the harbor that dismissed a reporter.", None),
            ("en", "Jane Doe on the author of tea.", None),
            ("en", "Jane Doe is a cup of tea.", None),
            ("en", "The writer is a founder.", None),
            ("en", "Tea is a drink that a writer likes.", None),
            ("en", "", None),
        ] {
            assert_eq!(name_of(text, &WORDS.verbs[language]), name, "{text}");
        }
    }
}
