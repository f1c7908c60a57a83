//! Passages that are about the time of their writing: “currently”, “as of 2021”.

use std::collections::HashMap;

use crate::catalogue::evidence::passages;
use crate::check::Context;
use crate::data;
use crate::page::language::list_of;

data::words! { "aging-words.json" => static WORDS: Words {
    /// By language, lower case.
    languages: HashMap<String, Vec<String>>,
} }

/// Passages that a fix names.
const NAMED: usize = 3;

/// Steps that name the first such passages; none where the language isn't known.
pub(super) fn steps(context: &Context<'_>) -> Option<Vec<String>> {
    let words = WORDS.languages.get(list_of(context.languages.primary()))?;
    let passages = passages(context, words, |_| false).take(NAMED);
    let steps = passages.map(|passage| {
        format!(
            "Check whether this is still true (“{}”, line {}): {}",
            passage.phrase, passage.line, passage.text
        )
    });
    Some(steps.collect())
}
