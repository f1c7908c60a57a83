//! What is counted, in bounded memory.

use std::collections::{BTreeMap, HashMap};

use citable_checks::agents::agents;

use crate::cli::logs::given::Given;
use crate::cli::logs::limits::{HOSTS, PAGES_PER_AGENT};
use crate::cli::logs::page::{self, Kind, NoPath};
use crate::cli::logs::parse::Request;

/// Requests for one page by one agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PageTally {
    /// All of them.
    pub(super) hits: u64,
    /// Those that got the page: status 2xx, or 304.
    pub(super) fetched: u64,
    /// Those that were answered with 404 or 410.
    pub(super) not_found: u64,
    /// Those that were refused.
    pub(super) refused: u64,
}

/// Requests of one agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AgentTally {
    pub(super) hits: u64,
    pub(super) bytes: u64,
    /// Time of the first and the last, in seconds since 1970.
    pub(super) seen: Option<(i64, i64)>,
    pub(super) statuses: BTreeMap<u16, u64>,
    /// Requests for `robots.txt`, `llms.txt`, sitemaps, and files that pages load.
    pub(super) robots: u64,
    pub(super) llms: u64,
    pub(super) sitemaps: u64,
    pub(super) assets: u64,
    /// Requests by page, up to the limit.
    pub(super) pages: HashMap<Box<str>, PageTally>,
    /// Requests for pages beyond the limit, or with too long a path.
    pub(super) other_pages: u64,
    /// Requests without a path.
    pub(super) pathless: u64,
    /// Requests in its name from other addresses than its own. They count nowhere else.
    pub(super) claimed: u64,
}

/// All that is counted of requests by agents.
#[derive(Debug)]
pub(super) struct Tally {
    /// By index in the registry.
    pub(super) agents: Vec<AgentTally>,
    /// The pages of the site, if they were given.
    pub(super) given: Option<Given>,
    /// Hits by host, up to a limit.
    pub(super) hosts: BTreeMap<String, u64>,
}

/// Whether a status refuses a client: it may not, must pay, asks too often, or the server fails.
pub(super) const fn is_refusal(status: u16) -> bool {
    matches!(status, 401..=403 | 429 | 451 | 500..=599)
}

/// Whether the client got what it asked for, or has it already.
pub(super) const fn is_fetched(status: u16) -> bool {
    matches!(status, 200..=299 | 304)
}

/// Whether there is nothing at the address.
pub(super) const fn is_not_found(status: u16) -> bool {
    matches!(status, 404 | 410)
}

impl Tally {
    pub(super) fn new(given: Option<Given>) -> Self {
        let agents = vec![AgentTally::default(); agents().len()];
        Self { agents, given, hosts: BTreeMap::new() }
    }

    /// Counts a request in the agent's name from somebody else.
    pub(super) fn claim(&mut self, agent: usize) {
        if let Some(tally) = self.agents.get_mut(agent) {
            tally.claimed += 1;
        }
    }

    /// Counts a request of the agent.
    pub(super) fn hit(&mut self, agent: usize, request: &Request<'_>, host: Option<String>) {
        if let Some(host) = host {
            let is_new = !self.hosts.contains_key(&host);
            if !is_new || self.hosts.len() < HOSTS {
                *self.hosts.entry(host).or_default() += 1;
            }
        }
        let Some(tally) = self.agents.get_mut(agent) else { return };
        tally.hits += 1;
        tally.bytes = tally.bytes.saturating_add(request.bytes);
        *tally.statuses.entry(request.status).or_default() += 1;
        if let Some(time) = request.time {
            let (first, last) = tally.seen.get_or_insert((time, time));
            *first = time.min(*first);
            *last = time.max(*last);
        }
        let path = match page::path(&request.target) {
            Ok(path) => path,
            Err(NoPath::TooLong) => {
                tally.other_pages += 1;
                return;
            }
            Err(NoPath::Senseless) => {
                tally.pathless += 1;
                return;
            }
        };
        if is_fetched(request.status)
            && let Some(given) = &mut self.given
        {
            given.fetched(&path, agent);
        }
        match Kind::of(&path) {
            Kind::Robots => tally.robots += 1,
            Kind::Llms => tally.llms += 1,
            Kind::Sitemap => tally.sitemaps += 1,
            Kind::Asset => tally.assets += 1,
            Kind::Page => tally.page(&path, request.status),
        }
    }
}

impl AgentTally {
    fn page(&mut self, path: &str, status: u16) {
        if let Some(page) = self.pages.get_mut(path) {
            page.add(status);
        } else if self.pages.len() < PAGES_PER_AGENT {
            let mut page = PageTally::default();
            page.add(status);
            self.pages.insert(path.into(), page);
        } else {
            self.other_pages += 1;
        }
    }

    /// Requests with such a status.
    pub(super) fn with_status(&self, is_wanted: impl Fn(u16) -> bool) -> u64 {
        self.statuses.iter().filter(|(status, _)| is_wanted(**status)).map(|(_, hits)| hits).sum()
    }
}

impl PageTally {
    /// Whether every request was answered with 404 or 410.
    pub(super) const fn is_missing(&self) -> bool {
        self.not_found == self.hits
    }

    fn add(&mut self, status: u16) {
        self.hits += 1;
        self.fetched += u64::from(is_fetched(status));
        self.not_found += u64::from(is_not_found(status));
        self.refused += u64::from(is_refusal(status));
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    fn request(target: &str, status: u16) -> Request<'_> {
        Request {
            target: Cow::Borrowed(target.as_bytes()),
            status,
            bytes: 10,
            ..Request::default()
        }
    }

    #[test]
    fn what_is_beyond_the_limit_counts_as_other_pages() {
        let mut tally = Tally::new(None);
        for page in 0..PAGES_PER_AGENT + 5 {
            tally.hit(0, &request(&format!("/{page}"), 200), None);
        }
        tally.hit(0, &request("/0?again", 404), None);
        let agent = &tally.agents[0];
        assert_eq!((agent.pages.len(), agent.other_pages), (PAGES_PER_AGENT, 5));
        let first = agent.pages["/0"];
        assert_eq!((first.hits, first.fetched, first.not_found), (2, 1, 1));
        assert!(!first.is_missing(), "it was there once");
        tally.hit(1, &request("/gone", 404), None);
        tally.hit(1, &request("/gone", 410), None);
        assert!(tally.agents[1].pages["/gone"].is_missing());
        let agent = &tally.agents[0];
        let counted: u64 = agent.pages.values().map(|page| page.hits).sum();
        assert_eq!(counted + agent.other_pages, agent.hits);
    }

    #[test]
    fn hosts_are_bounded() {
        let mut tally = Tally::new(None);
        for host in 0..HOSTS * 2 {
            tally.hit(0, &request("/", 200), Some(format!("{host}.example.org")));
        }
        assert_eq!(tally.hosts.len(), HOSTS);
    }

    #[test]
    fn what_is_no_page_is_counted_by_itself() {
        let mut tally = Tally::new(None);
        for target in ["/robots.txt", "/llms.txt", "/sitemap.xml", "/a.css", "", "/a"] {
            tally.hit(1, &request(target, 200), None);
        }
        let agent = &tally.agents[1];
        assert_eq!(
            [agent.robots, agent.llms, agent.sitemaps, agent.assets, agent.pathless],
            [1; 5]
        );
        assert_eq!((agent.hits, agent.pages.len(), agent.bytes), (6, 1, 60));
    }
}
