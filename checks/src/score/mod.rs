//! From the checks' results to the score. Integers throughout, so that every machine agrees.

mod length;
mod standing;

use crate::engines::{ENGINE_COUNT, ENGINES, Gates};
use crate::paste::listed;
use crate::report::{Band, Cap, Category, CategoryScore, CheckResult, EngineVerdict, ReachReason};
use crate::report::{Doubt, ScoreLength, Status, Verdict};
use crate::weights::{CATEGORIES, CONFIDENT_COVERAGE, HARDLY_ANY_TEXT, band, category_weight};
pub use length::Length;
use standing::{Limit, half_up};
pub(crate) use standing::{Numbers, Standing};

/// What the score follows from. Whoever asks "what if" changes a copy and scores it again.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// The results, in catalogue order.
    pub checks: Vec<CheckResult>,
    /// What stands between each engine and the text; text and wall follow from the checks.
    pub gates: [Gates; ENGINE_COUNT],
    /// Length of the main content in word equivalents.
    pub word_equivalents: usize,
    /// The length that the score depends on; none where it isn't known, or where the page is meant to
    /// be short.
    pub length: Option<Length>,
    /// Whether reading stopped before there was hardly any text.
    pub unread: bool,
    /// Whether the canonical names another site.
    pub canonical_elsewhere: bool,
    /// Whether the page only sends visitors to another URL.
    pub forwarding: bool,
    /// Whether anything on the page speaks of scripts that bring text. Where nothing does, a text
    /// that is missing is missing for every engine alike, and no engine's reach is about it.
    pub scripted: bool,
    /// Reasons to doubt the report, besides its coverage.
    pub doubts: Vec<Doubt>,
    /// Sum of the weights of the checks that pages of its kind can have.
    pub kind_weight: u8,
}

/// The score and what belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// 0 to 100: what the length leaves of the raw score, under its caps.
    pub score: u8,
    /// 0 to 100: the weighted mean of the applicable checks.
    pub raw_score: u8,
    /// The score in a word.
    pub band: Band,
    /// What the length leaves of the score; none where it is not judged.
    pub length: Option<ScoreLength>,
    /// The limits that lie under the score without them, strictest first.
    pub caps: Vec<Cap>,
    /// The engines' verdicts.
    pub engines: Vec<EngineVerdict>,
    /// The categories' scores.
    pub categories: Vec<CategoryScore>,
    /// Weight of the applicable checks, in percent of what pages of its kind can have.
    pub coverage: u8,
    /// Reasons for low confidence: those of the input, after coverage under
    /// [`CONFIDENT_COVERAGE`].
    pub doubts: Vec<Doubt>,
}

impl Input {
    /// The numbers in it.
    pub(crate) fn standing(&self) -> Standing {
        let mut standing = Standing::new(&self.checks, self.gates);
        standing.word_equivalents = self.word_equivalents;
        standing.length = self.length;
        standing.unread = self.unread;
        standing.canonical_elsewhere = self.canonical_elsewhere;
        standing.forwarding = self.forwarding;
        standing.scripted = self.scripted;
        standing
    }
}

/// Scores.
pub fn score(input: &Input) -> Outcome {
    let standing = input.standing();
    let Numbers { score, uncapped, raw_score, .. } = standing.numbers();
    let gates = standing.gates();
    let engines: Vec<EngineVerdict> =
        ENGINES.iter().zip(&gates).map(|(engine, gates)| gates.verdict(engine)).collect();
    let binding = standing.limits().filter(|(_, limit)| *limit < uncapped);
    let mut caps: Vec<Cap> =
        binding.map(|(limit, at)| cap(limit, at, &standing, &engines)).collect();
    caps.sort_by_key(|cap| cap.limit);
    let coverage = coverage(input);
    let too_little = (coverage < CONFIDENT_COVERAGE).then_some(Doubt::LowCoverage);
    Outcome {
        score,
        raw_score,
        band: band(score),
        length: input.length.map(Length::view),
        caps,
        engines,
        categories: CATEGORIES
            .iter()
            .map(|(category, title)| category_score(&input.checks, *category, title))
            .collect(),
        coverage,
        doubts: too_little.into_iter().chain(input.doubts.iter().copied()).collect(),
    }
}

fn cap(limit: Limit, at: u8, standing: &Standing, engines: &[EngineVerdict]) -> Cap {
    let one = |reason: &str, id: &str| (reason.to_owned(), vec![id.to_owned()]);
    let (reason, check_ids) = match limit {
        Limit::Unavailable => one("The URL doesn't return a page.", "http-fetch"),
        Limit::HardlyAnyText => one(
            &format!("The HTML has fewer than {HARDLY_ANY_TEXT} words to cite."),
            "raw-html-content",
        ),
        Limit::Forwarding => one("The page only sends visitors to another URL.", "http-fetch"),
        Limit::Unread => {
            one("Citable stopped at a reading limit after reading almost no text.", "content-depth")
        }
        Limit::CanonicalElsewhere => {
            one("The canonical points to another site or a staging host.", "canonical")
        }
        Limit::Reach => {
            let short = || engines.iter().filter(|one| one.verdict != Verdict::Eligible);
            let names: Vec<&str> = short().map(|engine| engine.name.as_str()).collect();
            let reason = match engines.iter().all(|one| one.verdict == Verdict::Blocked) {
                true => "No answer engine can use the page.".to_owned(),
                false => format!(
                    "{} of {} answer engines can't use the page fully: {}.",
                    names.len(),
                    engines.len(),
                    listed(&names)
                ),
            };
            (reason, gate_checks(standing, short))
        }
    };
    Cap { limit: at, reason, check_ids }
}

/// The checks that the engines' reasons come from, in catalogue order.
fn gate_checks<'a, I: Iterator<Item = &'a EngineVerdict>>(
    standing: &Standing,
    engines: impl Fn() -> I,
) -> Vec<String> {
    let has = |wanted: &[ReachReason]| {
        engines().any(|engine| engine.reasons.iter().any(|reason| wanted.contains(reason)))
    };
    let robots = has(&[ReachReason::RobotsBlocked]);
    let fetchers = standing.status("robots-user-fetchers") == Some(Status::Fail);
    let searchers =
        matches!(standing.status("robots-search-bots"), Some(Status::Warn | Status::Fail));
    // A page that only leads on isn't asked to be indexed, but replaced by a redirect.
    let leads_on = standing.forwarding;
    let quoting = [ReachReason::Nosnippet, ReachReason::SnippetLimited, ReachReason::Noarchive];
    [
        ("http-fetch", leads_on && has(&[ReachReason::Noindex])),
        ("robots-search-bots", robots && searchers),
        ("robots-user-fetchers", robots && fetchers),
        ("indexable", !leads_on && has(&[ReachReason::Noindex])),
        ("snippet-eligible", has(&quoting)),
        ("raw-html-content", has(&[ReachReason::TextNeedsJavascript])),
        ("content-wall", has(&[ReachReason::Wall])),
    ]
    .into_iter()
    .filter(|(_, applies)| *applies)
    .map(|(id, _)| id.to_owned())
    .collect()
}

/// The weighted mean of the applicable checks, rounded half up; none where none applies or none
/// weighs anything.
pub(crate) fn weighted_mean<'a>(checks: impl IntoIterator<Item = &'a CheckResult>) -> Option<u8> {
    let (points, weight) = checks
        .into_iter()
        .filter_map(|check| Some((u32::from(check.value?), u32::from(check.weight))))
        .fold((0, 0), |(points, total), (value, weight)| (points + value * weight, total + weight));
    half_up(points, weight)
}

fn coverage(input: &Input) -> u8 {
    let applicable = input.checks.iter().filter(|check| check.value.is_some());
    let weight: u32 = applicable.map(|check| u32::from(check.weight)).sum();
    half_up(weight * 100, u32::from(input.kind_weight)).unwrap_or(0).min(100)
}

fn category_score(checks: &[CheckResult], category: Category, title: &str) -> CategoryScore {
    let of_category = || checks.iter().filter(move |check| check.category == category);
    let count = |status: Status| {
        let count = of_category().filter(|check| check.status == status).count();
        u8::try_from(count).unwrap_or(u8::MAX)
    };
    CategoryScore {
        id: category,
        title: title.to_owned(),
        score: weighted_mean(of_category()),
        weight: category_weight(category),
        passed: count(Status::Pass),
        warned: count(Status::Warn),
        failed: count(Status::Fail),
        not_applicable: count(Status::Na),
    }
}

#[cfg(test)]
mod tests;
