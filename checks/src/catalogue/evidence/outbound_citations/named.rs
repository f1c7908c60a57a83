//! Sources that a text names without a link to them.

use url::Url;

use super::link_hosts::no_source;
use super::links::is_own;
use crate::excerpt::EXCERPT_CHARACTERS;
use crate::page::Page;
use crate::url::registrable_domain;

/// What in a text names a source without a link to it.
pub(super) fn named_source(page: &Page) -> Option<&'static str> {
    let text = page.document.main.text.as_str();
    let has = |needle: &str| text.contains(needle);
    match () {
        () if bare_doi(text).is_some() => Some("a DOI"),
        () if ["ISBN", "ISSN", "arXiv:"].iter().any(|sort| has_number(text, sort)) => {
            Some("a publication number")
        }
        () if written_hosts(text).any(|url| is_of_others(page, &url)) => Some("a URL"),
        () if has("[1]") && has("[2]") => Some("numbered references"),
        () => None,
    }
}

/// Whether a host is somebody else's, and backs claims: no form, no share button.
fn is_of_others(page: &Page, url: &Url) -> bool {
    registrable_domain(url)
        .is_some_and(|domain| !is_own(page, &domain) && no_source(url, &domain).is_none())
}

/// The hosts of the addresses that a text writes out, as addresses.
fn written_hosts(text: &str) -> impl Iterator<Item = Url> {
    /// Bytes of an address that are read.
    const LONGEST: usize = 300;
    ["http://", "https://", "www."].into_iter().flat_map(move |start| {
        text.match_indices(start).filter_map(move |(at, _)| {
            let rest = &text[at..text.floor_char_boundary(at + LONGEST)];
            let host = rest.split_once("://").map_or(rest, |(_, rest)| rest);
            let is_part = |char: char| char.is_alphanumeric() || matches!(char, '.' | '-');
            let host = host.split(|char| !is_part(char)).next()?.trim_end_matches('.');
            Url::parse(&format!("https://{host}/")).ok()
        })
    })
}

/// Whether a number follows those letters: the words alone may be what the text is about.
fn has_number(text: &str, sort: &str) -> bool {
    /// Bytes after the letters: "ISBN-13 (paperback): 978-3-16-148410-0".
    const NEAR: usize = 40;
    /// Digits of an ISSN, the shortest.
    const DIGITS: usize = 7;
    let is_part = |char: char| char.is_ascii_digit() || matches!(char, '-' | '‑' | '–' | ' ' | '.');
    text.match_indices(sort).any(|(at, _)| {
        let after = &text[at + sort.len()..];
        let near = &after[..after.floor_char_boundary(NEAR)];
        let digits = |part: &str| part.bytes().filter(u8::is_ascii_digit).count();
        near.split(|char| !is_part(char)).any(|part| digits(part) >= DIGITS)
    })
}

/// The first DOI of a text: `10.`, at least four digits, a slash and a suffix of plain characters.
pub(super) fn bare_doi(text: &str) -> Option<&str> {
    text.match_indices("10.").find_map(|(at, _)| {
        let rest = &text[at + "10.".len()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let suffix = rest.get(digits..)?.strip_prefix('/')?;
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._;()/:".contains(byte);
        let length = suffix.bytes().take(EXCERPT_CHARACTERS).take_while(is_plain).count();
        let suffix = suffix[..length].trim_end_matches(['.', ';', ':', ')', '/']);
        let is_doi = (4..=9).contains(&digits) && !suffix.is_empty();
        is_doi.then(|| &text[at..at + "10.".len() + digits + 1 + suffix.len()])
    })
}
