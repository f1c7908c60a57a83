//! Headings that are the letters of an index.

use crate::check::Context;
use crate::page::DocumentFacts;
use crate::page::unversioned::in_last_brackets;
use crate::report::PageKind;

/// Letters from which headings are those of an index.
const LETTERS: usize = 8;

/// Whether most headings of one level below the H1 are single letters: an index from A to Z is
/// looked up in, so that its parts are as long as the letters have entries.
pub(crate) fn is_alphabetical(document: &DocumentFacts) -> bool {
    (2..=4).any(|level| {
        let headings = document.outline.main_headings().filter(|heading| heading.level == level);
        let texts: Vec<&str> =
            headings.map(|heading| heading.text(&document.visible_text).trim()).collect();
        let letters = texts.iter().filter(|text| is_letter(text)).count();
        letters >= LETTERS && letters * 2 > texts.len()
    })
}

/// "A", "- a -", "Ä", "0–9", "#", a letter with the sign of a link to it.
pub(crate) fn is_letter(text: &str) -> bool {
    let sign = text.trim_end_matches(['#', '¶', '[', ']']).trim();
    let sign = sign.strip_prefix("- ").and_then(|sign| sign.strip_suffix(" -")).unwrap_or(sign);
    let mut letters = sign.chars();
    let is_single = letters.next().is_none_or(char::is_alphabetic) && letters.next().is_none();
    is_single || matches!(sign, "0-9" | "0–9" | "123")
}

/// Whether the page is the part of a manual's index below one letter or sign, by its title or its
/// heading.
pub(crate) fn is_letter_of_index(context: &Context<'_>) -> bool {
    let document = &context.page.document;
    let is_manual = context.subject.kind == PageKind::Docs || document.is_of_manual();
    let names = document.titles.iter().take(1).chain(document.h1.iter().take(1));
    is_manual && names.map(|name| name.value.trim()).any(names_letter_of_index)
}

/// “Index – K”, “Pots and cups (Index - K)”, “K-Index (Tea 17)”.
fn names_letter_of_index(name: &str) -> bool {
    const INDEX: &str = "index";
    const WHOLE: &str = "all";
    let (before, inside) = in_last_brackets(name).unwrap_or((name, name));
    [before, inside].into_iter().any(|name| {
        // “z-index” and “h-index” are words.
        if name.ends_with(INDEX) {
            return false;
        }
        let name = name.to_lowercase();
        let Some(rest) = name.strip_prefix(INDEX).or_else(|| name.strip_suffix(INDEX)) else {
            return false;
        };
        let is_mark = |char: char| "-–—:".contains(char);
        let inner = rest.trim();
        let letter = inner.strip_prefix(is_mark).or_else(|| inner.strip_suffix(is_mark));
        let letter = letter.unwrap_or(inner).trim();
        let is_sign = letter.chars().nth(1).is_none();
        letter != rest && !letter.is_empty() && (is_sign || is_letter(letter) || letter == WHOLE)
    })
}

#[cfg(test)]
mod tests {
    use crate::catalogue::structure::heading_outline::HeadingOutline;
    use crate::catalogue::structure::section_length::SectionLength;
    use crate::catalogue::structure::test_read::{judge, paragraph, read};
    use crate::report::Status;

    fn page(headings: &[&str]) -> crate::page::Page {
        let sections: String = headings
            .iter()
            .enumerate()
            .map(|(at, heading)| {
                let entries = if at % 2 == 0 { 12 } else { 330 };
                format!("<h2>{heading}</h2>{}", paragraph(entries))
            })
            .collect();
        read(&format!(
            "<html lang=en><title>Teas from A to Z</title><main><h1>Teas from A to Z</h1>{sections}\
             </main>"
        ))
    }

    #[test]
    fn the_letters_of_an_index_are_no_sections() {
        let letters = ["A", "B", "C", "D", "E", "F", "G", "H", "0–9", "Notes"];
        let words =
            ["Assam", "Bai", "Ceylon", "Darjeeling", "Earl", "Fujian", "Gyokuro", "Hojicha"];
        for check in [&SectionLength as &dyn crate::check::Check, &HeadingOutline] {
            assert_eq!(judge(check, &page(&letters)).status, Status::Na);
            assert_ne!(judge(check, &page(&words)).status, Status::Na);
            assert_ne!(judge(check, &page(&letters[..4])).status, Status::Na);
        }
    }
}
