//! Who is asked, and how hard.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use citable_checks::questions::QUESTIONS;
use url::Url;

use crate::tracking::Engine;

/// The pauses before each attempt to ask.
pub const ASK_SCHEDULE: [Duration; 3] =
    [Duration::ZERO, Duration::from_secs(60), Duration::from_secs(10 * 60)];
/// Calls of engines that an account has in a week, unless the operator says otherwise.
pub const CALLS_PER_WEEK: u32 = 60;

/// API of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// OpenAI's responses, with web search.
    OpenAi,
    /// Perplexity's chat completions.
    Perplexity,
    /// Gemini's content, with Google Search.
    Gemini,
}

impl EngineKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Perplexity, Self::Gemini];

    /// Its name in settings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Perplexity => "perplexity",
            Self::Gemini => "gemini",
        }
    }

    /// Where its API is.
    pub const fn api_url(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/",
            Self::Perplexity => "https://api.perplexity.ai/",
            Self::Gemini => "https://generativelanguage.googleapis.com/",
        }
    }

    /// What people call it.
    pub const fn display_name(self) -> &'static str {
        match self {
            Self::OpenAi => "ChatGPT",
            Self::Perplexity => "Perplexity",
            Self::Gemini => "Gemini",
        }
    }
}

/// An answer engine.
#[derive(Clone, PartialEq, Eq)]
pub struct EngineSettings {
    /// Its API.
    pub kind: EngineKind,
    /// Where its API is.
    pub api_url: Url,
    /// What it knows us by.
    pub api_key: String,
    /// Which of its models answers.
    pub model: String,
    /// What people call it.
    pub name: String,
}

/// Never shows the key.
impl fmt::Debug for EngineSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineSettings")
            .field("kind", &self.kind)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

/// Who is asked, and how hard.
#[derive(Clone, Debug)]
pub struct TrackingSettings {
    /// The engines there are.
    pub engines: BTreeMap<Engine, EngineSettings>,
    /// Calls that an account has in a week, over all engines and addresses.
    pub calls_per_week: u32,
    /// How long one call may take.
    pub call: Duration,
    /// How long it may take to find out where the links of one answer lead.
    pub links: Duration,
    /// The pauses before each attempt.
    pub schedule: Vec<Duration>,
    /// The longest pause that a `Retry-After` is granted.
    pub longest_retry_after: Duration,
}

impl Default for TrackingSettings {
    fn default() -> Self {
        Self {
            engines: BTreeMap::new(),
            calls_per_week: CALLS_PER_WEEK,
            call: Duration::from_secs(90),
            links: Duration::from_secs(10),
            schedule: ASK_SCHEDULE.to_vec(),
            longest_retry_after: Duration::from_secs(60 * 60),
        }
    }
}

impl TrackingSettings {
    /// Calls that one address costs in a week with so many engines: as a rule, and where every
    /// attempt fails but the last.
    #[must_use]
    pub fn calls_of_monitor(&self, engines: usize) -> (usize, usize) {
        let calls = QUESTIONS * engines;
        (calls, calls * self.schedule.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of `docs/tracking.md`.
    fn cost_table() -> String {
        let settings = TrackingSettings::default();
        let mut table = String::from(
            "| Engines consented to | Calls per monitor and week | Calls, if every question needs \
             three attempts |\n|---|---|---|\n",
        );
        for engines in 1..=Engine::ALL.len() {
            let (rule, worst) = settings.calls_of_monitor(engines);
            table.push_str(&format!("| {engines} | {rule} | {worst} |\n"));
        }
        table
    }

    #[test]
    fn the_document_says_what_it_costs() {
        let table = cost_table();
        println!("{table}\nat most {CALLS_PER_WEEK} calls of an account in a week");
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/tracking.md");
        let document = std::fs::read_to_string(path).unwrap();
        assert!(document.contains(&table), "docs/tracking.md lacks this table:\n{table}");
        assert!(document.contains(&format!("{CALLS_PER_WEEK} calls")));
        for kind in EngineKind::ALL {
            assert!(document.contains(&format!("`{}`", kind.as_str())), "{kind:?}");
            assert!(document.contains(kind.api_url().trim_end_matches('/')), "{kind:?}");
        }
    }
}
