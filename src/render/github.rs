//! A report as workflow commands: annotations of a run on GitHub Actions
//! (<https://docs.github.com/actions/reference/workflow-commands-for-github-actions>).
//!
//! Every line is a command, so no text of a page is at the beginning of one, where it could be a
//! command itself.

use std::fmt::Write as _;

use citable_checks::failure::ScanFailure;
use citable_checks::report::{CheckResult, Report, Status};

use super::headline::headline;
use super::{address, is_known, labels, sentence, untrusted};

/// The score as a notice, each failed check as an error and each warning as a warning, on its line
/// of the file where the page is one.
pub fn report(report: &Report, file: Option<&str>) -> String {
    let page = match (file, is_known(&report.url)) {
        (Some(file), _) => untrusted(file),
        (None, true) => address(&report.url),
        (None, false) => "standard input".to_owned(),
    };
    let (headline, coverage) = (headline(report), labels::coverage(report));
    let score = format!("Score {}: {page}\n{headline}\n{coverage}", labels::score(report));
    let mut text = command("notice", &[("title", "Citable".to_owned())], &score);
    for (status, level) in [(Status::Fail, "error"), (Status::Warn, "warning")] {
        for check in report.checks.iter().filter(|check| check.status == status) {
            text.push_str(&annotation(check, level, file));
        }
    }
    text
}

/// Output in place of a report if the scan failed.
pub fn failure(failure: &ScanFailure) -> String {
    let message = sentence(&failure.message);
    let message = format!("The scan failed ({}): {message}", failure.code.as_str());
    command("error", &[("title", "Citable".to_owned())], &message)
}

fn annotation(check: &CheckResult, level: &str, file: Option<&str>) -> String {
    let mut properties = Vec::new();
    if let Some(file) = file {
        let line = check.details.iter().find_map(|detail| labels::line_of_page(check, detail));
        properties.push(("file", file.to_owned()));
        properties.push(("line", line.unwrap_or(1).to_string()));
    }
    properties.push(("title", format!("Citable: {}", untrusted(&check.id))));
    command(level, &properties, &labels::found(check).join("\n"))
}

pub(crate) fn command(name: &str, properties: &[(&str, String)], message: &str) -> String {
    let mut line = format!("::{name} ");
    for (place, (name, value)) in properties.iter().enumerate() {
        let comma = if place > 0 { "," } else { "" };
        // Writing to a string does not fail.
        let _ = write!(line, "{comma}{name}={}", property(value));
    }
    format!("{line}::{}\n", data(message))
}

/// A message as the runner reads it back.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, likewise.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use citable_checks::failure::FailureCode;
    use proptest::prelude::*;

    use super::*;
    use crate::render::sample;

    #[test]
    fn a_page_on_the_web_is_annotated_without_file() {
        insta::assert_snapshot!(report(&sample::report(), None));
    }

    #[test]
    fn a_file_is_annotated_on_its_lines() {
        let mut on_line_nine = sample::report();
        on_line_nine.checks[3].details[0].line = Some(9);
        insta::assert_snapshot!(report(&on_line_nine, Some("site/a,b: 100%.html")));
    }

    #[test]
    fn a_failure_is_an_error() {
        let refused = ScanFailure::new(FailureCode::Refused, "The site refused.\n::notice::x");
        assert_eq!(
            failure(&refused),
            "::error title=Citable::The scan failed (refused): The site refused. ::notice::x\n"
        );
    }

    fn assert_is_whole(text: &str) {
        let commands = report(&sample::with_text(text), Some(text));
        assert_eq!(commands.lines().count(), 3);
        for line in commands.lines() {
            let known = ["::notice title=", "::error file=", "::warning file="];
            assert!(known.iter().any(|start| line.starts_with(start)), "{line}");
            let (properties, _) = line[2..].split_once("::").unwrap();
            assert!(properties.matches(',').count() <= 2, "{line}");
        }
    }

    #[test]
    fn a_hostile_page_gives_no_command() {
        for text in sample::HOSTILE {
            assert_is_whole(text);
        }
    }

    proptest! {
        #[test]
        fn a_text_stays_in_its_command(text in "[:,%\r\na#\\[\\]=]{0,30}") {
            assert_is_whole(&text);
        }
    }
}
