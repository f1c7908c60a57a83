//! What is said of a whole site.

use citable_checks::report::{Band, Cap, PageKind, Verdict};
use citable_checks::site::{Cause, Judged, Rule};
use citable_checks::weights::band;
use serde::Serialize;

use super::row::{PageRow, PageScan};
use crate::render::{labels, untrusted};

/// Pages that are named as the lowest.
pub const LOWEST_SHOWN: usize = 10;
/// Scores there are: 0 to 100.
const SCORES: usize = 101;
/// The bands, best first, with their lowest and highest score.
const BANDS: [(Band, u8, u8); 5] = [
    (Band::Excellent, 90, 100),
    (Band::Good, 75, 89),
    (Band::Fair, 55, 74),
    (Band::Poor, 30, 54),
    (Band::VeryWeak, 0, 29),
];

/// What is said of a whole site.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// What was scanned, as it was named.
    pub target: String,
    /// Pages that have a score.
    pub scanned: usize,
    /// Pages that could not be scanned.
    pub failed: usize,
    /// Pages that only send visitors to another URL; not counted as scanned.
    pub forwarding: usize,
    /// Frames for search results or for lists of a manual's pages; not counted as scanned.
    pub frames: usize,
    /// Median score; null if no page has a score.
    pub median: Option<u8>,
    /// Lowest score; null if no page has a score.
    pub lowest: Option<u8>,
    /// Pages of each band, best first. Pages whose score has low confidence are in none.
    pub bands: Vec<BandCount>,
    /// Pages whose score has low confidence.
    pub low_confidence: usize,
    /// Reach of each engine.
    pub engines: Vec<EngineCount>,
    /// True if the URL of the pages isn't known, so robots.txt and response headers weren't seen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub without_url: bool,
    /// What to edit, most reach lost first.
    pub causes: Vec<Cause>,
    /// What the rules of a site found.
    pub site: Judged,
    /// The pages with the lowest scores, lowest first.
    pub lowest_pages: Vec<LowPage>,
    /// The first pages that could not be scanned.
    pub failures: Vec<FailedPage>,
    /// Checks that are ignored, each with its reason.
    pub ignored: Vec<IgnoredCheck>,
    /// How the pages changed since the baseline, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since_baseline: Option<SinceBaseline>,
    /// Thresholds that are missed.
    pub missed: Vec<Missed>,
    /// What was left out, and why.
    pub notes: Vec<String>,
    /// True if the run was stopped before every page was scanned.
    pub stopped: bool,
}

/// Pages of one band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BandCount {
    /// The band.
    pub band: Band,
    /// Its lowest score.
    pub from: u8,
    /// Its highest score.
    pub to: u8,
    /// Number of pages.
    pub pages: usize,
}

/// What one engine can use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EngineCount {
    /// ID of the engine.
    pub id: String,
    /// Name of the engine.
    pub name: String,
    /// Pages it can use.
    pub eligible: usize,
    /// Pages it can use in part.
    pub limited: usize,
    /// Pages it can't use.
    pub blocked: usize,
    /// Pages it can use unless robots.txt or the response headers, which weren't read, keep it out.
    pub unknown: usize,
}

/// One of the lowest pages.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LowPage {
    /// Score of the page.
    pub score: u8,
    /// True if the score has low confidence.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub low_confidence: bool,
    /// URL of the page.
    pub url: String,
    /// File of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Kind of the page.
    pub kind: PageKind,
    /// Title of the fix that lifts the score most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
    /// What limits the score most: its strictest cap or the length of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capped: Option<String>,
}

impl LowPage {
    /// What is said of that page.
    #[must_use]
    pub fn of(row: &PageRow, scan: &PageScan) -> Self {
        Self {
            score: scan.score,
            low_confidence: scan.low_confidence,
            url: row.url.clone(),
            file: row.file.clone(),
            kind: scan.kind,
            fix: scan.main_fix().map(|fix| fix.title.clone()),
            capped: scan.caps.first().map(capped).or_else(|| shortened(scan)),
        }
    }
}

/// The strictest cap of a page.
fn capped(cap: &Cap) -> String {
    format!("Capped at {}: {}", cap.limit, cap.reason)
}

/// What a short text takes from a page.
fn shortened(scan: &PageScan) -> Option<String> {
    let length = scan.length.filter(|length| length.percent < 100)?;
    Some(format!("Length: {}", labels::length_says(length, scan.raw_score)))
}

/// A page that could not be scanned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FailedPage {
    /// URL of the page.
    pub url: String,
    /// Code of the reason.
    pub code: String,
    /// What happened.
    pub message: String,
}

/// A check that is ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IgnoredCheck {
    /// ID of the check.
    pub check: String,
    /// Why it is ignored.
    pub reason: String,
    /// Globs of the paths where it is ignored; empty if everywhere.
    pub paths: Vec<String>,
    /// Pages where it failed or warned all the same.
    pub pages: usize,
}

/// How the pages changed since the baseline.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SinceBaseline {
    /// Pages that got worse, and in what.
    pub worse: Vec<WorsePage>,
    /// Number of pages whose score rose or where a check got better, and where none got worse.
    pub better: usize,
    /// Number of pages that are as they were.
    pub same: usize,
    /// Pages that the baseline doesn't have.
    pub new: Vec<String>,
    /// Pages that only the baseline has.
    pub gone: Vec<String>,
}

/// A page that got worse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WorsePage {
    /// URL of the page.
    pub url: String,
    /// File of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// In what it got worse.
    pub changes: Vec<String>,
    /// IDs of the checks that got worse.
    #[serde(skip)]
    pub checks: Vec<String>,
}

/// A threshold that is missed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Missed {
    /// What is missed, in one sentence.
    pub message: String,
    /// The first pages that miss it.
    pub pages: Vec<String>,
    /// The rule of a site that it is about, if it is about one.
    #[serde(skip)]
    pub rule: Option<Rule>,
}

/// Pages that a line about a missed threshold names.
const PAGES_NAMED: usize = 3;

impl Missed {
    /// What is missed, with the first pages that miss it.
    pub fn with_pages(&self) -> String {
        let message = &self.message;
        let first = self.pages.iter().take(PAGES_NAMED).map(|page| untrusted(page));
        let first: Vec<String> = first.collect();
        match (first.is_empty(), self.pages.len().saturating_sub(PAGES_NAMED)) {
            (true, _) => message.clone(),
            (false, 0) => format!("{message}: {}", first.join(", ")),
            (false, rest) => format!("{message}: {}, and {rest} more", first.join(", ")),
        }
    }
}

/// Counts what an overview shows of scores, page by page.
#[derive(Debug)]
pub struct Tally {
    scores: [usize; SCORES],
    /// The same of the pages whose score has low confidence.
    unsure: [usize; SCORES],
    engines: Vec<EngineCount>,
    lowest: Vec<LowPage>,
    /// How many pages are named as the lowest.
    named: usize,
    scanned: usize,
}

impl Default for Tally {
    fn default() -> Self {
        Self::naming(LOWEST_SHOWN)
    }
}

impl Tally {
    /// Counts of no page yet, to name that many as the lowest.
    #[must_use]
    pub fn naming(named: usize) -> Self {
        let scores = [0; SCORES];
        let (engines, lowest) = (Vec::new(), Vec::new());
        Self { scores, unsure: scores, engines, lowest, named, scanned: 0 }
    }

    /// Counts a page.
    pub fn add(&mut self, row: &PageRow, scan: &PageScan) {
        self.scanned += 1;
        let place = usize::from(scan.score);
        for (scores, counts) in [(&mut self.scores, true), (&mut self.unsure, scan.low_confidence)]
        {
            if let Some(count) = scores.get_mut(place).filter(|_| counts) {
                *count += 1;
            }
        }
        for engine in &scan.engines {
            let known = self.engines.iter().position(|known| known.id == engine.id);
            let place = known.unwrap_or_else(|| {
                let (id, name) = (engine.id.clone(), engine.name.clone());
                self.engines.push(EngineCount {
                    id,
                    name,
                    eligible: 0,
                    limited: 0,
                    blocked: 0,
                    unknown: 0,
                });
                self.engines.len() - 1
            });
            let Some(count) = self.engines.get_mut(place) else { continue };
            match engine.verdict {
                Verdict::Eligible if !scan.reach_known => count.unknown += 1,
                Verdict::Eligible => count.eligible += 1,
                Verdict::Limited => count.limited += 1,
                Verdict::Blocked => count.blocked += 1,
            }
        }
        self.lowest.push(LowPage::of(row, scan));
        if self.lowest.len() > self.named.saturating_mul(2) {
            self.lowest.sort_unstable();
            self.lowest.truncate(self.named);
        }
    }

    /// Puts the counts into an overview.
    pub fn fill(mut self, overview: &mut Overview) {
        self.lowest.sort_unstable();
        self.lowest.truncate(self.named);
        overview.scanned = self.scanned;
        overview.median = self.median();
        overview.lowest = self.lowest.first().map(|page| page.score);
        overview.bands = self.bands();
        overview.low_confidence = self.unsure.iter().sum();
        overview.engines = self.engines;
        overview.lowest_pages = self.lowest;
    }

    /// The lower of the two in the middle, if there are two.
    fn median(&self) -> Option<u8> {
        let half = self.scanned.checked_sub(1)? / 2;
        let mut passed = 0;
        let place = self.scores.iter().position(|count| {
            passed += count;
            passed > half
        });
        place.and_then(|score| u8::try_from(score).ok())
    }

    /// A score of low confidence has no band, as in the report of one page.
    fn bands(&self) -> Vec<BandCount> {
        let pages = |of: Band| {
            let counts = self.scores.iter().zip(&self.unsure).map(|(all, unsure)| all - unsure);
            let scores = (0_u8..).zip(counts);
            scores.filter(|(score, _)| band(*score) == of).map(|(_, count)| count).sum()
        };
        BANDS.map(|(band, from, to)| BandCount { band, from, to, pages: pages(band) }).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::site::sample;

    fn overview(scores: &[u8]) -> Overview {
        let (mut tally, mut overview) = (Tally::default(), Overview::default());
        for (place, score) in scores.iter().enumerate() {
            let row = sample::row(&format!("/{place}"), *score);
            tally.add(&row, row.scan.as_ref().unwrap());
        }
        tally.fill(&mut overview);
        overview
    }

    #[test]
    fn the_median_is_a_score_of_a_page() {
        for (scores, median) in
            [(&[][..], None), (&[7], Some(7)), (&[1, 9], Some(1)), (&[100, 0, 50], Some(50))]
        {
            assert_eq!(overview(scores).median, median, "{scores:?}");
        }
    }

    #[test]
    fn scores_of_low_confidence_have_no_band() {
        let (mut tally, mut overview) = (Tally::default(), Overview::default());
        for (score, low_confidence) in [(95, false), (92, true), (20, true)] {
            let mut row = sample::row(&format!("/{score}"), score);
            row.scan.as_mut().unwrap().low_confidence = low_confidence;
            tally.add(&row, row.scan.as_ref().unwrap());
        }
        tally.fill(&mut overview);
        let pages: Vec<usize> = overview.bands.iter().map(|band| band.pages).collect();
        assert_eq!((pages, overview.low_confidence), (vec![1, 0, 0, 0, 0], 2));
        assert_eq!((overview.scanned, overview.median, overview.lowest), (3, Some(92), Some(20)));
        let unsure: Vec<bool> =
            overview.lowest_pages.iter().map(|one| one.low_confidence).collect();
        assert_eq!(unsure, [true, true, false]);
    }

    #[test]
    fn bands_and_lowest_pages_are_counted() {
        let scores: Vec<u8> = (0..=100).rev().collect();
        let overview = overview(&scores);
        let pages: Vec<usize> = overview.bands.iter().map(|band| band.pages).collect();
        assert_eq!(pages, [11, 15, 20, 25, 30]);
        for (count, (of, from, to)) in overview.bands.iter().zip(BANDS) {
            assert_eq!((band(from), band(to), count.band), (of, of, of));
        }
        let lowest: Vec<u8> = overview.lowest_pages.iter().map(|page| page.score).collect();
        assert_eq!(lowest, (0..10).collect::<Vec<u8>>());
    }
}
