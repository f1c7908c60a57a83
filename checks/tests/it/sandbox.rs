//! The sandbox's reports, whole: any change of a rule that moves one of them shows here.

use citable_checks::report::{Report, Status};
use citable_checks::sandbox::{FIXTURES, report};
use citable_checks::weights::CHECKS_TOTAL;

fn status(report: &Report, id: &str) -> Status {
    report.checks.iter().find(|check| check.id == id).unwrap().status
}

#[test]
fn every_fixture_has_the_report_that_it_had() {
    for fixture in &FIXTURES {
        let report = report(fixture.id).unwrap();
        assert_eq!(report.checks.len(), usize::from(CHECKS_TOTAL));
        insta::assert_json_snapshot!(fixture.id, report);
    }
}

#[test]
fn fixtures_show_what_they_are_there_for() {
    let [example, excellent, blocked, shell, japanese] =
        ["example", "excellent", "blocked", "shell", "japanese"]
            .map(|name| report(&format!("sandbox-{name}")).unwrap());
    assert!((40..75).contains(&example.score), "{}", example.score);
    assert!(example.recommendations.len() >= 10);
    let faults =
        excellent.checks.iter().filter(|check| matches!(check.status, Status::Fail | Status::Warn));
    assert_eq!(faults.count(), 0);
    assert_eq!((excellent.score, excellent.low_confidence), (100, false));
    assert_eq!(blocked.caps[0].check_ids, ["robots-search-bots", "robots-user-fetchers"]);
    assert_eq!(status(shell, "raw-html-content"), Status::Fail);
    assert_eq!(
        (japanese.page.language.as_str(), status(japanese, "answer-first")),
        ("ja", Status::Pass)
    );
    assert!(japanese.raw_score >= 90, "{}", japanese.raw_score);
}
