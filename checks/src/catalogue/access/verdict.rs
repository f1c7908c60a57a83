//! What robots.txt says to a crawler, as evidence.

use crate::check::{measure, quote};
use crate::paste::in_finding;
use crate::report::Detail;
use crate::robots::{GroupUsed, RobotsVerdict};

/// What robots.txt says to one agent, with the line that decides.
pub(super) fn detail(token: &str, verdict: &RobotsVerdict) -> Detail {
    let word = if verdict.allowed { "allowed" } else { "blocked" };
    let group = match &verdict.group {
        GroupUsed::Named(name) => format!("the group for {}", in_finding(name)),
        GroupUsed::Wildcard => "the group for *".to_owned(),
        GroupUsed::None => "no group names it".to_owned(),
    };
    let Some(line) = &verdict.line else {
        return measure(token, format!("{word}; no rule matches ({group})"));
    };
    let managed = match line.managed_by_cloudflare {
        true => "; the line stands in the part that Cloudflare manages",
        false => "",
    };
    let octets = verdict.match_length;
    Detail {
        line: Some(line.number),
        measured: Some(format!("{word} by {group}; octets that match: {octets}{managed}")),
        expected: (!verdict.allowed).then(|| "allowed".to_owned()),
        ..quote(format!("{token}, line of robots.txt"), &line.text)
    }
}
