mod groups;
mod said;

use proptest::prelude::*;

use super::*;
use crate::hash::Hash64;
use crate::report::GainKind;
use crate::site::causes::PAGES_NAMED;
use crate::site::facts::Template;

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
        gain_kind: GainKind::Exact,
        reach_lost,
    }
}

fn page(path: &str, template: u64, findings: Vec<FoundCheck>) -> PageRowFindings {
    page_of(PageKind::Docs, path, template, findings)
}

fn page_of(
    kind: PageKind,
    path: &str,
    template: u64,
    findings: Vec<FoundCheck>,
) -> PageRowFindings {
    let section = path.split('/').nth(1).filter(|_| path.matches('/').count() > 1);
    PageRowFindings {
        url: format!("https://example.com{path}"),
        template: Template {
            id: Hash64(template),
            section: section.unwrap_or_default().to_owned(),
        },
        kind,
        low_confidence: false,
        findings,
    }
}

fn lacks(path: &str, template: u64, gain: u8) -> PageRowFindings {
    page(path, template, vec![found("canonical", Status::Warn, gain, 0)])
}

fn summaries(pages: Vec<PageRowFindings>) -> Vec<String> {
    causes(pages.into_iter(), PAGES_NAMED).into_iter().map(|cause| cause.summary).collect()
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
