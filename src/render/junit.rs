//! A report as JUnit XML, as continuous integration reads it: one test case for each check.
//!
//! A warning passes, and says in `system-out` what was found; a check that does not apply is
//! skipped.

use std::io;

use citable_checks::failure::ScanFailure;
use citable_checks::report::{CheckResult, Report, Status};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::{LOCAL_FILE, address, is_known, labels, sentence, untrusted};

/// How far each level of elements is indented.
pub(super) const INDENTATION: usize = 2;

/// How many characters of an instant have no zone and no milliseconds.
const TO_THE_SECOND: usize = "2026-11-20T10:00:00".len();

/// One suite of one test case for each check.
pub fn report(report: &Report) -> String {
    let name = match is_known(&report.url) {
        true => xml(&address(&report.url)),
        false => LOCAL_FILE.to_owned(),
    };
    let count = |status| report.checks.iter().filter(|check| check.status == status).count();
    let counts = Counts {
        tests: report.checks.len(),
        failures: count(Status::Fail),
        errors: 0,
        skipped: count(Status::Na),
    };
    let at = report.scanned_at.get(..TO_THE_SECOND).unwrap_or_default();
    let attributes = [("name", name.as_str()), ("timestamp", at)];
    document(&counts, &attributes, |suite| {
        suite.create_element("properties").write_inner_content(|properties| {
            for (name, value) in about(report) {
                let property = properties.create_element("property");
                property
                    .with_attributes([("name", name), ("value", value.as_str())])
                    .write_empty()?;
            }
            Ok(())
        })?;
        report.checks.iter().try_for_each(|check| case(suite, check))
    })
}

/// Output in place of a report if the scan failed: one test case with an error.
pub fn failure(failure: &ScanFailure) -> String {
    let counts = Counts { tests: 1, failures: 0, errors: 1, skipped: 0 };
    document(&counts, &[("name", "scan")], |suite| {
        let case = suite.create_element("testcase");
        let case =
            case.with_attributes([("classname", "citable"), ("name", "scan"), ("time", "0")]);
        case.write_inner_content(|case| {
            let message = xml(&sentence(&failure.message));
            let attributes = [("message", message.as_str()), ("type", failure.code.as_str())];
            case.create_element("error").with_attributes(attributes).write_empty()?;
            Ok(())
        })?;
        Ok(())
    })
}

struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

type Xml = Writer<Vec<u8>>;

fn document(
    counts: &Counts,
    attributes: &[(&str, &str)],
    content: impl FnOnce(&mut Xml) -> io::Result<()>,
) -> String {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', INDENTATION);
    let Counts { tests, failures, errors, skipped } = counts;
    let numbers = [tests, failures, errors, skipped].map(ToString::to_string);
    let names = ["tests", "failures", "errors", "skipped"];
    let numbers: Vec<(&str, &str)> =
        names.into_iter().zip(numbers.iter().map(String::as_str)).collect();
    let written = xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    let written = written.and_then(|()| {
        let suites = xml.create_element("testsuites").with_attribute(("name", "Citable"));
        suites.with_attributes(numbers.iter().copied()).write_inner_content(|suites| {
            let suite = suites.create_element("testsuite");
            let suite = suite.with_attributes(attributes.iter().copied());
            suite.with_attributes(numbers.iter().copied()).write_inner_content(content)?;
            Ok(())
        })?;
        Ok(())
    });
    // Writing to memory does not fail.
    let bytes = written.map(|()| xml.into_inner()).unwrap_or_default();
    let mut text = String::from_utf8(bytes).unwrap_or_default();
    text.push('\n');
    text
}

fn about(report: &Report) -> [(&'static str, String); 5] {
    [
        ("score", report.score.to_string()),
        ("band", labels::band(report.band).to_owned()),
        ("coverage", report.coverage.to_string()),
        ("catalogueVersion", xml(&untrusted(&report.catalogue_version))),
        ("snapshotHash", xml(&untrusted(&report.snapshot_hash))),
    ]
}

fn case(suite: &mut Xml, check: &CheckResult) -> io::Result<()> {
    let class = format!("citable.{}", labels::category_id(check.category));
    let name = xml(&format!("{}: {}", untrusted(&check.id), untrusted(&check.title)));
    let summary = xml(&sentence(&check.summary));
    let found = xml(&labels::found(check).join("\n"));
    let case = suite.create_element("testcase");
    let case = case.with_attributes([
        ("classname", class.as_str()),
        ("name", name.as_str()),
        ("time", "0"),
    ]);
    let message = ("message", summary.as_str());
    let text = || BytesText::new(&found);
    match check.status {
        Status::Pass => case.write_empty()?,
        Status::Warn => case.write_inner_content(|case| {
            case.create_element("system-out").write_text_content(text())?;
            Ok(())
        })?,
        Status::Fail => case.write_inner_content(|case| {
            let failure = case.create_element("failure").with_attribute(message);
            failure.with_attribute(("type", "fail")).write_text_content(text())?;
            Ok(())
        })?,
        Status::Na => case.write_inner_content(|case| {
            case.create_element("skipped").with_attribute(message).write_empty()?;
            Ok(())
        })?,
    };
    Ok(())
}

/// The text without what no XML 1.0 document may hold, escaped or not (section 2.2). The line feed
/// is the only control character that stays.
pub(super) fn xml(text: &str) -> String {
    let is_allowed = |char: &char| {
        *char == '\n' || !(char.is_control() || matches!(char, '\u{FFFE}' | '\u{FFFF}'))
    };
    text.chars().filter(is_allowed).collect()
}

#[cfg(test)]
mod tests {
    use citable_checks::failure::FailureCode;
    use proptest::prelude::*;
    use quick_xml::Reader;

    use super::*;
    use crate::render::sample;

    #[test]
    fn a_report_is_a_suite() {
        insta::assert_snapshot!(report(&sample::report()));
    }

    #[test]
    fn a_failure_is_a_test_that_broke() {
        let refused = ScanFailure::new(FailureCode::Refused, "The <site> refused.");
        insta::assert_snapshot!(failure(&refused));
    }

    /// The names of the elements, in order, of a document that has to be well-formed.
    fn elements(document: &str) -> Vec<String> {
        let mut reader = Reader::from_str(document);
        reader.config_mut().check_end_names = true;
        let mut names = Vec::new();
        loop {
            match reader.read_event().unwrap() {
                Event::Start(element) | Event::Empty(element) => {
                    for attribute in element.attributes() {
                        attribute.unwrap();
                    }
                    names.push(element.name().as_ref().to_owned());
                }
                Event::Eof => return names,
                _ => {}
            }
        }
    }

    fn assert_is_whole(text: &str) {
        let document = report(&sample::with_text(text));
        assert_eq!(elements(&document), elements(&report(&sample::report())), "{document}");
        let is_allowed = |char: char| char == '\n' || (' '..'\u{FFFE}').contains(&char);
        assert!(document.chars().all(|char| is_allowed(char) || char > '\u{FFFF}'), "{document}");
    }

    #[test]
    fn a_hostile_page_adds_no_element() {
        for text in sample::HOSTILE {
            assert_is_whole(text);
        }
    }

    proptest! {
        #[test]
        fn a_text_adds_no_element(text in "[<>&'\"/\\]!\\[a\u{0}-\u{20}\u{FFFE}-\u{10000}-]{0,30}") {
            assert_is_whole(&text);
        }

        #[test]
        fn any_text_is_well_formed(text in any::<String>()) {
            assert_is_whole(&text);
        }
    }
}
