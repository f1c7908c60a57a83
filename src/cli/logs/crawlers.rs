//! The AI crawlers and assistants of the registry, by their names in `User-Agent`.

use aho_corasick::{AhoCorasick, AhoCorasickKind, BuildError};
use citable_checks::agents::{Agent, agents};

/// Tokens of robots.txt that no crawler sends: they only tell another crawler of the vendor what it
/// may use a page for.
/// <https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers#google-extended>,
/// <https://support.apple.com/en-us/119829>
const NEVER_SENT: [&str; 2] = ["Google-Extended", "Applebot-Extended"];

/// Finds the names of agents in bytes.
pub(super) struct Crawlers {
    names: AhoCorasick,
}

impl Crawlers {
    pub(super) fn new() -> Result<Self, BuildError> {
        let names = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .kind(Some(AhoCorasickKind::DFA))
            .build(agents().iter().map(|agent| &agent.token))?;
        Ok(Self { names })
    }

    /// Whether any name occurs anywhere in the line. Most lines have none, so they needn't be
    /// parsed.
    pub(super) fn mentions(&self, line: &[u8]) -> bool {
        self.names.is_match(line)
    }

    /// The agent that a `User-Agent` names, as its index in the registry: the first whole product
    /// token. `Googlebot-Image` isn't `Googlebot`.
    pub(super) fn named(&self, user_agent: &[u8]) -> Option<usize> {
        let whole = self.names.find_overlapping_iter(user_agent).filter(|found| {
            let before = found.start().checked_sub(1).and_then(|at| user_agent.get(at));
            !before.is_some_and(is_of_token)
                && !user_agent.get(found.end()).is_some_and(is_of_token)
        });
        whole.min_by_key(aho_corasick::Match::start).map(|found| found.pattern().as_usize())
    }
}

/// Whether the byte can be part of a product token, as tokens are written.
fn is_of_token(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

/// Whether the agent ever sends its token.
pub(super) fn sends_its_name(agent: &Agent) -> bool {
    !NEVER_SENT.contains(&agent.token.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(user_agent: &str) -> Option<&'static str> {
        let index = Crawlers::new().unwrap().named(user_agent.as_bytes())?;
        Some(agents()[index].token.as_str())
    }

    #[test]
    fn an_agent_is_named_by_a_whole_token_in_any_case() {
        for (user_agent, expected) in [
            ("Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)", Some("GPTBot")),
            (
                "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
                Some("Bingbot"),
            ),
            ("Mozilla/5.0 (compatible; Googlebot/2.1)", Some("Googlebot")),
            ("Googlebot-Image/1.0", None),
            ("NotGPTBot/1.0", None),
            ("Applebot-Extended/0.1", Some("Applebot-Extended")),
            ("Claude-User", Some("Claude-User")),
            ("ChatGPT-User/1.0 (like GPTBot)", Some("ChatGPT-User")),
            ("Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", None),
            ("", None),
        ] {
            assert_eq!(named(user_agent), expected, "{user_agent}");
        }
    }

    #[test]
    fn a_name_anywhere_in_a_line_is_mentioned() {
        let crawlers = Crawlers::new().unwrap();
        assert!(crawlers.mentions(b"GET /about-gptbot HTTP/1.1"));
        assert!(!crawlers.mentions(b"GET /about HTTP/1.1"));
    }

    #[test]
    fn tokens_that_nobody_sends_are_of_the_registry() {
        for token in NEVER_SENT {
            assert!(citable_checks::agents::agent(token).is_some(), "{token}");
        }
    }
}
