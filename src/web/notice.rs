//! What a page says about what has happened.

use crate::http::call::Call;
use crate::http::problem::{Code, Problem};
use crate::web::times::{Time, milliseconds};

/// What a page says about what has happened.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    /// True if something went wrong.
    pub(crate) is_error: bool,
    /// The words.
    pub(crate) text: String,
    /// Where a larger plan can be had, if that would help.
    pub(crate) plans: bool,
}

impl Notice {
    /// Returns the notice that something is done.
    pub(crate) fn done(text: impl Into<String>) -> Self {
        Self { is_error: false, text: text.into(), plans: false }
    }

    /// Returns the notice of a refusal, in words for someone who looks at a page.
    pub(crate) fn of(problem: &Problem) -> Self {
        let plans = problem.code().is_about_plan() && problem.code() != Code::HumanCheckFailed;
        Self { is_error: true, text: words(problem), plans }
    }

    /// Returns the notice that the query names with `done`, if it is one of those.
    pub(crate) fn named(call: &Call, known: &[(&str, &str)]) -> Option<Self> {
        let named = call.query("done").ok().flatten()?;
        let (_, text) = known.iter().find(|(name, _)| *name == named)?;
        Some(Self::done(*text))
    }
}

/// True if the words are about a route of the API, which a person at a page has no use for.
fn names_a_route(words: &str) -> bool {
    ["GET /", "POST /", "/llms.txt"].iter().any(|route| words.contains(route))
}

/// What the API says to programs, said to people.
fn words(problem: &Problem) -> String {
    match problem.code() {
        Code::RefreshRequiresAccount => {
            "Sign in to scan this page again now. Its report is less than 24 hours old.".to_owned()
        }
        Code::HumanCheckFailed => {
            "Confirm that you're human, then scan again. Accounts on a paid plan skip this step."
                .to_owned()
        }
        Code::CompareFormInvalid => "Choose two scans, or one URL.".to_owned(),
        Code::InvalidRequest if problem.message().contains("is empty") => {
            "Enter a URL first.".to_owned()
        }
        Code::InvalidEngine => "Choose at least one engine.".to_owned(),
        Code::NotFound if names_a_route(problem.message()) => {
            "Nothing here: it doesn't exist, isn't yours, or was deleted.".to_owned()
        }
        Code::Overloaded => "The service is busy. Try again in a few seconds.".to_owned(),
        _ => dated(&problem.message().replace('`', "")),
    }
}

/// The same words with their instants as people write them.
fn dated(words: &str) -> String {
    let said = words.split(' ').map(|word| {
        let bare = word.strip_suffix('.').unwrap_or(word);
        match milliseconds(bare) {
            Some(_) => format!("{}{}", Time::of(bare).words, &word[bare.len()..]),
            None => word.to_owned(),
        }
    });
    said.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_is_said_as_people_write_it() {
        let said = dated("It resets at 2026-11-24T00:00:00.000Z. Wait 5 s.");
        assert_eq!(said, "It resets at 24 November 2026, 00:00 UTC. Wait 5 s.");
    }
}
