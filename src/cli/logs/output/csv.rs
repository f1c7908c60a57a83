//! Every agent's pages as CSV (RFC 4180), for a spreadsheet.

use ::csv::{Terminator, WriterBuilder};
use citable_checks::agents::{Agent, agents};

use crate::cli::logs::page::Kind;
use crate::cli::logs::report::purpose;
use crate::cli::logs::tally::{AgentTally, PageTally, Tally};

/// The columns.
const HEADER: [&str; 9] =
    ["agent", "vendor", "purpose", "kind", "page", "hits", "fetched", "notFound", "refused"];

/// Kind of the row for what is beyond the limit of pages.
const OTHER_PAGES: &str = "otherPages";

/// Kind of the row for requests without a path.
const NO_PATH: &str = "noPath";

/// Kind of the row for requests from other addresses than the agent's.
const CLAIMED: &str = "claimed";

/// A row for each page of each agent, and one for each other kind of request. Only pages have
/// results.
pub(in crate::cli::logs) fn pages(tally: &Tally) -> String {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    let rows = agents().iter().zip(&tally.agents).flat_map(|(agent, tally)| rows(agent, tally));
    let written = std::iter::once(HEADER.map(str::to_owned))
        .chain(rows)
        .try_for_each(|row| writer.write_record(&row));
    // Writing to memory does not fail, and every row is as long as the first.
    let bytes = written.ok().and_then(|()| writer.into_inner().ok()).unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

fn rows(agent: &Agent, tally: &AgentTally) -> Vec<[String; 9]> {
    let cells = |kind: &str, page: &str, hits: u64, results: Option<&PageTally>| {
        let result = |of: fn(&PageTally) -> u64| {
            results.map(|page| of(page).to_string()).unwrap_or_default()
        };
        [
            agent.token.clone(),
            agent.vendor.clone(),
            purpose(agent).to_owned(),
            kind.to_owned(),
            // A path begins with a slash, which begins no formula.
            page.to_owned(),
            hits.to_string(),
            result(|page| page.fetched),
            result(|page| page.not_found),
            result(|page| page.refused),
        ]
    };
    let mut pages: Vec<(&Box<str>, &PageTally)> = tally.pages.iter().collect();
    pages.sort_unstable_by(|(a_path, a), (b_path, b)| (b.hits, a_path).cmp(&(a.hits, b_path)));
    let pages = pages.into_iter().map(|(path, page)| cells("page", path, page.hits, Some(page)));
    let others = [
        (name(Kind::Robots), tally.robots),
        (name(Kind::Llms), tally.llms),
        (name(Kind::Sitemap), tally.sitemaps),
        (name(Kind::Asset), tally.assets),
        (OTHER_PAGES, tally.other_pages),
        (NO_PATH, tally.pathless),
        (CLAIMED, tally.claimed),
    ];
    let others = others.into_iter().filter(|(_, hits)| *hits > 0);
    pages.chain(others.map(|(kind, hits)| cells(kind, "", hits, None))).collect()
}

const fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Page => "page",
        Kind::Robots => "robotsTxt",
        Kind::Llms => "llmsTxt",
        Kind::Sitemap => "sitemap",
        Kind::Asset => "asset",
    }
}
