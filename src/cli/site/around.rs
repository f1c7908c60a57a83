//! The files of a folder that stand around its pages: robots.txt, llms.txt and sitemaps. Nothing is
//! fetched, so what the folder lacks was not seen.

use std::collections::{HashSet, VecDeque};
use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use citable_actors::fetch::FetchLimits;
use citable_checks::page::snapshot::{Exchange, FileFetch, FileOutcome, Snapshot, Supporting};
use citable_checks::robots::read_robots_file;
use citable_checks::site::Listed;
use citable_checks::sitemap::{
    DeclaredBy, SitemapFetch, SitemapIndex, SitemapOutcome, SitemapSurvey, list_sitemap,
};
use citable_checks::supporting::{addresses_in_sitemaps, declared_sitemaps};
use sha2::{Digest as _, Sha256};
use url::Url;

use super::input::Gathered;

/// Sitemaps of a folder that are read.
const SITEMAPS_MAX: usize = 1_000;
/// Sitemaps that a page's survey names, those that list the page first.
const SITEMAPS_NAMED: usize = 8;

/// What stands around every page of a folder.
#[derive(Debug, Default)]
pub(super) struct Around {
    robots: Option<FileFetch>,
    llms_txt: Option<FileFetch>,
    sitemaps: Option<Sitemaps>,
    digest: Sha256,
}

/// The sitemaps of a folder, each read once.
#[derive(Debug)]
struct Sitemaps {
    declared_by: DeclaredBy,
    read: Vec<(SitemapFetch, SitemapIndex)>,
    missing: Vec<SitemapFetch>,
    elsewhere: Vec<Url>,
}

impl Around {
    /// Reads the files of the folder that is published at `base`. What its sitemaps list is added
    /// to what was gathered, and what can't be used is said there.
    pub(super) fn read(root: &Path, base: &Url, now_ms: i64, gathered: &mut Gathered) -> Self {
        let mut around = Self::default();
        let names = ["robots.txt", "llms.txt"];
        if !base.path().trim_end_matches('/').is_empty() {
            for name in names.into_iter().filter(|name| root.join(name).exists()) {
                gathered.note(format!(
                    "{name} in the folder is ignored: crawlers don't read it at {}",
                    super::input::below(base, name)
                ));
            }
            return around;
        }
        let limits = FetchLimits::default();
        let [robots, llms] = names.map(|name| (root.join(name), base.join(name)));
        around.robots = around.file(robots, limits.robots_bytes, now_ms);
        around.llms_txt = around.file(llms, limits.llms_txt_bytes, now_ms);
        around.sitemaps = around.sitemaps(root, base, now_ms, gathered);
        let entries = gathered.listed.iter().map(|entry| entry.url.trim());
        gathered.missing =
            entries.filter(|url| lacks_file(root, base, url)).map(str::to_owned).collect();
        around
    }

    /// The files of the sitemaps that were read.
    pub(super) fn sitemap_files<'a>(
        &'a self,
        root: &'a Path,
        base: &'a Url,
    ) -> impl Iterator<Item = PathBuf> + 'a {
        let read = self.sitemaps.iter().flat_map(|sitemaps| &sitemaps.read);
        read.filter_map(move |(fetch, _)| path_of(root, base, &fetch.url))
    }

    /// A hash that begins with what stands around.
    pub(super) fn digest(&self) -> Sha256 {
        self.digest.clone()
    }

    /// The snapshot with what stands around its page.
    pub(super) fn complete(&self, mut snapshot: Snapshot) -> Snapshot {
        snapshot.robots = self.robots.iter().cloned().collect();
        let sitemaps = self
            .sitemaps
            .as_ref()
            .and_then(|sitemaps| Some(sitemaps.survey(&addresses_in_sitemaps(&snapshot.page)?)));
        let llms_txt = self.llms_txt.clone();
        snapshot.supporting = Supporting { sitemaps, llms_txt, ..Supporting::default() };
        snapshot
    }

    /// The file, as the server would answer with it.
    fn file(
        &mut self,
        (path, url): (PathBuf, Result<Url, url::ParseError>),
        limit: usize,
        now_ms: i64,
    ) -> Option<FileFetch> {
        let (url, (body, truncated)) = (url.ok()?, self.bytes(&path, limit)?);
        let exchanges = vec![answer(&url, 200)];
        let outcome = FileOutcome::Answered { body, truncated };
        Some(FileFetch { url, fetched_at: now_ms, exchanges, outcome })
    }

    fn bytes(&mut self, path: &Path, limit: usize) -> Option<(Vec<u8>, bool)> {
        let mut bytes = Vec::new();
        let one_more = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
        File::open(path).ok()?.take(one_more).read_to_end(&mut bytes).ok()?;
        let truncated = bytes.len() > limit;
        bytes.truncate(limit);
        self.digest.update(&bytes);
        Some((bytes, truncated))
    }

    fn sitemaps(
        &mut self,
        root: &Path,
        base: &Url,
        now_ms: i64,
        gathered: &mut Gathered,
    ) -> Option<Sitemaps> {
        let rules = self.robots.as_ref().map(read_robots_file);
        let (declared_by, declared) = declared_sitemaps(base, rules.as_ref())?;
        let by_convention = declared_by == DeclaredBy::Convention;
        let mut sitemaps =
            Sitemaps { declared_by, read: Vec::new(), missing: Vec::new(), elsewhere: Vec::new() };
        let mut known: HashSet<Url> = declared.iter().cloned().collect();
        let mut queue: VecDeque<(Url, Option<Url>)> =
            declared.into_iter().map(|url| (url, None)).collect();
        while let Some((url, listed_in)) = queue.pop_front() {
            let path = path_of(root, base, &url).filter(|_| sitemaps.read.len() < SITEMAPS_MAX);
            let Some(path) = path else {
                sitemaps.elsewhere.push(url);
                continue;
            };
            let fetch = |outcome, status| SitemapFetch {
                url: url.clone(),
                secured: false,
                listed_in: listed_in.clone(),
                fetched_at: now_ms,
                exchanges: vec![answer(&url, status)],
                outcome,
            };
            let limit = FetchLimits::default().sitemap_bytes;
            let Some((bytes, truncated)) = self.bytes(&path, limit) else {
                // Where convention alone names it, there is none.
                if by_convention {
                    return None;
                }
                sitemaps.missing.push(fetch(SitemapOutcome::NotServed, 404));
                continue;
            };
            let (reading, entries) = list_sitemap(bytes.as_slice(), truncated);
            gathered.listed.extend(
                entries
                    .iter()
                    .map(|entry| Listed { url: entry.loc.clone(), lastmod: entry.lastmod.clone() }),
            );
            let children = reading.children.into_iter().filter(|child| known.insert(child.clone()));
            queue.extend(children.map(|child| (child, Some(url.clone()))));
            let index = SitemapIndex::new(reading.facts.clone(), entries);
            sitemaps.read.push((fetch(SitemapOutcome::Read(reading.facts), 200), index));
        }
        gathered.listing_cut |= !sitemaps.elsewhere.is_empty();
        gathered.count(
            sitemaps.elsewhere.len(),
            "sitemap isn't in the folder and isn't read",
            "sitemaps aren't in the folder and aren't read",
        );
        Some(sitemaps)
    }
}

impl Sitemaps {
    /// What they say about the page of those addresses.
    fn survey(&self, wanted: &[Url]) -> SitemapSurvey {
        let with_facts = |(fetch, index): &(SitemapFetch, SitemapIndex)| SitemapFetch {
            outcome: SitemapOutcome::Read(index.facts(wanted)),
            ..fetch.clone()
        };
        let mut sitemaps: Vec<SitemapFetch> =
            self.read.iter().map(with_facts).chain(self.missing.iter().cloned()).collect();
        let lists_it =
            |fetch: &SitemapFetch| fetch.facts().is_some_and(|facts| !facts.matches.is_empty());
        if sitemaps.len() > SITEMAPS_NAMED {
            sitemaps.sort_by_key(|fetch| !lists_it(fetch));
            sitemaps.truncate(SITEMAPS_NAMED);
        }
        SitemapSurvey {
            declared_by: self.declared_by,
            sitemaps,
            left_out: self.elsewhere.iter().take(SITEMAPS_NAMED).cloned().collect(),
            left_out_total: u32::try_from(self.elsewhere.len()).unwrap_or(u32::MAX),
        }
    }
}

fn answer(url: &Url, status: u16) -> Exchange {
    let headers = vec![("content-type".to_owned(), "text/plain".to_owned())];
    Exchange { url: url.clone(), status, headers }
}

/// The file of that URL, if it is one of the folder's.
pub(super) fn path_of(root: &Path, base: &Url, url: &Url) -> Option<PathBuf> {
    if url.host_str() != base.host_str() || url.port() != base.port() {
        return None;
    }
    let below = url.path().strip_prefix(base.path().trim_end_matches('/'))?;
    if !below.starts_with('/') {
        return None;
    }
    // Undoes percent-encoding.
    let mut file = Url::parse("file:///").ok()?;
    file.set_path(below);
    let path = file.to_file_path().ok()?;
    let relative = path.strip_prefix("/").ok()?;
    let is_plain = relative.components().all(|part| matches!(part, Component::Normal(_)));
    is_plain.then(|| root.join(relative))
}

/// Whether that URL is one of the folder's, and no file can be its page.
pub(super) fn lacks_file(root: &Path, base: &Url, url: &str) -> bool {
    let Some(path) = Url::parse(url).ok().and_then(|url| path_of(root, base, &url)) else {
        return false;
    };
    let with_ending = |ending: &str| {
        let mut name = path.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    let is_page = ["index.html", "index.htm"].iter().any(|name| path.join(name).is_file())
        || [".html", ".htm"].iter().any(|ending| with_ending(ending).is_file());
    !is_page && !path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_may_be_published_below_a_path() {
        let file = |base: &str, url: &str| {
            let [base, url] = [base, url].map(|url| Url::parse(url).unwrap());
            path_of(Path::new("/site"), &base, &url)
        };
        let docs = "https://www.example.org/docs/";
        let of_docs = |url: &str| file(docs, url);
        assert_eq!(of_docs("https://www.example.org/docs/a/b.js"), Some("/site/a/b.js".into()));
        assert_eq!(of_docs("https://www.example.org/docsy/b.js"), None);
        assert_eq!(of_docs("https://www.example.org/b.js"), None);
        assert_eq!(of_docs("https://www.example.org/docs/..%2fb.js"), None);
        assert_eq!(of_docs("https://cdn.example.net/docs/b.js"), None);
        let root = "https://www.example.org/";
        assert_eq!(file(root, "https://www.example.org/a%20b.js"), Some("/site/a b.js".into()));
    }

    #[test]
    fn an_entry_has_a_file_in_any_of_its_forms() {
        let root = tempfile::tempdir().unwrap();
        for file in ["index.html", "a b.html", "docs/index.htm", "guide.pdf"] {
            let path = root.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "<p>x").unwrap();
        }
        std::fs::create_dir(root.path().join("empty")).unwrap();
        let base = Url::parse("https://www.example.org/").unwrap();
        for (path, lacks) in [
            ("", false),
            ("a%20b.html", false),
            ("a%20b", false),
            ("docs/", false),
            ("docs", false),
            ("guide.pdf", false),
            ("empty/", true),
            ("b.html", true),
            ("docs/b", true),
        ] {
            let url = format!("https://www.example.org/{path}");
            assert_eq!(lacks_file(root.path(), &base, &url), lacks, "{path}");
        }
        assert!(!lacks_file(root.path(), &base, "https://other.example/b"));
    }
}
