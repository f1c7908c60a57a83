//! Whether a manual names the version that it covers.

use chrono::{Datelike as _, NaiveDate};

use crate::catalogue::provenance::trusted_dates::shown;
use crate::check::Context;
use crate::lists::VERSIONS;
use crate::page::Tool;
use crate::page::names::says_built;
use crate::page::outline::{BlockFact, BlockKind};
use crate::page::unversioned::in_last_brackets;
use crate::versions::{self, is_version};

/// Whether the address, the title, the heading, the head or a label beside the text names a
/// version: `v2`, `3.12`, `latest`.
pub(super) fn has_version(context: &Context<'_>) -> bool {
    let heads = context.page.document.titles.iter().chain(&context.page.document.h1).take(4);
    let mut words = heads.flat_map(|text| without_number(&text.value).split_whitespace());
    is_of_version(context) || words.any(is_version) || says_version(context)
}

/// The same without words of the title, the heading and the text, which may be about another
/// program: “Install Kettle 3.12”.
pub(super) fn is_of_version(context: &Context<'_>) -> bool {
    let page = context.page;
    versions::has_version(page.final_url.path())
        || is_declared(context)
        || names_work_in_brackets(context)
        || page.document.outline.versions.iter().any(|one| is_version(one) || is_version_label(one))
        || is_labelled_with_version(context)
}

/// Whether the day that the page shows is that of the version that it names (“Release: 2.0.48 | Release
/// Date: March 2, 2026”), or that on which the manual was built (“Last updated on” below its copyright).
pub(super) fn shows_day_of_release(context: &Context<'_>) -> bool {
    const LABELS: [&str; 3] = ["release date", "released:", "released on"];
    /// Lines above that of the day.
    const ABOVE: usize = 3;
    let Some(day) = shown(context).newest().filter(|_| is_of_version(context)) else {
        return false;
    };
    let (year, day) = (day.year().unsigned_abs(), day.day());
    let lines = context.page.document.visible_text.lines().filter(|line| !line.trim().is_empty());
    let lines: Vec<&str> = lines.collect();
    let owns = |line: &&str| line.contains('©') || line.trim_start().starts_with("Copyright");
    lines.iter().enumerate().any(|(at, line)| {
        let numbers = line.split(|char: char| !char.is_ascii_digit());
        let numbers: Vec<u32> = numbers.filter_map(|number| number.parse().ok()).collect();
        if line.len() > LONGEST_LINE || !numbers.contains(&year) || !numbers.contains(&day) {
            return false;
        }
        let lower = line.to_lowercase();
        let is_built = || {
            lower.contains("last updated") && lines[at.saturating_sub(ABOVE)..at].iter().any(owns)
        };
        LABELS.iter().any(|label| lower.contains(label)) || is_built()
    })
}

/// Whether the title ends in a work with its number in brackets: “Pot (leaf 2.4 API)”, and whatever
/// begins with a digit where the tool always writes the work there: “Pot (Tea SE 17)”.
fn names_work_in_brackets(context: &Context<'_>) -> bool {
    let is_work = context.sites.are_works_in_brackets();
    let mut titles = context.page.document.titles.iter().take(1);
    titles.any(|title| {
        let inside = in_last_brackets(title.value.trim()).map_or("", |(_, inside)| inside);
        let is_number = |word: &str| word.starts_with(|char: char| char.is_ascii_digit());
        inside.split_whitespace().any(|word| is_version(word) || (is_work && is_number(word)))
    })
}

/// Whether a line at the beginning or at the end says which version the page is about: “For Tea
/// version 9.0. Last change: 2026 Feb 25”.
fn says_version(context: &Context<'_>) -> bool {
    /// Lines on each side.
    const LINES: usize = 4;
    let document = &context.page.document;
    let is_text = |block: &&BlockFact| block.kind != BlockKind::Heading;
    let first = document.outline.blocks.iter().filter(is_text).filter(|one| one.place.in_main);
    let last = document.outline.blocks.iter().rev().filter(is_text);
    let blocks = first.take(LINES).chain(last.take(LINES));
    // A text without markup is one block.
    let mut lines = blocks.map(|block| {
        let text = document.text_at(&block.place);
        match block.kind {
            BlockKind::Code => &text[..text.floor_char_boundary(LONGEST_LINE)],
            _ => text,
        }
    });
    let is_by_gtk_doc = document.tool == Some(Tool::GtkDoc);
    lines.any(|line| is_line_of_version(line) || (is_by_gtk_doc && is_information_on_release(line)))
}

/// Whether a line begins as GTK-Doc has authors write it: “for Tea 0.7. The latest version …”.
fn is_information_on_release(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(|first| first.eq_ignore_ascii_case("for"))
        && words.nth(1).is_some_and(|number| number.contains('.') && is_version(number))
}

/// Bytes of such a line.
const LONGEST_LINE: usize = 100;

/// Whether a line has the number of a version behind that word, and isn't about another program: one
/// that the page needs, or was made with.
fn is_line_of_version(line: &str) -> bool {
    const OTHER: [&str; 7] =
        ["requires", "require", "required", "needs", "need", "powered", "using"];
    const AND_LATER: [&str; 2] = ["or", "and"];
    const BEFORE: [&str; 6] = ["in", "since", "from", "until", "before", "to"];
    const APPLIES: [&str; 3] = ["applies", "refers", "corresponds"];
    if line.len() > LONGEST_LINE {
        return false;
    }
    let line = line.to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(|char: char| !char.is_alphanumeric()).to_owned();
    !says_built(&line)
        && words.windows(2).enumerate().any(|(at, pair)| {
            let before = at.checked_sub(1).map(|before| bare(words[before]));
            // “This primer applies to version 5.0 of Tea.”
            let is_subject = words.get(at + 2) == Some(&"of")
                && at.checked_sub(2).is_some_and(|verb| APPLIES.contains(&words[verb]));
            let is_other = words[..at].iter().any(|word| OTHER.contains(&bare(word).as_str()))
                || words.get(at + 2).is_some_and(|word| AND_LATER.contains(&bare(word).as_str()));
            is_word_of_version(pair[0].trim_start_matches('('))
                && is_version(pair[1])
                && !is_other
                && (is_subject || before.is_none_or(|before| !BEFORE.contains(&before.as_str())))
        })
}

/// Whether the head declares a version of what the page is about.
fn is_declared(context: &Context<'_>) -> bool {
    const NAMES: [&str; 4] = ["version", "docsearch:version", "doc-version", "product-version"];
    let declared = NAMES.iter().filter_map(|name| context.page.meta(name));
    declared.flat_map(str::split_whitespace).any(is_version)
}

/// Whether a text names a manual and the version that it is about: “Tea Leaf 15.20 Documentation”.
/// A number that it begins with is that of a chapter.
fn names_manual_of_version(text: &str) -> bool {
    /// Bytes of such a name.
    const LONGEST: usize = 80;
    const MANUALS: [&str; 7] =
        ["documentation", "docs", "manual", "manuals", "reference", "handbook", "guide"];
    let is_manual = |word: &str| {
        let word = word.trim_matches(|char: char| !char.is_alphanumeric());
        MANUALS.iter().any(|manual| word.eq_ignore_ascii_case(manual))
    };
    text.len() <= LONGEST
        && text.split_whitespace().any(is_manual)
        && text.split_whitespace().skip(1).any(is_version)
}

/// A heading without the number of its chapter or section: “37.59. usage_privileges”.
fn without_number(heading: &str) -> &str {
    let heading = heading.trim();
    let (first, rest) = heading.split_once(char::is_whitespace).unwrap_or((heading, ""));
    match first.ends_with('.') && first.contains(|char: char| char.is_ascii_digit()) {
        true => rest,
        false => heading,
    }
}

/// Whether a whole link or part of what stands around or above the text is a version, or names the
/// manual of one: the header and the switch of manuals show it, and links to their start say it.
fn is_labelled_with_version(context: &Context<'_>) -> bool {
    let document = &context.page.document;
    let (outline, text) = (&document.outline, &document.visible_text);
    let blocks = outline.blocks.iter().map(|block| &block.place);
    let links = outline.links.iter().map(|link| &link.place);
    let mut labels = blocks
        .chain(links)
        .filter(|place| !place.in_main)
        .filter_map(|place| text.get(place.text.clone()))
        .map(str::trim);
    let all = labels.clone();
    labels.any(|label| is_version_label(label) || names_manual_of_version(label))
        || is_one_version(all)
        || outline
            .links
            .iter()
            .any(|link| !link.place.in_main && names_manual_of_version(&link.title))
}

/// Whether labels name a program with its version (`tealeaf-7.2`), and all of them the same: a list
/// of releases names several.
fn is_one_version<'a>(labels: impl Iterator<Item = &'a str>) -> bool {
    let mut versions = labels.filter(|label| is_program_with_version(label));
    versions.next().is_some_and(|first| versions.all(|other| other == first))
}

/// `tealeaf-7.2`.
fn is_program_with_version(label: &str) -> bool {
    /// Bytes of such a label.
    const LONGEST: usize = 40;
    let (name, number) = label.rsplit_once('-').unwrap_or_default();
    label.len() <= LONGEST
        && !label.contains(char::is_whitespace)
        && name.starts_with(char::is_alphabetic)
        && number.contains('.')
        && is_version(number)
}

/// A label without the word for what its version is that of: “Library Version: 0.7.6”.
fn without_work(label: &str) -> &str {
    let (first, rest) = label.split_once(char::is_whitespace).unwrap_or_default();
    let next = rest.split_whitespace().next().unwrap_or_default();
    let is_work = VERSIONS.works.contains(&first.to_lowercase());
    if is_work && is_word_of_version(&next.to_lowercase()) { rest.trim_start() } else { label }
}

/// `v18.2.0`, `5.4.2`, `Version 3.12`, `Library Version: 0.7.6`, `2026-02-25.clover`.
pub(super) fn is_version_label(label: &str) -> bool {
    /// Bytes of such a label.
    const LONGEST: usize = 24;
    let label = without_work(label);
    if label.is_empty() || label.len() > LONGEST {
        return false;
    }
    let (first, rest) = label.split_once(char::is_whitespace).unwrap_or(("", label));
    let is_said = is_word_of_version(&first.to_lowercase());
    let is_release = || {
        let (day, name) = label.split_once('.').unwrap_or_default();
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_name && NaiveDate::parse_from_str(day, "%Y-%m-%d").is_ok()
    };
    // A number of two parts may be that of a section.
    let label = label.trim_end_matches('.');
    let is_whole = label.starts_with(['v', 'V']) || label.matches('.').count() > 1;
    match is_said {
        true => is_version(rest.trim()) || rest.trim().bytes().all(|byte| byte.is_ascii_digit()),
        false => first.is_empty() && ((is_whole && is_version(label)) || is_release()),
    }
}

/// What stands before the number of a version, lower case.
fn is_word_of_version(word: &str) -> bool {
    VERSIONS.in_texts.contains(word.strip_suffix(':').unwrap_or(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn information_on_a_release_names_the_program_and_its_version() {
        assert!(is_information_on_release("for Tea 0.0.7 The latest version is on the web."));
        for line in ["for Tea leaves", "for 3.5 hours", "Tea 0.0.7", "for Tea 7", ""] {
            assert!(!is_information_on_release(line), "{line}");
        }
    }

    #[test]
    fn lines_that_say_a_version_are_told_from_those_of_other_programs() {
        for line in [
            "*brew.txt*  For Tea version 9.0.  Last change: 2026 Feb 25",
            "Tea Leaf version 5.9, released on May 14, 2026.",
            "Version 4.6.2.0",
            "Tea (version 3.1)",
            "For Tea version 9.0. Using pots",
            "This primer applies to version 5.0.1 of brew-check.",
            "Versione 2.6.2",
            "バージョン 2.6.2",
        ] {
            assert!(is_line_of_version(line), "{line}");
        }
        for line in [
            "New in version 3.2.",
            "Since version 3.2, pots are warm.",
            "Change your pots to version 3.2 of Kettle.",
            "This also applies to version 3.2.",
            "This page was generated with Leafgen version 1.9.",
            "Powered by Leafwiki version 1.9",
            "Requires Kettle version 2.1",
            "Kettle version 2.1 or later",
            "The version of 2026",
            "",
        ] {
            assert!(!is_line_of_version(line), "{line}");
        }
    }
}
