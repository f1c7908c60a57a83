//! What in a text ages: passages that are about the time of their writing (“currently”, “as of 2021”),
//! and prices.

use std::collections::HashMap;

use crate::catalogue::evidence::{has_none, passages, prices, states_money};
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
        passages(context, words, |_| false).map(|passage| {
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
    words_of(context).is_some_and(|words| has_none(context, words)) && !states_money(context)
}

fn words_of(context: &Context<'_>) -> Option<&'static [String]> {
    WORDS.languages.get(list_of(context.languages.primary())).map(Vec::as_slice)
}
