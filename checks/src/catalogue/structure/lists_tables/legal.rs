//! Contracts and other legal texts.

use crate::catalogue::structure::headings::FirstHeadings;
use crate::check::Context;
use crate::lists::LEGAL;

/// Words beside those that say that a text is a legal one, at most: a longer title speaks of it.
const LEGAL_WORDS: usize = 3;

/// Whether the title or the main heading says that the page is a contract or another legal text.
pub(super) fn is_legal(context: &Context<'_>) -> bool {
    const NAMES: [&str; 3] = ["license", "licence", "datenschutzerklärung"];
    let headings = FirstHeadings::of(context);
    let heading = headings.best().map_or("", |best| best.text);
    [headings.title.as_str(), heading].into_iter().any(|text| {
        let text = text.trim().to_lowercase();
        NAMES.contains(&text.as_str())
            || LEGAL.beginnings.iter().any(|words| begins_with(&text, words))
            || LEGAL.endings.iter().any(|words| ends_with(&text, words))
    })
}

/// Whether a text is those words, and at most a few more behind them: “License of the tea”.
fn begins_with(text: &str, words: &str) -> bool {
    let rest = text.strip_prefix(words);
    rest.is_some_and(|rest| {
        !rest.starts_with(char::is_alphanumeric) && rest.split_whitespace().count() <= LEGAL_WORDS
    })
}

/// Whether a text is those words, and at most a few more before them: “Tea Public License”.
fn ends_with(text: &str, words: &str) -> bool {
    let rest = text.strip_suffix(words);
    rest.is_some_and(|rest| {
        !rest.ends_with(char::is_alphanumeric) && rest.split_whitespace().count() <= LEGAL_WORDS
    })
}
