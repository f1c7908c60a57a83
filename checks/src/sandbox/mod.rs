//! Reports to try a client against: real ones, of pages that were written by hand for it.
//!
//! Nothing is fetched: the pages and what stands around them are part of the program, and the
//! reports are made by the same code as any other.

mod around;

use std::sync::LazyLock;

use crate::evaluate::evaluate;
use crate::page::snapshot::Snapshot;
use crate::report::Report;
use around::{Site, snapshot};

/// One page to try a client against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its id, which is its scan's id as well.
    pub id: &'static str,
    /// What it is.
    pub title: &'static str,
    /// What its report shows.
    pub description: &'static str,
    site: Site,
}

/// Every fixture; the first is the one that guides speak of.
pub static FIXTURES: [Fixture; 5] = [
    Fixture {
        id: "sandbox-example",
        title: "An ordinary blog post",
        description: "A typical page: good text, and a dozen things to fix.",
        site: Site {
            url: "https://www.leaf-and-kettle.example/journal/brew-green-tea",
            html: include_str!("pages/example.html"),
            robots: "User-agent: *\nAllow: /\n",
            lastmod: None,
        },
    },
    Fixture {
        id: "sandbox-excellent",
        title: "An excellent article",
        description: "Every check that applies passes.",
        site: Site {
            url: "https://www.tides.example/guide/spring-tides",
            html: include_str!("pages/excellent.html"),
            robots: "User-agent: *\nAllow: /\n\nSitemap: https://www.tides.example/sitemap.xml\n",
            lastmod: Some("2026-09-18"),
        },
    },
    Fixture {
        id: "sandbox-blocked",
        title: "The same article behind robots.txt",
        description: "robots.txt blocks most answer engines, which caps the score.",
        site: Site {
            url: "https://www.tides.example/guide/spring-tides",
            html: include_str!("pages/excellent.html"),
            robots: "# No AI here.\nUser-agent: OAI-SearchBot\nUser-agent: PerplexityBot\n\
                User-agent: Claude-SearchBot\nUser-agent: Claude-User\nDisallow: /\n\n\
                User-agent: *\nAllow: /\n\nSitemap: https://www.tides.example/sitemap.xml\n",
            lastmod: Some("2026-09-18"),
        },
    },
    Fixture {
        id: "sandbox-shell",
        title: "An app that needs JavaScript",
        description: "The HTML contains no text, so most checks have nothing to judge.",
        site: Site {
            url: "https://app.fernhaus.example/planner",
            html: include_str!("pages/shell.html"),
            robots: "User-agent: *\nAllow: /\n",
            lastmod: None,
        },
    },
    Fixture {
        id: "sandbox-japanese",
        title: "A Japanese article",
        description: "Lengths, sentences and dates in a language without spaces between words.",
        site: Site {
            url: "https://www.shio-techo.example/articles/oshio",
            html: include_str!("pages/japanese.html"),
            robots: "User-agent: *\nAllow: /\n\nSitemap: https://www.shio-techo.example/sitemap.xml\n",
            lastmod: Some("2026-10-02"),
        },
    },
];

impl Fixture {
    /// What a scan of the page would have fetched.
    pub fn snapshot(&self) -> Snapshot {
        snapshot(&self.site)
    }
}

static REPORTS: LazyLock<Vec<Report>> = LazyLock::new(|| {
    // A page of ours that could not be judged would be a fault of ours; a test sees to it.
    let report = |fixture: &Fixture| evaluate(fixture.id, &fixture.snapshot(), &mut |_| {}).ok();
    FIXTURES.iter().filter_map(report).collect()
});

/// The report of the fixture of that id.
pub fn report(id: &str) -> Option<&'static Report> {
    REPORTS.iter().find(|report| report.id == id)
}
