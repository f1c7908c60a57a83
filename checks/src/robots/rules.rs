//! What a robots.txt says to each agent.

use std::sync::Arc;
use std::time::Duration;

use url::Url;

use super::pattern::{self, Pattern};

/// A parsed robots.txt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RobotsTxt {
    pub(super) groups: Vec<Group>,
    pub(super) licenses: Vec<RuleLine>,
    pub(super) sitemaps: Vec<String>,
    pub(super) truncated: bool,
}

/// The rules between one run of `User-agent` lines and the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) agents: Vec<AgentLine>,
    pub(super) wildcard: bool,
    pub(super) rules: Vec<Rule>,
    pub(super) signals: Vec<SignalLine>,
    pub(super) crawl_delay: Option<Duration>,
}

/// A `User-agent` line that names an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AgentLine {
    pub(super) token: String,
    pub(super) line: RuleLine,
}

/// A `Content-Signal` line of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignalLine {
    /// The addresses that it is for, where it says so.
    pub(super) scope: Option<Pattern>,
    /// The signals, as written. Untrusted text.
    pub value: String,
    /// The whole line.
    pub line: RuleLine,
}

impl Group {
    pub(super) fn named(&self, agent: &str) -> Option<&String> {
        let mut tokens = self.agents.iter().map(|line| &line.token);
        tokens.find(|token| token.eq_ignore_ascii_case(agent))
    }

    pub(super) fn lines_of<'a>(&'a self, agent: &'a str) -> impl Iterator<Item = &'a AgentLine> {
        self.agents.iter().filter(move |line| line.token.eq_ignore_ascii_case(agent))
    }

    pub(super) fn speaks_for(&self, agent: &str, used: &GroupUsed) -> bool {
        match used {
            GroupUsed::Named(_) => self.named(agent).is_some(),
            GroupUsed::Wildcard => self.wildcard,
            GroupUsed::None => false,
        }
    }
}

impl SignalLine {
    pub(super) fn is_for(&self, target: &str) -> bool {
        self.scope.as_ref().is_none_or(|scope| scope.matches(target))
    }
}

/// An `Allow` or `Disallow` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) allow: bool,
    pub(super) pattern: Pattern,
    pub(super) line: Arc<RuleLine>,
}

/// A rule as it stands in the file. Untrusted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleLine {
    /// Its line number; 1 is the first.
    pub number: u32,
    /// The line without its comment, trimmed.
    pub text: String,
    /// Whether it stands between the marks `BEGIN` and `END Cloudflare Managed`: such lines are
    /// added by a switch in a dashboard and are not in the site's own file.
    pub managed_by_cloudflare: bool,
}

/// Which groups spoke for an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupUsed {
    /// Those that name it; the token as the file writes it.
    Named(String),
    /// Those for `*`.
    Wildcard,
    /// None: everything is allowed.
    None,
}

/// Whether an agent may fetch an address, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotsVerdict {
    /// Whether it may.
    pub allowed: bool,
    /// The line that decides; none where no rule matches.
    pub line: Option<Arc<RuleLine>>,
    /// The groups that were read.
    pub group: GroupUsed,
    /// Octets of the deciding pattern after normalisation, 0 where no rule matches.
    pub match_length: usize,
}

impl RobotsTxt {
    /// The same file with only the rules that match that address. Whoever asks about many agents
    /// and one address tries every pattern once instead of once for each agent.
    #[must_use]
    pub fn narrowed_to(mut self, url: &Url) -> Self {
        let target = pattern::match_target(url);
        for group in &mut self.groups {
            group.rules.retain(|rule| rule.pattern.matches(&target));
            group.signals.retain(|signal| signal.is_for(&target));
        }
        self
    }

    /// The values of the `Sitemap` lines, in order; they belong to no group. Untrusted text.
    pub fn sitemaps(&self) -> &[String] {
        &self.sitemaps
    }

    /// Whether the file is longer than what is considered.
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// What is forbidden to every agent that no group names, in order. Untrusted text.
    pub(crate) fn forbidden_to_all(&self) -> Vec<&RuleLine> {
        let rules =
            self.groups.iter().filter(|group| group.wildcard).flat_map(|group| &group.rules);
        let forbids = |rule: &&Rule| !rule.allow && rule.pattern.octets() > 0;
        rules.filter(forbids).map(|rule| rule.line.as_ref()).collect()
    }

    /// Whether the agent with that product token may fetch that address.
    pub fn verdict(&self, agent: &str, url: &Url) -> RobotsVerdict {
        let group = self.group_for(agent);
        let unmatched = RobotsVerdict { allowed: true, line: None, group, match_length: 0 };
        if url.path() == "/robots.txt" {
            return unmatched;
        }
        let target = pattern::match_target(url);
        let mut best: Option<&Rule> = None;
        for rule in self.rules_for(agent, &unmatched.group) {
            let wins = best.is_none_or(|best| {
                let (ours, theirs) = (rule.pattern.octets(), best.pattern.octets());
                ours > theirs || (ours == theirs && rule.allow && !best.allow)
            });
            if wins && rule.pattern.matches(&target) {
                best = Some(rule);
            }
        }
        let Some(rule) = best else { return unmatched };
        RobotsVerdict {
            allowed: rule.allow,
            line: Some(Arc::clone(&rule.line)),
            match_length: rule.pattern.octets(),
            group: unmatched.group.clone(),
        }
    }

    /// How long that agent is to wait between two requests (`Crawl-delay`, which no standard
    /// defines): the longest of its groups, else of those for every agent.
    pub fn crawl_delay(&self, agent: &str) -> Option<Duration> {
        let used = self.group_for(agent);
        let groups = self.groups.iter().filter(|group| group.speaks_for(agent, &used));
        groups.filter_map(|group| group.crawl_delay).max()
    }

    /// The `Content-Signal` lines that are for that agent and that address, in order: those of the
    /// groups whose rules it obeys.
    pub fn signals(&self, agent: &str, url: &Url) -> Vec<&SignalLine> {
        let used = self.group_for(agent);
        let target = pattern::match_target(url);
        let groups = self.groups.iter().filter(|group| group.speaks_for(agent, &used));
        groups.flat_map(|group| &group.signals).filter(|signal| signal.is_for(&target)).collect()
    }

    /// The `License` lines (RSL 1.0), in order.
    pub fn licenses(&self) -> &[RuleLine] {
        &self.licenses
    }

    pub(super) fn group_for(&self, agent: &str) -> GroupUsed {
        if let Some(token) = self.groups.iter().find_map(|group| group.named(agent)) {
            return GroupUsed::Named(token.clone());
        }
        match self.groups.iter().any(|group| group.wildcard) {
            true => GroupUsed::Wildcard,
            false => GroupUsed::None,
        }
    }

    pub(super) fn rules_for<'a>(
        &'a self,
        agent: &'a str,
        used: &'a GroupUsed,
    ) -> impl Iterator<Item = &'a Rule> {
        self.groups
            .iter()
            .filter(move |group| group.speaks_for(agent, used))
            .flat_map(|group| &group.rules)
    }
}
