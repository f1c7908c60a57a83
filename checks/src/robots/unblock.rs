//! What to change in a robots.txt so that it lets agents fetch an address, and goes on to say what
//! it says to everyone else.

use url::Url;

use super::pattern::match_target;
use super::rules::{Group, RobotsTxt, Rule, RuleLine};

/// The least edit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unblock {
    /// Lines to delete: rules of groups that are for these agents alone, and these agents' names in
    /// groups that others share.
    pub(crate) delete: Vec<RuleLine>,
    /// Lines to write `Allow: /` in place of: a group that loses its last rule would run into the
    /// next one.
    pub(crate) replace: Vec<RuleLine>,
    /// Groups to add at the end.
    pub(crate) add: Vec<NewGroup>,
}

/// A group to add.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewGroup {
    /// Whom it names.
    pub(crate) agents: Vec<String>,
    /// Its lines below the names: what these agents obey today, without what keeps them away.
    /// Untrusted text.
    pub(crate) lines: Vec<RuleLine>,
}

/// The rule that every crawler may fetch everything that no longer rule forbids.
pub(crate) const ALLOW_ALL: &str = "Allow: /";

/// The edit that lets these agents fetch that address. Those that already may are left alone.
pub(crate) fn unblock(robots: &RobotsTxt, agents: &[&str], url: &Url) -> Unblock {
    let blocked: Vec<&str> =
        agents.iter().copied().filter(|agent| !robots.verdict(agent, url).allowed).collect();
    let mut edit = Unblock::default();
    for agent in &blocked {
        let used = robots.group_for(agent);
        let groups: Vec<&Group> =
            robots.groups.iter().filter(|group| group.speaks_for(agent, &used)).collect();
        let blocking = blocking(&groups, url);
        let own: Vec<bool> = groups.iter().map(|group| is_for_alone(group, &blocked)).collect();
        let is_blocking = |line: &RuleLine| blocking.contains(&line);
        for (group, _) in groups.iter().zip(&own).filter(|(_, own)| **own) {
            take_rules(&mut edit, group, &is_blocking);
        }
        if own.iter().all(|own| *own) {
            continue;
        }
        let shared = groups.iter().zip(&own).filter(|(_, own)| !**own).map(|(group, _)| group);
        for line in shared.flat_map(|group| group.lines_of(agent)) {
            push(&mut edit.delete, &line.line);
        }
        let mut lines: Vec<RuleLine> = groups
            .iter()
            .flat_map(|group| members(group))
            .filter(|l| !is_blocking(l))
            .cloned()
            .collect();
        lines.sort_by_key(|line| line.number);
        lines.dedup();
        match edit.add.iter_mut().find(|group| group.lines == lines) {
            Some(group) => group.agents.push((*agent).to_owned()),
            None => edit.add.push(NewGroup { agents: vec![(*agent).to_owned()], lines }),
        }
    }
    edit.delete.sort_by_key(|line| line.number);
    edit
}

/// The rules that have to go before an address is allowed: those that are longer than every rule
/// that allows it.
fn blocking<'a>(groups: &[&'a Group], url: &Url) -> Vec<&'a RuleLine> {
    let target = match_target(url);
    let matching: Vec<&Rule> = groups
        .iter()
        .flat_map(|group| &group.rules)
        .filter(|rule| rule.pattern.matches(&target))
        .collect();
    let allowed = matching.iter().filter(|rule| rule.allow).map(|rule| rule.pattern.octets()).max();
    let blocks = |rule: &&&Rule| !rule.allow && allowed.is_none_or(|a| rule.pattern.octets() > a);
    matching.iter().filter(blocks).map(|rule| rule.line.as_ref()).collect()
}

/// Whether a group names these agents and nobody else.
fn is_for_alone(group: &Group, agents: &[&str]) -> bool {
    let is_one = |token: &str| agents.iter().any(|agent| agent.eq_ignore_ascii_case(token));
    !group.wildcard && group.agents.iter().all(|line| is_one(&line.token))
}

fn take_rules(edit: &mut Unblock, group: &Group, is_blocking: &impl Fn(&RuleLine) -> bool) {
    let is_emptied = members(group).all(is_blocking);
    let mut gone = members(group).filter(|line| is_blocking(line));
    if is_emptied && let Some(line) = gone.next() {
        push(&mut edit.replace, line);
    }
    for line in gone {
        push(&mut edit.delete, line);
    }
}

/// The rules and signals of a group.
fn members(group: &Group) -> impl Iterator<Item = &RuleLine> {
    let rules = group.rules.iter().map(|rule| rule.line.as_ref());
    rules.chain(group.signals.iter().map(|signal| &signal.line))
}

fn push(lines: &mut Vec<RuleLine>, line: &RuleLine) {
    if !lines.iter().any(|known| known.number == line.number) {
        lines.push(line.clone());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn url() -> Url {
        Url::parse("https://www.example.com/guide/tea?cup=1").unwrap()
    }

    fn edit(text: &str, agents: &[&str]) -> Unblock {
        unblock(&RobotsTxt::parse(text.as_bytes()), agents, &url())
    }

    /// The file after the edit.
    fn edited(text: &str, edit: &Unblock) -> String {
        let has = |lines: &[RuleLine], number: usize| {
            lines.iter().any(|line| usize::try_from(line.number).unwrap() == number)
        };
        let mut out = String::new();
        for (index, line) in text.lines().enumerate() {
            if has(&edit.replace, index + 1) {
                out.push_str(ALLOW_ALL);
            } else if !has(&edit.delete, index + 1) {
                out.push_str(line);
            } else {
                continue;
            }
            out.push('\n');
        }
        for group in &edit.add {
            out.push('\n');
            for agent in &group.agents {
                out.push_str(&format!("User-agent: {agent}\n"));
            }
            out.push_str(&format!("{ALLOW_ALL}\n"));
            for line in &group.lines {
                out.push_str(&format!("{}\n", line.text));
            }
        }
        out
    }

    fn numbers(lines: &[RuleLine]) -> Vec<u32> {
        lines.iter().map(|line| line.number).collect()
    }

    #[test]
    fn a_group_of_its_own_loses_what_blocks() {
        let text = "User-agent: Bingbot\nDisallow: /guide\nDisallow: /cart\nDisallow: /";
        let edit = edit(text, &["Bingbot", "Googlebot"]);
        assert_eq!((numbers(&edit.delete), numbers(&edit.replace)), (vec![2, 4], vec![]));
        assert_eq!(edit.add, []);
    }

    #[test]
    fn an_emptied_group_does_not_run_into_the_next() {
        let text = "User-agent: Bingbot\nDisallow: /\n\nUser-agent: GPTBot\nDisallow: /";
        let edit = edit(text, &["Bingbot"]);
        assert_eq!((numbers(&edit.delete), numbers(&edit.replace)), (vec![], vec![2]));
        let after = RobotsTxt::parse(edited(text, &edit).as_bytes());
        assert!(after.verdict("Bingbot", &url()).allowed);
        assert!(!after.verdict("GPTBot", &url()).allowed, "training is the owner's choice");
    }

    #[test]
    fn who_shares_a_group_leaves_it_with_the_rest_of_its_rules() {
        let text = "User-agent: GPTBot\nUser-agent: OAI-SearchBot\nDisallow: /\nDisallow: /cart\n\
                    Content-Signal: ai-train=no";
        let edit = edit(text, &["OAI-SearchBot"]);
        assert_eq!(numbers(&edit.delete), [2]);
        assert_eq!(numbers(&edit.add[0].lines), [4, 5]);
    }

    #[test]
    fn those_that_obey_the_group_for_all_get_one_group() {
        let text = "User-agent: *\nDisallow: /guide\nAllow: /guide/coffee\nDisallow: /cart";
        let edit = edit(text, &["Bingbot", "Googlebot"]);
        assert_eq!((numbers(&edit.delete), edit.add.len()), (vec![], 1));
        assert_eq!(edit.add[0].agents, ["Bingbot", "Googlebot"]);
        assert_eq!(numbers(&edit.add[0].lines), [3, 4]);
    }

    const AGENTS: [&str; 5] = ["*", "Googlebot", "OAI-SearchBot", "GPTBot", "ClaudeBot"];
    const RULES: [&str; 7] = [
        "Disallow: /",
        "Disallow: /guide",
        "Disallow: /*cup",
        "Allow: /guide",
        "Allow: /",
        "Disallow: /cart",
        "Content-Signal: search=yes",
    ];

    proptest! {
        #[test]
        fn the_edit_opens_the_page_to_them_and_changes_nothing_for_others(
            groups in proptest::collection::vec(
                (
                    proptest::collection::vec(0..AGENTS.len(), 1..4),
                    proptest::collection::vec(0..RULES.len(), 1..5),
                ),
                0..5,
            ),
        ) {
            let mut text = String::new();
            for (agents, rules) in groups {
                for agent in agents {
                    text.push_str(&format!("User-agent: {}\n", AGENTS[agent]));
                }
                for rule in rules {
                    text.push_str(&format!("{}\n", RULES[rule]));
                }
            }
            let wanted = ["Googlebot", "OAI-SearchBot"];
            let before = RobotsTxt::parse(text.as_bytes());
            let edit = unblock(&before, &wanted, &url());
            let after = edited(&text, &edit);
            let after = RobotsTxt::parse(after.as_bytes());
            for agent in wanted {
                prop_assert!(after.verdict(agent, &url()).allowed, "{agent} in\n{text}");
            }
            let cart = Url::parse("https://www.example.com/cart").unwrap();
            for agent in ["GPTBot", "ClaudeBot", "CCBot"] {
                for url in [&url(), &cart] {
                    prop_assert_eq!(
                        after.verdict(agent, url).allowed,
                        before.verdict(agent, url).allowed,
                        "{} in\n{}", agent, text
                    );
                }
            }
        }
    }
}
