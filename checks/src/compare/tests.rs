use super::*;
use crate::evaluate::evaluate;
use crate::page::snapshot::{Exchange, Snapshot};

/// A report with fixes for those checks, each by its ID. Checks without a fix pass.
fn report(fixes: &[(&str, &[&str])]) -> Report {
    let url = url::Url::parse("https://www.example.com/tea").unwrap();
    let headers = vec![("content-type".to_owned(), "text/html; charset=utf-8".to_owned())];
    let html = b"<html lang=en><title>Tea</title><h1>Tea</h1><p>Tea is brewed from leaves.";
    let answer = Exchange { url, status: 200, headers };
    let snapshot = Snapshot::of_answer(answer, html.to_vec(), 1_793_491_200_000);
    let mut report = evaluate("scn_1", &snapshot, &mut |_| {}).unwrap();
    let Some(Recommendation::Full(any)) = report.recommendations.first().cloned() else {
        panic!("no fix");
    };
    let fix = |(rank, (id, checks)): (u32, &(&str, &[&str]))| {
        Recommendation::Full(Box::new(RecommendedFix {
            rank,
            id: (*id).to_owned(),
            title: format!("Fix {id}"),
            check_ids: checks.iter().map(|check| (*check).to_owned()).collect(),
            ..(*any).clone()
        }))
    };
    report.recommendations = (1..).zip(fixes).map(fix).collect();
    for check in &mut report.checks {
        check.status = match fixes.iter().any(|(_, checks)| checks.contains(&check.id.as_str())) {
            true => Status::Warn,
            false => Status::Pass,
        };
    }
    report
}

fn changed(from: &Report, to: &Report) -> [Vec<String>; 4] {
    let RecommendationChanges { resolved, no_longer_applicable, new, open } =
        Comparison::of(from, to, Allowance::All).recommendations;
    [resolved, no_longer_applicable, new, open]
        .map(|fixes| fixes.into_iter().filter_map(|fix| fix.title).collect())
}

const TEXT: (&str, &[&str]) =
    ("raw-html-content", &["title-h1-match", "raw-html-content", "publisher-identity"]);
const PUBLISHER: (&str, &[&str]) = ("publisher-identity", &["publisher-identity"]);

#[test]
fn a_fix_is_resolved_though_another_one_is_left_for_one_of_its_checks() {
    let changes = changed(&report(&[TEXT]), &report(&[PUBLISHER]));
    let [resolved, gone, new, open] = changes;
    assert_eq!(resolved, ["Fix raw-html-content"]);
    assert_eq!(open, ["Fix publisher-identity"], "that was to be done before, too");
    assert!(gone.is_empty() && new.is_empty(), "{gone:?} {new:?}");
    let back = changed(&report(&[PUBLISHER]), &report(&[TEXT]));
    assert_eq!(back[2], ["Fix raw-html-content"], "new, though one of its checks was open");
    assert!(back[0].is_empty(), "{back:?}");
}

#[test]
fn a_fix_of_one_id_is_open_however_many_checks_are_left() {
    let less: (&str, &[&str]) = ("page-metadata", &["page-metadata"]);
    let more: (&str, &[&str]) = ("page-metadata", &["page-metadata", "title-h1-match"]);
    assert_eq!(changed(&report(&[more]), &report(&[less]))[3], ["Fix page-metadata"]);
    // What is mended together with something else was not mended.
    let whole: (&str, &[&str]) = ("json-ld", &["page-metadata", "title-h1-match"]);
    let joined = changed(&report(&[less]), &report(&[whole]));
    assert!(joined[0].is_empty(), "{joined:?}");
}

#[test]
fn what_is_not_judged_any_more_is_not_resolved() {
    let mut to = report(&[]);
    for check in to.checks.iter_mut().filter(|check| check.id == "publisher-identity") {
        check.status = Status::Na;
    }
    let [resolved, gone, ..] = changed(&report(&[PUBLISHER]), &to);
    assert_eq!((resolved.len(), gone), (0, vec!["Fix publisher-identity".to_owned()]));
}

#[test]
fn points_that_a_warning_gains_or_loses_are_told() {
    let fixes: &[(&str, &[&str])] = &[PUBLISHER, ("freshness", &["freshness"])];
    let set = |report: &mut Report, id: &str, value: u8| {
        let mut checks = report.checks.iter_mut();
        checks.find(|check| check.id == id).unwrap().value = Some(value);
    };
    let [mut from, mut to] = [report(fixes), report(fixes)];
    set(&mut from, "publisher-identity", 75);
    set(&mut to, "publisher-identity", 50);
    set(&mut from, "freshness", 30);
    set(&mut to, "freshness", 30);
    let comparison = Comparison::of(&from, &to, Allowance::All);
    let moved: Vec<_> =
        comparison.moved_checks.iter().map(|one| (one.id.as_str(), one.from, one.to)).collect();
    assert_eq!(moved, [("publisher-identity", 75, 50)]);
    assert!(comparison.flipped_checks.is_empty());
}
