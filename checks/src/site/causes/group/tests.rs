use proptest::prelude::*;

use super::*;
use crate::hash::Hash64;

fn found(check: &str, status: Status, gain: u8, reach_lost: u8) -> FoundCheck {
    FoundCheck {
        check: check.to_owned(),
        status,
        value: Some(0),
        line: None,
        summary: "No canonical link found.".to_owned(),
        fix: check.to_owned(),
        fix_title: format!("Add {check}"),
        gain: Some(gain),
        reach_lost,
    }
}

fn page(path: &str, template: u64, findings: Vec<FoundCheck>) -> PageRowFindings {
    let section = path.split('/').nth(1).filter(|_| path.matches('/').count() > 1);
    PageRowFindings {
        url: format!("https://example.com{path}"),
        template: Template {
            id: Hash64(template),
            section: section.unwrap_or_default().to_owned(),
        },
        findings,
    }
}

fn lacks(path: &str, template: u64, gain: u8) -> PageRowFindings {
    page(path, template, vec![found("canonical", Status::Warn, gain, 0)])
}

fn summaries(pages: Vec<PageRowFindings>) -> Vec<String> {
    causes(pages.into_iter()).into_iter().map(|cause| cause.summary).collect()
}

fn posts(count: usize, of_them: usize) -> Vec<PageRowFindings> {
    let all = (0..count).map(|number| {
        let findings = match number < of_them {
            true => vec![found("canonical", Status::Warn, 3, 0)],
            false => Vec::new(),
        };
        page(&format!("/blog/{number}"), 1, findings)
    });
    all.collect()
}

/// Pages without findings, so that no cause is one of the whole site.
fn good(count: usize) -> Vec<PageRowFindings> {
    (0..count).map(|number| page(&format!("/good-{number}"), 9, Vec::new())).collect()
}

#[test]
fn what_most_pages_of_a_template_share_is_said_of_it() {
    let of = |of_them: usize| summaries([posts(10, of_them), good(20)].concat());
    assert_eq!(of(10), ["10 of 10 pages in `/blog/…`: No canonical link found."]);
    assert_eq!(of(8), ["8 of 10 pages in `/blog/…`: No canonical link found."]);
    assert_eq!(of(7), ["7 pages: No canonical link found."]);
    assert_eq!(of(1), ["1 page: No canonical link found."]);
    assert_eq!(of(0), Vec::<String>::new());
}

#[test]
fn few_pages_are_no_template_and_most_of_all_are_the_site() {
    assert_eq!(summaries([posts(4, 4), good(20)].concat()), ["4 pages: No canonical link found."]);
    assert_eq!(
        summaries([posts(10, 10), good(2)].concat()),
        ["10 of 12 pages: No canonical link found."]
    );
}

#[test]
fn two_templates_of_a_section_are_told_apart() {
    let other = (0..5).map(|number| lacks(&format!("/blog/tag-{number}"), 2, 3)).collect();
    let found = summaries([posts(10, 10), other, good(30)].concat());
    assert_eq!(
        found,
        [
            "10 of 10 pages of one template in `/blog/…`: No canonical link found.",
            "5 of 5 pages of one template in `/blog/…`: No canonical link found.",
        ]
    );
}

#[test]
fn reach_comes_first_and_then_what_is_gained() {
    let one = |check: &str, gain, reach| vec![found(check, Status::Fail, gain, reach)];
    let pages = vec![
        page("/a", 1, one("statistics", 9, 0)),
        page("/b", 2, one("quotations", 2, 0)),
        page("/c", 3, one("quotations", 8, 0)),
        page("/d", 4, one("indexable", 1, 100)),
    ];
    let found = causes(pages.into_iter());
    let order: Vec<&str> = found.iter().map(|cause| cause.check.as_str()).collect();
    assert_eq!(order, ["indexable", "quotations", "statistics"]);
    assert_eq!((found[0].reach_lost, found[1].gain), (100, 10));
}

#[test]
fn failed_and_warned_findings_and_other_fixes_are_other_causes() {
    let mut other = found("canonical", Status::Warn, 1, 0);
    other.fix = "schema".to_owned();
    let pages = vec![
        page("/a", 1, vec![found("canonical", Status::Warn, 1, 0)]),
        page("/b", 1, vec![found("canonical", Status::Fail, 1, 0)]),
        page("/c", 1, vec![other]),
    ];
    assert_eq!(causes(pages.into_iter()).len(), 3);
}

#[test]
fn the_fix_is_that_of_the_median_page() {
    let mut pages: Vec<PageRowFindings> =
        [9, 1, 5, 7, 3].iter().map(|gain| lacks(&format!("/p{gain}"), 1, *gain)).collect();
    for page in &mut pages {
        page.findings[0].fix_title = format!("Fix {}", page.url);
        page.findings[0].summary = format!("{} lacks it.", page.url);
    }
    let [cause] = &causes(pages.into_iter())[..] else { panic!("one cause") };
    assert_eq!(cause.fix.title, "Fix https://example.com/p5");
    assert_eq!(
        cause.pages,
        ["https://example.com/p5", "https://example.com/p1", "https://example.com/p3"]
    );
    assert_eq!(cause.summary, "5 of 5 pages, for example: https://example.com/p5 lacks it.");
}

/// A number, a template, and findings: a check, whether it failed, and the gain.
type MadePage = (u32, u64, Vec<(usize, bool, u8)>);

proptest! {
    #[test]
    fn the_order_of_pages_makes_no_difference(
        pages in prop::collection::vec(
            (0..40_u32, 0..4_u64, prop::collection::vec((0..3_usize, any::<bool>(), 0..5_u8), 0..4)),
            0..30,
        ).prop_flat_map(|pages| (Just(pages.clone()), Just(pages).prop_shuffle())),
    ) {
        let read = |pages: Vec<MadePage>| {
            let rows = pages.into_iter().map(|(number, template, findings)| {
                let findings = findings.into_iter().map(|(check, failed, gain)| {
                    let status = if failed { Status::Fail } else { Status::Warn };
                    let check = ["canonical", "language", "statistics"][check];
                    found(check, status, gain, gain)
                });
                page(&format!("/s{template}/{number}"), template, findings.collect())
            });
            causes(rows)
        };
        let (one, other) = pages;
        prop_assert_eq!(read(one), read(other));
    }
}
