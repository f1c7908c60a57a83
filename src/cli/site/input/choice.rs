//! Which of the pages that were found are scanned.

use std::collections::{BTreeMap, HashSet};

use anyhow::Context;

use super::listed::Gathered;
use super::page::PageSource;
use super::paths::Paths;
use crate::cli::site::options::Options;

/// What limits the pages.
pub(in crate::cli::site) struct Limits {
    include: Paths,
    exclude: Paths,
    sample: Option<usize>,
}

impl Limits {
    /// The limits in these options.
    ///
    /// # Errors
    /// When a glob is none.
    pub(in crate::cli::site) fn of(options: &Options) -> anyhow::Result<Self> {
        let sample = options.sample.map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        Ok(Self {
            include: Paths::new(&options.include).context("--include")?,
            exclude: Paths::new(&options.exclude).context("--exclude")?,
            sample,
        })
    }

    /// Whether the page is one of those that are asked for.
    pub(in crate::cli::site) fn admits(&self, page: &PageSource) -> bool {
        (self.include.is_empty() || self.include.matches(&page.url))
            && !self.exclude.matches(&page.url)
    }
}

/// Leaves out what is not asked for or there twice, and says how many that were.
pub(in crate::cli::site) fn choose(gathered: &mut Gathered, limits: &Limits, most: Option<usize>) {
    let found = gathered.pages.len();
    gathered.pages.retain(|page| limits.admits(page));
    let excluded = found - gathered.pages.len();
    gathered.count(
        excluded,
        "page is left out by `include` and `exclude`",
        "pages are left out by `include` and `exclude`",
    );
    let mut seen = HashSet::new();
    let admitted = gathered.pages.len();
    gathered.pages.retain(|page| seen.insert(page.name.clone()));
    let twice = admitted - gathered.pages.len();
    gathered.count(twice, "page is named twice", "pages are named more than once");
    if let Some(sample) = limits.sample {
        let all = gathered.pages.len();
        gathered.pages = sampled(std::mem::take(&mut gathered.pages), sample);
        let left = all - gathered.pages.len();
        gathered.count(left, "page is left out by --sample", "pages are left out by --sample");
    }
    if let Some(most) = most {
        let left = gathered.pages.len().saturating_sub(most);
        gathered.pages.truncate(most);
        gathered.count(
            left,
            &format!("page is left out by --max-pages {most}"),
            &format!("pages are left out by --max-pages {most}"),
        );
    }
}

/// At most that many pages of each part of the site, evenly spread.
fn sampled(pages: Vec<PageSource>, count: usize) -> Vec<PageSource> {
    let mut parts: BTreeMap<_, Vec<PageSource>> = BTreeMap::new();
    for page in pages {
        parts.entry(page.part()).or_default().push(page);
    }
    let of_part = |pages: Vec<PageSource>| {
        let all = pages.len();
        let taken: HashSet<usize> = match all > count {
            true => (0..count).map(|place| place * all / count).collect(),
            false => (0..all).collect(),
        };
        pages
            .into_iter()
            .enumerate()
            .filter(move |(at, _)| taken.contains(at))
            .map(|(_, page)| page)
    };
    parts.into_values().flat_map(of_part).collect()
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn page(path: &str) -> PageSource {
        PageSource::of_url(Url::parse(&format!("https://example.org{path}")).unwrap(), None)
    }

    #[test]
    fn a_sample_is_spread_over_every_part() {
        let mut pages: Vec<PageSource> =
            (0..10).map(|number| page(&format!("/blog/{number}"))).collect();
        pages.extend([page("/"), page("/docs/a")]);
        let names: Vec<String> =
            sampled(pages, 2).into_iter().map(|page| page.url.path().to_owned()).collect();
        assert_eq!(names, ["/", "/blog/0", "/blog/5", "/docs/a"]);
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let options = Options {
            exclude: vec!["/drafts/**".to_owned()],
            sample: Some(3),
            ..Options::default()
        };
        let paths = ["/drafts/a", "/a", "/a", "/b", "/c", "/d"];
        let mut gathered = Gathered { pages: paths.map(page).to_vec(), ..Gathered::default() };
        choose(&mut gathered, &Limits::of(&options).unwrap(), Some(2));
        assert_eq!(gathered.pages.len(), 2);
        assert_eq!(
            gathered.notes,
            [
                "1 page is left out by `include` and `exclude`",
                "1 page is named twice",
                "1 page is left out by --sample",
                "1 page is left out by --max-pages 2",
            ]
        );
    }
}
