//! From bytes to groups of rules.

use std::sync::Arc;
use std::time::Duration;

use super::pattern::Pattern;
use super::rules::{AgentLine, Group, RobotsTxt, Rule, RuleLine, SignalLine};

/// How much of a file is considered: 500 KiB, the least that RFC 9309 (2.5) asks for and the most
/// that Google reads.
pub const CONSIDERED_BYTES: usize = 500 * 1024;

impl RobotsTxt {
    /// Parses the first [`CONSIDERED_BYTES`] of a file. Never fails: what cannot be read is no
    /// rule.
    pub fn parse(bytes: &[u8]) -> Self {
        let considered = &bytes[..bytes.len().min(CONSIDERED_BYTES)];
        let considered = considered.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(considered);
        let text = String::from_utf8_lossy(considered);
        let mut builder = Builder::default();
        for (index, line) in lines(&text).enumerate() {
            builder.line(u32::try_from(index + 1).unwrap_or(u32::MAX), line);
        }
        Self {
            groups: builder.groups,
            licenses: builder.licenses,
            sitemaps: builder.sitemaps,
            truncated: bytes.len() > CONSIDERED_BYTES,
        }
    }
}

/// Lines that end in CR, LF or CRLF.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\r', '\n']) else {
            rest = None;
            return Some(text);
        };
        let (line, tail) = text.split_at(end);
        rest = Some(tail.strip_prefix("\r\n").unwrap_or(&tail[1..]));
        Some(line)
    })
}

/// What a line's key means.
enum Key {
    UserAgent,
    Allow,
    Disallow,
    /// Usage signals of the group (contentsignals.org).
    ContentSignal,
    /// Where the licence of the site stands (RSL 1.0); belongs to no group.
    License,
    /// How long a crawler of the group waits between two requests.
    CrawlDelay,
    /// A line that belongs to no group and ends none.
    Sitemap,
}

impl Key {
    /// The misspellings are those that Google's parser takes for the word.
    fn parse(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "user-agent" | "useragent" | "user agent" => Some(Self::UserAgent),
            "allow" => Some(Self::Allow),
            "disallow" | "dissallow" | "dissalow" | "disalow" | "diasllow" | "disallaw" => {
                Some(Self::Disallow)
            }
            "content-signal" => Some(Self::ContentSignal),
            "license" => Some(Self::License),
            "crawl-delay" => Some(Self::CrawlDelay),
            "sitemap" | "site-map" => Some(Self::Sitemap),
            _ => None,
        }
    }
}

#[derive(Default)]
struct Builder {
    groups: Vec<Group>,
    sitemaps: Vec<String>,
    /// Whether the last group already holds a rule or another member, so that the next
    /// `User-agent` line begins a new one.
    closed: bool,
    cloudflare: bool,
    licenses: Vec<RuleLine>,
}

impl Builder {
    fn line(&mut self, number: u32, line: &str) {
        let (statement, comment) = line.split_once('#').unwrap_or((line, ""));
        self.note_managed_region(comment);
        let Some((key, value)) = key_and_value(statement.trim()) else { return };
        match key {
            Key::UserAgent => self.agent(number, statement, value),
            Key::Allow => self.rule(number, statement, true, value),
            Key::Disallow => self.rule(number, statement, false, value),
            Key::ContentSignal => self.signal(number, statement, value),
            Key::License => self.licenses.push(self.line_of(number, statement)),
            Key::CrawlDelay => self.crawl_delay(value),
            Key::Sitemap => self.sitemaps.push(value.to_owned()),
        }
    }

    /// Seconds, with decimals in some files. What is no number is no delay, and ends the run of
    /// agents all the same.
    fn crawl_delay(&mut self, value: &str) {
        self.closed = true;
        let seconds = value.parse::<f64>().ok().filter(|seconds| *seconds >= 0.0);
        let delay = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        if let (Some(group), Some(delay)) = (self.groups.last_mut(), delay) {
            group.crawl_delay = Some(delay);
        }
    }

    fn note_managed_region(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        let comment = comment.to_ascii_lowercase();
        if comment.contains("begin cloudflare managed") {
            self.cloudflare = true;
        } else if comment.contains("end cloudflare managed") {
            self.cloudflare = false;
        }
    }

    fn agent(&mut self, number: u32, statement: &str, value: &str) {
        let line = self.line_of(number, statement);
        if self.closed || self.groups.is_empty() {
            self.groups.push(Group::default());
            self.closed = false;
        }
        let Some(group) = self.groups.last_mut() else { return };
        match product_token(value) {
            Agent::Any => group.wildcard = true,
            Agent::Token(token) => {
                group.agents.push(AgentLine { token: token.to_owned(), line });
            }
        }
    }

    fn rule(&mut self, number: u32, statement: &str, allow: bool, value: &str) {
        let line = self.line_of(number, statement);
        let Some(group) = self.groups.last_mut() else { return };
        self.closed = true;
        if value.is_empty() {
            return;
        }
        group.rules.push(Rule { allow, pattern: Pattern::new(value), line: Arc::new(line) });
    }

    fn signal(&mut self, number: u32, statement: &str, value: &str) {
        let line = self.line_of(number, statement);
        let Some(group) = self.groups.last_mut() else { return };
        self.closed = true;
        // A path before the signals limits them to it.
        let (path, signals) = match value.split_once([' ', '\t']) {
            Some((path, signals)) if path.starts_with(['/', '*']) => (Some(path), signals),
            _ => (None, value),
        };
        let (scope, value) = (path.map(Pattern::new), signals.trim().to_owned());
        group.signals.push(SignalLine { scope, value, line });
    }

    fn line_of(&self, number: u32, statement: &str) -> RuleLine {
        let text = statement.trim().to_owned();
        RuleLine { number, text, managed_by_cloudflare: self.cloudflare }
    }
}

/// Splits at the colon; where there is none, at the white space between exactly two words, which
/// Google tolerates.
fn key_and_value(statement: &str) -> Option<(Key, &str)> {
    let (name, value) = match statement.split_once(':') {
        Some(parts) => parts,
        None => {
            let (name, value) = statement.split_once([' ', '\t'])?;
            (!value.trim().contains([' ', '\t'])).then_some((name, value))?
        }
    };
    Some((Key::parse(name.trim())?, value.trim()))
}

enum Agent<'a> {
    Any,
    Token(&'a str),
}

/// The agent that a `User-agent` value names; an empty token names none.
fn product_token(value: &str) -> Agent<'_> {
    if value == "*" || value.starts_with("* ") || value.starts_with("*\t") {
        return Agent::Any;
    }
    let end = value
        .find(|char: char| !(char.is_ascii_alphabetic() || char == '-' || char == '_'))
        .unwrap_or(value.len());
    Agent::Token(&value[..end])
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn allows(file: &RobotsTxt, agent: &str) -> bool {
        file.verdict(agent, &Url::parse("https://www.example.com/a").unwrap()).allowed
    }

    #[test]
    fn five_hundred_kibibytes_are_considered() {
        let rules = "\nUser-agent: *\nDisallow: /\n";
        for (padding, is_read) in [(500 * 1024 - rules.len(), true), (500 * 1024, false)] {
            let text = "#".repeat(padding) + rules;
            let file = RobotsTxt::parse(text.as_bytes());
            assert_eq!((allows(&file, "GPTBot"), file.is_truncated()), (!is_read, !is_read));
        }
    }

    #[test]
    fn a_crawl_delay_is_that_of_the_agents_group() {
        let delay = |text: &str| RobotsTxt::parse(text.as_bytes()).crawl_delay("CitableBot");
        let text = "User-agent: *\nCrawl-delay: 9\n\nUser-agent: CitableBot\nCrawl-delay: 1.5\n";
        assert_eq!(delay(text), Some(Duration::from_millis(1_500)));
        assert_eq!(delay("User-agent: *\nCrawl-delay: 3"), Some(Duration::from_secs(3)));
        for text in ["User-agent: Other\nCrawl-delay: 3", "User-agent: *\nCrawl-delay: -1", ""] {
            assert_eq!(delay(text), None, "{text}");
        }
    }

    #[test]
    fn a_crawl_delay_ends_a_run_of_agents() {
        let file =
            RobotsTxt::parse(b"User-agent: one\nCrawl-delay: 5\nUser-agent: two\nDisallow: /\n");
        assert!(allows(&file, "one"));
        assert!(!allows(&file, "two"));
    }

    #[test]
    fn a_star_by_itself_names_everybody() {
        for (star, is_allowed) in
            [("*", false), ("* or so", false), ("*\tor so", false), ("*bot", true)]
        {
            let file = RobotsTxt::parse(format!("User-agent: {star}\nDisallow: /\n").as_bytes());
            assert_eq!(allows(&file, "GPTBot"), is_allowed, "{star:?}");
        }
    }
}
