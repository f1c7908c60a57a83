//! What must hold for every report: gains that add up, scores that no deletion raises, and nothing
//! locked in what a viewer gets.

use citable_checks::evaluate::evaluate;
use citable_checks::page::snapshot::Snapshot;
use citable_checks::report::{GainKind, RecommendedFix, Report, Status};
use citable_checks::sandbox::{self, FIXTURES, Fixture};
use citable_checks::viewer::Allowance;
use proptest::prelude::*;

fn fixture(id: &str) -> &'static Fixture {
    FIXTURES.iter().find(|fixture| fixture.id == id).unwrap()
}

fn report(snapshot: &Snapshot) -> Report {
    evaluate("scn_test", snapshot, &mut |_| {}).unwrap()
}

/// That fixture's page with one text in place of another, which has to be there.
fn with(id: &str, changes: &[(&str, &str)]) -> Snapshot {
    let mut snapshot = fixture(id).snapshot();
    let mut html = String::from_utf8(snapshot.page.body).unwrap();
    for (old, new) in changes {
        assert!(html.contains(old), "{old}");
        html = html.replace(old, new);
    }
    snapshot.page.body = html.into_bytes();
    snapshot
}

/// The page without what stands between two marks, the marks included.
fn without(html: &str, open: &str, close: &str) -> String {
    let mut rest = html;
    let mut left = String::new();
    while let Some((before, found)) = rest.split_once(open) {
        let Some((_, after)) = found.split_once(close) else { break };
        left.push_str(before);
        rest = after;
    }
    left + rest
}

fn fixes(report: &Report) -> Vec<&RecommendedFix> {
    report.recommendations.iter().filter_map(|one| one.full()).collect()
}

#[test]
fn gains_add_up_to_the_projected_score() {
    for fixture in &FIXTURES {
        let report = sandbox::report(fixture.id).unwrap();
        let mut score = report.score;
        for fix in fixes(report) {
            match fix.gain_kind {
                GainKind::Unlocks => {
                    assert_eq!((fix.gain, fix.projected_score), (None, None), "{}", fix.id);
                }
                GainKind::Exact | GainKind::AtMost => {
                    score += fix.gain.unwrap();
                    assert_eq!(fix.projected_score, Some(score), "{} {}", fixture.id, fix.id);
                }
            }
        }
        assert!(score <= 100);
    }
}

#[test]
fn what_failed_or_warned_has_exactly_one_fix() {
    for fixture in &FIXTURES {
        let report = sandbox::report(fixture.id).unwrap();
        let open = report
            .checks
            .iter()
            .filter(|check| matches!(check.status, Status::Fail | Status::Warn))
            .map(|check| check.id.clone());
        let mut open: Vec<String> = open.collect();
        let mut mended: Vec<String> =
            fixes(report).iter().flat_map(|fix| fix.check_ids.clone()).collect();
        open.sort();
        mended.sort();
        assert_eq!(mended, open, "{}", fixture.id);
        let ranks: Vec<u32> = report.recommendations.iter().map(|one| one.rank()).collect();
        assert!(ranks.iter().copied().eq(1..=u32::try_from(ranks.len()).unwrap()));
    }
}

/// Markup that cannot be read hides whether it matches the page: what mending it gains is an upper
/// bound.
#[test]
fn a_fix_that_opens_checks_promises_no_more_than_a_bound() {
    let broken = with("sandbox-excellent", &[("\"@graph\": [", "\"@graph\": [,")]);
    let report = report(&broken);
    let fix = fixes(&report)
        .into_iter()
        .find(|fix| fix.check_ids.contains(&"jsonld-valid".to_owned()))
        .unwrap();
    assert_eq!(fix.gain_kind, GainKind::AtMost);
    assert!(report.score + fix.gain.unwrap() <= 100);
}

/// One edit of robots.txt lets in both kinds of crawlers.
#[test]
fn what_one_edit_mends_is_one_fix() {
    let report = sandbox::report("sandbox-blocked").unwrap();
    let robots: Vec<_> = fixes(report)
        .into_iter()
        .filter(|fix| fix.check_ids.iter().any(|id| id.starts_with("robots-")))
        .collect();
    let [fix] = robots.as_slice() else { panic!("{robots:#?}") };
    assert_eq!(fix.check_ids, ["robots-search-bots", "robots-user-fetchers"]);
    assert_eq!((fix.rank, fix.gain, fix.projected_score), (1, Some(54), Some(100)));
}

/// Every mended check passes, so the whole list leads to a page without a fault: to 100, or to what
/// the length of its text leaves of it.
#[test]
fn a_page_without_unlocking_fixes_can_reach_what_its_length_leaves() {
    for (id, best) in [("sandbox-example", 74), ("sandbox-blocked", 100)] {
        let report = sandbox::report(id).unwrap();
        let last = fixes(report).last().copied().unwrap();
        assert_eq!(last.projected_score, Some(best), "{id}");
        assert_eq!(report.length.map(|length| length.percent), Some(best), "{id}");
    }
}

#[test]
fn variants_of_an_excellent_page_land_on_their_caps() {
    let excellent = sandbox::report("sandbox-excellent").unwrap();
    assert_eq!((excellent.score, excellent.caps.len()), (100, 0), "{:#?}", excellent.checks);

    let mut blocked = fixture("sandbox-excellent").snapshot();
    let text = b"User-agent: *\nDisallow: /\n".to_vec();
    blocked.robots[0].outcome =
        citable_checks::page::snapshot::FileOutcome::Answered { body: text, truncated: false };
    assert_eq!(report(&blocked).score, 10);

    let robots = "index, follow, max-snippet:-1, max-image-preview:large";
    for (directive, score) in [("noindex", 10), ("nosnippet", 41)] {
        let report = report(&with("sandbox-excellent", &[(robots, directive)]));
        assert_eq!((report.score, report.caps[0].limit), (score, score), "{directive}");
    }

    let elsewhere = with(
        "sandbox-excellent",
        &[(
            "rel=\"canonical\" href=\"https://www.tides.example",
            "rel=\"canonical\" href=\"https://www.other.example",
        )],
    );
    assert_eq!(report(&elsewhere).score, 60);

    let blocked_for_most = sandbox::report("sandbox-blocked").unwrap();
    assert_eq!(blocked_for_most.score, 46, "Google and Bing are left: 10 + 90 · 0.4");

    let mut shell = fixture("sandbox-excellent").snapshot();
    let html = String::from_utf8(shell.page.body).unwrap();
    let html = without(&html, "<body>", "</body>")
        .replace("</head>", "</head><body><div id=\"root\"></div><script type=\"module\" src=\"/a.js\"></script></body>");
    shell.page.body = html.into_bytes();
    let shell = report(&shell);
    let limits: Vec<u8> = shell.caps.iter().map(|cap| cap.limit).collect();
    assert_eq!((shell.score, limits), (40, vec![40, 46]), "no text here, and only with scripts");
}

#[test]
fn a_page_that_is_gone_unlocks_and_promises_nothing() {
    let mut gone = fixture("sandbox-excellent").snapshot();
    gone.page.exchanges[0].status = 404;
    let report = report(&gone);
    assert_eq!(report.score, 0);
    let fixes = fixes(&report);
    assert_eq!((fixes[0].gain_kind, fixes[0].gain), (GainKind::Unlocks, None));
    assert!(fixes[1..].iter().all(|fix| fix.gain == Some(0)), "nothing helps before that");
}

#[test]
fn the_same_bytes_give_the_same_report() {
    for fixture in &FIXTURES {
        let bytes = |snapshot: &Snapshot| serde_json::to_vec(&report(snapshot)).unwrap();
        let snapshot = fixture.snapshot();
        let stored = Snapshot::decode(&snapshot.encode()).unwrap();
        assert_eq!(bytes(&snapshot), bytes(&stored), "{}", fixture.id);
    }
}

#[test]
fn a_report_reads_back_as_it_was_written() {
    for fixture in &FIXTURES {
        for allowance in [Allowance::First(1), Allowance::All] {
            let report = sandbox::report(fixture.id).unwrap().clone().for_viewer(allowance);
            let bytes = serde_json::to_vec(&report).unwrap();
            assert_eq!(serde_json::from_slice::<Report>(&bytes).unwrap(), report);
        }
    }
}

/// What is locked is in no byte of what a viewer gets.
#[test]
fn locked_fixes_do_not_leak() {
    for fixture in &FIXTURES {
        let whole = sandbox::report(fixture.id).unwrap();
        let gated = whole.clone().for_viewer(Allowance::First(1));
        let bytes = serde_json::to_string(&gated).unwrap();
        for fix in fixes(whole).into_iter().skip(1) {
            let parts = fix.steps.iter().chain(&fix.snippet).chain([&fix.verify]);
            for part in parts {
                let quoted = serde_json::to_string(part).unwrap();
                assert!(!bytes.contains(quoted.trim_matches('"')), "{}: {part}", fix.id);
            }
        }
    }
}

/// Facts that speak for a page, and what stands in their place once they are deleted.
fn deletions(html: &str) -> Vec<(&'static str, String)> {
    vec![
        ("JSON-LD", without(html, "<script type=\"application/ld+json\">", "</script>")),
        ("the byline", without(html, "<p class=\"byline\">", "</p>")),
        ("the dates", without(&without(html, "<time", "</time>"), "\"datePublished\":", ",")),
        ("the date of change", without(html, "\"dateModified\":", ",")),
        ("the quotation", without(html, "<blockquote", "</blockquote>")),
        ("the table", without(html, "<table>", "</table>")),
        ("the list", without(html, "<ul>", "</ul>")),
        ("every section heading", without(html, "<h2>", "</h2>")),
        ("the heading", without(html, "<h1>", "</h1>")),
        ("the description", without(html, "<meta name=\"description\"", ">")),
        ("the canonical", without(html, "<link rel=\"canonical\"", ">")),
        ("the language", html.replacen(" lang=\"", " data-lang=\"", 1)),
    ]
}

/// Leaving out what a page should say never pays.
#[test]
fn no_deletion_raises_a_score() {
    for id in ["sandbox-excellent", "sandbox-example", "sandbox-japanese"] {
        let whole = fixture(id).snapshot();
        let before = report(&whole);
        let html = String::from_utf8(whole.page.body.clone()).unwrap();
        for (what, html) in deletions(&html) {
            let mut snapshot = whole.clone();
            snapshot.page.body = html.into_bytes();
            let after = report(&snapshot);
            if after.page.kind == before.page.kind {
                assert!(
                    after.score <= before.score,
                    "{id} without {what}: {} after {}",
                    after.score,
                    before.score
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any two deletions together, too.
    #[test]
    fn no_two_deletions_raise_a_score(one in 0_usize..12, other in 0_usize..12) {
        let whole = fixture("sandbox-excellent").snapshot();
        let html = String::from_utf8(whole.page.body.clone()).unwrap();
        let once = deletions(&html).swap_remove(one).1;
        let twice = deletions(&once).swap_remove(other).1;
        let mut snapshot = whole.clone();
        snapshot.page.body = once.into_bytes();
        let first = report(&snapshot);
        snapshot.page.body = twice.into_bytes();
        let second = report(&snapshot);
        prop_assert!(first.page.kind != second.page.kind || second.score <= first.score);
    }

    #[test]
    fn a_viewer_sees_the_first_fixes(count in 0_u32..20) {
        let report = sandbox::report("sandbox-example").unwrap().clone();
        let total = report.recommendations.len();
        let gated = report.for_viewer(Allowance::First(count));
        let shown = gated.recommendations.iter().filter(|one| one.full().is_some()).count();
        prop_assert_eq!(shown, total.min(count as usize));
        prop_assert_eq!(gated.recommendations_locked as usize, total - shown);
    }
}
