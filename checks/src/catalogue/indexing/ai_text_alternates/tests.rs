use crate::catalogue::indexing::ai_text_alternates::AiTextAlternates;
use crate::catalogue::test_page::{fix_of, page, robots, url, with_robots};
use crate::check::{Check, Context, Finding};
use crate::failure::{FailureCode, ScanFailure};
use crate::page::snapshot::{FileOutcome, Source};
use crate::page::{LinkFact, Page};
use crate::report::Status;

const LLMS: &str = "https://www.example.com/llms.txt";
const COPY: &str = "https://www.example.com/guide/tea.md";
const SOUND: &str = "# Tea\n\n> All about tea.\n\n- [Steeping](https://www.example.com/s.md)\n";

fn judge(page: &Page) -> Finding {
    AiTextAlternates.judge(&Context::new(page, false))
}

fn with_llms_txt(page: Page, status: u16, body: &str) -> Page {
    let mut page = page;
    page.supporting.llms_txt = Some(robots(LLMS, status, body));
    page
}

fn llms_txt(status: u16, body: &str) -> Status {
    judge(&with_llms_txt(page(), status, body)).status
}

fn linked(status: u16, body: &str) -> Status {
    let mut page = with_llms_txt(page(), status, body);
    page.document.llms_txt_links =
        vec![LinkFact { line: 4, href: "/llms.txt#top".to_owned(), in_head: true }];
    let from_page = judge(&page).status;
    let by_robots = with_robots("# For models: https://www.example.com/LLMs.txt");
    assert_eq!(judge(&with_llms_txt(by_robots, status, body)).status, from_page, "{body}");
    from_page
}

/// The page with a declared copy of its 400 words.
fn with_copy(address: &str, headers: &[(&str, &str)], body: &str) -> Page {
    let mut page = page();
    page.document.markdown_links =
        vec![LinkFact { line: 5, href: address.to_owned(), in_head: true }];
    let mut file = robots(address, 200, body);
    let headers = headers.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
    file.exchanges[0].headers = headers.collect();
    page.supporting.markdown = vec![file];
    page
}

fn copy(headers: &[(&str, &str)], words: usize) -> Finding {
    judge(&with_copy(COPY, headers, &format!("# Tea\n{}", "word ".repeat(words))))
}

#[test]
fn a_file_is_judged_by_the_llms_txt_beside_it() {
    let file = |page: Page| {
        let mut page = page;
        page.source = Source::File;
        judge(&page)
    };
    assert_eq!(file(page()).status, Status::Na);
    let sound = file(with_llms_txt(page(), 200, SOUND));
    let broken = file(with_llms_txt(page(), 200, "# Tea\n\nNo link at all.\n"));
    assert_eq!([sound.status, broken.status], [Status::Pass, Status::Warn]);
    let none = file(with_llms_txt(page(), 404, ""));
    assert_eq!(
        (none.status, none.summary.as_str()),
        (Status::Na, "No llms.txt was found. None is needed.")
    );
}

#[test]
fn what_could_not_be_asked_is_not_said_to_be_missing() {
    let summary = |page: &Page| judge(page).summary;
    assert!(summary(&with_llms_txt(page(), 404, "")).starts_with("The site offers no llms.txt"));
    for page in [page(), with_llms_txt(page(), 403, ""), with_llms_txt(page(), 503, "")] {
        assert!(summary(&page).starts_with("llms.txt couldn't be read"), "{}", summary(&page));
        assert_eq!(judge(&page).status, Status::Na);
    }
}

#[test]
fn absence_costs_nothing() {
    assert_eq!(judge(&page()).status, Status::Na);
    for (status, body) in [
        (404, ""),
        (403, ""),
        (500, SOUND),
        (200, ""),
        (200, "<!doctype html><div id=app></div>"),
        (200, "\u{feff}\n<html><body># Tea"),
        (200, "Not found"),
        (200, "{\"error\":\"not found\"}"),
    ] {
        assert_eq!(llms_txt(status, body), Status::Na, "{status} {body}");
    }
}

#[test]
fn an_offered_llms_txt_has_a_title_and_a_link() {
    for body in [
        SOUND.to_owned(),
        format!("\u{feff}\r\n{SOUND}"),
        format!("---\nname: tea\n---\n\n{SOUND}"),
    ] {
        assert_eq!(llms_txt(200, &body), Status::Pass, "{body}");
    }
    for body in ["# Tea\n\nNo links.", "## Tea\n[a](https://example.com/)", "[a](/b)\n# Tea"] {
        assert_eq!(llms_txt(200, body), Status::Warn, "{body}");
    }
}

#[test]
fn a_linked_llms_txt_has_to_be_there() {
    assert_eq!(linked(200, SOUND), Status::Pass);
    for (status, body) in
        [(404, ""), (410, ""), (200, ""), (200, "<!doctype html><p>Home"), (200, "Not found")]
    {
        assert_eq!(linked(status, body), Status::Warn, "{status} {body}");
    }
    for status in [403, 429, 503] {
        assert_eq!(linked(status, ""), Status::Na, "that may be about us");
    }
    let mut elsewhere = with_llms_txt(page(), 404, "");
    let href = "https://docs.example.net/llms.txt".to_owned();
    elsewhere.document.llms_txt_links = vec![LinkFact { line: 4, href, in_head: false }];
    assert_eq!(judge(&elsewhere).status, Status::Na, "the file of another site");
}

#[test]
fn a_sound_copy_is_markdown_of_that_length_and_no_duplicate() {
    let markdown = ("content-type", "text/markdown; charset=utf-8");
    let noindex = ("x-robots-tag", "noindex, follow");
    let canonical = ("link", "<https://www.example.com/guide/tea>; rel=\"canonical\"");
    for duplicate in [noindex, ("x-robots-tag", "googlebot: none"), canonical] {
        assert_eq!(copy(&[markdown, duplicate], 400).status, Status::Pass, "{duplicate:?}");
    }
    for words in [281, 518] {
        assert_eq!(copy(&[markdown, noindex], words).status, Status::Pass, "{words}");
    }
    for (headers, words, told) in [
        (vec![("content-type", "text/plain"), noindex], 400, "text/plain"),
        (vec![noindex], 400, "instead of text/markdown"),
        (vec![markdown], 400, "index it"),
        (vec![markdown, ("link", "<>; rel=canonical")], 400, "index it"),
        (vec![markdown, noindex], 270, "271 words"),
        (vec![markdown, noindex], 530, "531 words"),
    ] {
        let finding = copy(&headers, words);
        assert_eq!(finding.status, Status::Warn, "{headers:?} {words}");
        let measured = finding.details[0].measured.as_deref().unwrap();
        assert!(measured.contains(told), "{measured}");
    }
}

#[test]
fn a_copy_that_is_none_warns() {
    let missing = |status| {
        let mut page = with_copy(COPY, &[], "");
        page.supporting.markdown[0].exchanges[0].status = status;
        judge(&page).status
    };
    assert_eq!([404, 410].map(missing), [Status::Warn; 2]);
    assert_eq!([401, 403, 429, 500].map(missing), [Status::Na; 4]);
    for body in ["", "<!DOCTYPE html><p>x"] {
        assert_eq!(judge(&with_copy(COPY, &[], body)).status, Status::Warn, "{body}");
    }
    let mut unseen = with_copy(COPY, &[], "");
    unseen.supporting.markdown[0].outcome =
        FileOutcome::Unreachable { failure: ScanFailure::new(FailureCode::TimedOut, "too slow") };
    assert_eq!(judge(&unseen).status, Status::Na);
}

#[test]
fn a_negotiated_copy_says_that_it_varies() {
    let own = page().final_url;
    let body = format!("# Tea\n{}", "word ".repeat(400));
    let status = |vary: &str| {
        let headers = [("content-type", "text/markdown"), ("vary", vary)];
        judge(&with_copy(own.as_str(), &headers, &body)).status
    };
    assert_eq!(status("Accept-Encoding, accept"), Status::Pass);
    assert_eq!(status("*"), Status::Pass);
    assert_eq!(status("Accept-Encoding"), Status::Warn);
}

#[test]
fn one_defect_among_many_offers_warns_and_each_is_shown() {
    let mut page = with_copy(COPY, &[("content-type", "text/plain")], "# Tea");
    page = with_llms_txt(page, 200, SOUND);
    let finding = judge(&page);
    assert_eq!((finding.status, finding.details.len()), (Status::Warn, 2));
    assert_eq!(finding.details[0].measured.as_deref(), Some("no defects"));
    page.supporting.markdown[0].url = url("https://www.example.com/undeclared.md");
    assert_eq!(judge(&page).status, Status::Pass, "only what the page declares counts");
}

#[test]
fn the_fix_says_that_it_is_optional() {
    let page = with_llms_txt(page(), 200, "# Tea\n\nNo links.");
    let fix = fix_of(&AiTextAlternates, &page);
    assert_eq!(
        fix.title,
        "Fix or remove `https://www.example.com/llms.txt` (optional: no measured effect on \
         citations)"
    );
    assert_eq!(fix.steps[0], "`https://www.example.com/llms.txt`: it has no Markdown link.");
    assert_eq!(
        fix.snippet.as_deref(),
        Some("# www.example.com\n\n- [How to make tea](https://www.example.com/guide/tea?cup=1)")
    );
    let copy = with_copy(COPY, &[("content-type", "text/html")], "# Tea");
    let fix = fix_of(&AiTextAlternates, &copy);
    assert!(fix.steps[0].contains("the Content-Type is `text/html` instead of text/markdown"));
    assert_eq!(fix.snippet, None);
    let both = with_llms_txt(copy, 200, "# Tea");
    assert!(fix_of(&AiTextAlternates, &both).title.starts_with("Fix or remove 2 text files"));
}
