//! What boxes around a text are called. The names are kept in `data/box-names.json`.

use std::collections::HashSet;

use crate::data;

data::words! { "box-names.json" => static WORDS: Words {
    /// What boxes around a text are called, lower case.
    boxes: HashSet<String>,
    /// What stands over what readers say of it, where they are counted or signed, lower case.
    comments: HashSet<String>,
} }

/// Characters of the longest name, with a number behind it.
const BOX_CHARACTERS: usize = 48;

/// Whether a text names a box around the text, which the reading may have taken in: “Related
/// articles”, “Comments (42)”.
pub(crate) fn is_box(text: &str) -> bool {
    bare(text).is_some_and(|name| WORDS.boxes.contains(&name))
}

/// Whether a text names a box of comments, with or without their number.
pub(crate) fn names_comments(text: &str) -> bool {
    bare(text).is_some_and(|name| WORDS.comments.contains(&name))
}

/// What a name is compared by; none where it is too long.
fn bare(text: &str) -> Option<String> {
    if text.chars().take(BOX_CHARACTERS + 1).count() > BOX_CHARACTERS {
        return None;
    }
    let is_around = |char: char| !char.is_alphabetic();
    Some(text.trim_matches(is_around).to_lowercase().replace('’', "'"))
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
        for name in &WORDS.boxes {
            assert_eq!(*name, name.to_lowercase());
            assert!(name.chars().count() <= BOX_CHARACTERS && !name.contains('’'), "{name}");
        }
    }
}
