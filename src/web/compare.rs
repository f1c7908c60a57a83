//! What changed between two scans of one page.

use askama::Template;
use citable_checks::compare::{ComparedFix, ComparedScan, Comparison};
use citable_checks::report::Status;
use citable_checks::weights;

use crate::api::compare;
use crate::http::call::Call;
use crate::http::problem::{OK, Problem};
use crate::http::reply::Response;
use crate::render::html::{Sentence, band_class};
use crate::render::labels;
use crate::web::notice::Notice;
use crate::web::page;
use crate::web::shell::Shell;
use crate::web::times::Time;

#[derive(Template)]
#[template(path = "compare.html")]
struct Compare {
    shell: Shell,
    notice: Option<Notice>,
    /// What was entered.
    url: String,
    shown: Option<Shown>,
}

/// A comparison in words.
struct Shown {
    comparison: Comparison,
    delta: String,
    /// What makes the two scans hard to compare.
    note: Option<&'static str>,
    /// How the kind of the page changed.
    kind: Option<String>,
    /// How the length of the text changed the score.
    length: Option<String>,
    scans: [ScanView; 2],
    fixes: Vec<(&'static str, Vec<Sentence>, usize)>,
}

struct ScanView {
    heading: &'static str,
    id: String,
    score: u8,
    class: &'static str,
    time: Time,
}

/// Shows what changed, or the form that asks what to compare.
pub(super) async fn show(call: Call) -> Result<Response, Problem> {
    let [from, to, url] = [call.query("from")?, call.query("to")?, call.query("url")?];
    let asked = [from.as_deref(), to.as_deref(), url.as_deref().map(str::trim)];
    let shell = Shell::new(&call, "Compare two scans");
    let entered = url.as_deref().unwrap_or_default().to_owned();
    if asked == [None; 3] {
        return page::private(&Compare { shell, notice: None, url: entered, shown: None });
    }
    match compare::pair(call.app(), asked).await {
        Ok((from, to)) => {
            let comparison = Comparison::of(&from, &to, call.allowance());
            let shown = Some(Shown::of(comparison));
            page::private_with(OK, &Compare { shell, notice: None, url: entered, shown })
        }
        Err(problem) => {
            let notice = Some(Notice::of(&problem));
            let status = problem.status();
            page::private_with(status, &Compare { shell, notice, url: entered, shown: None })
        }
    }
}

impl Shown {
    fn of(comparison: Comparison) -> Self {
        let scan = |heading, scan: &ComparedScan| ScanView {
            heading,
            id: scan.id.clone(),
            score: scan.score,
            class: band_class(weights::band(scan.score)),
            time: Time::of(&scan.scanned_at),
        };
        Self {
            delta: labels::delta(comparison.score_delta),
            note: comparison.rendered_once().then_some(labels::rendering::RENDERED_ONCE),
            length: labels::compared_length(&comparison),
            scans: [scan("Before", &comparison.from), scan("After", &comparison.to)],
            kind: labels::compared_kind(&comparison),
            fixes: labels::compared_fixes(&comparison.recommendations)
                .into_iter()
                .filter(|(_, fixes)| !fixes.is_empty())
                .map(|(heading, fixes)| (heading, titles(fixes), locked(fixes)))
                .collect(),
            comparison,
        }
    }

    fn change(&self, delta: Option<&i16>) -> String {
        delta.map_or_else(|| "–".to_owned(), |delta| labels::delta(*delta))
    }

    fn score(&self, score: Option<&u8>) -> String {
        score.map_or_else(|| "–".to_owned(), u8::to_string)
    }

    /// Class, mark and word of a verdict.
    fn status(&self, status: &Status) -> (&'static str, &'static str, &'static str) {
        match status {
            Status::Pass => ("pass", "✓", "passed"),
            Status::Warn => ("warn", "!", "warning"),
            Status::Fail => ("fail", "✗", "failed"),
            Status::Na => ("", "–", "not applicable"),
        }
    }
}

fn titles(fixes: &[ComparedFix]) -> Vec<Sentence> {
    fixes.iter().filter_map(|fix| fix.title.as_deref()).map(Sentence::of).collect()
}

fn locked(fixes: &[ComparedFix]) -> usize {
    fixes.iter().filter(|fix| fix.locked).count()
}
