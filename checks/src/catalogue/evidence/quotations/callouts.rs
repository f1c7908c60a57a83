//! Boxes beside a text that are marked as quotations and quote nobody: notes, tips, pointers to other
//! pages. Their words are kept in `data/callout-words.json`.

use crate::data;

/// Bytes at the beginning of a text in which its label is looked for.
const LABEL_BYTES: usize = 48;

data::words! { "callout-words.json" => static WORDS: Words {
    /// What such a box begins with, lower case.
    labels: Vec<String>,
} }

/// Whether a text that stands apart begins with the label of a box, which a sign or the end of the
/// line sets off: "Tip: …", "[!NOTE]", "Did you know? …".
pub(super) fn is_callout(text: &str) -> bool {
    // An emoji may stand before it.
    let text = text.trim_start_matches(|char: char| !char.is_alphanumeric());
    let begin = text[..text.floor_char_boundary(LABEL_BYTES)].to_lowercase();
    WORDS.labels.iter().any(|label| {
        begin.strip_prefix(label.as_str()).is_some_and(|rest| {
            let rest = rest.trim_start_matches(' ');
            rest.is_empty() || rest.starts_with([':', '：', '!', '！', '?', '？', ']', '\n'])
        })
    })
}

/// Whether what stands before words in quotation marks says that they are a belief, and nobody's
/// words: “Myth 2: ”.
pub(super) fn labels_myth(before: &str) -> bool {
    const MYTHS: [&str; 7] = ["myth", "misconception", "mythos", "irrtum", "mythe", "mito", "миф"];
    /// Words of such a label, with its number.
    const LABEL_WORDS: usize = 3;
    let label = before.trim_end_matches(['“', '"', '„', '«', ' ']);
    let ends = label.ends_with([':', '.', ')', '–', '—']);
    let words = label.split_whitespace().take(LABEL_WORDS + 1);
    let words: Vec<String> = words
        .map(|word| word.trim_matches(|char: char| !char.is_alphanumeric()).to_lowercase())
        .collect();
    ends && words.len() <= LABEL_WORDS
        && words.iter().take(2).any(|word| MYTHS.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_begin_with_a_label_that_is_set_off() {
        for text in [
            "Note: the lamp is lit at dusk.",
            "💡 Pro tip: come at low tide.",
            "[!WARNING] The stairs are steep.",
            "Did you know? The lamp weighs a ton.",
            "Read more:\nHow tides work",
            "Hinweis: Der Turm ist im Winter zu.",
            "À lire aussi : Le phare et la mer",
            "注意：灯台は冬に閉まります。",
        ] {
            assert!(is_callout(text), "{text}");
        }
        for text in [
            "Note the tide before you go, she told us.",
            "Information is the light of the sea.",
            "The lamp is lit at dusk. Note: not in winter.",
            "Tips of the rocks showed at low tide.",
            "",
        ] {
            assert!(!is_callout(text), "{text}");
        }
    }

    #[test]
    fn a_myth_is_said_by_nobody() {
        for label in ["Myth 2: “", "Myth: \"", "Irrtum 3: „", "Common misconception: “"] {
            assert!(labels_myth(label), "{label}");
        }
        for label in
            ["Jane Doe: “", "She said of the myth that “", "Interview mit Jane Doe: „", "“", ""]
        {
            assert!(!labels_myth(label), "{label}");
        }
    }
}
