//! Headings that only say what kind of box they stand over. They are kept in
//! `data/heading-labels.json`.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::data;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    #[expect(dead_code, reason = "says where the file comes from")]
    source: String,
    #[expect(dead_code, reason = "says how old the file is")]
    written: String,
    /// What boxes inside a text are called, lower case.
    labels: HashSet<String>,
    /// What boxes around a text are called, lower case.
    boxes: HashSet<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| data::read!("heading-labels.json"));

/// Characters of the longest label.
const CALLOUT_CHARACTERS: usize = 12;
/// The same of the name of a box, with a number behind it.
const BOX_CHARACTERS: usize = 48;

/// Whether a heading only says what kind of box in the text it stands in: “Note”.
pub(crate) fn is_callout(text: &str) -> bool {
    let label = text.trim().trim_end_matches([':', '：', '!', '.']).trim_end();
    label.chars().take(CALLOUT_CHARACTERS + 1).count() <= CALLOUT_CHARACTERS
        && WORDS.labels.contains(&label.to_lowercase())
}

/// Whether a heading names a box around the text, which the reading may have taken in: “Related
/// articles”, “Comments (42)”.
pub(crate) fn is_box(text: &str) -> bool {
    if text.chars().take(BOX_CHARACTERS + 1).count() > BOX_CHARACTERS {
        return false;
    }
    let is_around = |char: char| !char.is_alphabetic();
    let name = text.trim_matches(is_around).to_lowercase().replace('’', "'");
    WORDS.boxes.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_around_a_text_are_told_by_their_names() {
        for text in [
            "Related Articles",
            "Comments (42)",
            "3 Comments",
            "You may also like…",
            "Was this page helpful?",
            "Editor’s Picks",
            "Kommentare",
            "留言列表 (42)",
            "関連記事",
        ] {
            assert!(is_box(text), "{text}");
        }
        for text in ["Comments on the law", "Related work in tea", "Water", "Note", "", "42"] {
            assert!(!is_box(text), "{text}");
        }
        for name in WORDS.boxes.iter().chain(&WORDS.labels) {
            assert_eq!(*name, name.to_lowercase());
            assert!(name.chars().count() <= BOX_CHARACTERS && !name.contains('’'), "{name}");
        }
    }
}
