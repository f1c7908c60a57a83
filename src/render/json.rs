//! A report as JSON: the same object as the API's; and a reading.

use citable_checks::compare::Comparison;
use citable_checks::failure::ScanFailure;
use citable_checks::reading::Reading;
use citable_checks::rendered::Rendered;
use citable_checks::report::Report;
use serde_json::json;

use super::NO_ADDRESS;

/// The report, indented, with a line feed at the end.
pub fn report(report: &Report) -> String {
    pretty(report)
}

/// What changed between two reports, indented, with a line feed at the end.
pub fn comparison(comparison: &Comparison) -> String {
    pretty(comparison)
}

/// What was read of a page, indented, with a line feed at the end.
pub fn reading(reading: &Reading) -> String {
    pretty(reading)
}

/// A page without and with JavaScript, indented, with a line feed at the end.
pub fn rendered(rendered: &Rendered) -> String {
    pretty(rendered)
}

/// Output in place of a report if the scan failed, indented, with a line feed at the end.
pub fn failure(failure: &ScanFailure) -> String {
    pretty(&json!({ "error": "scan_failed", "message": failure.message, "reason": failure }))
}

fn pretty(value: &impl serde::Serialize) -> String {
    // Reports hold text, numbers and lists of them, which always have a JSON form.
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    // A file of unknown address has none, not the one that stands in for it.
    let mut text = text.replace(&format!("\"{NO_ADDRESS}\""), "\"\"");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use citable_checks::failure::FailureCode;

    use super::*;
    use crate::render::sample;

    #[test]
    fn a_report_is_the_apis_object() {
        insta::assert_snapshot!(report(&sample::report()));
    }

    #[test]
    fn a_report_reads_back_as_itself() {
        let read: Report = serde_json::from_str(&report(&sample::report())).unwrap();
        assert_eq!(read, sample::report());
    }

    #[test]
    fn a_hostile_page_stays_in_its_strings() {
        for text in sample::HOSTILE {
            let hostile = sample::with_text(text);
            let read: Report = serde_json::from_str(&report(&hostile)).unwrap();
            assert_eq!(read, hostile);
        }
    }

    #[test]
    fn a_gated_report_reads_back_as_itself() {
        let read: Report = serde_json::from_str(&report(&sample::gated())).unwrap();
        assert_eq!(read, sample::gated());
    }

    #[test]
    fn a_failure_carries_its_reason() {
        let refused = ScanFailure::new(FailureCode::Refused, "The site refused.").with_status(403);
        insta::assert_snapshot!(failure(&refused));
    }
}
