//! What earlier runs know of the pages.

use std::collections::HashMap;
use std::time::Duration;

use citable_checks::sitemap::parse_w3c_date;
use citable_checks::weights::CATALOGUE_VERSION;

use crate::cli::site::input::PageSource;
use crate::render::site::row::PageRow;

/// Bytes of a date with its day.
const WHOLE_DATE: usize = "2026-01-01".len();
/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

/// When a page was judged, and what it was judged by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli::site) struct Before {
    pub(in crate::cli::site) input_hash: Option<String>,
    pub(in crate::cli::site) fetched_at: Option<i64>,
}

/// Pages that need not be judged again.
#[derive(Debug, Default)]
pub(in crate::cli::site) struct Earlier {
    /// Rows of the state that are kept if they are fresh, by page.
    pub(in crate::cli::site) rows: HashMap<String, Before>,
    /// Pages that are left out if they did not change since.
    pub(in crate::cli::site) since: Option<HashMap<String, Before>>,
    /// How long a fetched page stays fresh.
    pub(in crate::cli::site) max_age: Duration,
}

impl Before {
    /// What that row says, if it is one of this catalogue.
    pub(in crate::cli::site) fn of(row: &PageRow, full: bool) -> Option<Self> {
        let scan = row.scan.as_ref()?;
        let is_whole = !full || scan.report.is_some();
        (scan.catalogue_version == CATALOGUE_VERSION && is_whole)
            .then(|| Self { input_hash: row.input_hash.clone(), fetched_at: row.fetched_at })
    }
}

impl Earlier {
    /// Whether the row of a file stays, which is judged by what has that hash.
    pub(super) fn keeps_file(&self, name: &str, hash: &str) -> bool {
        self.rows.get(name).is_some_and(|before| before.input_hash.as_deref() == Some(hash))
    }

    /// Whether a file is what it was.
    pub(super) fn is_unchanged(&self, name: &str, hash: &str) -> bool {
        let before = self.since.as_ref().and_then(|since| since.get(name));
        before.is_some_and(|before| before.input_hash.as_deref() == Some(hash))
    }

    /// Whether the row of a page on the web stays, which is judged by these options.
    pub(super) fn keeps_page(&self, name: &str, now_ms: i64, options: Option<String>) -> bool {
        let max_age = i64::try_from(self.max_age.as_millis()).unwrap_or(i64::MAX);
        let before = self.rows.get(name).filter(|before| before.input_hash == options);
        let fetched_at = before.and_then(|before| before.fetched_at);
        fetched_at.is_some_and(|at| now_ms.saturating_sub(at) < max_age)
    }

    /// Whether the sitemap says that a page is what it was.
    pub(super) fn is_older(&self, page: &PageSource) -> bool {
        let before = self.since.as_ref().and_then(|since| since.get(&page.name));
        let fetched_at = before.and_then(|before| before.fetched_at);
        let changed_by = page.lastmod.as_deref().and_then(latest_ms);
        changed_by.zip(fetched_at).is_some_and(|(changed_by, at)| changed_by < at)
    }
}

/// The last instant that a W3C date may mean, in milliseconds since 1970-01-01T00:00:00Z.
fn latest_ms(text: &str) -> Option<i64> {
    let first = parse_w3c_date(text)?;
    match text.len() {
        WHOLE_DATE.. if text.contains('T') => Some(first),
        WHOLE_DATE.. => Some(first + DAY_MS),
        // A month or a year says too little.
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    #[test]
    fn a_page_is_older_where_its_sitemap_says_so() {
        let name = "https://example.org/a";
        let fetched_at = parse_w3c_date("2026-11-20T12:00:00Z");
        let before = Before { input_hash: None, fetched_at };
        let since = HashMap::from([(name.to_owned(), before)]);
        let earlier = Earlier { since: Some(since), ..Earlier::default() };
        let is_older = |lastmod: &str| {
            let lastmod = Some(lastmod.to_owned());
            earlier.is_older(&PageSource::of_url(Url::parse(name).unwrap(), lastmod))
        };
        assert!(is_older("2026-11-19") && is_older("2026-11-20T11:00:00Z"));
        assert!(!is_older("2026-11-20") && !is_older("2026-11-20T13:00:00Z"));
        assert!(!is_older("2026") && !is_older("yesterday"));
    }
}
