//! Headings that are the letters of an index.

use crate::page::DocumentFacts;

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
