//! The report about crawlers in logs, as its JSON form has it.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, SecondsFormat};
use citable_checks::agents::{Agent, Role, agents, registry_version};
use serde::Serialize;

use crate::cli::logs::count::{Counter, LogCount};
use crate::cli::logs::crawlers::sends_its_name;
use crate::cli::logs::given::Given;
use crate::cli::logs::limits::PAGES_PER_AGENT;
use crate::cli::logs::parse::Kind;
use crate::cli::logs::tally::{AgentTally, PageTally, is_fetched, is_not_found, is_refusal};
use crate::render::numbers::grouped;

/// What agents fetch for, in the order in which they are shown.
pub(super) const PURPOSES: [(Role, &str); 5] = [
    (Role::Search, "search"),
    (Role::User, "user-triggered"),
    (Role::Training, "training"),
    (Role::Other, "other"),
    (Role::Legacy, "out of use"),
];

/// The report.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogReport {
    pub(super) registry_version: &'static str,
    pub(super) logs: Vec<LogRow>,
    pub(super) lines: u64,
    pub(super) unreadable_lines: u64,
    /// The first line that couldn't be read. Addresses in it are hidden.
    pub(super) first_unreadable: Option<UnreadableRow>,
    /// Time of the first and the last request of anyone.
    pub(super) from: Option<String>,
    pub(super) to: Option<String>,
    pub(super) since: Option<String>,
    pub(super) until: Option<String>,
    pub(super) host: Option<String>,
    /// Requests of all agents.
    pub(super) hits: u64,
    /// Agents that came, by purpose, the busiest first.
    pub(super) agents: Vec<AgentRow>,
    /// Agents that didn't come.
    pub(super) not_seen: Vec<NotSeen>,
    /// The pages that agents got most often.
    pub(super) top_pages: Vec<PageRow>,
    /// Number of URLs that every agent was answered with 404 or 410 for.
    pub(super) missing_urls: usize,
    /// The pages that were answered with 404 or 410, most often first.
    pub(super) not_found_pages: Vec<PageRow>,
    /// The pages that were refused, most often first.
    pub(super) refused_pages: Vec<PageRow>,
    /// Pages of the site that no agent got, if its pages were given.
    pub(super) never_fetched: Option<NeverFetched>,
    /// Hosts that were asked, the busiest first.
    pub(super) hosts: Vec<HostRow>,
    /// What a reader should know of the numbers.
    pub(super) notes: Vec<String>,
}

/// A log.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogRow {
    pub(super) name: String,
    pub(super) format: Option<&'static str>,
    pub(super) compressed: bool,
    pub(super) lines: u64,
    pub(super) hits: u64,
    pub(super) unreadable_lines: u64,
}

/// A line that couldn't be read.
#[derive(Clone, Debug, Serialize)]
pub(super) struct UnreadableRow {
    pub(super) log: String,
    pub(super) line: u64,
    pub(super) excerpt: String,
}

/// An agent that came.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AgentRow {
    pub(super) agent: &'static str,
    pub(super) vendor: &'static str,
    pub(super) purpose: &'static str,
    pub(super) engine: Option<&'static str>,
    pub(super) hits: u64,
    /// Different pages; at least so many, if there are hits on other pages. URLs that were only
    /// answered with 404 or 410 are no pages.
    pub(super) pages: usize,
    /// Those URLs.
    pub(super) missing_urls: usize,
    /// Hits on pages beyond the limit of pages.
    pub(super) other_page_hits: u64,
    pub(super) bytes: u64,
    pub(super) robots_txt: u64,
    pub(super) llms_txt: u64,
    pub(super) sitemaps: u64,
    pub(super) assets: u64,
    pub(super) statuses: BTreeMap<u16, u64>,
    pub(super) fetched: u64,
    pub(super) redirected: u64,
    pub(super) not_found: u64,
    pub(super) refused: u64,
    pub(super) first_seen: Option<String>,
    pub(super) last_seen: Option<String>,
    /// Whether hits are from the agent's own addresses; unknown without them.
    pub(super) verified: bool,
    /// Requests that claim to be the agent's, from other addresses. They count nowhere else.
    pub(super) claimed_hits: u64,
}

/// An agent that didn't come.
#[derive(Clone, Debug, Serialize)]
pub(super) struct NotSeen {
    pub(super) agent: &'static str,
    pub(super) vendor: &'static str,
    pub(super) purpose: &'static str,
    pub(super) engine: Option<&'static str>,
}

/// A page and a number of requests for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct PageRow {
    pub(super) page: String,
    pub(super) hits: u64,
    pub(super) agents: Vec<&'static str>,
}

/// Pages that nobody got.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NeverFetched {
    /// Pages that were given.
    pub(super) given: usize,
    /// Those that no agent got.
    pub(super) never: usize,
    /// Those that no agent of a purpose got.
    pub(super) never_by_purpose: BTreeMap<&'static str, usize>,
    /// The first of those that no agent got, by name.
    pub(super) pages: Vec<String>,
}

/// A host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct HostRow {
    pub(super) host: String,
    pub(super) hits: u64,
}

/// Purpose of an agent, in words.
pub(super) fn purpose(agent: &Agent) -> &'static str {
    PURPOSES.iter().find(|(role, _)| *role == agent.role).map_or("other", |(_, name)| name)
}

/// A second since 1970 as RFC 3339, in UTC.
pub(super) fn time(second: i64) -> String {
    let time = DateTime::from_timestamp(second, 0).unwrap_or_default();
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

impl LogReport {
    /// The report of what was counted, with so many pages in each list.
    pub(super) fn of(counter: &Counter, top: usize) -> Self {
        let filter = counter.filter();
        let spans = || counter.logs.iter().filter_map(|log| log.span);
        let agents = rows(counter);
        let totals = totals(counter);
        let worst = |count: fn(&PageTally) -> u64| top_pages(&totals, top, count);
        Self {
            registry_version: registry_version(),
            logs: logs(counter),
            lines: counter.logs.iter().map(|log| log.lines).sum(),
            unreadable_lines: counter.logs.iter().map(|log| log.unreadable).sum(),
            first_unreadable: counter.first_unreadable.as_ref().map(|first| UnreadableRow {
                log: first.log.clone(),
                line: first.line,
                excerpt: first.excerpt.clone(),
            }),
            from: spans().map(|(first, _)| first).min().map(time),
            to: spans().map(|(_, last)| last).max().map(time),
            since: filter.since.map(time),
            until: filter.until.map(time),
            host: filter.host.clone(),
            hits: agents.iter().map(|row| row.hits).sum(),
            not_seen: not_seen(counter),
            top_pages: worst(|page| page.fetched),
            missing_urls: totals
                .values()
                .filter(|tallies| tallies.iter().all(|(_, page)| page.is_missing()))
                .count(),
            not_found_pages: worst(|page| page.not_found),
            refused_pages: worst(|page| page.refused),
            never_fetched: counter.tally.given.as_ref().map(|given| never_fetched(given, top)),
            hosts: hosts(counter),
            notes: notes(counter, &agents),
            agents,
        }
    }
}

fn logs(counter: &Counter) -> Vec<LogRow> {
    let row = |log: &LogCount| LogRow {
        name: log.name.clone(),
        format: log.format.map(Kind::as_str),
        compressed: log.is_compressed,
        lines: log.lines,
        hits: log.hits,
        unreadable_lines: log.unreadable,
    };
    counter.logs.iter().map(row).collect()
}

/// The agents that came or seemed to, by purpose.
fn rows(counter: &Counter) -> Vec<AgentRow> {
    let mut rows: Vec<(usize, AgentRow)> = Vec::new();
    for (index, (agent, tally)) in agents().iter().zip(&counter.tally.agents).enumerate() {
        if tally.hits + tally.claimed > 0 {
            let place =
                PURPOSES.iter().position(|(role, _)| *role == agent.role).unwrap_or_default();
            rows.push((place, row(agent, tally, counter.checks(index))));
        }
    }
    rows.sort_by(|(a_place, a), (b_place, b)| {
        (a_place, b.hits, a.agent).cmp(&(b_place, a.hits, b.agent))
    });
    rows.into_iter().map(|(_, row)| row).collect()
}

fn row(agent: &'static Agent, tally: &AgentTally, verified: bool) -> AgentRow {
    let missing = tally.pages.values().filter(|page| page.is_missing()).count();
    AgentRow {
        agent: &agent.token,
        vendor: &agent.vendor,
        purpose: purpose(agent),
        engine: agent.engine.as_deref(),
        hits: tally.hits,
        pages: tally.pages.len() - missing,
        missing_urls: missing,
        other_page_hits: tally.other_pages,
        bytes: tally.bytes,
        robots_txt: tally.robots,
        llms_txt: tally.llms,
        sitemaps: tally.sitemaps,
        assets: tally.assets,
        statuses: tally.statuses.clone(),
        fetched: tally.with_status(is_fetched),
        redirected: tally.with_status(|status| (300..=399).contains(&status) && status != 304),
        not_found: tally.with_status(is_not_found),
        refused: tally.with_status(is_refusal),
        first_seen: tally.seen.map(|(first, _)| time(first)),
        last_seen: tally.seen.map(|(_, last)| time(last)),
        verified,
        claimed_hits: tally.claimed,
    }
}

fn not_seen(counter: &Counter) -> Vec<NotSeen> {
    let absent = agents().iter().zip(&counter.tally.agents).filter(|(agent, tally)| {
        tally.hits == 0 && agent.role != Role::Legacy && sends_its_name(agent)
    });
    absent
        .map(|(agent, _)| NotSeen {
            agent: &agent.token,
            vendor: &agent.vendor,
            purpose: purpose(agent),
            engine: agent.engine.as_deref(),
        })
        .collect()
}

/// Each page with the hits of all agents, and which agents those are.
type Totals<'c> = HashMap<&'c str, Vec<(usize, &'c PageTally)>>;

fn totals(counter: &Counter) -> Totals<'_> {
    let mut totals = Totals::new();
    for (agent, tally) in counter.tally.agents.iter().enumerate() {
        for (page, of_agent) in &tally.pages {
            totals.entry(page).or_default().push((agent, of_agent));
        }
    }
    totals
}

/// The pages with the most of something, the most first.
fn top_pages(totals: &Totals<'_>, top: usize, count: fn(&PageTally) -> u64) -> Vec<PageRow> {
    let sum = |tallies: &[(usize, &PageTally)]| tallies.iter().map(|(_, page)| count(page)).sum();
    let mut pages: Vec<(u64, &str)> = totals
        .iter()
        .map(|(page, tallies)| (sum(tallies), *page))
        .filter(|(hits, _)| *hits > 0)
        .collect();
    pages.sort_unstable_by(|(a_hits, a), (b_hits, b)| (b_hits, a).cmp(&(a_hits, b)));
    pages.truncate(top);
    let row = |(hits, page): (u64, &str)| {
        let tallies = totals.get(page).map(Vec::as_slice).unwrap_or_default();
        let of = tallies.iter().filter(|(_, page)| count(page) > 0);
        let names = of.filter_map(|(agent, _)| Some(agents().get(*agent)?.token.as_str()));
        PageRow { page: page.to_owned(), hits, agents: names.collect() }
    };
    pages.into_iter().map(row).collect()
}

fn never_fetched(given: &Given, top: usize) -> NeverFetched {
    let of = |wanted: Role| {
        let has_role = move |(_, agent): &(usize, &Agent)| agent.role == wanted;
        agents().iter().enumerate().filter(has_role).map(|(index, _)| index)
    };
    let asked = [Role::Search, Role::User, Role::Training];
    let by_purpose = PURPOSES
        .iter()
        .filter(|(role, _)| asked.contains(role))
        .map(|(role, name)| (*name, given.missed_by(of(*role)).len()));
    let missed = given.missed_by(0..agents().len());
    NeverFetched {
        given: given.len(),
        never: missed.len(),
        never_by_purpose: by_purpose.collect(),
        pages: missed.into_iter().take(top).map(str::to_owned).collect(),
    }
}

fn hosts(counter: &Counter) -> Vec<HostRow> {
    let row = |(host, hits): (&String, &u64)| HostRow { host: host.clone(), hits: *hits };
    let mut hosts: Vec<HostRow> = counter.tally.hosts.iter().map(row).collect();
    hosts.sort_by(|a, b| (b.hits, &a.host).cmp(&(a.hits, &b.host)));
    hosts
}

fn notes(counter: &Counter, rows: &[AgentRow]) -> Vec<String> {
    let mut notes = Vec::new();
    if counter.logs.iter().any(|log| log.format == Some(Kind::Common)) {
        notes.push(match counter.checks_any() {
            true => {
                "Logs in the common format have no user agents, so their agents are identified \
                     by IP address (--ranges)."
                    .to_owned()
            }
            false => {
                "Logs in the common format have no user agents, so no agent is found in them. \
                      Pass the vendors' address ranges with --ranges, or log in the combined \
                      format."
                    .to_owned()
            }
        });
    }
    if !counter.checks_any() && !rows.is_empty() {
        notes.push(
            "Anyone can use a crawler's name. Pass the vendors' address ranges with --ranges to \
             count only their own requests."
                .to_owned(),
        );
    }
    if rows.iter().any(|row| row.other_page_hits > 0) {
        notes.push(format!(
            "The first {} pages of each agent are counted individually; the rest count as other \
             pages.",
            grouped(PAGES_PER_AGENT)
        ));
    }
    if counter.tally.hosts.len() > 1 && counter.filter().host.is_none() {
        notes.push(format!(
            "The logs have {} hosts, and pages are counted by path alone. Choose one with --host.",
            counter.tally.hosts.len()
        ));
    }
    if counter.without_host > 0 {
        notes.push(format!(
            "Requests from agents that have no host in the log aren't counted: {}. Omit --host to \
             count them.",
            grouped(counter.without_host)
        ));
    }
    if counter.without_time > 0 {
        notes.push(format!(
            "Requests from agents that have no time in the log aren't counted: {}.",
            grouped(counter.without_time)
        ));
    }
    if let Some(given) = &counter.tally.given {
        if given.left_out > 0 {
            notes.push(format!(
                "Only the first {} pages of the site are compared. Left out: {}.",
                grouped(given.len()),
                grouped(given.left_out)
            ));
        }
        if given.senseless > 0 {
            notes.push(format!(
                "Lines of the page lists that aren't URLs or paths: {}.",
                grouped(given.senseless)
            ));
        }
    }
    notes
}
