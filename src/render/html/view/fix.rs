//! Fixes and links in the words that a page shows.

use citable_checks::report::{CheckResult, LockedFix, RecommendedFix, Report};

use super::Sentence;
use crate::render::groups::needs_work;
use crate::render::{LOCAL_FILE, address, is_known, labels, link, snippet, untrusted};

/// The places of a page that are shown beside what is to be pasted.
const BEFORE_MAX: usize = 3;

/// A text that may lead somewhere.
pub(crate) struct Link {
    pub(crate) text: String,
    pub(crate) href: Option<String>,
}

pub(crate) struct FixListView {
    pub(crate) id: String,
    pub(crate) title: &'static str,
    pub(crate) fixes: Vec<FixView>,
    /// Why some stand behind others that gain less.
    pub(crate) note: Option<&'static str>,
}

pub(crate) struct FixView {
    /// Whether it is shown unfolded.
    pub(crate) open: bool,
    pub(crate) rank: u32,
    pub(crate) title: Sentence,
    pub(crate) gain: String,
    /// What is said of a fix that may not suit the page.
    pub(crate) if_suited: Option<&'static str>,
    /// The score with it, where it gains points.
    pub(crate) gain_and_score: String,
    pub(crate) effort: &'static str,
    pub(crate) checks: Vec<String>,
    /// None where there is none.
    pub(crate) why: Option<Sentence>,
    pub(crate) steps: Vec<Sentence>,
    /// What stands on the page now.
    pub(crate) before: Vec<BeforeView>,
    /// What is to stand there.
    pub(crate) after: Option<String>,
    pub(crate) verify: Sentence,
    pub(crate) evidence: Vec<EvidenceView>,
}

pub(crate) struct BeforeView {
    pub(crate) line: u32,
    pub(crate) text: String,
}

pub(crate) struct EvidenceView {
    pub(crate) source: Link,
    pub(crate) strength: &'static str,
}

pub(crate) struct LockedView {
    pub(crate) rank: u32,
    pub(crate) title: Sentence,
}

impl Link {
    pub(super) fn of(text: &str, url: &str) -> Self {
        Self { text: untrusted(text), href: link(&address(url)) }
    }

    pub(super) fn page(url: &str) -> Self {
        match is_known(url) {
            true => Self::of(url, url),
            false => Self { text: LOCAL_FILE.to_owned(), href: None },
        }
    }
}

impl FixListView {
    pub(super) fn of(title: &'static str, fixes: &[&RecommendedFix], report: &Report) -> Self {
        let first = fixes.first().map_or(0, |fix| fix.rank);
        let note = fixes.iter().any(|fix| fix.conditional).then_some(labels::WHY_BEHIND);
        let fixes = fixes.iter().map(|fix| FixView::of(fix, report)).collect();
        Self { id: format!("fixes-{first}"), title, fixes, note }
    }
}

impl FixView {
    fn of(fix: &RecommendedFix, report: &Report) -> Self {
        let after = fix.snippet.as_ref().map(|text| snippet(text).join("\n"));
        Self {
            open: false,
            rank: fix.rank,
            title: Sentence::of(&fix.title),
            gain: labels::gain(fix),
            if_suited: fix.conditional.then_some(labels::IF_SUITED),
            gain_and_score: labels::gain_and_score(fix, report),
            effort: labels::effort(fix.effort),
            checks: fix.check_ids.iter().map(|id| untrusted(id)).collect(),
            why: (!fix.why.is_empty()).then(|| Sentence::advice(&fix.why)),
            steps: fix.steps.iter().map(|step| Sentence::advice(step)).collect(),
            before: if after.is_some() { before(fix, report) } else { Vec::new() },
            after,
            verify: Sentence::advice(&fix.verify),
            evidence: fix
                .evidence
                .iter()
                .map(|source| EvidenceView {
                    source: Link::of(&source.title, &source.url),
                    strength: labels::strength(source.strength),
                })
                .collect(),
        }
    }
}

/// The lines that the fix's checks object to.
fn before(fix: &RecommendedFix, report: &Report) -> Vec<BeforeView> {
    let is_meant =
        |check: &&CheckResult| needs_work(check.status) && fix.check_ids.contains(&check.id);
    let details = report.checks.iter().filter(is_meant).flat_map(|check| &check.details);
    let objected = details
        .filter(|detail| detail.expected.is_some() && !detail.excerpt.is_empty())
        .filter_map(|detail| Some((detail.line?, detail)));
    let mut seen: Vec<(u32, &str)> = Vec::new();
    let places = objected.filter(|(line, detail)| {
        let is_new = !seen.contains(&(*line, detail.excerpt.as_str()));
        seen.push((*line, detail.excerpt.as_str()));
        is_new
    });
    places
        .take(BEFORE_MAX)
        .map(|(line, detail)| BeforeView { line, text: untrusted(&detail.excerpt) })
        .collect()
}

impl LockedView {
    pub(super) fn of(fix: &LockedFix) -> Self {
        Self { rank: fix.rank, title: Sentence::of(&fix.title) }
    }
}
