//! Links of the pages of a folder to pages that it doesn't have.
//!
//! Rows have links by their keys only. Where a key is that of no page, the files of a few pages tell
//! its address, and the folder whether it has a file.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use citable_checks::page::Page;
use citable_checks::site::{Hash64, Site, Standing, page_key, page_links};
use url::Url;

use super::around::lacks_file;
use super::rows::RunRows;
use crate::cli::page::snapshot;
use crate::render::site::row::{PageRow, PageScan};

/// Files that define redirects for hosts and servers.
const OF_REDIRECTS: [&str; 6] = [
    "_redirects",
    ".htaccess",
    "vercel.json",
    "netlify.toml",
    "firebase.json",
    "staticwebapp.config.json",
];
/// Files that are read again at most.
const FILES_MAX: usize = 1_000;

/// A folder, and the URL that it is published at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Published<'a> {
    pub(super) root: &'a Path,
    pub(super) base: &'a Url,
}

/// Adds what the pages link to and the folder lacks.
///
/// # Errors
/// When the rows can't be read.
pub(super) fn add(
    site: &mut Site,
    rows: &mut RunRows<'_>,
    folder: Published<'_>,
) -> anyhow::Result<()> {
    if let Some(file) = OF_REDIRECTS.iter().find(|file| folder.root.join(file).exists()) {
        site.redirects_in(file);
        return Ok(());
    }
    let mut known: HashSet<Hash64> = HashSet::new();
    rows.visit_all(&mut |row| {
        let facts = row.scan.iter().map(|scan| &scan.facts);
        let urls = facts.flat_map(|facts| [facts.url.as_str(), facts.address()]);
        known.extend(urls.filter_map(|url| Url::parse(url).ok()).map(|url| page_key(&url)));
        Ok(())
    })?;
    let mut targets = Targets { known, folder, found: HashMap::new(), files: 0 };
    rows.visit_all(&mut |row| {
        if let Some(scan) = &row.scan {
            for target in targets.missing(row, scan) {
                site.add_broken(&scan.facts.url, &target);
            }
        }
        Ok(())
    })?;
    Ok(())
}

/// What is known of the addresses that pages link to.
struct Targets<'a> {
    /// The keys of pages.
    known: HashSet<Hash64>,
    folder: Published<'a>,
    /// The address of each other key, if the folder lacks it.
    found: HashMap<Hash64, Option<String>>,
    /// How many files were read.
    files: usize,
}

impl Targets<'_> {
    /// The addresses that a page links to and the folder lacks.
    fn missing(&mut self, row: &PageRow, scan: &PageScan) -> Vec<String> {
        let links = &scan.facts.links;
        let mut keys: Vec<Hash64> =
            links.iter().copied().filter(|key| !self.known.contains(key)).collect();
        let is_forwarding = scan.facts.standing == Standing::Forwarding;
        if (is_forwarding || keys.iter().any(|key| !self.found.contains_key(key)))
            && self.files < FILES_MAX
        {
            self.files += 1;
            for key in self.read(row, scan) {
                if is_forwarding && !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        keys.iter().filter_map(|key| self.found.get(key)?.clone()).collect()
    }

    /// Reads the file of a page, and looks for what it links to; gives the keys of what no page is.
    fn read(&mut self, row: &PageRow, scan: &PageScan) -> Vec<Hash64> {
        let (Some(file), Ok(url)) = (&row.file, Url::parse(&scan.facts.url)) else {
            return Vec::new();
        };
        let Ok(Ok(snapshot)) = snapshot(Some(&url), Some(Path::new(file)), 0) else {
            return Vec::new();
        };
        let links = page_links(&Page::read(&snapshot));
        let unknown = links.into_iter().filter(|(key, _)| !self.known.contains(key));
        let unknown: Vec<(Hash64, Url)> = unknown.collect();
        let Published { root, base } = self.folder;
        for (key, url) in &unknown {
            self.found
                .entry(*key)
                .or_insert_with(|| lacks_file(root, base, url.as_str()).then(|| url.to_string()));
        }
        unknown.into_iter().map(|(key, _)| key).collect()
    }
}
