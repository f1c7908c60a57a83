//! The score: the catalogue's worked examples, and what must hold for every input.

use super::{Input, Length, Outcome, score};
use crate::engines::{ENGINE_COUNT, ENGINES, Factor, Gates};
use crate::report::{
    Band, CheckResult, Doubt, EvidenceStrength, ReachReason, Status, Verdict, scaled,
};
use crate::weights::{CATALOGUE, CheckSpec};
use proptest::prelude::*;

fn result(spec: &CheckSpec, value: Option<u8>) -> CheckResult {
    let status = match value {
        None => Status::Na,
        Some(0) => Status::Fail,
        Some(100) => Status::Pass,
        Some(_) => Status::Warn,
    };
    CheckResult {
        id: spec.id.to_owned(),
        number: spec.number,
        title: String::new(),
        category: spec.category,
        status,
        value,
        weight: spec.weight,
        evidence_strength: EvidenceStrength::Strong,
        summary: String::new(),
        details: Vec::new(),
    }
}

/// Every check of the catalogue passes, and nothing is in the way.
fn perfect() -> Input {
    Input {
        checks: CATALOGUE.iter().map(|spec| result(spec, Some(100))).collect(),
        gates: [Gates::OPEN; ENGINE_COUNT],
        word_equivalents: 1_000,
        length: None,
        unread: false,
        canonical_elsewhere: false,
        forwarding: false,
        scripted: true,
        doubts: Vec::new(),
        kind_weight: 100,
    }
}

fn set(input: &mut Input, id: &str, value: Option<u8>) {
    let check = input.checks.iter_mut().find(|check| check.id == id).unwrap();
    let spec = CATALOGUE.iter().find(|spec| spec.id == id).unwrap();
    *check = result(spec, value);
}

fn block(input: &mut Input, engine: &str, percent: u8) {
    let index = ENGINES.iter().position(|known| known.id == engine).unwrap();
    input.gates[index].access = Factor::limited(percent, ReachReason::RobotsBlocked);
}

fn limits(outcome: &Outcome) -> Vec<u8> {
    outcome.caps.iter().map(|cap| cap.limit).collect()
}

#[test]
fn a_perfect_page_is_a_hundred() {
    let outcome = score(&perfect());
    assert_eq!((outcome.score, outcome.raw_score, outcome.band), (100, 100, Band::Excellent));
    assert_eq!((outcome.coverage, outcome.doubts.as_slice()), (100, &[][..]));
    assert!(outcome.caps.is_empty());
    assert!(outcome.engines.iter().all(|engine| engine.verdict == Verdict::Eligible));
    assert!(outcome.categories.iter().all(|category| category.score == Some(100)));
}

#[test]
fn a_short_text_leaves_a_share_of_the_score() {
    let mut input = perfect();
    input.length = Some(Length { words: 500, asked: 300 });
    set(&mut input, "answer-first", Some(0));
    let outcome = score(&input);
    assert_eq!((outcome.raw_score, outcome.score), (92, 74));
    assert!(outcome.caps.is_empty());
    // A cap counts once it is under what the length leaves.
    block(&mut input, "perplexity", 0);
    assert!(score(&input).caps.is_empty());
    block(&mut input, "chatgpt", 0);
    assert_eq!((limits(&score(&input)), score(&input).score), (vec![59], 59));
}

#[test]
fn a_page_forbidden_to_all_is_ten() {
    let mut input = perfect();
    for engine in &ENGINES {
        block(&mut input, engine.id, 0);
    }
    set(&mut input, "robots-search-bots", Some(0));
    let outcome = score(&input);
    assert_eq!((outcome.score, outcome.raw_score), (10, 96));
    assert_eq!(outcome.caps[0].check_ids, ["robots-search-bots"]);
}

#[test]
fn noindex_for_all_is_ten() {
    let mut input = perfect();
    for gates in &mut input.gates {
        gates.indexing = Factor::limited(0, ReachReason::Noindex);
    }
    set(&mut input, "indexable", Some(0));
    let outcome = score(&input);
    assert_eq!(outcome.score, 10);
    assert_eq!(outcome.caps[0].check_ids, ["indexable"]);
    assert!(outcome.engines.iter().all(|engine| engine.reasons == [ReachReason::Noindex]));
}

#[test]
fn one_blocked_engine_caps_by_its_share() {
    let mut input = perfect();
    block(&mut input, "chatgpt", 0);
    set(&mut input, "robots-search-bots", Some(50));
    assert_eq!(score(&input).score, 73);
}

#[test]
fn three_blocked_crawlers_with_claudes_fetcher_open_cap_at_52() {
    let mut input = perfect();
    block(&mut input, "chatgpt", 0);
    block(&mut input, "perplexity", 0);
    block(&mut input, "claude", 50);
    set(&mut input, "robots-search-bots", Some(25));
    let outcome = score(&input);
    assert_eq!(limits(&outcome), [52]);
    assert_eq!(outcome.engines[3].verdict, Verdict::Limited);
    assert_eq!(outcome.engines[3].reach, 50);
}

#[test]
fn a_javascript_shell_caps_at_46() {
    let mut input = perfect();
    set(&mut input, "raw-html-content", Some(0));
    let outcome = score(&input);
    assert_eq!(limits(&outcome), [46]);
    let reach: Vec<u8> = outcome.engines.iter().map(|engine| engine.reach).collect();
    assert_eq!(reach, [100, 10, 10, 10, 50]);
    assert_eq!(outcome.caps[0].check_ids, ["raw-html-content"]);
}

#[test]
fn text_and_wall_warnings_limit_by_engine() {
    let mut input = perfect();
    set(&mut input, "raw-html-content", Some(50));
    set(&mut input, "content-wall", Some(50));
    let reach: Vec<u8> = score(&input).engines.iter().map(|engine| engine.reach).collect();
    assert_eq!(reach, [90, 68, 68, 68, 81], "67.5 rounds up");
}

#[test]
fn a_page_that_does_not_answer_is_zero() {
    let mut input = perfect();
    set(&mut input, "http-fetch", Some(0));
    let outcome = score(&input);
    assert_eq!((outcome.score, outcome.band), (0, Band::VeryWeak));
    assert_eq!(outcome.caps[0].check_ids, ["http-fetch"]);
    for engine in &outcome.engines {
        assert_eq!((engine.verdict, engine.reach), (Verdict::Blocked, 0));
        assert_eq!(engine.reasons, [ReachReason::PageUnavailable]);
    }
}

#[test]
fn pages_without_text_in_the_html_are_capped() {
    let mut input = perfect();
    input.word_equivalents = 49;
    assert_eq!(score(&input).score, 100, "a page that need not have text");
    set(&mut input, "raw-html-content", Some(0));
    set(&mut input, "content-depth", None);
    assert_eq!(score(&input).score, 40);
    input.checks.retain(|check| check.id != "raw-html-content");
    assert_eq!(score(&input).score, 100, "a check that did not run caps nothing");
}

#[test]
fn a_text_that_no_script_brings_limits_no_engine() {
    let mut input = perfect();
    set(&mut input, "raw-html-content", Some(50));
    let engines = |input: &Input| score(input).engines;
    assert!(engines(&input).iter().any(|engine| !engine.reasons.is_empty()));
    input.scripted = false;
    assert!(engines(&input).iter().all(|engine| engine.reasons.is_empty()));
}

#[test]
fn a_canonical_elsewhere_caps_at_60_and_caps_stand_in_order() {
    let mut input = perfect();
    input.canonical_elsewhere = true;
    set(&mut input, "canonical", Some(0));
    assert_eq!(limits(&score(&input)), [60]);
    block(&mut input, "google", 0);
    assert_eq!(limits(&score(&input)), [60, 73], "strictest first");
}

#[test]
fn a_page_that_only_leads_on_is_worth_little() {
    let mut input = perfect();
    input.forwarding = true;
    let outcome = score(&input);
    assert_eq!(limits(&outcome), [40]);
    assert_eq!(outcome.caps[0].reason, "The page only sends visitors to another URL.");
}

#[test]
fn a_cap_that_does_not_bind_is_not_shown() {
    let mut input = perfect();
    block(&mut input, "copilot", 0);
    for check in &mut input.checks {
        check.value = Some(50);
    }
    let outcome = score(&input);
    assert_eq!(outcome.score, 50);
    assert!(outcome.caps.is_empty());
}

#[test]
fn halves_round_up() {
    let mut input = perfect();
    for check in &mut input.checks {
        check.value = (check.id == "html-budget").then_some(0);
    }
    set(&mut input, "robots-user-fetchers", Some(25));
    assert_eq!(score(&input).raw_score, 13, "(25 + 0) / 2");
}

#[test]
fn where_nothing_applies_there_is_no_category_score() {
    let mut input = perfect();
    for check in &mut input.checks {
        *check = result(&CATALOGUE[usize::from(check.number) - 1], None);
    }
    let outcome = score(&input);
    assert_eq!((outcome.score, outcome.coverage), (0, 0));
    assert_eq!(outcome.doubts, [Doubt::LowCoverage]);
    assert!(outcome.categories.iter().all(|category| category.score.is_none()));
    assert_eq!(outcome.categories[0].not_applicable, 5);
}

#[test]
fn confidence_needs_coverage_and_sight() {
    let mut input = perfect();
    input.doubts = vec![Doubt::NotSeen];
    assert_eq!(score(&input).doubts, [Doubt::NotSeen]);
    input.doubts.clear();
    input.checks.retain(|check| check.weight >= 4 || check.id == "canonical");
    let outcome = score(&input);
    assert_eq!((outcome.coverage, outcome.doubts), (60, vec![]));
    input.checks.retain(|check| check.id != "title-h1-match");
    let outcome = score(&input);
    assert_eq!((outcome.coverage, outcome.doubts), (54, vec![Doubt::LowCoverage]));
    input.doubts = vec![Doubt::PageCut];
    assert_eq!(score(&input).doubts, [Doubt::LowCoverage, Doubt::PageCut]);
    input.doubts.clear();
    input.kind_weight = 60;
    let outcome = score(&input);
    assert_eq!((outcome.coverage, outcome.doubts), (90, vec![]), "of what it can have");
}

fn any_value() -> impl Strategy<Value = Option<u8>> {
    proptest::option::of(0_u8..=100)
}

fn any_factor() -> impl Strategy<Value = Factor> {
    (0_u8..=100).prop_map(|percent| Factor { percent, reason: None })
}

fn any_gates() -> impl Strategy<Value = Gates> {
    (any_factor(), any_factor(), any_factor()).prop_map(|(access, indexing, snippet)| Gates {
        access,
        indexing,
        snippet,
        ..Gates::OPEN
    })
}

prop_compose! {
    fn any_input()(
        values in proptest::collection::vec(any_value(), CATALOGUE.len()),
        gates in proptest::array::uniform5(any_gates()),
        word_equivalents in 0_usize..200,
        length in proptest::option::of((0_usize..1_500, 0_usize..400)),
        unread in any::<bool>(),
        canonical_elsewhere in any::<bool>(),
        forwarding in any::<bool>(),
        scripted in any::<bool>(),
        unsure in proptest::option::of(Just(Doubt::NotSeen)),
        kind_weight in 1_u8..=100,
    ) -> Input {
        let checks = CATALOGUE.iter().zip(values).map(|(spec, value)| result(spec, value)).collect();
        let doubts = unsure.into_iter().collect();
        let length = length.map(|(words, asked)| Length { words, asked });
        Input {
            checks, gates, word_equivalents, length, unread, canonical_elsewhere, forwarding, scripted,
            doubts, kind_weight,
        }
    }
}

proptest! {
    #[test]
    fn scores_are_bounded_and_under_their_caps(input in any_input()) {
        let outcome = score(&input);
        prop_assert!(outcome.raw_score <= 100 && outcome.score <= outcome.raw_score);
        prop_assert!(outcome.coverage <= 100);
        let percent = outcome.length.map_or(100, |length| length.percent);
        let uncapped = scaled(outcome.raw_score, percent);
        let least = outcome.caps.iter().map(|cap| cap.limit).min().unwrap_or(uncapped);
        prop_assert_eq!(outcome.score, least);
        prop_assert!(outcome.caps.iter().all(|cap| cap.limit < uncapped));
        prop_assert!(outcome.engines.iter().all(|engine| engine.reach <= 100));
    }

    /// No check is worth failing.
    #[test]
    fn raising_a_value_never_lowers_the_score(
        input in any_input(), index in 0..CATALOGUE.len(), raised in 0_u8..=100,
    ) {
        let before = score(&input);
        let mut better = input;
        let Some(value) = better.checks[index].value else { return Ok(()) };
        let value = value.max(raised);
        better.checks[index] = result(&CATALOGUE[index], Some(value));
        let after = score(&better);
        prop_assert!(after.score >= before.score);
        prop_assert!(after.raw_score >= before.raw_score);
    }

    /// No text is worth cutting.
    #[test]
    fn a_longer_text_never_lowers_the_score(input in any_input(), more in 0_usize..1_000) {
        let before = score(&input).score;
        let mut longer = input;
        longer.length = longer.length.map(|one| Length { words: one.words + more, ..one });
        prop_assert!(score(&longer).score >= before);
    }

    #[test]
    fn opening_a_gate_never_lowers_the_score(input in any_input(), engine in 0..ENGINE_COUNT) {
        let before = score(&input).score;
        let mut open = input;
        open.gates[engine] = Gates::OPEN;
        prop_assert!(score(&open).score >= before);
    }

    /// What does not apply neither adds nor takes: the rest alone gives the same raw score.
    #[test]
    fn what_does_not_apply_does_not_count(input in any_input()) {
        let raw = score(&input).raw_score;
        let mut rest = input;
        rest.checks.retain(|check| check.value.is_some());
        prop_assert_eq!(score(&rest).raw_score, raw);
    }
}
