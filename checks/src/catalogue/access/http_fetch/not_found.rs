//! The words of pages that say "not found" with a status that says otherwise. Kept in
//! `data/not-found-phrases.json`.

use std::collections::HashSet;

use crate::data;

data::words! { "not-found-phrases.json" => static WORDS: Words {
    /// Whole titles or headings, in lower case without closing punctuation. A heading counts only if
    /// it is one of these, or one of them beside other words after a separator ("404 | Example").
    phrases: HashSet<String>,
} }

/// What stands between a title and a site's name.
const SEPARATORS: [&str; 9] = [" | ", "｜", " - ", " – ", " — ", " · ", " :: ", " » ", ": "];

/// Whether that title or heading says that there is no such page.
pub(super) fn says_not_found(heading: &str) -> bool {
    let heading = heading.to_lowercase().replace('’', "'");
    let mut parts = vec![heading.as_str()];
    for separator in SEPARATORS {
        parts = parts.into_iter().flat_map(|part| part.split(separator)).collect();
    }
    parts.push(&heading);
    parts.into_iter().any(|part| {
        let bare = part.trim().trim_end_matches(['.', '!', '。', '！', '…']).trim_end();
        WORDS.phrases.contains(bare)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_phrases_count_in_any_language() {
        for heading in [
            "404",
            "Page not found",
            "Page Not Found | Example Shop",
            "Example – Error 404",
            "404: Page not found",
            "Oops! That page can’t be found.",
            "Seite nicht gefunden - Beispiel",
            "ページが見つかりません｜例",
            "ページが見つかりません",
            "Página no encontrada",
        ] {
            assert!(says_not_found(heading), "{heading}");
        }
    }

    #[test]
    fn articles_about_errors_do_not() {
        for heading in [
            "How to fix a 404 not found error in nginx",
            "Error 404 explained",
            "Room 404",
            "Not found in translation",
            "Peugeot 404 for sale",
            "",
        ] {
            assert!(!says_not_found(heading), "{heading}");
        }
    }
}
