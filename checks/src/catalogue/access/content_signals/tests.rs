use super::*;
use crate::catalogue::test_page::{page, with_header, with_metas, with_robots};
use crate::page::Page;
use crate::report::Status;

fn judge(page: &Page) -> Finding {
    ContentSignals.judge(&Context::new(page, false))
}

fn status(robots: &str) -> Status {
    judge(&with_robots(robots)).status
}

#[test]
fn signals_for_everyone_are_judged() {
    for (signals, expected) in [
        ("search=yes, ai-train=no", Status::Pass),
        ("search=yes,ai-train=no,use=reference", Status::Pass),
        ("ai-train=no", Status::Pass),
        ("search=yes, ai-input=no", Status::Warn),
        ("search=no", Status::Fail),
        ("search=no, ai-input=yes", Status::Fail),
        ("search=yes, search=no", Status::Warn),
        ("search-ai=no", Status::Warn),
        ("search=perhaps", Status::Warn),
        ("/guide/ search=no", Status::Fail),
        ("/other/ search=no", Status::Na),
        ("use=reference", Status::Na),
    ] {
        let robots = format!("User-agent: *\nContent-Signal: {signals}\nAllow: /");
        assert_eq!(status(&robots), expected, "{signals}");
    }
}

#[test]
fn comments_and_other_groups_are_no_signals() {
    for robots in [
        "# ai-input=no: you may not\n# Content-Signal: search=no\nUser-agent: *\nAllow: /",
        "User-agent: GPTBot\nContent-Signal: search=no\n\nUser-agent: *\nDisallow:",
        "Content-Signal: search=no\nUser-agent: *\nDisallow:",
        "",
    ] {
        assert_eq!(status(robots), Status::Na, "{robots}");
    }
}

#[test]
fn each_engine_hears_the_group_that_names_it() {
    let robots = "User-agent: *\nContent-Signal: search=no\n\nUser-agent: Googlebot\nAllow: /";
    let finding = judge(&with_robots(robots));
    assert_eq!(finding.status, Status::Warn);
    assert!(!finding.summary.contains("Googlebot"), "{}", finding.summary);
    let detail = &finding.details[0];
    assert_eq!((detail.line, detail.excerpt.as_str()), (Some(2), "Content-Signal: search=no"));
    let named = "User-agent: *\nContent-Signal: search=yes\n\nUser-agent: Bingbot\n\
                 Content-Signal: search=no";
    let finding = judge(&with_robots(named));
    assert_eq!(finding.status, Status::Warn);
    assert!(finding.summary.contains("Bingbot"), "{}", finding.summary);
}

#[test]
fn a_header_speaks_to_all_and_may_contradict() {
    let mut page = with_header("content-signal", "ai-input=no");
    assert_eq!(judge(&page).status, Status::Warn);
    page = with_header("content-signal", "search=no");
    assert_eq!(judge(&page).status, Status::Fail);
    page.robots_files = with_robots("User-agent: *\nContent-Signal: search=yes").robots_files;
    let finding = judge(&page);
    assert_eq!(finding.status, Status::Warn);
    assert!(finding.summary.contains("contradict"), "{}", finding.summary);
}

#[test]
fn other_reservations_are_told_and_never_judged() {
    let mut page = with_metas(&[("tdm-reservation", "1")]);
    page.robots_files = with_robots("License: https://www.example.com/l.xml").robots_files;
    let finding = judge(&page);
    assert_eq!((finding.status, finding.details.len()), (Status::Na, 2));
    assert!(finding.details.iter().all(|detail| detail.label.contains("information only")));
}

#[test]
fn what_was_not_seen_is_not_judged() {
    let none = Page { robots_files: Vec::new(), ..page() };
    assert_eq!((judge(&none).status, judge(&none).unsure), (Status::Na, true));
    let local = Page { source: Source::File, ..none };
    assert_eq!((judge(&local).status, judge(&local).unsure), (Status::Na, false));
}
