//! A site as JUnit XML: a test case for each page, each check, and each rule of a site.
//!
//! A page fails where it misses a threshold; a check fails where it fails on a page, and a rule
//! where it found something wrong. With a baseline only what got worse, or is named by a threshold,
//! fails: what the baseline accepts passes. What could not be judged is skipped.

use std::collections::BTreeMap;
use std::io::{self, Write};

use citable_checks::registry;
use citable_checks::report::Status;
use citable_checks::site::{Rule, Severity};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::overview::{Overview, SinceBaseline, WorsePage};
use super::row::Rows;
use super::words;
use crate::render::junit::{INDENTATION, xml};
use crate::render::numbers::number_of;
use crate::render::{labels, sentence, untrusted};

/// Pages that the text of one case names.
const PAGES: usize = 20;

/// One test case.
struct Case {
    class: String,
    name: String,
    end: End,
}

/// How a test case ended: message and text.
enum End {
    Passed(String),
    Failed(String, String),
    Broken(String, String),
    Skipped(String),
}

/// The suites.
///
/// # Errors
/// When the rows can't be read or the output can't be written.
pub fn suites(overview: &Overview, rows: &mut dyn Rows, out: &mut dyn Write) -> io::Result<()> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut pages = Vec::new();
    rows.visit(&mut |row| {
        let name = untrusted(&row.url);
        let end = match (&row.scan, &row.failure) {
            (Some(scan), _) => {
                for finding in scan.findings.iter().filter(|found| found.status == Status::Fail) {
                    found.entry(finding.check.clone()).or_default().push(name.clone());
                }
                let missed: Vec<String> = misses(overview, &row.url);
                let score = format!("Score {}", scan.score);
                match missed.is_empty() {
                    true => End::Passed(score),
                    false => End::Failed(missed.join("; "), score),
                }
            }
            (None, Some(failure)) => {
                End::Broken(sentence(&failure.message), failure.code.as_str().to_owned())
            }
            (None, None) => End::Skipped("Not scanned".to_owned()),
        };
        pages.push(Case { class: "citable.page".to_owned(), name, end });
        Ok(())
    })?;
    let ignored =
        |id: &str| overview.ignored.iter().any(|one| one.check == id && one.paths.is_empty());
    let checks = registry::explanations().map(|check| {
        let id = check.spec.id;
        let end = match (found.get(id), &overview.since_baseline) {
            (found, Some(since)) => since_baseline(since, id, found.map_or(0, Vec::len)),
            (Some(pages), None) => {
                let shown = pages.iter().take(PAGES).cloned().collect::<Vec<_>>().join("\n");
                End::Failed(
                    format!("Fails on {} of {} pages", pages.len(), overview.scanned),
                    shown,
                )
            }
            (None, None) if ignored(id) => End::Skipped("Ignored".to_owned()),
            (None, None) => End::Passed(String::new()),
        };
        let class = format!("citable.{}", labels::category_id(check.spec.category));
        Case { class, name: format!("{id}: {}", check.title), end }
    });
    let checks: Vec<Case> = checks.collect();
    let rules: Vec<Case> = Rule::ALL.into_iter().map(|rule| of_rule(overview, rule)).collect();
    document(&[("pages", pages), ("checks", checks), ("site", rules)], out)
}

/// How a check ends that is held against a baseline. It fails on `failing` pages in all.
fn since_baseline(since: &SinceBaseline, id: &str, failing: usize) -> End {
    let is_worse = |page: &&WorsePage| page.checks.iter().any(|check| check == id);
    let worse: Vec<String> =
        since.worse.iter().filter(is_worse).map(|page| untrusted(&page.url)).collect();
    match (worse.len(), failing) {
        (0, 0) => End::Passed(String::new()),
        (0, failing) => End::Passed(format!(
            "Fails on {}, none of them worse than in the baseline",
            number_of(failing, "page")
        )),
        (count, _) => {
            let shown = worse.iter().take(PAGES).cloned().collect::<Vec<_>>().join("\n");
            End::Failed(format!("Got worse on {}", number_of(count, "page")), shown)
        }
    }
}

/// The thresholds that a page misses.
fn misses(overview: &Overview, url: &str) -> Vec<String> {
    let missed =
        overview.missed.iter().filter(|missed| missed.pages.iter().any(|page| page == url));
    missed.map(|missed| untrusted(&missed.message)).collect()
}

fn of_rule(overview: &Overview, rule: Rule) -> Case {
    let of_rule = || overview.site.findings.iter().filter(|finding| finding.rule == rule);
    let lines = of_rule().flat_map(|finding| {
        let pages = finding.pages.iter().map(words::found);
        std::iter::once(sentence(&finding.summary)).chain(pages)
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    let not_judged = overview.site.not_judged.iter().find(|not| not.rule == rule);
    let missed = overview.missed.iter().find(|missed| missed.rule == Some(rule));
    let wrong = of_rule()
        .find(|finding| finding.severity == Severity::Fail)
        .filter(|_| overview.since_baseline.is_none());
    let end = match (missed, wrong, not_judged) {
        (Some(missed), ..) => End::Failed(untrusted(&missed.message), text),
        (None, Some(finding), _) => End::Failed(sentence(&finding.summary), text),
        (None, None, Some(not)) if text.is_empty() => End::Skipped(sentence(&not.reason)),
        (None, None, _) => End::Passed(text),
    };
    Case { class: "citable.site".to_owned(), name: format!("{rule}: {}", rule.title()), end }
}

type Xml<'a> = Writer<&'a mut dyn Write>;

fn document(suites: &[(&str, Vec<Case>)], out: &mut dyn Write) -> io::Result<()> {
    let mut writer: Xml<'_> = Writer::new_with_indent(&mut *out, b' ', INDENTATION);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let all: Vec<&Case> = suites.iter().flat_map(|(_, cases)| cases).collect();
    let root =
        counted(writer.create_element("testsuites").with_attribute(("name", "Citable")), &all);
    root.write_inner_content(|root| {
        for (name, cases) in suites {
            let cases: Vec<&Case> = cases.iter().collect();
            let suite = root.create_element("testsuite").with_attribute(("name", *name));
            counted(suite, &cases)
                .write_inner_content(|suite| cases.iter().try_for_each(|one| case(suite, one)))?;
        }
        Ok(())
    })?;
    drop(writer);
    out.write_all(b"\n")
}

/// The element with the numbers of its cases.
fn counted<'a, W>(
    element: quick_xml::writer::ElementWriter<'a, W>,
    cases: &[&Case],
) -> quick_xml::writer::ElementWriter<'a, W> {
    let count = |is: fn(&End) -> bool| cases.iter().filter(|case| is(&case.end)).count();
    let counts = [
        ("tests", cases.len()),
        ("failures", count(|end| matches!(end, End::Failed(..)))),
        ("errors", count(|end| matches!(end, End::Broken(..)))),
        ("skipped", count(|end| matches!(end, End::Skipped(..)))),
    ];
    counts.into_iter().fold(element, |element, (name, count)| {
        element.with_attribute((name, count.to_string().as_str()))
    })
}

fn case(suite: &mut Xml<'_>, of: &Case) -> io::Result<()> {
    let (class, name) = (xml(&of.class), xml(&of.name));
    let case = suite.create_element("testcase").with_attributes([
        ("classname", class.as_str()),
        ("name", name.as_str()),
        ("time", "0"),
    ]);
    match &of.end {
        End::Passed(text) if text.is_empty() => case.write_empty()?,
        End::Passed(text) => case.write_inner_content(|case| {
            case.create_element("system-out").write_text_content(BytesText::new(&xml(text)))?;
            Ok(())
        })?,
        End::Failed(message, text) => case.write_inner_content(|case| {
            let failure = case.create_element("failure");
            let failure = failure.with_attribute(("message", xml(message).as_str()));
            failure
                .with_attribute(("type", "fail"))
                .write_text_content(BytesText::new(&xml(text)))?;
            Ok(())
        })?,
        End::Broken(message, code) => case.write_inner_content(|case| {
            let error = case.create_element("error");
            let error = error.with_attribute(("message", xml(message).as_str()));
            error.with_attribute(("type", code.as_str())).write_empty()?;
            Ok(())
        })?,
        End::Skipped(message) => case.write_inner_content(|case| {
            let skipped = case.create_element("skipped");
            skipped.with_attribute(("message", xml(message).as_str())).write_empty()?;
            Ok(())
        })?,
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use quick_xml::Reader;

    use super::*;
    use crate::render::{sample as hostile, site::sample};

    fn written(overview: &Overview, rows: &mut dyn Rows) -> String {
        let mut out = Vec::new();
        suites(overview, rows, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_site_is_three_suites() {
        insta::assert_snapshot!(written(&sample::overview(), &mut sample::rows()));
    }

    #[test]
    fn what_the_baseline_accepts_passes() {
        let mut overview = sample::overview();
        (overview.missed, overview.since_baseline) = (Vec::new(), Some(SinceBaseline::default()));
        overview.failed = 0;
        let mut rows: Vec<_> =
            sample::rows().into_iter().filter(|row| row.scan.is_some()).collect();
        let accepted = written(&overview, &mut rows);
        assert!(!accepted.contains("<failure"), "{accepted}");
        assert!(accepted.contains("Fails on 3 pages, none of them worse"), "{accepted}");
        let (url, file, changes) = ("/c".to_owned(), None, vec!["check".to_owned()]);
        let checks = vec!["canonical".to_owned()];
        let worse = vec![WorsePage { url, file, changes, checks }];
        overview.since_baseline = Some(SinceBaseline { worse, ..SinceBaseline::default() });
        let worse = written(&overview, &mut rows);
        assert_eq!(worse.matches("<failure").count(), 1, "{worse}");
        assert!(worse.contains("Got worse on 1 page"), "{worse}");
    }

    #[test]
    fn a_hostile_page_adds_no_element() {
        let elements = |document: &str| {
            let mut reader = Reader::from_str(document);
            let mut names = Vec::new();
            loop {
                match reader.read_event().unwrap() {
                    Event::Start(element) | Event::Empty(element) => {
                        names.push(element.name().as_ref().to_owned());
                    }
                    Event::Eof => return names,
                    _ => {}
                }
            }
        };
        let (plain, mut rows) = sample::with_text("x");
        let expected = elements(&written(&plain, &mut rows));
        for text in hostile::HOSTILE {
            let (overview, mut rows) = sample::with_text(text);
            assert_eq!(elements(&written(&overview, &mut rows)), expected, "{text}");
        }
    }
}
