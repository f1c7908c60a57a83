//! A report as CSV (RFC 4180): one row for each check.
//!
//! A spreadsheet takes a cell for a formula by its first character, quotes or not. Text that
//! begins so gets an apostrophe before it, which spreadsheets take for "this is text"
//! (<https://owasp.org/www-community/attacks/CSV_Injection>).

use ::csv::{Terminator, WriterBuilder};
use citable_checks::report::{CheckResult, GainKind, Recommendation, RecommendedFix, Report};

use super::{labels, sentence};

/// The columns.
const HEADER: [&str; 11] = [
    "number",
    "id",
    "title",
    "category",
    "status",
    "value",
    "weight",
    "evidenceStrength",
    "summary",
    "gain",
    "gainKind",
];

/// What a formula, a command or a field of another program can begin with, full-width forms
/// included.
pub(super) const FORMULA_STARTS: [char; 11] =
    ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// The checks in catalogue order, under a row of names. A fix that mends several checks is told
/// with each of them.
pub fn report(report: &Report) -> String {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    let written = std::iter::once(HEADER.map(str::to_owned))
        .chain(report.checks.iter().map(|check| row(check, report)))
        .try_for_each(|row| writer.write_record(&row));
    // Writing to memory does not fail, and every row is as long as the first.
    let bytes = written.ok().and_then(|()| writer.into_inner().ok()).unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

fn row(check: &CheckResult, report: &Report) -> [String; 11] {
    let fix = fix_of(check, report);
    let gain = fix.and_then(|fix| fix.gain).map(|gain| gain.to_string());
    let kind = fix.map(|fix| gain_kind(fix.gain_kind));
    [
        check.number.to_string(),
        cell(&check.id),
        cell(&check.title),
        labels::category_id(check.category).to_owned(),
        labels::status_id(check.status).to_owned(),
        check.value.map(|value| value.to_string()).unwrap_or_default(),
        check.weight.to_string(),
        labels::strength(check.evidence_strength).to_owned(),
        cell(&check.summary),
        gain.unwrap_or_default(),
        kind.unwrap_or_default().to_owned(),
    ]
}

fn fix_of<'a>(check: &CheckResult, report: &'a Report) -> Option<&'a RecommendedFix> {
    let mut fixes = report.recommendations.iter().filter_map(Recommendation::full);
    fixes.find(|fix| fix.check_ids.contains(&check.id))
}

const fn gain_kind(kind: GainKind) -> &'static str {
    match kind {
        GainKind::Exact => "exact",
        GainKind::AtMost => "atMost",
        GainKind::Unlocks => "unlocks",
    }
}

pub(super) fn cell(text: &str) -> String {
    let text = sentence(text);
    match text.starts_with(FORMULA_STARTS) {
        true => format!("'{text}"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::render::sample;

    #[test]
    fn a_report_is_a_table() {
        insta::assert_snapshot!(report(&sample::report()));
    }

    #[test]
    fn a_text_is_no_formula() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            (" \t@a", "'@a"),
            ("-1", "'-1"),
            ("+1", "'+1"),
            ("＝1", "'＝1"),
            ("\u{200B}=1", "'=1"),
            ("1=1", "1=1"),
        ] {
            assert_eq!(cell(text), expected);
        }
    }

    fn read_back(text: &str) -> Vec<Vec<String>> {
        let mut reader =
            ::csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
    }

    fn assert_is_whole(text: &str) {
        let rows = read_back(&report(&sample::with_text(text)));
        assert_eq!(rows.len(), sample::report().checks.len() + 1);
        for row in rows {
            assert_eq!(row.len(), HEADER.len());
            assert!(row.iter().all(|cell| !cell.starts_with(FORMULA_STARTS)), "{row:?}");
        }
    }

    #[test]
    fn a_hostile_page_writes_no_cell_of_its_own() {
        for text in sample::HOSTILE {
            assert_is_whole(text);
        }
    }

    proptest! {
        #[test]
        fn a_text_stays_in_its_cell(text in "[=+\\-@,;\"'\r\n\ta ]{0,20}") {
            assert_is_whole(&text);
        }
    }
}
