//! What robots.txt says to a crawler, as evidence.

use crate::check::{measure, quote};
use crate::paste::in_finding;
use crate::report::Detail;
use crate::robots::{GroupUsed, RobotsVerdict};
use crate::wording::how_many;

/// What robots.txt says to one agent, with the line that decides.
pub(super) fn detail(token: &str, verdict: &RobotsVerdict) -> Detail {
    let word = if verdict.allowed { "allowed" } else { "blocked" };
    let group = match &verdict.group {
        GroupUsed::Named(name) => format!("the group for {}", in_finding(name)),
        GroupUsed::Wildcard => "the group for `*`".to_owned(),
        GroupUsed::None => "no group applies".to_owned(),
    };
    let Some(line) = &verdict.line else {
        return measure(token, format!("{word}: no rule matches ({group})"));
    };
    let managed = match line.managed_by_cloudflare {
        true => "; Cloudflare manages this line",
        false => "",
    };
    let octets = how_many(verdict.match_length, "byte");
    Detail {
        line: Some(line.number),
        measured: Some(format!("{word} by {group} (longest match: {octets}{managed})")),
        expected: (!verdict.allowed).then(|| "allowed".to_owned()),
        ..quote(format!("{token} rule in robots.txt"), &line.text)
    }
}
