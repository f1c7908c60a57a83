//! The registry of crawlers: who they are, what for, and what blocking them does.
//!
//! Kept in `data/agents.json`, each entry with the vendor's page and the day it was compared.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::data;

/// A crawler.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Agent {
    /// Who runs it.
    pub vendor: String,
    /// The answer engine of ours that it serves, if any.
    pub engine: Option<String>,
    /// Its product token in robots.txt.
    pub token: String,
    /// What it fetches for.
    pub role: Role,
    /// Whether its vendor says that it obeys robots.txt.
    pub obeys_robots: Obeys,
    /// What blocking it does.
    pub effect_of_block: String,
    /// The vendor's page, where there is one.
    pub url: Option<String>,
    /// The day on which the entry was last compared with its sources (ISO 8601).
    pub checked: String,
}

/// What a crawler fetches for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A search index that answers draw on.
    Search,
    /// One page, because a user asked.
    User,
    /// Training data, or a token that controls its use.
    Training,
    /// Something else.
    Other,
    /// Nothing any more: the name is out of use.
    Legacy,
}

/// Whether a vendor says that its crawler obeys robots.txt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Obeys {
    /// It does.
    Yes,
    /// It does not, or not always.
    No,
    /// Nothing is said.
    Unknown,
}

/// The fetchers that open one page because a user asked.
pub(crate) const FETCHERS: [&str; 6] = [
    "Claude-User",
    "ChatGPT-User",
    "Perplexity-User",
    "MistralAI-User",
    "meta-externalfetcher",
    "DuckAssistBot",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Registry {
    version: String,
    agents: Vec<Agent>,
}

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| data::read!("agents.json"));

/// Version of the registry.
pub fn registry_version() -> &'static str {
    &REGISTRY.version
}

/// Every crawler that is known.
pub fn agents() -> &'static [Agent] {
    &REGISTRY.agents
}

/// The crawler with that product token, whatever the case.
pub fn agent(token: &str) -> Option<&'static Agent> {
    agents().iter().find(|agent| agent.token.eq_ignore_ascii_case(token))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::engines::ENGINES;

    #[test]
    fn tokens_are_product_tokens_and_unique() {
        let mut seen = HashSet::new();
        for agent in agents() {
            assert!(seen.insert(agent.token.to_ascii_lowercase()), "{} twice", agent.token);
            let valid = |char: char| char.is_ascii_alphabetic() || char == '-' || char == '_';
            assert!(agent.token.chars().all(valid), "{}", agent.token);
            assert!(!agent.effect_of_block.is_empty());
            assert!(agent.url.iter().all(|url| url.starts_with("https://")));
            assert!(chrono::NaiveDate::parse_from_str(&agent.checked, "%Y-%m-%d").is_ok());
        }
    }

    #[test]
    fn every_engine_has_its_search_crawler() {
        for engine in &ENGINES {
            let agent = agent(engine.search_token).unwrap();
            assert_eq!(agent.role, Role::Search);
            assert_eq!(agent.engine.as_deref(), Some(engine.id));
            assert_eq!(agent.obeys_robots, Obeys::Yes);
        }
    }
}
