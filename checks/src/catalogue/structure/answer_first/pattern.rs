//! How the first sentence of an opening may be built.

use super::lead_words::WORDS;
use crate::check::Context;
use crate::page::title::without_section;

/// The sentence that the subject of a title is defined in, and the answer to one that asks.
pub(super) fn pattern(context: &Context<'_>, name: &str) -> String {
    if offers_downloads(&context.title.text) {
        return "Say what can be downloaded here, in which versions and for which systems."
            .to_owned();
    }
    match asks(&context.title.text) {
        true => format!(
            "Answer {name} in the first sentence: name the result, and what it takes to get there."
        ),
        false => format!(
            "Follow the pattern “X is …; it …”, where X is the subject of {name}. Add a number, a \
             name or a date if there is one."
        ),
    }
}

/// Whether a title is that of a page of files to download, and no name of a thing.
fn offers_downloads(title: &str) -> bool {
    let mut words = title.split(|char: char| !char.is_alphanumeric());
    words.any(|word| matches!(word.to_lowercase().as_str(), "download" | "downloads"))
}

/// Whether a title is no name of a thing: “How to make tea”.
fn asks(title: &str) -> bool {
    let title = without_section(title);
    let mut words = title.split(|char: char| !char.is_alphabetic());
    let first = words.find(|word| !word.is_empty());
    let first = first.unwrap_or_default().to_lowercase();
    title.trim_end().ends_with(['?', '？']) || WORDS.asking.contains(&first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_that_ask_are_told_from_names() {
        for title in
            ["How to make tea", "2.1. What is tea?", "Wie man Tee macht", "Green or black?"]
        {
            assert!(asks(title), "{title}");
        }
        for title in ["Green tea", "2.1. Tea", "Showing tea to guests", "Tea: how it is made", ""] {
            assert!(!asks(title), "{title}");
        }
    }
}
