use super::*;
use crate::catalogue::test_page::{finding_of, page, robots, with_robots};
use crate::failure::{FailureCode, ScanFailure};
use crate::page::Page;
use crate::page::snapshot::{FileFetch, FileOutcome};
use crate::report::Status;

fn judge(page: &Page) -> Finding {
    RobotsSearchBots.judge(&Context::new(page, false))
}

fn verdict(page: &Page) -> (Status, Option<u8>) {
    let finding = judge(page);
    (finding.status, finding.value)
}

fn with_file(file: FileFetch) -> Page {
    Page { robots_files: vec![file], ..page() }
}

fn answered(status: u16, body: &str) -> Page {
    with_file(robots("https://www.example.com/robots.txt", status, body))
}

#[test]
fn the_value_is_the_share_of_engines_in_quarters() {
    for (blocked, expected) in [
        ("", (Status::Pass, Some(100))),
        ("User-agent: Bingbot\n", (Status::Warn, Some(75))),
        ("User-agent: OAI-SearchBot\n", (Status::Warn, Some(50))),
        ("User-agent: OAI-SearchBot\nUser-agent: Googlebot\n", (Status::Warn, Some(25))),
        (
            "User-agent: OAI-SearchBot\nUser-agent: Googlebot\nUser-agent: PerplexityBot\n\
             User-agent: Claude-SearchBot\n",
            (Status::Warn, Some(0)),
        ),
        ("User-agent: *\n", (Status::Fail, Some(0))),
        ("User-agent: GPTBot\n", (Status::Pass, Some(100))),
    ] {
        assert_eq!(verdict(&with_robots(&format!("{blocked}Disallow: /"))), expected, "{blocked}");
    }
}

#[test]
fn a_group_of_its_own_replaces_the_one_for_all() {
    let page = with_robots("User-agent: *\nDisallow: /\n\nUser-agent: OAI-SearchBot\nAllow: /\n");
    assert_eq!(verdict(&page), (Status::Warn, Some(25)));
}

#[test]
fn the_deciding_line_is_quoted() {
    let finding = judge(&with_robots(
        "# BEGIN Cloudflare Managed Content\nUser-agent: GPTBot\nDisallow: /\n\
         # END Cloudflare Managed Content\nUser-agent: bingbot\nDisallow: /guide # no tea\n",
    ));
    let bing = finding.details.iter().find(|d| d.label.starts_with("Bingbot")).unwrap();
    assert_eq!((bing.line, bing.excerpt.as_str()), (Some(6), "Disallow: /guide"));
    assert_eq!(
        bing.measured.as_deref(),
        Some("blocked by the group for `bingbot` (longest match: 6 bytes)")
    );
    assert_eq!(bing.expected.as_deref(), Some("allowed"));
    let gpt = finding.details.iter().find(|d| d.label.starts_with("GPTBot")).unwrap();
    assert!(gpt.label.contains("information only"), "{}", gpt.label);
    assert!(gpt.measured.as_deref().unwrap().contains("Cloudflare manages"));
    assert_eq!(gpt.expected, None);
}

#[test]
fn missing_and_broken_files_are_read_by_the_rfc() {
    for status in [401, 403, 404, 410] {
        assert_eq!(verdict(&answered(status, "")), (Status::Pass, Some(100)), "{status}");
    }
    assert_eq!(verdict(&answered(429, "")), (Status::Warn, Some(50)));
    assert_eq!(verdict(&answered(503, "")), (Status::Fail, Some(0)));
    assert_eq!(verdict(&answered(200, "<!doctype html>")), (Status::Warn, Some(100)));
}

#[test]
fn a_redirect_to_a_document_or_to_nowhere_passes() {
    let mut file = robots("https://www.example.com/robots.txt", 200, "<html>");
    file.exchanges.insert(0, file.exchanges[0].clone());
    assert_eq!(verdict(&with_file(file.clone())), (Status::Pass, Some(100)));
    file.outcome = FileOutcome::RedirectsUnresolved;
    assert_eq!(verdict(&with_file(file)), (Status::Pass, Some(100)));
}

#[test]
fn what_could_not_be_seen_is_not_judged() {
    let mut file = robots("https://www.example.com/robots.txt", 200, "");
    file.outcome =
        FileOutcome::Unreachable { failure: ScanFailure::new(FailureCode::TimedOut, "too slow") };
    let finding = judge(&with_file(file));
    assert_eq!((finding.status, finding.unsure), (Status::Na, true));
    let none = Page { robots_files: Vec::new(), ..page() };
    assert_eq!((judge(&none).status, judge(&none).unsure), (Status::Na, true));
    let local = Page { source: Source::File, ..none };
    assert_eq!((judge(&local).status, judge(&local).unsure), (Status::Na, false));
}

#[test]
fn a_file_that_is_none_is_mended_as_a_whole() {
    let fix = |page: &Page| {
        let context = Context::new(page, false);
        RobotsSearchBots.fix(&context, &finding_of(&RobotsSearchBots, &context))
    };
    let html = fix(&answered(200, "<!doctype html>"));
    assert!(html.title.contains("HTML page"), "{}", html.title);
    let limited = fix(&answered(429, ""));
    assert!(limited.title.ends_with("instead of 429"), "{}", limited.title);
    let broken = fix(&answered(503, ""));
    assert!(broken.title.ends_with("instead of 503"), "{}", broken.title);
    assert!(broken.opens.contains(&"robots-user-fetchers"));
    let blocked = fix(&with_robots("User-agent: Bingbot\nDisallow: /\nDisallow: /x"));
    assert_eq!(blocked.title, "Allow Bingbot in robots.txt");
}

#[test]
fn only_the_file_of_the_final_host_counts() {
    let mut page = with_robots("User-agent: *\nDisallow: /");
    page.robots_files[0].url = crate::catalogue::test_page::url("https://example.com/robots.txt");
    assert_eq!(judge(&page).status, Status::Na);
}
