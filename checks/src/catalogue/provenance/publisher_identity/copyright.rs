//! The owner named by the copyright line of a page.

use std::ops::Range;

use super::linked_owner::linked_names;
use super::words::is_leftover;
use crate::check::Context;
use crate::page::DocumentFacts;
use crate::page::names::is_of_calendar;
use crate::page::outline::BlockKind;
use crate::page::text::TENTHS_OF_WORD;
use crate::report::PageKind;

/// The most bytes of such a line.
const LINE_BYTES: usize = 300;
/// The most characters of a name in it.
const NAME_CHARACTERS: usize = 60;
/// Words that stand between the sign and the name, lower case.
const BEFORE_NAME: [&str; 7] =
    ["copyright", "by", "present", "today", "now", "版权所有", "版權所有"];
/// What ends a name.
const AFTER_NAME: [&str; 9] = [". ", "|", "·", "•", " – ", " — ", " - ", "©", "\t"];
/// The same in words, lower case.
const RIGHTS: [&str; 23] = [
    "all rights",
    "alle rechte",
    "tous droits",
    "todos los",
    "todos os",
    "tutti i",
    "все права",
    "minden jog",
    "alle rechten",
    "wszelkie prawa",
    "tüm hakları",
    "všechna práva",
    "toate drepturile",
    "alle rettigheder",
    "alla rättigheter",
    "版权所有",
    "版權所有",
    "保留所有",
    "無断転載",
    "무단전재",
    " and/or its affiliates",
    " and its affiliates",
    " and affiliates",
];

/// Lines of a notice that names several owners, at most.
const NOTICE_LINES: usize = 6;
/// The last year that is one of a copyright.
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2100;
/// What stands for a name in the text of a license, lower case.
const PLACEHOLDERS: [&str; 6] =
    ["your name", "name of author", "name of copyright owner", "authors", "yyyy", "year"];

/// Words of running text below a line, from which on it stands in the text and not at its end. The
/// permission that follows a notice has fewer.
const TEXT_BELOW: usize = 50;

/// The owner that the page's last copyright line names; of several such lines in a row, the one with
/// the latest year. None where several have that year. Untrusted.
pub(crate) fn copyright_owner<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    only(copyright_owners(context))
}

/// All owners with the latest year that the page's last copyright line, or several in a row, name.
/// Untrusted.
pub(crate) fn copyright_owners<'a>(context: &'a Context<'_>) -> Vec<&'a str> {
    let owners = || find_copyright_owners(context).into_iter().map(str::to_owned).collect();
    context.memo.copyright_owners.get_or_init(owners).iter().map(String::as_str).collect()
}

fn find_copyright_owners<'a>(context: &Context<'a>) -> Vec<&'a str> {
    let document = &context.page.document;
    // A work says on its first page whose it is.
    let is_home = context.subject.kind == PageKind::Home;
    let owners = owners_of(&document.visible_text, |line| is_home || is_of_page(document, line));
    match owners {
        Some(owners) => owners.into_iter().map(|owner| before_links(document, owner)).collect(),
        None => linked_names(document).find_map(name_in).into_iter().collect(),
    }
}

/// The letters of a small word between two parts of a name: “and”, “of”, “für”.
const SMALL_WORD: usize = 3;

/// An owner without the links that follow: “Leaf” of “LeafPrivacy Terms”, and of “Leaf Privacy Terms”,
/// where one link alone may be the rest of the name.
fn before_links<'a>(document: &'a DocumentFacts, owner: &'a str) -> &'a str {
    let start = owner.as_ptr().addr() - document.visible_text.as_ptr().addr();
    let links = document.outline.links_in(&(start..start + owner.len()));
    let are_several = links.len() > 1;
    let before =
        links.iter().filter_map(|link| owner.get(..link.place.text.start.checked_sub(start)?));
    let mut before = before.filter(|before| {
        before.ends_with(char::is_alphanumeric) || (are_several && !before.trim().is_empty())
    });
    let Some(before) = before.next() else { return owner };
    let before = before.trim_end_matches([' ', ',', ';']);
    // A name may go on in the next link: “Jane Doe and John Roe”.
    let goes_on = !before.ends_with(char::is_alphanumeric)
        || before.rsplit(' ').next().is_some_and(|last| {
            last.chars().count() <= SMALL_WORD && last.starts_with(char::is_lowercase)
                || last == "The"
        });
    if goes_on { owner } else { before }
}

/// The only one of the owners.
fn only(owners: Vec<&str>) -> Option<&str> {
    let [owner] = owners[..] else { return None };
    Some(owner)
}

/// The owner that the last line with a copyright sign names, of those in these places.
pub(crate) fn owner_of(visible: &str, is_of_page: impl Fn(&Range<usize>) -> bool) -> Option<&str> {
    only(owners_of(visible, is_of_page)?)
}

fn owners_of(visible: &str, is_of_page: impl Fn(&Range<usize>) -> bool) -> Option<Vec<&str>> {
    let place = |line: &str| {
        let start = line.as_ptr().addr() - visible.as_ptr().addr();
        start..start + line.len()
    };
    // Pictures and quotations may have signs of their own; the page's stands at the foot.
    let mut lines = visible.lines().rev().filter(|line| line.len() <= LINE_BYTES);
    let last = lines.find_map(|line| {
        let owners = owners_in(line);
        (!owners.is_empty() && is_of_page(&place(line))).then_some(owners)
    });
    let mut notice = last?;
    let above = lines.take(NOTICE_LINES).map(owners_in).take_while(|owners| !owners.is_empty());
    notice.extend(above.flatten());
    let latest = notice.iter().map(|(year, _)| *year).max()?;
    let mut owners: Vec<&str> = Vec::new();
    for (_, owner) in notice.iter().filter(|(year, _)| *year == latest) {
        if !owners.contains(owner) {
            owners.push(*owner);
        }
    }
    Some(owners)
}

/// The owners that a line names, each with its latest year: “© 2010-2026 Jane Doe, 2015-2026 Tea
/// Leaf”.
fn owners_in(line: &str) -> Vec<(u32, &str)> {
    let mut found = Vec::new();
    let mut rest = owner(line).map(|name| (line, name));
    while let Some((text, name)) = rest.filter(|_| found.len() < NOTICE_LINES) {
        let end = name.as_ptr().addr() - text.as_ptr().addr() + name.len();
        let behind = text[end..].trim_start_matches([',', ';', ' ']);
        let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        // Behind a comma and a year there may be a further owner.
        let next = (digits == 4 && text[end..].starts_with([',', ';']))
            .then(|| name_in(behind).map(|name| (behind, name)))
            .flatten();
        let own = if next.is_some() { &text[..end] } else { text };
        found.push((latest_year(own), name));
        rest = next;
    }
    found
}

/// Whether a line speaks of the page: it stands outside of the main content or at its end. In the
/// text stand the notice of a license, the names of contributors, and examples.
fn is_of_page(document: &DocumentFacts, line: &Range<usize>) -> bool {
    let own = document.outline.block_before(line.start + 1);
    if let Some(own) = own.filter(|own| own.place.text.end > line.start) {
        if own.kind == BlockKind::Code {
            return false;
        }
        if !own.place.in_main || own.place.is_around {
            return true;
        }
    }
    // Each of many such lines asks, so what is below is read only as far as it may be.
    let most = TEXT_BELOW * TENTHS_OF_WORD;
    let mut below = document.outline.blocks_from(line.start + 1).iter();
    let sum =
        below.try_fold(0, |sum, block| Some(sum + block.tenths_of_words).filter(|sum| *sum < most));
    sum.is_some()
}

/// The latest year that a line names; 0 where it names none.
fn latest_year(line: &str) -> u32 {
    let numbers = line.split(|char: char| !char.is_ascii_digit());
    let years = numbers.filter(|number| number.len() == 4).filter_map(|year| year.parse().ok());
    years.filter(|year| YEARS.contains(year)).max().unwrap_or(0)
}

/// Whether a text can be a name: it asks nothing, is no code, no placeholder and no date.
fn can_be_name(text: &str) -> bool {
    let lower = text.to_lowercase();
    !text.contains(['?', '<', '>', '{', '}', '[', ']', '=', '$', '_'])
        && !is_leftover(text)
        && !lower.starts_with("cc ") && !lower.starts_with("cc-") && !lower.contains("creative commons")
        // Who is named behind a slash took a picture for the first one.
        && !text.contains(" / ")
        && !is_of_calendar(text)
        && !PLACEHOLDERS.iter().any(|one| lower == *one || lower.starts_with(&format!("{one} ")))
}

fn owner(line: &str) -> Option<&str> {
    let at = line.find('©').map(|at| at + '©'.len_utf8());
    let at = at.or_else(|| line.find("(c)").filter(|at| is_sign(line, *at)).map(|at| at + 3));
    let at = at.or_else(|| behind_word(line))?;
    name_in(&line[at..])
}

/// The name that a text begins with, behind its years.
fn name_in(text: &str) -> Option<&str> {
    let mut rest = text;
    let mut is_by = false;
    let name = loop {
        rest = behind_signs(rest);
        let word = rest.split(|char: char| !char.is_alphanumeric()).next().unwrap_or_default();
        // “by the Tea Foundation”; other names may begin so.
        let is_before = BEFORE_NAME.contains(&word.to_lowercase().as_str())
            || (is_by && word == "the" && rest[word.len()..].starts_with(' '));
        is_by = word == "by";
        let is_before = is_before || is_of_date(word, &rest[word.len()..]);
        match is_before && !word.is_empty() {
            true => rest = &rest[word.len()..],
            false => break rest,
        }
    };
    let ends = AFTER_NAME.iter().filter_map(|end| {
        let mut found = name.match_indices(end).map(|(at, _)| at);
        found.find(|at| *end != ". " || !is_initial(name, *at))
    });
    let year = name.match_indices(char::is_whitespace).find_map(|(at, space)| {
        name[at + space.len()..].starts_with(|char: char| char.is_ascii_digit()).then_some(at)
    });
    let lower = name.to_lowercase();
    // Where small letters take other bytes, the place in the one is none in the other.
    let rights = RIGHTS.iter().filter(|_| lower.len() == name.len());
    let rights = rights.filter_map(|words| lower.find(words));
    let end = ends.chain(year).chain(rights).min().unwrap_or(name.len());
    let name =
        name.get(..end)?.trim_matches(|char: char| char.is_whitespace() || ",.;:".contains(char));
    let name = without_age(name);
    let is_name = name.split_whitespace().next().is_some_and(|first| {
        // “individual contributors” are nobody by name; “iTea” is somebody.
        first.chars().any(|char| !char.is_lowercase())
    }) || is_group(name, text);
    (is_name && can_be_name(name) && name.chars().count() <= NAME_CHARACTERS).then_some(name)
}

/// A name without the age from which readers may see the page, as Russian law has it: “Tea Leaf18+”.
fn without_age(name: &str) -> &str {
    const AGES: [&str; 4] = ["18+", "16+", "12+", "6+"];
    let before = AGES.iter().find_map(|age| name.strip_suffix(age));
    before.map(str::trim_end).filter(|before| before.ends_with(char::is_alphabetic)).unwrap_or(name)
}

/// Whether a word is part of a date that a program wrote before the name: “Thu Dec 15 06:14:35 EST 2026
/// Tea Leaf”.
fn is_of_date(word: &str, behind: &str) -> bool {
    const ZONES: [&str; 9] = ["UTC", "GMT", "EST", "EDT", "CST", "CDT", "PST", "PDT", "CET"];
    let behind = behind.trim_start();
    let next = behind.split(|char: char| !char.is_alphanumeric()).next().unwrap_or_default();
    let is_number = next.starts_with(|char: char| char.is_ascii_digit());
    match is_of_calendar(word) {
        true => is_of_calendar(next) || (is_number && next.len() <= 2),
        false => ZONES.contains(&word) && is_number && next.len() == 4,
    }
}

/// Whether the full stop there is that of an initial between the parts of a name: “Jane R. Doe”.
fn is_initial(name: &str, stop: usize) -> bool {
    let before = name[..stop].rsplit([' ', '.']).next().unwrap_or_default();
    let mut letters = before.chars();
    let is_letter = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    let behind = name[stop + 1..].split_whitespace().next().unwrap_or_default();
    let is_part = behind.starts_with(char::is_uppercase)
        && !RIGHTS.iter().any(|words| words.starts_with(&behind.to_lowercase()));
    is_letter && is_part
}

/// A text from its first letter on, or from the digits that begin a name: “3i”, “37signals”. Four
/// of them are a year.
fn behind_signs(text: &str) -> &str {
    let rest = text.trim_start_matches(|char: char| !char.is_alphabetic());
    let before = &text[..text.len() - rest.len()];
    let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
    let is_start = before.len() == digits || before[..before.len() - digits].ends_with(' ');
    match (1..4).contains(&digits) && is_start && !rest.is_empty() {
        true => &text[before.len() - digits..],
        false => rest,
    }
}

/// Whether a name that begins in lower case is that of a group, behind a year: “2026, tealeaf dev
/// team”. “The respective authors” are nobody by name.
fn is_group(name: &str, behind_sign: &str) -> bool {
    const WORDS: std::ops::RangeInclusive<usize> = 2..=5;
    const GROUPS: [&str; 8] = [
        "team",
        "project",
        "developers",
        "maintainers",
        "foundation",
        "group",
        "community",
        "collective",
    ];
    const NOBODY: [&str; 9] =
        ["individual", "respective", "its", "their", "our", "all", "other", "various", "many"];
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    let own = words.strip_prefix(&["the".to_owned()]).unwrap_or(&words);
    latest_year(behind_sign) > 0
        && WORDS.contains(&own.len())
        && own.last().is_some_and(|last| GROUPS.contains(&last.as_str()))
        && !own.iter().any(|word| NOBODY.contains(&word.as_str()))
}

/// Whether letters in brackets stand for the sign: behind the word or before a year, and not as an
/// expression in code, or the third item of a list, does.
fn is_sign(line: &str, at: usize) -> bool {
    let before = line[..at].trim_end().to_lowercase();
    let after = line[at + 3..].trim_start();
    let is_year = after.bytes().take_while(u8::is_ascii_digit).count() == 4;
    before.ends_with("copyright") || is_year || after.to_lowercase().starts_with("by ")
}

/// The place behind the word, where it begins the line and a year follows: “Copyright 2026 Tea Leaf”.
fn behind_word(line: &str) -> Option<usize> {
    const WORD: &str = "copyright";
    let start = line.len() - line.trim_start().len();
    let at = start + WORD.len();
    let is_word = line.get(start..at)?.eq_ignore_ascii_case(WORD);
    let year = line[at..].strip_prefix(char::is_whitespace)?.trim_start();
    let digits = year.bytes().take_while(u8::is_ascii_digit).count();
    let is_year = digits == 4 && year[..digits].parse().is_ok_and(|year| YEARS.contains(&year));
    (is_word && is_year).then_some(at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn named(visible: &str) -> Option<&str> {
        owner_of(visible, |_| true)
    }

    #[test]
    fn the_name_stands_between_years_and_rights() {
        for (line, name) in [
            ("© 2010-2026 Tea Leaf & Associates. 24-Nov-2021", Some("Tea Leaf & Associates")),
            ("Copyright © 1997–2026 Tea Leaf, LLC. All rights reserved.", Some("Tea Leaf, LLC")),
            ("© Tea Leaf 2026", Some("Tea Leaf")),
            ("© 2026 Tea Leaf All rights reserved | Imprint", Some("Tea Leaf")),
            ("(c) by Tea.net, 2026", Some("Tea.net")),
            ("© The Tea Board", Some("The Tea Board")),
            ("Copyright (c) Tea Leaf", Some("Tea Leaf")),
            ("SELECT (c).Name FROM Tea c;", None),
            ("(c) Tea leaves that were picked late", None),
            ("© 2026", None),
            ("© 1996-Thu Dec 15 06:14:35 EST 2026 Tea Leaf.", Some("Tea Leaf")),
            ("© Thu Dec", None),
            ("© 2026 May Tea Leaf", Some("May Tea Leaf")),
            ("© Copyright 2026, tealeaf dev team.", Some("tealeaf dev team")),
            ("© 2026 the Tea developers", Some("the Tea developers")),
            ("© 2026 the-kettle.com", Some("the-kettle.com")),
            (
                "© Copyright 1998-2026 by the Free Tea Foundation, Inc..",
                Some("Free Tea Foundation, Inc"),
            ),
            ("© 2026 the developers", None),
            ("© 2026 its respective developers", None),
            ("© picked by the whole team", None),
            ("© 2010-2026 Jane Doe, 2015-2026 Tea Leaf", None),
            ("© 2010-2020 Jane Doe, 2015-2026 Tea Leaf", Some("Tea Leaf")),
            ("© Tea Leaf, 2026", Some("Tea Leaf")),
            ("Copyright 2019-2026, Tea Leaf. Licensed to you", Some("Tea Leaf")),
            ("The copyright 2026 Tea Leaf", None),
            ("Copyright of Tea Leaf 2026", None),
            ("Copyright 2026", None),
            ("© 1998–2026 by individual tea.net contributors", None),
            ("© iTea, Inc.", Some("iTea, Inc")),
            ("© 2026, 3i. ", Some("3i")),
            ("© 1999-2026 37signals LLC", Some("37signals LLC")),
            ("© Template", None),
            ("© 2026 My Website", None),
            ("All rights reserved", None),
            ("© 2016 Minden jog fenntartva", None),
            ("© 2026 茶葉株式会社", Some("茶葉株式会社")),
            ("© 2026 茶叶公司版权所有", Some("茶叶公司")),
            ("© 2026 版权所有 茶叶公司", Some("茶叶公司")),
            ("© Copyright 2013-2026, Jane R. Doe.", Some("Jane R. Doe")),
            ("© J. R. Doe. All rights reserved.", Some("J. R. Doe")),
            ("© 2003–2026, Чай18+", Some("Чай")),
            ("© 2026 Studio 18+", Some("Studio")),
            ("© 2026 Vitamin C. All rights reserved.", Some("Vitamin C")),
        ] {
            assert_eq!(named(line), name, "{line}");
        }
        assert_eq!(named("© Photo Agency\nTea\n© 2026 Tea Leaf\n"), Some("Tea Leaf"));
        assert_eq!(named(&format!("© {}", "Tea ".repeat(40))), None);
    }

    #[test]
    fn a_line_may_name_several_owners() {
        let line = "© 2010-2026 Jane Doe, 2015-2026 Tea Leaf";
        assert_eq!(owners_in(line), [(2026, "Jane Doe"), (2026, "Tea Leaf")]);
        let both = owners_of(line, |_| true);
        assert_eq!(both, Some(vec!["Jane Doe", "Tea Leaf"]));
    }

    #[test]
    fn of_several_owners_the_latest_counts() {
        let notice = "Portions Copyright © 1996-2026, Tea Leaf\n\
                      Portions Copyright © 1994, The Regents of Darjeeling\n\
                      Permission is granted to copy this text.\n";
        assert_eq!(named(notice), Some("Tea Leaf"));
        assert_eq!(named("© 2026 Tea Leaf\n© 2026 Pot House\n"), None);
        assert_eq!(named("© 2025 Tea Leaf\n© 2026 Tea Leaf\n"), Some("Tea Leaf"));
        assert_eq!(named("© Photo Agency\nTea\n© Tea Leaf\n"), Some("Tea Leaf"));
    }

    #[test]
    fn what_asks_or_is_to_be_filled_in_is_no_name() {
        for line in [
            "© 2026 Whose Tea?",
            "Copyright (c) YEAR YOUR NAME",
            "Copyright (C) 19yy <name of author>",
            "Copyright (C) AUTHORS",
            "© {{ Site }}",
        ] {
            assert_eq!(named(line), None, "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in any::<String>(), near in "[©(c) .A-Zİa-zß0-9|–]{0,60}") {
            for text in [text, near] {
                let _ = named(&text);
            }
        }
    }
}
