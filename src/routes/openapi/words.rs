//! Closed lists of words: as one enumeration, which every generator of clients understands. What
//! each word means goes into the description.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// Writes every list of words so.
pub(super) fn gather(document: &mut Value) {
    let schemas = document["components"]["schemas"].as_object_mut().into_iter().flatten();
    for (_, schema) in schemas {
        let Some(words) = words(schema) else { continue };
        let mut description = schema["description"].as_str().unwrap_or_default().to_owned();
        for (word, meaning) in &words {
            let _infallible = write!(description, " `{word}`: {meaning}");
        }
        let words: Vec<String> = words.into_iter().map(|(word, _)| word).collect();
        *schema = json!({ "type": "string", "enum": words, "description": description.trim() });
    }
}

/// The words of such a list and what they mean; none where it is anything else.
fn words(schema: &Value) -> Option<Vec<(String, String)>> {
    let word = |choice: &Value| {
        let meaning = choice["description"].as_str().unwrap_or_default();
        Some((choice["const"].as_str()?.to_owned(), meaning.to_owned()))
    };
    schema["oneOf"].as_array()?.iter().map(word).collect()
}
