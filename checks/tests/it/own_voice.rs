//! What a page says is never in our voice: in every sentence of a report, text of the page stands
//! in a code span.

use std::collections::{BTreeMap, BTreeSet};

use citable_checks::evaluate::evaluate;
use citable_checks::quoted::{Piece, pieces};
use citable_checks::report::{Recommendation, Report, Status};
use citable_checks::weights::CATALOGUE;

use crate::marked::{Case, MARK, cases};

/// Checks that never fail, by their public pages.
const NEVER_FAIL: [&str; 4] =
    ["edge-bot-parity", "ai-text-alternates", "lists-tables", "quotations"];
/// How many checks have to name a mark in a sentence, so that the test sees what it looks for.
const CHECKS_WITH_MARKS: usize = 30;

#[test]
fn no_text_of_a_page_is_in_our_voice() {
    let cases = cases();
    let share = cases.len().div_ceil(std::thread::available_parallelism().unwrap().get());
    let seen = std::thread::scope(|scope| {
        let threads: Vec<_> =
            cases.chunks(share).map(|cases| scope.spawn(|| Seen::of(cases))).collect();
        let seen = threads.into_iter().map(|thread| thread.join().unwrap());
        seen.reduce(Seen::and).unwrap()
    });
    let bare: Vec<String> =
        seen.bare.iter().map(|(place, text)| format!("{place}: {text}")).collect();
    assert!(bare.is_empty(), "{} places:\n{}", bare.len(), bare.join("\n"));

    for check in CATALOGUE {
        for status in [Status::Pass, Status::Warn, Status::Fail] {
            let is_due = status != Status::Fail || !NEVER_FAIL.contains(&check.id);
            let is_seen = seen.verdicts.contains(&(check.id.to_owned(), status));
            assert_eq!(is_seen, is_due, "{} {status:?}", check.id);
        }
    }
    let checks: BTreeSet<&str> =
        seen.quoted.iter().map(|place| place.split(' ').next().unwrap()).collect();
    assert!(checks.len() >= CHECKS_WITH_MARKS, "{}: {:#?}", checks.len(), seen.quoted);
}

/// What was seen in the reports of many pages.
#[derive(Default)]
struct Seen {
    /// Places where a mark stood in a code span.
    quoted: BTreeSet<String>,
    /// Places where one stood outside, with an example of each.
    bare: BTreeMap<String, String>,
    verdicts: std::collections::HashSet<(String, Status)>,
}

impl Seen {
    fn of(cases: &[Case]) -> Self {
        let mut seen = Self::default();
        for case in cases {
            match evaluate("scn_test", &case.snapshot, &mut |_| {}) {
                Ok(report) => {
                    let verdicts = report.checks.iter().map(|one| (one.id.clone(), one.status));
                    seen.verdicts.extend(verdicts);
                    for (place, sentence) in sentences(&report) {
                        seen.look(&place, sentence, case);
                    }
                }
                Err(failure) => seen.look("failure", &failure.message, case),
            }
        }
        seen
    }

    fn look(&mut self, place: &str, sentence: &str, case: &Case) {
        for piece in pieces(sentence) {
            match piece {
                Piece::Code(text) if is_marked(text) => {
                    self.quoted.insert(place.to_owned());
                }
                Piece::Words(text) if is_marked(text) => {
                    let told = format!("{sentence}\n    ({})", case.name);
                    self.bare.entry(place.to_owned()).or_insert(told);
                }
                _ => {}
            }
        }
    }

    fn and(mut self, other: Self) -> Self {
        self.quoted.extend(other.quoted);
        self.bare.extend(other.bare);
        self.verdicts.extend(other.verdicts);
        self
    }
}

fn is_marked(text: &str) -> bool {
    text.to_lowercase().contains(MARK)
}

/// Every sentence of ours, by where it stands. Excerpts, selectors, addresses and titles of the
/// page are text of the page and nothing else.
fn sentences(report: &Report) -> Vec<(String, &str)> {
    let mut sentences = vec![
        ("page".to_owned(), report.page.kind_reason.as_str()),
        ("language".to_owned(), report.page.language.as_str()),
    ];
    sentences.extend(report.caps.iter().map(|cap| ("cap".to_owned(), &*cap.reason)));
    for check in &report.checks {
        let mut add = |what: &str, text| sentences.push((format!("{} {what}", check.id), text));
        add("title", &*check.title);
        add("summary", &check.summary);
        for detail in &check.details {
            add("label", &detail.label);
            add("measured", detail.measured.as_deref().unwrap_or_default());
            add("expected", detail.expected.as_deref().unwrap_or_default());
        }
    }
    for fix in report.recommendations.iter().filter_map(Recommendation::full) {
        let mut add = |what: &str, text| sentences.push((format!("{} fix {what}", fix.id), text));
        add("title", &*fix.title);
        add("why", &fix.why);
        add("verify", &fix.verify);
        for step in &fix.steps {
            add("step", step);
        }
    }
    sentences
}
