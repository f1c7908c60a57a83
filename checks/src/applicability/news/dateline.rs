//! The line that news begins with: where and when it was written, and which agency wrote it.

use super::WORDS;
use crate::page::dates::is_month;

/// Bytes of a paragraph within which a dateline ends.
const DATELINE_BYTES: usize = 90;
/// Bytes behind the dash within which the day ends.
const DAY_BYTES: usize = 24;

/// The most words of a place.
const PLACE_WORDS: usize = 4;
/// Words in capitals before a day that are no place.
const LABELS: [&str; 8] =
    ["UPDATE", "UPDATED", "NEW", "WARNING", "NOTE", "EDIT", "CORRECTION", "IMPORTANT"];
/// What a name may stand in.
const BRACKETS: [(char, char); 5] =
    [('(', ')'), ('（', '）'), ('[', ']'), ('［', '］'), ('【', '】')];

/// What parts a dateline from the text.
const DASHES: [&str; 7] = [" — ", " – ", " - ", " -- ", "— ", "– ", "--"];

/// What the beginning of a paragraph says of where and when it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dateline {
    None,
    /// A place in capitals before a dash, which a warning may be too.
    Place,
    /// A place and a day or an agency.
    Sure,
}

/// Reads "PARIS, 3 May —", "PARIS — May 3, 2026", "Berlin (dpa) -", "WASHINGTON (AP) —", "(Reuters) -".
pub(super) fn dateline(paragraph: &str) -> Dateline {
    let end = paragraph.floor_char_boundary(DATELINE_BYTES);
    let start = &paragraph[..end];
    let dash = DASHES.iter().filter_map(|dash| start.find(dash)).min();
    let Some(head) = dash.and_then(|at| start.get(..at)) else {
        // Where words are not separated, the agency stands in brackets of its own.
        return match at_start_in_brackets(start).is_some_and(speaks_of_agency) {
            true => Dateline::Sure,
            false => Dateline::None,
        };
    };
    let has_agency = bracketed(head).is_some_and(|name| {
        // “Access Point (AP) –” explains its letters.
        names_agency(name) && !capitals(head.split('(').next().unwrap_or_default()).eq(name.chars())
    });
    let place = head.split(['(', '（', ',', '.']).next().unwrap_or_default().trim();
    let is_place = place.split_whitespace().count() <= PLACE_WORDS
        && place.split_whitespace().all(begins_upper)
        && begins_upper(place);
    if has_agency && (place.is_empty() || is_place) {
        return Dateline::Sure;
    }
    let is_capitals = is_place
        && place.chars().filter(|char| char.is_alphabetic()).count() > 2
        && !place.chars().any(char::is_lowercase)
        && place.chars().any(char::is_uppercase);
    let after_place = &start[head.len()..];
    let day_follows = || names_day(&after_place[..after_place.floor_char_boundary(DAY_BYTES)]);
    match is_capitals {
        true if names_day(head) => Dateline::Sure,
        true if day_follows() && !LABELS.contains(&place) => Dateline::Sure,
        true => Dateline::Place,
        false => Dateline::None,
    }
}

/// A text without the dateline that it begins with.
pub(crate) fn without_dateline(text: &str) -> &str {
    let end = text.floor_char_boundary(DATELINE_BYTES);
    let dash = DASHES.iter().filter_map(|dash| Some((text[..end].find(dash)?, dash.len()))).min();
    match dash {
        Some((at, length)) if dateline(text) != Dateline::None => &text[at + length..],
        _ => text,
    }
}

/// The capitals of a text.
fn capitals(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|char| char.is_uppercase())
}

/// What stands in the brackets that a text begins with.
fn at_start_in_brackets(text: &str) -> Option<&str> {
    BRACKETS.iter().find_map(|(open, close)| {
        let (inside, _) = text.strip_prefix(*open)?.split_once(*close)?;
        Some(inside)
    })
}

/// What stands in the first brackets.
fn bracketed(text: &str) -> Option<&str> {
    BRACKETS.iter().find_map(|(open, close)| {
        let (_, rest) = text.split_once(*open)?;
        Some(rest.split_once(*close)?.0)
    })
}

/// Whether it is the name of an agency, or of some: `AP`, `dpa/lby`, `Reuters`.
fn names_agency(text: &str) -> bool {
    let lower = text.to_lowercase();
    WORDS.agencies.contains(lower.trim())
        || lower.split('/').next().is_some_and(|first| WORDS.agencies.contains(first.trim()))
}

/// Whether a part of it is the name of an agency: `東京 3日 ロイター`.
fn speaks_of_agency(text: &str) -> bool {
    names_agency(text)
        || text.split([' ', '　', '=', '＝']).any(|part| {
            let is_foreign = !part.is_ascii();
            is_foreign && names_agency(part)
        })
}

fn begins_upper(text: &str) -> bool {
    text.chars().next().is_some_and(|first| first.is_alphabetic() && !first.is_lowercase())
}

/// Whether a number and the name of a month stand in it.
fn names_day(text: &str) -> bool {
    let mut words = text.split(|char: char| !char.is_alphanumeric());
    let has_number = text.split_whitespace().any(|word| {
        let digits = word.trim_matches(|char: char| !char.is_ascii_digit());
        matches!(digits.len(), 1 | 2 | 4)
    });
    has_number && words.any(|word| is_month(&word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn datelines_are_told_in_several_languages() {
        for (text, expected) in [
            ("PARIS, 3 May — The pots were found.", Dateline::Sure),
            ("WASHINGTON (AP) — The pots were found.", Dateline::Sure),
            ("NEW YORK, May 3 (Reuters) - The pots were found.", Dateline::Sure),
            ("(Reuters) - The pots were found.", Dateline::Sure),
            ("Berlin (dpa) - Die Kannen sind wieder da.", Dateline::Sure),
            ("München (dpa/lby) – Die Kannen sind wieder da.", Dateline::Sure),
            ("ROMA, 3 maggio - Le teiere sono tornate.", Dateline::Sure),
            ("МОСКВА, 3 мая — Чайники нашлись.", Dateline::Sure),
            ("［東京 3日 ロイター］急須が見つかった。", Dateline::Sure),
            ("PARIS — May 3, 2026, 9:29 PM ET", Dateline::Sure),
            ("دمشق، سوريا (CNN) -- وجدت الأباريق.", Dateline::Sure),
            ("UPDATE — May 3, 2026: two more pots.", Dateline::Place),
            ("Access Point (AP) – a device that joins others.", Dateline::None),
            ("Access point (AP) – a device that joins others.", Dateline::None),
            ("【急須】無線アクセスポイント(AP)は便利。", Dateline::None),
            ("LONDON--The pots were found.", Dateline::Place),
            ("LONDON – The pots were found.", Dateline::Place),
            ("WARNING — The pot is hot.", Dateline::Place),
            ("Paris — a city of pots.", Dateline::None),
            ("Water (hot) - and leaves.", Dateline::None),
            ("A pot (of clay) keeps warm.", Dateline::None),
            ("", Dateline::None),
        ] {
            assert_eq!(dateline(text), expected, "{text}");
        }
    }

    #[test]
    fn a_text_begins_behind_its_dateline() {
        let begins = [
            ("PARIS (AP) — Pots are back.", "Pots are back."),
            ("LONDON--Pots are back.", "Pots are back."),
            ("Pots - and cups - are back.", "Pots - and cups - are back."),
            ("（ロイター）急須が見つかった。", "（ロイター）急須が見つかった。"),
        ];
        for (text, expected) in begins {
            assert_eq!(without_dateline(text), expected);
        }
    }
}
