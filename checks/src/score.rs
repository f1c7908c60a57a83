//! From the checks' results to the score. Integers throughout, so that every machine agrees.

use crate::engines::{ENGINE_COUNT, ENGINES, Engine, Factor, Gates, scaled_reach};
use crate::report::{Band, Cap, Category, CategoryScore, CheckResult, EngineVerdict, ReachReason};
use crate::report::{Status, Verdict};
use crate::weights::{
    CANONICAL_ELSEWHERE_CAP, CATEGORIES, CONFIDENT_COVERAGE, EMPTY_CONTENT_CAP, HARDLY_ANY_TEXT,
    REACH_CAP_FLOOR, band, category_weight,
};

/// What the score follows from. Whoever asks "what if" changes a copy and scores it again.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// The results, in catalogue order.
    pub checks: Vec<CheckResult>,
    /// What stands between each engine and the text; see [`set_content_gates`] for text and wall.
    pub gates: [Gates; ENGINE_COUNT],
    /// Length of the main content in word equivalents.
    pub word_equivalents: usize,
    /// Whether the canonical names another site.
    pub canonical_elsewhere: bool,
    /// Whether something could not be seen, or the reading was unsure.
    pub unsure: bool,
}

/// The score and what belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// 0 to 100: the raw score under its caps.
    pub score: u8,
    /// 0 to 100: the weighted mean of the applicable checks.
    pub raw_score: u8,
    /// The score in a word.
    pub band: Band,
    /// The limits that lie under the raw score, strictest first.
    pub caps: Vec<Cap>,
    /// The engines' verdicts.
    pub engines: Vec<EngineVerdict>,
    /// The categories' scores.
    pub categories: Vec<CategoryScore>,
    /// Sum of the weights of the applicable checks.
    pub coverage: u8,
    /// Whether coverage is under [`CONFIDENT_COVERAGE`] or something was unsure.
    pub low_confidence: bool,
}

/// Scores.
pub fn score(input: &Input) -> Outcome {
    let unavailable = status_of(&input.checks, "http-fetch") == Some(Status::Fail);
    let gates = if unavailable { [Gates::UNAVAILABLE; ENGINE_COUNT] } else { input.gates };
    let raw_score = weighted_mean(&input.checks).unwrap_or(0);
    let mut caps = match unavailable {
        true => vec![unavailable_cap()],
        false => page_caps(input, &gates),
    };
    caps.retain(|cap| cap.limit < raw_score);
    caps.sort_by_key(|cap| cap.limit);
    let score = caps.first().map_or(raw_score, |cap| cap.limit);
    let coverage = coverage(&input.checks);
    Outcome {
        score,
        raw_score,
        band: band(score),
        caps,
        engines: ENGINES.iter().zip(&gates).map(|(engine, gates)| gates.verdict(engine)).collect(),
        categories: CATEGORIES
            .iter()
            .map(|(category, title)| category_score(&input.checks, *category, title))
            .collect(),
        coverage,
        low_confidence: input.unsure || coverage < CONFIDENT_COVERAGE,
    }
}

/// Sets the factors that follow from the checks on text and walls. A check that did not run or
/// does not apply leaves its factor open.
pub fn set_content_gates(gates: &mut [Gates; ENGINE_COUNT], checks: &[CheckResult]) {
    for (engine, gates) in ENGINES.iter().zip(gates) {
        gates.text = text_factor(status_of(checks, "raw-html-content"), engine);
        gates.wall = wall_factor(status_of(checks, "content-wall"));
    }
}

/// Google renders pages, Bing some of them, the others none.
fn text_factor(status: Option<Status>, engine: &Engine) -> Factor {
    let percent = match (status, engine.id) {
        (Some(Status::Warn), "copilot") => 90,
        (Some(Status::Fail), "copilot") => 50,
        (Some(Status::Warn), id) if id != "google" => 75,
        (Some(Status::Fail), id) if id != "google" => 25,
        _ => return Factor::OPEN,
    };
    Factor::limited(percent, ReachReason::TextNeedsJavascript)
}

fn wall_factor(status: Option<Status>) -> Factor {
    match status {
        Some(Status::Fail) => Factor::limited(40, ReachReason::Wall),
        Some(Status::Warn) => Factor::limited(90, ReachReason::Wall),
        _ => Factor::OPEN,
    }
}

fn status_of(checks: &[CheckResult], id: &str) -> Option<Status> {
    checks.iter().find(|check| check.id == id).map(|check| check.status)
}

fn unavailable_cap() -> Cap {
    Cap {
        limit: 0,
        reason: "The address does not answer with a page.".to_owned(),
        check_ids: vec!["http-fetch".to_owned()],
    }
}

fn page_caps(input: &Input, gates: &[Gates; ENGINE_COUNT]) -> Vec<Cap> {
    let mut caps = vec![reach_cap(input, gates)];
    let depth = status_of(&input.checks, "content-depth");
    let hardly_any = input.word_equivalents < HARDLY_ANY_TEXT;
    if depth == Some(Status::Na) || (depth == Some(Status::Fail) && hardly_any) {
        caps.push(Cap {
            limit: EMPTY_CONTENT_CAP,
            reason: "There is hardly any text to cite.".to_owned(),
            check_ids: vec!["content-depth".to_owned()],
        });
    }
    if input.canonical_elsewhere {
        caps.push(Cap {
            limit: CANONICAL_ELSEWHERE_CAP,
            reason: "The canonical names another site, and engines cite that one.".to_owned(),
            check_ids: vec!["canonical".to_owned()],
        });
    }
    caps
}

fn reach_cap(input: &Input, gates: &[Gates; ENGINE_COUNT]) -> Cap {
    let limit = REACH_CAP_FLOOR + scaled_reach(gates, 100 - REACH_CAP_FLOOR);
    let verdicts = ENGINES.iter().zip(gates).map(|(engine, gates)| gates.verdict(engine));
    let short: Vec<EngineVerdict> =
        verdicts.filter(|engine| engine.verdict != Verdict::Eligible).collect();
    let names: Vec<&str> = short.iter().map(|engine| engine.name.as_str()).collect();
    Cap {
        limit: u8::try_from(limit).unwrap_or(100),
        reason: format!("Not every answer engine can use the page: {}.", names.join(", ")),
        check_ids: gate_checks(input, &short),
    }
}

/// The checks that the engines' reasons come from, in catalogue order.
fn gate_checks(input: &Input, engines: &[EngineVerdict]) -> Vec<String> {
    let has = |wanted: &[ReachReason]| {
        engines.iter().any(|engine| engine.reasons.iter().any(|reason| wanted.contains(reason)))
    };
    let robots = has(&[ReachReason::RobotsBlocked]);
    let fetchers = status_of(&input.checks, "robots-user-fetchers") == Some(Status::Fail);
    let searchers =
        matches!(status_of(&input.checks, "robots-search-bots"), Some(Status::Warn | Status::Fail));
    let quoting = [ReachReason::Nosnippet, ReachReason::SnippetLimited, ReachReason::Noarchive];
    [
        ("robots-search-bots", robots && searchers),
        ("robots-user-fetchers", robots && fetchers),
        ("indexable", has(&[ReachReason::Noindex])),
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
fn weighted_mean<'a>(checks: impl IntoIterator<Item = &'a CheckResult>) -> Option<u8> {
    let (points, weight) = checks
        .into_iter()
        .filter_map(|check| Some((u32::from(check.value?), u32::from(check.weight))))
        .fold((0, 0), |(points, total), (value, weight)| (points + value * weight, total + weight));
    let mean = (2 * points + weight).checked_div(2 * weight)?;
    u8::try_from(mean).ok()
}

fn coverage(checks: &[CheckResult]) -> u8 {
    checks.iter().filter(|check| check.value.is_some()).map(|check| check.weight).sum()
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
