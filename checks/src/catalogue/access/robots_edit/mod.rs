//! One edit of robots.txt, for all the checks that it mends.

use super::usage_signals::{SignalEdit, robots_signals};
use crate::agents::{FETCHERS, Obeys, agent};
use crate::check::Context;
use crate::engines::ENGINES;
use crate::fix::Fix;
use crate::paste::{at_root, in_step, listed, shell};
use crate::robots::{ALLOW_ALL, NewGroup, RobotsFile, RobotsTxt, RuleLine, Unblock, unblock};

/// The key that fixes share which are edits of robots.txt.
pub(super) const KEY: &str = "robots-search-bots";

/// Names that a title spells out.
const NAMED: usize = 3;

/// Lines that one step or snippet spells out.
const LINES_SHOWN: usize = 30;

/// The most characters of a line that is to be pasted.
const LINE_CHARACTERS: usize = 500;

/// Everything that this page needs of robots.txt: search crawlers and assistants let in, and no
/// signal that refuses. The same whichever of the checks asks.
pub(super) fn edit(context: &Context<'_>) -> Fix {
    let rules = whole_file(context);
    let url = &context.page.final_url;
    let search = ENGINES.iter().map(|engine| engine.search_token);
    let wanted: Vec<&str> = search.chain(FETCHERS).collect();
    let blocked: Vec<&str> =
        wanted.into_iter().filter(|token| !rules.verdict(token, url).allowed).collect();
    let signals = robots_signals(context);
    let edit = unblock(&rules, &blocked, url);
    let robots_txt = at_root(context.page, "/robots.txt");
    let mut fix = Fix::new(
        KEY,
        title(&blocked, &signals),
        format!(
            "`curl -s {}` shows the change. Crawlers may cache the file for up to a day (RFC 9309, \
             section 2.4), Citable for up to 10 minutes.",
            shell(&robots_txt)
        ),
    );
    fix.steps = steps(&edit, &blocked, &signals);
    if fix.steps.is_empty() {
        fix = fix.step("Leave robots.txt as it is: it blocks no search crawler and no assistant.");
    }
    match snippet(&edit, &signals) {
        snippet if snippet.is_empty() => fix,
        snippet => fix.snippet(snippet),
    }
}

/// The rules of the page's robots.txt, whatever the context kept of them.
fn whole_file(context: &Context<'_>) -> RobotsTxt {
    let page = context.page;
    let origin = page.final_url.origin();
    let file = page.robots_files.iter().find(|file| file.url.origin() == origin);
    match file.map(crate::robots::read_robots_file) {
        Some(RobotsFile::Rules(rules)) => rules,
        _ => RobotsTxt::default(),
    }
}

fn title(blocked: &[&str], signals: &[SignalEdit]) -> String {
    let obeys = |token: &&str| agent(token).is_none_or(|agent| agent.obeys_robots != Obeys::No);
    let heard: Vec<&str> = blocked.iter().copied().filter(obeys).collect();
    let rules = match (heard.as_slice(), blocked) {
        ([], []) => None,
        ([], deaf) => {
            Some(format!("Delete the robots.txt rules for {}: they have no effect", named(deaf)))
        }
        (heard, _) => Some(format!("Allow {} in robots.txt", named(heard))),
    };
    let lines: Vec<String> = signals.iter().map(|edit| edit.line.number.to_string()).collect();
    let lines = match lines.len() {
        0 => None,
        1 => Some(format!("line {}", lines[0])),
        _ => Some(format!("lines {}", listed(&lines))),
    };
    match (rules, lines) {
        (Some(rules), None) => rules,
        (Some(rules), Some(lines)) => format!("{rules}, and change the content signal on {lines}"),
        (None, Some(lines)) => format!("Change the content signal on {lines} of robots.txt"),
        (None, None) => "Allow the search crawlers in robots.txt".to_owned(),
    }
}

fn named(tokens: &[&str]) -> String {
    match tokens.len() {
        ..=NAMED => listed(tokens),
        more => format!("{} and {} more", tokens[..NAMED - 1].join(", "), more - (NAMED - 1)),
    }
}

fn steps(edit: &Unblock, blocked: &[&str], signals: &[SignalEdit]) -> Vec<String> {
    let mut steps = Vec::new();
    let lines = edit.delete.iter().chain(&edit.replace).chain(signals.iter().map(|s| &s.line));
    let managed: Vec<&RuleLine> = lines.filter(|line| line.managed_by_cloudflare).collect();
    let in_file = |line: &&RuleLine| !line.managed_by_cloudflare;
    let delete: Vec<&RuleLine> = edit.delete.iter().filter(in_file).collect();
    if !delete.is_empty() {
        steps.push(format!("Delete {} from robots.txt.", quoted(&delete)));
    }
    let replace: Vec<&RuleLine> = edit.replace.iter().filter(in_file).collect();
    if !replace.is_empty() {
        steps.push(format!("Replace {} with `{ALLOW_ALL}`.", quoted(&replace)));
    }
    if !edit.add.is_empty() {
        steps.push(adding(&edit.add));
    }
    steps.extend(
        signals
            .iter()
            .filter(|signal| in_file(&&signal.line))
            .take(LINES_SHOWN)
            .map(SignalEdit::step),
    );
    if !signals.is_empty() {
        steps.push("If you mean to opt out, leave the signal as it is.".to_owned());
    }
    if !managed.is_empty() {
        steps.push(format!(
            "{} in the part of robots.txt that Cloudflare manages (below `BEGIN Cloudflare \
             Managed`), not in a file of yours. Use the managed robots.txt setting in the domain's \
             Cloudflare dashboard.",
            match managed.len() {
                1 => format!("Change {}, which is", quoted(&managed)),
                _ => format!("Change {}, which are", quoted(&managed)),
            }
        ));
    }
    let deaf: Vec<&str> = blocked
        .iter()
        .copied()
        .filter(|token| agent(token).is_some_and(|agent| agent.obeys_robots == Obeys::No))
        .collect();
    if !deaf.is_empty() {
        steps.push(format!(
            "For {}, this is only cleanup: vendors document that robots.txt may not apply to \
             fetches a user asks for. To block them, refuse their requests at the server.",
            listed(&deaf)
        ));
    }
    steps
}

/// "line 2, `Disallow: /`, and line 5, `Disallow: /guide`".
fn quoted(lines: &[&RuleLine]) -> String {
    let shown: Vec<String> = lines
        .iter()
        .take(LINES_SHOWN)
        .map(|line| format!("line {} ({})", line.number, in_step(&line.text)))
        .collect();
    match lines.len().checked_sub(LINES_SHOWN) {
        None | Some(0) => listed(&shown),
        Some(more) => format!("{} and {more} more", shown.join(", ")),
    }
}

fn adding(groups: &[NewGroup]) -> String {
    let more = groups.iter().any(|group| group.lines.len() > LINES_SHOWN);
    let what = if groups.len() == 1 { "the group" } else { "the groups" };
    let repeated = match (more, groups.iter().any(|group| !group.lines.is_empty())) {
        (true, _) => format!(
            " It starts with {LINES_SHOWN} of the rules that apply to these crawlers today; copy \
             the rest below them."
        ),
        (false, true) => {
            " It repeats the other rules that apply to these crawlers today.".to_owned()
        }
        (false, false) => String::new(),
    };
    format!(
        "Add {what} below at the end of robots.txt. A group that names a crawler replaces the `*` \
         group entirely.{repeated}"
    )
}

fn snippet(edit: &Unblock, signals: &[SignalEdit]) -> String {
    let mut groups: Vec<String> = edit.add.iter().map(|group| group_text(group, signals)).collect();
    if groups.is_empty() {
        let lines = signals.iter().filter_map(|signal| signal.new.as_deref());
        groups.extend(lines.map(pasted));
        return groups.join("\n");
    }
    groups.join("\n\n")
}

fn group_text(group: &NewGroup, signals: &[SignalEdit]) -> String {
    let mut lines: Vec<String> =
        group.agents.iter().map(|token| format!("User-agent: {token}")).collect();
    lines.push(ALLOW_ALL.to_owned());
    for line in group.lines.iter().take(LINES_SHOWN) {
        let text = match signals.iter().find(|signal| signal.line.number == line.number) {
            Some(SignalEdit { new: None, .. }) => continue,
            Some(SignalEdit { new: Some(new), .. }) => pasted(new),
            None => pasted(&line.text),
        };
        if text != ALLOW_ALL {
            lines.push(text);
        }
    }
    lines.join("\n")
}

fn pasted(line: &str) -> String {
    crate::excerpt::one_line(line, LINE_CHARACTERS)
}

#[cfg(test)]
mod tests;
