//! Passages that are about the time of their writing: “currently”, “as of 2021”.

use std::collections::HashMap;

use crate::catalogue::evidence::{has_none, passages};
use crate::check::Context;
use crate::data;
use crate::page::language::list_of;

data::words! { "aging-words.json" => static WORDS: Words {
    /// By language, lower case.
    languages: HashMap<String, Vec<String>>,
} }

/// Passages that a fix names.
const NAMED: usize = 3;

/// Steps that name the first such passages, or say that there are none; none where the language isn't
/// known.
pub(super) fn steps(context: &Context<'_>) -> Vec<String> {
    let Some(words) = WORDS.languages.get(list_of(context.languages.primary())) else {
        return Vec::new();
    };
    if has_none(context, words) {
        let step = "No passage says “currently”, “this year” or the like. If all of it is still true, \
                    leave the page and its date as they are.";
        return vec![step.to_owned()];
    }
    let passages = passages(context, words, |_| false).take(NAMED);
    let steps = passages.map(|passage| {
        format!(
            "Check whether this is still true (“{}”, line {}): {}",
            passage.phrase, passage.line, passage.text
        )
    });
    steps.collect()
}
