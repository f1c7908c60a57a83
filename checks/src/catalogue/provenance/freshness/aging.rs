//! What in a text ages: passages that are about the time of their writing (“currently”, “as of 2021”),
//! and prices.

use std::collections::HashMap;

use crate::catalogue::evidence::{has_none, passages, prices, sentence_at, states_money};
use crate::check::Context;
use crate::data;
use crate::page::language::list_of;

data::words! { "aging-words.json" => static WORDS: Words {
    /// By language, lower case.
    languages: HashMap<String, Vec<String>>,
} }

/// Passages that a fix names.
const NAMED: usize = 3;

/// Steps that name the first of them.
pub(super) fn steps(context: &Context<'_>) -> Vec<String> {
    let passages = words_of(context).into_iter().flat_map(|words| {
        passages(context, words, |_| false, ages_at).map(|passage| {
            format!(
                "Check whether this is still true (“{}”, line {}): {}",
                passage.phrase, passage.line, passage.text
            )
        })
    });
    let prices = prices(context).map(|(line, text)| {
        format!("Check whether the price on line {line} is still right: {text}")
    });
    passages.chain(prices).take(NAMED).collect()
}

/// Whether nothing of a text is known to age; none where its language isn't known.
pub(super) fn is_ageless(context: &Context<'_>) -> bool {
    words_of(context).is_some_and(|words| has_none(context, words, ages_at))
        && !states_money(context)
}

/// Whether a phrase at that place is about the time of writing. In a story, it is about that of the
/// story: “was preparing for an upcoming symposium”.
fn ages_at(text: &str, at: usize) -> bool {
    const OF_STORIES: [&str; 2] = ["upcoming", "recently"];
    const PAST: [&str; 5] = [" was ", " were ", " had ", " would ", " did "];
    let begins = |phrase: &str| {
        text[at..].get(..phrase.len()).is_some_and(|own| own.eq_ignore_ascii_case(phrase))
    };
    let is_told = || {
        let sentence = sentence_at(text, at);
        PAST.iter().any(|past| sentence.contains(past))
    };
    !(OF_STORIES.iter().any(|phrase| begins(phrase)) && is_told())
}

fn words_of(context: &Context<'_>) -> Option<&'static [String]> {
    WORDS.languages.get(list_of(context.languages.primary())).map(Vec::as_slice)
}
