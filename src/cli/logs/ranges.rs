//! Address ranges that vendors publish for their crawlers, from files.

use std::fs::File;
use std::io::Read;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail};
use citable_checks::agents::agents;
use ipnet::IpNet;
use serde_json::Value;

use crate::cli::logs::limits::RANGES_BYTES;
use crate::cli::nearest::nearest;

/// Keys of a prefix in the vendors' files, and in lists of the same kind.
const KEYS: [&str; 4] = ["ipv4Prefix", "ipv6Prefix", "ip_prefix", "ipv6_prefix"];

/// `AGENT=FILE` of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RangesArg {
    agent: usize,
    file: PathBuf,
}

impl FromStr for RangesArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form = || "use an agent and a file, such as GPTBot=gptbot.json".to_owned();
        let (token, file) = text.split_once('=').ok_or_else(form)?;
        if file.is_empty() {
            return Err(form());
        }
        let known = agents().iter().position(|agent| agent.token.eq_ignore_ascii_case(token));
        let Some(agent) = known else {
            let near = nearest(token, agents().iter().map(|agent| agent.token.as_str()));
            let hint =
                near.first().map_or_else(String::new, |near| format!(". Did you mean {near}?"));
            return Err(format!("no agent {token}{hint}"));
        };
        Ok(Self { agent, file: PathBuf::from(file) })
    }
}

/// Whether a client is who it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// No ranges of that agent are known.
    Unchecked,
    /// Its address is in the agent's ranges.
    Verified,
    /// It isn't, or can't be read.
    Claimed,
}

/// The ranges of each agent, by its index in the registry.
#[derive(Debug, Default)]
pub(super) struct Ranges {
    of_agents: Vec<Option<Vec<(u128, u128)>>>,
}

impl Ranges {
    /// Reads the files.
    pub(super) fn read(given: &[RangesArg]) -> anyhow::Result<Self> {
        let mut of_agents: Vec<Option<Vec<(u128, u128)>>> = vec![None; agents().len()];
        for RangesArg { agent, file } in given {
            let nets = nets(&text(file)?)
                .with_context(|| format!("{} isn't a list of address ranges", file.display()))?;
            if let Some(ranges) = of_agents.get_mut(*agent) {
                ranges.get_or_insert_default().extend(nets.into_iter().map(range));
            }
        }
        for ranges in of_agents.iter_mut().flatten() {
            merge(ranges);
        }
        Ok(Self { of_agents })
    }

    /// Whether none were given.
    pub(super) fn are_none(&self) -> bool {
        self.of_agents.iter().all(Option::is_none)
    }

    /// Whether the agent's addresses can be checked.
    pub(super) fn know(&self, agent: usize) -> bool {
        self.of(agent).is_some()
    }

    /// Whether a client that claims to be the agent is.
    pub(super) fn verdict(&self, agent: usize, client: Option<IpAddr>) -> Verdict {
        match (self.of(agent), client) {
            (None, _) => Verdict::Unchecked,
            (Some(ranges), Some(client)) if contains(ranges, client) => Verdict::Verified,
            (Some(_), _) => Verdict::Claimed,
        }
    }

    /// The agent whose ranges have the client.
    pub(super) fn owner(&self, client: IpAddr) -> Option<usize> {
        let has =
            |ranges: &Option<Vec<_>>| ranges.as_ref().is_some_and(|all| contains(all, client));
        self.of_agents.iter().position(has)
    }

    fn of(&self, agent: usize) -> Option<&[(u128, u128)]> {
        self.of_agents.get(agent)?.as_deref()
    }
}

fn text(file: &Path) -> anyhow::Result<String> {
    let unreadable = || format!("can't read {}", file.display());
    let mut text = String::new();
    let opened = File::open(file).with_context(unreadable)?;
    let read = opened.take(RANGES_BYTES + 1).read_to_string(&mut text).with_context(unreadable)?;
    if u64::try_from(read).unwrap_or(u64::MAX) > RANGES_BYTES {
        bail!("{} is too large for a list of address ranges", file.display());
    }
    Ok(text)
}

/// The ranges in a vendor's JSON, or in a list with one range or address a line.
fn nets(text: &str) -> anyhow::Result<Vec<IpNet>> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let listed: Vec<String> = if text.starts_with(['{', '[']) {
        let value: Value = serde_json::from_str(text).context("it isn't JSON")?;
        let prefixes = value.get("prefixes").unwrap_or(&value);
        let prefixes = prefixes.as_array().context("it has no `prefixes`")?;
        prefixes.iter().flat_map(prefixes_of).map(str::to_owned).collect()
    } else {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
    };
    if listed.is_empty() {
        bail!("it has no ranges");
    }
    let net = |text: &String| {
        let address = || text.parse::<IpAddr>().ok().map(IpNet::from);
        text.parse().ok().or_else(address).with_context(|| format!("`{text}` isn't a range"))
    };
    listed.iter().map(net).collect()
}

fn prefixes_of(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        value => KEYS.iter().filter_map(|key| value.get(*key)?.as_str()).collect(),
    }
}

/// First and last address, with IPv4 in its place within IPv6 (RFC 4291, section 2.5.5.2).
fn range(net: IpNet) -> (u128, u128) {
    (number(net.network()), number(net.broadcast()))
}

fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

/// Sorts ranges, and joins those that overlap.
fn merge(ranges: &mut Vec<(u128, u128)>) {
    ranges.sort_unstable();
    ranges.dedup_by(|next, before| {
        let overlaps = next.0 <= before.1;
        if overlaps {
            before.1 = before.1.max(next.1);
        }
        overlaps
    });
}

fn contains(ranges: &[(u128, u128)], address: IpAddr) -> bool {
    let address = number(address);
    let after = ranges.partition_point(|(first, _)| *first <= address);
    after.checked_sub(1).and_then(|at| ranges.get(at)).is_some_and(|(_, last)| address <= *last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(text: &str) -> Vec<(u128, u128)> {
        let mut ranges: Vec<_> = nets(text).unwrap().into_iter().map(range).collect();
        merge(&mut ranges);
        ranges
    }

    #[test]
    fn vendors_and_plain_lists_say_the_same() {
        let json = r#"{"creationTime":"2026-11-01","prefixes":[{"ipv4Prefix":"192.0.2.0/28"},{"ipv6Prefix":"2001:db8::/48"}]}"#;
        let list = "# published\n192.0.2.0/28\n\n2001:db8::/48 # v6\n";
        assert_eq!(ranges(json), ranges(list));
        assert_eq!(
            ranges("[\"192.0.2.0/28\"]"),
            ranges("192.0.2.0/29\n192.0.2.8/29\n192.0.2.0/28")
        );
    }

    #[test]
    fn borders_are_inside() {
        let ranges = ranges("192.0.2.16/28\n192.0.2.64\n2001:db8::/64");
        for inside in ["192.0.2.16", "192.0.2.31", "192.0.2.64", "2001:db8::", "::ffff:192.0.2.20"]
        {
            assert!(contains(&ranges, inside.parse().unwrap()), "{inside}");
        }
        for outside in
            ["192.0.2.15", "192.0.2.32", "192.0.2.63", "192.0.2.65", "2001:db8:0:1::", "::"]
        {
            assert!(!contains(&ranges, outside.parse().unwrap()), "{outside}");
        }
    }

    #[test]
    fn what_is_no_list_is_told() {
        for (text, told) in [
            ("", "no ranges"),
            ("{}", "no `prefixes`"),
            ("{", "isn't JSON"),
            ("<html>", "`<html>` isn't a range"),
            ("192.0.2.0/40", "isn't a range"),
        ] {
            let error = format!("{:#}", nets(text).unwrap_err());
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn an_unknown_agent_is_answered_with_the_nearest() {
        assert_eq!(
            "GPTBt=a".parse::<RangesArg>().unwrap_err(),
            "no agent GPTBt. Did you mean GPTBot?"
        );
        for text in ["GPTBot", "GPTBot="] {
            assert!(text.parse::<RangesArg>().unwrap_err().contains("GPTBot=gptbot.json"));
        }
        assert!("gptbot=a".parse::<RangesArg>().is_ok());
    }
}
