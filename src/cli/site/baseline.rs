//! An earlier run that pages are held against.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use anyhow::{Context, bail};
use citable_checks::report::Status;
use citable_checks::site::{FoundCheck, Hash64, Rule, Site, SiteFinding, Standing, page_key};
use citable_checks::weights::{CATALOGUE_VERSION, spec_of};
use url::Url;

use crate::render::labels;
use crate::render::site::overview::{SinceBaseline, WorsePage};
use crate::render::site::row::{PageRow, PageScan};

/// Calls `each` with every row of a `pages.jsonl`: the state of a run, or the output of one. A torn
/// last line is left out.
///
/// # Errors
/// When the file can't be read, or a line is no row.
pub(super) fn read_rows(path: &Path, each: &mut dyn FnMut(PageRow)) -> anyhow::Result<()> {
    let unreadable = || format!("can't read {}", path.display());
    if path.is_dir() {
        bail!("{} is a folder; pass a pages.jsonl file", path.display());
    }
    let mut reader = BufReader::new(File::open(path).with_context(unreadable)?);
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        reader.read_until(b'\n', &mut line).with_context(unreadable)?;
        let is_whole = line.last() == Some(&b'\n');
        number += 1;
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        match serde_json::from_slice(&line) {
            Ok(row) => each(row),
            Err(_) if !is_whole => return Ok(()),
            Err(error) => bail!(
                "{}, line {number}: not a page of `citable site --format jsonl` ({error})",
                path.display()
            ),
        }
    }
}

/// An earlier run.
#[derive(Debug, Default)]
pub(super) struct Baseline {
    pages: HashMap<String, Page>,
    /// The keys of the pages' addresses.
    keys: HashSet<Hash64>,
    site: Site,
    other_catalogue: bool,
}

/// A page of an earlier run.
#[derive(Debug)]
struct Page {
    score: u8,
    /// Numbers of the checks that failed or warned, and whether they failed.
    found: Vec<(u8, bool)>,
    /// The keys of what it links to.
    links: Box<[Hash64]>,
    /// Whether it only sends visitors on, to what isn't among its links.
    forwards: bool,
}

impl Baseline {
    /// Reads it from a file. The last row of a page counts; failed pages are as good as none.
    ///
    /// # Errors
    /// When it can't be read.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let mut baseline = Self::default();
        read_rows(path, &mut |row| {
            let Some(scan) = row.scan else { return };
            baseline.other_catalogue |= scan.catalogue_version != CATALOGUE_VERSION;
            baseline.site.add(&scan.facts);
            let urls = [scan.facts.url.as_str(), scan.facts.address()];
            baseline.keys.extend(urls.into_iter().filter_map(key));
            baseline.pages.insert(row.url, Page::of(&scan));
        })?;
        Ok(baseline)
    }

    /// Whether checks may judge otherwise than they did then.
    pub(super) const fn is_of_another_catalogue(&self) -> bool {
        self.other_catalogue
    }

    /// Whether it has that page.
    pub(super) fn has(&self, name: &str) -> bool {
        self.pages.contains_key(name)
    }

    /// What the rules for sites find in it. Rows have no sitemaps and no files: those of this run
    /// count for both, and a link is as broken as it is now if its page had it and no page of the
    /// baseline was there.
    pub(super) fn findings(&self, now: &Site) -> Vec<SiteFinding> {
        let mut site = self.site.clone();
        site.surround_as(now, |page, target| self.had_broken(page, target));
        site.findings()
    }

    fn had_broken(&self, page: &str, target: &str) -> bool {
        let (Some(page), Some(target)) = (self.pages.get(page), key(target)) else { return false };
        !self.keys.contains(&target) && (page.forwards || page.links.contains(&target))
    }

    /// Compares a page with what it was.
    pub(super) fn compare(&self, row: &PageRow, scan: &PageScan, since: &mut SinceBaseline) {
        let Some(before) = self.pages.get(&row.url) else {
            since.new.push(row.url.clone());
            return;
        };
        let (mut changes, mut checks) = (Vec::new(), Vec::new());
        if scan.score < before.score {
            changes.push(format!("score fell from {} to {}", before.score, scan.score));
        }
        for finding in &scan.findings {
            let number = spec_of(&finding.check).map(|spec| spec.number);
            let was = before.found.iter().find(|(check, _)| Some(*check) == number);
            let was = match was {
                None => Status::Pass,
                Some((_, true)) => Status::Fail,
                Some((_, false)) => Status::Warn,
            };
            if badness(finding.status) > badness(was) {
                let was = if was == Status::Pass { "fine" } else { labels::status(was) };
                let now = labels::status(finding.status);
                changes.push(format!("check {} went from {was} to {now}", finding.check));
                checks.push(finding.check.clone());
            }
        }
        if !changes.is_empty() {
            let (url, file) = (row.url.clone(), row.file.clone());
            since.worse.push(WorsePage { url, file, changes, checks });
        } else if scan.score > before.score || before.is_mended(scan) {
            since.better += 1;
        } else {
            since.same += 1;
        }
    }

    /// Its pages that are not among those.
    pub(super) fn gone(&self, names: &HashSet<&str>) -> Vec<String> {
        let gone = self.pages.keys().filter(|name| !names.contains(name.as_str()));
        let mut gone: Vec<String> = gone.cloned().collect();
        gone.sort_unstable();
        gone
    }
}

impl Page {
    /// Whether a check does better than it did. A cap may hold the score where it was.
    fn is_mended(&self, scan: &PageScan) -> bool {
        self.found.iter().any(|(number, failed)| {
            let is_it = |found: &&FoundCheck| {
                spec_of(&found.check).is_some_and(|spec| spec.number == *number)
            };
            match scan.findings.iter().find(is_it) {
                None => true,
                Some(now) => *failed && now.status == Status::Warn,
            }
        })
    }

    fn of(scan: &PageScan) -> Self {
        let found = scan.findings.iter().filter_map(|finding| {
            Some((spec_of(&finding.check)?.number, finding.status == Status::Fail))
        });
        Self {
            score: scan.score,
            found: found.collect(),
            links: scan.facts.links.clone().into(),
            forwards: scan.facts.standing == Standing::Forwarding,
        }
    }
}

/// The key of the page at an address.
fn key(url: &str) -> Option<Hash64> {
    Url::parse(url).ok().map(|url| page_key(&url))
}

/// Pages in findings of that rule. Warnings count too: who names a rule wants it to find nothing.
pub(super) fn found_by(findings: &[SiteFinding], rule: Rule) -> usize {
    findings.iter().filter(|finding| finding.rule == rule).map(|finding| finding.total).sum()
}

/// A check that does not apply is as good as one that passes: it asks for nothing.
const fn badness(status: Status) -> u8 {
    match status {
        Status::Pass | Status::Na => 0,
        Status::Warn => 1,
        Status::Fail => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::site::sample;

    fn baseline(rows: &[PageRow]) -> Baseline {
        let file = tempfile::NamedTempFile::new().unwrap();
        let lines: Vec<String> =
            rows.iter().map(|row| serde_json::to_string(row).unwrap()).collect();
        std::fs::write(file.path(), lines.join("\n") + "\n{\"url\":\"/torn").unwrap();
        Baseline::read(file.path()).unwrap()
    }

    #[test]
    fn only_what_got_worse_is_told() {
        let mut fine = sample::row("/c", 40);
        fine.scan.as_mut().unwrap().findings.clear();
        let baseline = baseline(&[sample::row("/a", 50), sample::row("/b", 60), fine]);
        let mut since = SinceBaseline::default();
        for (name, score) in [("/a", 60), ("/b", 59), ("/c", 40), ("/d", 1)] {
            let row = sample::row(name, score);
            baseline.compare(&row, row.scan.as_ref().unwrap(), &mut since);
        }
        assert_eq!((since.better, since.same), (1, 0));
        for (status, counts) in
            [(Some(Status::Warn), (2, 0)), (None, (3, 0)), (Some(Status::Fail), (3, 1))]
        {
            let mut row = sample::row("/a", 50);
            let scan = row.scan.as_mut().unwrap();
            match status {
                Some(status) => scan.findings[0].status = status,
                None => scan.findings.clear(),
            }
            baseline.compare(&row, row.scan.as_ref().unwrap(), &mut since);
            assert_eq!((since.better, since.same), counts, "a cap holds the score: {status:?}");
        }
        assert_eq!(since.new, ["/d"]);
        let worse: Vec<(&str, &str)> =
            since.worse.iter().map(|page| (page.url.as_str(), page.changes[0].as_str())).collect();
        assert_eq!(
            worse,
            [("/b", "score fell from 60 to 59"), ("/c", "check canonical went from fine to fail"),]
        );
        assert_eq!(baseline.gone(&HashSet::from(["/a", "/c"])), ["/b"]);
    }

    #[test]
    fn a_link_that_was_as_broken_is_none_that_is_new() {
        let target = "https://tea.example/gone.html";
        let link = page_key(&Url::parse(target).unwrap());
        let mut had = sample::row("https://tea.example/a.html", 50);
        had.scan.as_mut().unwrap().facts.links = vec![link];
        let url = |row: &PageRow| row.scan.as_ref().unwrap().facts.url.clone();
        let now = |row: &PageRow| {
            let mut site = Site::default();
            site.add_broken(&url(row), target);
            site
        };
        had.url = url(&had);
        let count =
            |baseline: &Baseline, now: &Site| found_by(&baseline.findings(now), Rule::BrokenLink);
        assert_eq!(count(&baseline(&[had.clone()]), &now(&had)), 1);
        let mut without = had.clone();
        without.scan.as_mut().unwrap().facts.links.clear();
        assert_eq!(count(&baseline(&[without]), &now(&had)), 0, "the link is new");
        let mut deleted = sample::row(target, 50);
        deleted.scan.as_mut().unwrap().facts.url = target.to_owned();
        assert_eq!(count(&baseline(&[had.clone(), deleted]), &now(&had)), 0, "the page was there");
    }

    #[test]
    fn what_is_no_row_is_named_by_its_line() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "{\"score\": 7}\n").unwrap();
        let told = Baseline::read(file.path()).unwrap_err().to_string();
        assert!(told.contains("line 1: not a page"), "{told}");
        assert!(Baseline::read(Path::new("/nowhere/pages.jsonl")).is_err());
    }
}
