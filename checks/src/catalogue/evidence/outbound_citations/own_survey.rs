//! What the writers of a text asked others themselves: its numbers have no other source.

use crate::check::Context;

/// Words between “our” and “survey”.
const BETWEEN: usize = 4;
/// What a survey is called.
const WORKS: [&str; 4] = ["survey", "surveys", "poll", "questionnaire"];
/// Words of a sentence that tells what people answered.
const ANSWERS: [&str; 7] =
    ["survey", "surveyed", "respondent", "respondents", "participants", "polled", "those"];

/// Whether a text reports what its writers asked, as its title says: “Findings from our 2026 tea
/// survey”.
pub(super) struct OwnSurvey(bool);

impl OwnSurvey {
    /// What the title of that page says.
    pub(super) fn of(context: &Context<'_>) -> Self {
        let title = context.title.text.to_lowercase();
        let words: Vec<&str> = words(&title).collect();
        let is_near =
            |at: usize| words[at + 1..].iter().take(BETWEEN + 1).any(|word| WORKS.contains(word));
        let mut own = words.iter().enumerate().filter(|(_, word)| **word == "our");
        Self(context.languages.primary() == "en" && own.any(|(at, _)| is_near(at)))
    }

    /// Whether a sentence tells what people answered.
    pub(super) fn gives(&self, sentence: &str) -> bool {
        self.0 && words(&sentence.to_lowercase()).any(|word| ANSWERS.contains(&word))
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty())
}
