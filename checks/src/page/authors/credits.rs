//! Whom the credit of a news agency at the end of a text names.

use super::candidate::{AuthorCandidate, AuthorKind, AuthorSource};
use crate::page::Page;
use crate::page::markup::BylineMark;
use crate::page::names::{is_organisation, looks_like_a_person, people};

/// Blocks at the end of the content among which a credit stands.
const LAST_BLOCKS: usize = 4;
/// Bytes before a credit by which a text is more than the caption of a picture, whose credit looks the
/// same.
const TEXT_BYTES: usize = 120;
/// Lines at the end of a block among which a credit stands.
const LINES: usize = 4;
/// Bytes of a credit.
const CREDIT_BYTES: usize = 80;

/// The person behind the agency at the end of one of the last paragraphs, “… waited. (c)AFP/Jane DOE”,
/// or whom it says to have reported: “… waited. (Reporting by Jane Doe; Editing by John Roe)”.
pub(super) fn credited(page: &Page) -> Option<AuthorCandidate> {
    let document = &page.document;
    let blocks = document.outline.blocks.iter().filter(|block| block.place.in_main);
    let mut last = blocks.rev().take(LAST_BLOCKS);
    last.find_map(|block| {
        let text = document.text_at(&block.place).trim();
        let name = name_in(text).map(str::to_owned);
        let name = name.or_else(|| reporter_in(text)).or_else(|| writer_in(text))?;
        Some(AuthorCandidate {
            source: AuthorSource::Byline(BylineMark::Words),
            name,
            kind: AuthorKind::Person,
            url: None,
            line: block.place.line,
            is_labelled: false,
        })
    })
}

/// The name at the end of a paragraph, behind the copyright sign and an agency.
fn name_in(text: &str) -> Option<&str> {
    let signs = ["(c)", "(C)", "©"].into_iter();
    let (at, sign) = signs.filter_map(|sign| Some((text.rfind(sign)?, sign))).max()?;
    let (before, credit) = (text[..at].trim_end(), text[at + sign.len()..].trim());
    let (agency, name) = credit.split_once('/').filter(|_| credit.len() <= CREDIT_BYTES)?;
    let (agency, name) = (agency.trim(), name.trim());
    let is_short = |text: &str| (2..=4).contains(&text.len());
    let is_agency = is_organisation(agency)
        || (is_short(agency) && agency.bytes().all(|byte| byte.is_ascii_uppercase()));
    let ends_sentence = before.ends_with(['.', '!', '?', '。', '”', '"', '」', '»']);
    (before.len() >= TEXT_BYTES
        && ends_sentence
        && is_agency
        // Behind “/” stands another agency, too: “AFP/時事”.
        && name.contains(char::is_uppercase)
        && looks_like_a_person(name))
    .then_some(name)
}

/// The first of those who reported, as Reuters credits them in a sentence of its own.
fn reporter_in(text: &str) -> Option<String> {
    const LABEL: &str = "Reporting by ";
    let at = text.rfind(LABEL)?;
    let before = text[..at].trim_end();
    let is_own = before.is_empty() || before.ends_with(['(', '.', '!', '?', '”', '"']);
    let credit = &text[at + LABEL.len()..];
    let end = credit.find([';', ')', '.', '\n']).unwrap_or(credit.len());
    let credit = credit[..end].split(" in ").next().unwrap_or_default();
    let is_short = credit.len() <= CREDIT_BYTES;
    let name = || people(credit).into_iter().next().filter(|name| looks_like_a_person(name));
    (is_own && is_short).then(name).flatten()
}

/// The first of those whom the last line of a text of several names: “Written by Jane Doe”, with a line for
/// the rights below it.
fn writer_in(text: &str) -> Option<String> {
    const LABEL: &str = "Written by ";
    let mut lines = text.lines().rev().map(str::trim).take(LINES).filter(|line| !line.is_empty());
    let credit = lines.find_map(|line| line.strip_prefix(LABEL))?;
    let is_short = credit.len() <= CREDIT_BYTES;
    let name = || people(credit).into_iter().next().filter(|name| looks_like_a_person(name));
    is_short.then(name).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credit_names_who_reported() {
        for (text, expected) in [
            ("Nobody waited. (Reporting by Jane Doe; Editing by John Roe)", Some("Jane Doe")),
            ("(Reporting by Jane Doe and John Roe in London)", Some("Jane Doe")),
            ("Reporting by Jane Doe; Editing by John Roe", Some("Jane Doe")),
            ("She likes Reporting by Jane Doe.", None),
            ("(Reporting by the London newsroom)", None),
            ("(Editing by John Roe)", None),
        ] {
            assert_eq!(reporter_in(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn the_last_line_of_a_text_names_who_wrote_it() {
        for (text, expected) in [
            ("Written by Jane Doe", Some("Jane Doe")),
            (
                "The tea was cold.\nWritten by Jane Doe\nCopyright: Leaf\nAll rights",
                Some("Jane Doe"),
            ),
            ("The song was Written by Jane Doe", None),
            ("Written by the team", None),
            ("Written by Jane Doe\na\nb\nc\nd", None),
        ] {
            assert_eq!(writer_in(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn the_credit_of_a_text_names_who_wrote_it() {
        let text = "The water boiled for three minutes before anybody poured the tea. ".repeat(3);
        let of = |credit: &str| {
            let whole = format!("{text}{credit}");
            name_in(&whole).map(str::to_owned)
        };
        for credit in ["(c)AFP/Jane DOE", "© Reuters/Jane DOE", "(C)LWA/Jane DOE"] {
            assert_eq!(of(credit).as_deref(), Some("Jane DOE"), "{credit}");
        }
        for credit in ["(c)AFP", "AFP/Jane DOE", "(c)Leaf/Jane DOE", "(c)AFP/tea", "(c)AFP/山田"]
        {
            assert_eq!(of(credit), None, "{credit}");
        }
        assert_eq!(name_in("A pot of tea. (c)AFP/Jane DOE"), None, "the caption of a picture");
    }
}
