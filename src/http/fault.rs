//! What is wrong with a field of a request, in words. `serde` speaks of Rust's types, which no
//! caller knows.

use citable_checks::excerpt::one_line;

use super::problem::Problem;

/// Characters of a name that the caller chose, where a message repeats it.
const NAME_CHARACTERS: usize = 64;

/// What is wrong with the fields of a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The field at fault, as a path such as `query.text` or `scopes[0]`; none where it is the
    /// whole value.
    pub(crate) param: Option<String>,
    /// What is wrong with it, and what to send instead.
    pub(crate) message: String,
}

impl Fault {
    /// Returns what the error says, in words.
    pub(crate) fn of(error: &serde_path_to_error::Error<serde_json::Error>) -> Self {
        let path = error.path().to_string();
        Self::at((path != ".").then_some(path.as_str()), &error.inner().to_string())
    }

    fn at(path: Option<&str>, said: &str) -> Self {
        let name = |kind: &str| {
            let rest = said.strip_prefix(kind)?.strip_prefix(" `")?;
            Some(rest.split('`').next().unwrap_or_default())
        };
        if let Some(name) = name("missing field") {
            let param = below(path, name);
            return Self { message: format!("`{param}` is required."), param: Some(param) };
        }
        if let Some(name) = name("unknown field") {
            let is_last = path.is_some_and(|path| path.rsplit('.').next() == Some(name));
            let param = if is_last { path.unwrap_or(name).to_owned() } else { below(path, name) };
            let param = one_line(&param, NAME_CHARACTERS);
            return Self { message: unknown(&param, &expected_names(said)), param: Some(param) };
        }
        let param = path.map(|path| one_line(path, NAME_CHARACTERS));
        let subject = param.as_ref().map_or_else(|| "The value".to_owned(), |at| format!("`{at}`"));
        let wanted = match name("unknown variant") {
            Some(_) => listed(&expected_names(said), "or"),
            None => kind(said.rsplit(", expected ").next().unwrap_or_default()).to_owned(),
        };
        Self { message: format!("{subject} must be {wanted}."), param }
    }
}

impl From<Fault> for Problem {
    fn from(Fault { param, message }: Fault) -> Self {
        Self::invalid_request(message).with(|extras| extras.param = param)
    }
}

fn below(parent: Option<&str>, name: &str) -> String {
    parent.map_or_else(|| name.to_owned(), |parent| format!("{parent}.{name}"))
}

fn unknown(param: &str, known: &[&str]) -> String {
    match known {
        [] => format!("`{param}` isn't a known field. Omit it: no fields are allowed here."),
        known => format!("`{param}` isn't a known field. Known fields: {}.", listed(known, "and")),
    }
}

/// The names that would have been taken.
fn expected_names(said: &str) -> Vec<&str> {
    let list = said.rsplit_once(", expected ").map_or("", |(_, list)| list);
    list.split('`').skip(1).step_by(2).collect()
}

/// Names as code, in a sentence.
fn listed(names: &[&str], last: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [rest @ .., end] if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        names => names.concat(),
    }
}

/// A type that `serde` expected, in the words of JSON.
fn kind(expected: &str) -> &'static str {
    let is_number = |word: &str| {
        word.starts_with(['u', 'i']) && word[1..].parse::<u8>().is_ok()
            || matches!(word, "usize" | "isize")
    };
    match expected {
        "a string" | "string" | "string or map" => "a string",
        "a boolean" => "`true` or `false`",
        "a sequence" => "an array",
        word if is_number(word) => "a whole number, 0 or more",
        _ => "an object",
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Form {
        url: String,
        #[serde(default)]
        refresh: bool,
        limit: Option<usize>,
        #[serde(default)]
        questions: Vec<Question>,
        level: Option<Level>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Question {
        text: String,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Level {
        Low,
        High,
        Both,
    }

    fn fault(value: Value) -> (Option<String>, String) {
        let Fault { param, message } =
            Fault::of(&serde_path_to_error::deserialize::<_, Form>(value).unwrap_err());
        (param, message)
    }

    #[test]
    fn no_type_of_rust_is_named() {
        for (value, param, message) in [
            (json!({}), "url", "`url` is required."),
            (json!({ "url": 7 }), "url", "`url` must be a string."),
            (json!({ "url": null }), "url", "`url` must be a string."),
            (json!({ "url": "a", "refresh": "yes" }), "refresh", "must be `true` or `false`."),
            (json!({ "url": "a", "limit": -1 }), "limit", "must be a whole number, 0 or more."),
            (json!({ "url": "a", "limit": 1.5 }), "limit", "must be a whole number, 0 or more."),
            (json!({ "url": "a", "questions": {} }), "questions", "`questions` must be an array."),
            (json!({ "url": "a", "questions": [7] }), "questions[0]", "must be an object."),
            (json!({ "url": "a", "questions": [[]] }), "questions[0]", "must be an object."),
            (json!({ "url": "a", "questions": [{}] }), "questions[0].text", "is required."),
            (
                json!({ "url": "a", "questions": [{ "text": "b", "more": 1 }] }),
                "questions[0].more",
                "`questions[0].more` isn't a known field. Known fields: `text`.",
            ),
            (
                json!({ "url": "a", "level": "none" }),
                "level",
                "`level` must be `low`, `high` or `both`.",
            ),
            (json!({ "url": "a", "level": 3 }), "level", "`level` must be a string."),
            (json!({ "url": "a", "speed": 1 }), "speed", "`refresh`, `limit`, `questions` and"),
        ] {
            let (at, told) = fault(value.clone());
            assert_eq!(at.as_deref(), Some(param), "{value}: {told}");
            assert!(told.contains(message), "{value}: {told}");
            assert!(!told.contains("struct") && !told.contains("usize"), "{told}");
        }
        assert_eq!(fault(json!(7)), (None, "The value must be an object.".to_owned()));
    }

    #[test]
    fn what_the_caller_wrote_is_cut() {
        let (param, message) = fault(json!({ "url": "a", "x".repeat(5_000): 1 }));
        assert!(param.unwrap().chars().count() <= NAME_CHARACTERS);
        assert!(message.len() < 250, "{message}");
    }
}
