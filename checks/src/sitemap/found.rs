//! What was found of the sitemaps of a site.

use serde::{Deserialize, Serialize};
use url::Url;

use super::facts::SitemapFacts;
use crate::failure::ScanFailure;
use crate::page::snapshot::Exchange;

/// What the sitemaps of the final address's origin say about the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SitemapSurvey {
    /// How they were found.
    pub declared_by: DeclaredBy,
    /// Those that were asked for, in that order: at most one index and three others.
    pub sitemaps: Vec<SitemapFetch>,
    /// The first of those that are known and were not asked for.
    pub left_out: Vec<Url>,
    /// How many those are.
    pub left_out_total: u32,
}

/// How a sitemap was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeclaredBy {
    /// A `Sitemap` line of robots.txt names it; that proves it for any host.
    RobotsTxt,
    /// It stands where sitemaps stand by convention, `/sitemap.xml`.
    Convention,
}

/// One sitemap that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SitemapFetch {
    /// The address first asked for.
    pub url: Url,
    /// Whether it is declared with `http:`, and was asked for with `https:`.
    pub secured: bool,
    /// The index that lists it.
    pub listed_in: Option<Url>,
    /// When it was fetched, in milliseconds since 1970-01-01T00:00:00Z.
    pub fetched_at: i64,
    /// Each answer in order; empty where none came.
    pub exchanges: Vec<Exchange>,
    /// What came of it.
    pub outcome: SitemapOutcome,
}

impl SitemapFetch {
    /// The facts, where it was read.
    #[must_use]
    pub fn facts(&self) -> Option<&SitemapFacts> {
        match &self.outcome {
            SitemapOutcome::Read(facts) => Some(facts),
            _ => None,
        }
    }

    /// The status of the last answer.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.exchanges.last().map(|last| last.status)
    }
}

/// What came of asking for a sitemap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SitemapOutcome {
    /// It was answered with success, and this is what stands in it.
    Read(SitemapFacts),
    /// An answer of another status.
    NotServed,
    /// A challenge page stood in its place.
    Challenged,
    /// A loop, too many hops, or a redirect that may not or cannot be followed.
    RedirectsUnresolved,
    /// No answer, or an address that is not asked.
    Unreachable {
        /// Why.
        failure: ScanFailure,
    },
}
