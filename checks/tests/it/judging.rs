//! Whole reports over small pages, and the answers that end a scan without one.

use citable_checks::evaluate::evaluate;
use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::{Exchange, FileFetch, FileOutcome, PageEnd, Snapshot, Source};
use citable_checks::report::{
    CheckResult, Doubt, GainKind, PageKind, Recommendation, Report, Status,
};
use citable_checks::stage::Stage;
use url::Url;

const TEA: &str = include_str!("../pages/tea.html");
const RYOKUCHA: &str = include_str!("../pages/ryokucha.html");
const ADDRESS: &str = "https://www.example.com/guide/green-tea";

/// 2026-11-01T00:00:00Z.
const NOW: i64 = 1_793_491_200_000;

fn exchange(address: &str, status: u16) -> Exchange {
    let headers = vec![("content-type".to_owned(), "text/html; charset=utf-8".to_owned())];
    Exchange { url: Url::parse(address).unwrap(), status, headers }
}

fn robots(address: &str, body: &str) -> FileFetch {
    let url = Url::parse(address).unwrap().join("/robots.txt").unwrap();
    FileFetch {
        url: url.clone(),
        fetched_at: NOW,
        exchanges: vec![Exchange { url, status: 200, headers: Vec::new() }],
        outcome: FileOutcome::Answered { body: body.as_bytes().to_vec(), truncated: false },
    }
}

/// That page, answered with 200 under that address, and an empty robots.txt beside it.
fn snapshot(address: &str, html: &str) -> Snapshot {
    Snapshot {
        robots: vec![robots(address, "")],
        ..Snapshot::of_answer(exchange(address, 200), html.as_bytes().to_vec(), NOW)
    }
}

fn report(snapshot: &Snapshot) -> Report {
    let mut stages = Vec::new();
    let report = evaluate("scn_test", snapshot, &mut |stage| stages.push(stage)).unwrap();
    assert_eq!(stages, [Stage::Reading, Stage::Checking, Stage::Scoring]);
    assert_eq!(report.snapshot_hash, snapshot.hash());
    Report { snapshot_hash: "(hash)".to_owned(), ..report }
}

fn status(report: &Report, id: &str) -> Status {
    check(report, id).status
}

fn check<'a>(report: &'a Report, id: &str) -> &'a CheckResult {
    report.checks.iter().find(|check| check.id == id).unwrap()
}

#[test]
fn a_good_page() {
    let report = report(&snapshot(ADDRESS, TEA));
    assert_eq!((report.score, report.raw_score, report.coverage), (46, 91, 50));
    insta::assert_json_snapshot!(report);
}

#[test]
fn a_page_blocked_by_robots_txt() {
    let mut snapshot = snapshot(ADDRESS, TEA);
    let text = "User-agent: *\nDisallow: /guide/\n\nUser-agent: Googlebot\nAllow: /\n";
    snapshot.robots = vec![robots(ADDRESS, text)];
    let report = report(&snapshot);
    assert_eq!(report.caps[0].limit, 37, "Google alone reaches it");
    insta::assert_json_snapshot!(report);
}

#[test]
fn a_page_with_noindex() {
    let html = TEA.replace("index, follow, max-snippet:-1", "noindex, follow");
    let report = report(&snapshot(ADDRESS, &html));
    assert_eq!(report.score, 10);
    insta::assert_json_snapshot!(report);
}

#[test]
fn a_page_that_is_not_there() {
    let mut snapshot = snapshot(ADDRESS, "<!doctype html><title>Not found</title><p>Not found");
    snapshot.page.exchanges[0].status = 404;
    let report = report(&snapshot);
    assert_eq!(report.score, 0);
    assert_eq!(status(&report, "indexable"), Status::Na);
    insta::assert_json_snapshot!(report);
}

#[test]
fn a_page_behind_redirects() {
    let mut snapshot = snapshot(ADDRESS, TEA);
    let hops = ["https://example.com/tea", "https://www.example.com/tea"];
    for (index, hop) in hops.iter().enumerate() {
        snapshot.page.exchanges.insert(index, exchange(hop, 301));
    }
    snapshot.requested_url = Url::parse(hops[0]).unwrap();
    let report = report(&snapshot);
    assert_eq!(report.final_url, ADDRESS);
    insta::assert_json_snapshot!(report);
}

#[test]
fn a_japanese_page() {
    let report = report(&snapshot("https://www.example.jp/お茶/緑茶?utm_source=x", RYOKUCHA));
    assert_eq!(report.page.language, "ja");
    assert_eq!(status(&report, "canonical"), Status::Pass);
    insta::assert_json_snapshot!(report);
}

#[test]
fn a_page_that_names_another_site_as_canonical() {
    let html = TEA.replace(ADDRESS, "https://www.example.org/green-tea");
    let report = report(&snapshot(ADDRESS, &html));
    assert_eq!(report.score, 42, "the length leaves less than the cap of 60");
    insta::assert_json_snapshot!(report);
}

#[test]
fn a_given_kind_is_judged_and_stored() {
    let found = snapshot(ADDRESS, TEA);
    let given = Snapshot { given_kind: Some(PageKind::Home), ..found.clone() };
    let (plain, named) = (report(&found), report(&given));
    assert_ne!(plain.page.kind, PageKind::Home);
    assert_eq!((named.page.kind, &*named.page.kind_reason), (PageKind::Home, "Set with --kind."));
    assert_eq!(status(&named, "author-byline"), Status::Na);
    assert_eq!(Snapshot::decode(&given.encode()).unwrap(), given);
    // A snapshot without one is stored as before.
    let stored = Snapshot::decode(&found.encode()).unwrap();
    assert_eq!((stored.given_kind, stored.hash()), (None, found.hash()));
    let mut fields = Vec::new();
    ciborium::into_writer(&found, &mut fields).unwrap();
    assert!(!String::from_utf8_lossy(&fields).contains("given_kind"));
}

/// Pages of other kinds are held to these measures, and home pages are not.
#[test]
fn what_passes_at_home_shows_no_measure_against_it() {
    let measured = |address: &str| {
        let report = report(&snapshot(address, TEA));
        let passed = report.checks.into_iter().filter(|check| check.status == Status::Pass);
        passed.flat_map(|check| check.details).filter(|detail| detail.expected.is_some()).count()
    };
    assert_eq!(measured("https://www.example.com/"), 0);
    assert!(measured(ADDRESS) > 0);
}

#[test]
fn a_local_file_of_unknown_address() {
    let mut snapshot = snapshot("https://file.invalid/tea.html", TEA);
    snapshot.source = Source::FileWithoutAddress;
    snapshot.robots.clear();
    let report = report(&snapshot);
    for id in ["http-fetch", "robots-search-bots", "robots-user-fetchers", "canonical"] {
        assert_eq!(status(&report, id), Status::Na, "{id}");
    }
    insta::assert_json_snapshot!(report);
}

#[test]
fn the_same_snapshot_gives_the_same_bytes() {
    let snapshot = snapshot(ADDRESS, TEA);
    let bytes = || serde_json::to_vec(&report(&snapshot)).unwrap();
    assert_eq!(bytes(), bytes());
}

#[test]
fn endings_that_every_client_gets_are_finished_scans_with_score_0() {
    let to = || "http://www.example.com/".to_owned();
    for end in [
        PageEnd::RedirectLoop { to: to() },
        PageEnd::TooManyRedirects { to: to() },
        PageEnd::RedirectWithoutTarget,
    ] {
        let mut snapshot = snapshot(ADDRESS, "");
        snapshot.page.exchanges[0].status = 302;
        snapshot.page.end = end;
        assert_eq!(report(&snapshot).score, 0);
    }
    for (status, html) in [
        (200, ""),
        (200, " \n"),
        (204, ""),
        (410, "Gone"),
        (200, "<title>Page not found</title><p>Sorry."),
    ] {
        let mut snapshot = snapshot(ADDRESS, html);
        snapshot.page.exchanges[0].status = status;
        assert_eq!(report(&snapshot).score, 0, "{status} {html}");
    }
}

#[test]
fn what_could_not_be_seen_is_of_low_confidence_and_bars_nobody() {
    let mut snapshot = snapshot(ADDRESS, TEA);
    snapshot.robots[0].outcome =
        FileOutcome::Unreachable { failure: ScanFailure::new(FailureCode::TimedOut, "too slow") };
    let report = report(&snapshot);
    assert_eq!(status(&report, "robots-search-bots"), Status::Na);
    assert!(report.low_confidence_reasons.contains(&Doubt::NotSeen));
    assert!(report.engines.iter().all(|engine| engine.reach == 100));
}

#[test]
fn a_url_whose_canonical_is_right_gains_nothing_by_it() {
    let fix_at = |address: &str, html: &str| {
        let report = report(&snapshot(address, html));
        assert_eq!(status(&report, "canonical"), Status::Warn, "{address}");
        let mut fixes = report.recommendations.iter().filter_map(Recommendation::full);
        fixes.find(|fix| fix.id == "canonical").unwrap().clone()
    };
    let variant = fix_at("https://shop.example.com/guide/green-tea", TEA);
    assert!(variant.title.starts_with("Scan `https://www.example.com/"), "{}", variant.title);
    assert_eq!((variant.gain_kind, variant.gain), (GainKind::Exact, Some(0)));
    let missing = TEA.replace("rel=\"canonical\"", "rel=\"other\"");
    assert!(fix_at(ADDRESS, &missing).gain > Some(0));
}

#[test]
fn an_unreachable_robots_txt_bars_everyone() {
    let mut snapshot = snapshot(ADDRESS, TEA);
    snapshot.robots[0].exchanges[0].status = 503;
    let report = report(&snapshot);
    assert_eq!(status(&report, "robots-search-bots"), Status::Fail);
    assert_eq!(report.score, 10);
}

fn failure(status: u16, headers: &[(&str, &str)], body: &str) -> ScanFailure {
    let mut snapshot = snapshot(ADDRESS, body);
    let headers = headers.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    snapshot.page.exchanges[0] = Exchange { headers, ..exchange(ADDRESS, status) };
    evaluate("scn_test", &snapshot, &mut |_| {}).unwrap_err()
}

#[test]
fn answers_that_may_be_about_us_are_no_verdict() {
    for (status, code) in [
        (400, FailureCode::Refused),
        (401, FailureCode::Refused),
        (403, FailureCode::Refused),
        (429, FailureCode::Refused),
        (451, FailureCode::Refused),
        (500, FailureCode::OriginError),
        (503, FailureCode::OriginError),
        (304, FailureCode::OriginError),
        (999, FailureCode::OriginError),
    ] {
        let failure = failure(status, &[("content-type", "text/html")], TEA);
        assert_eq!((failure.code, failure.status), (code, Some(status)));
        assert!(failure.message.ends_with("Answer engines may get a different response."));
    }
}

#[test]
fn challenges_are_no_verdict_whatever_their_status() {
    for (status, headers, body) in [
        (403, [("cf-mitigated", "challenge")], ""),
        (404, [("cf-mitigated", "challenge")], ""),
        (503, [("server", "cloudflare")], "<title>Just a moment...</title>"),
        (200, [("server", "cloudflare")], "<title>Just a moment...</title><p>Checking"),
    ] {
        let failure = failure(status, &headers, body);
        assert_eq!((failure.code, failure.status), (FailureCode::Challenged, Some(status)));
        assert!(failure.message.contains("Cloudflare"), "{}", failure.message);
    }
}

#[test]
fn a_page_that_quotes_a_challenge_is_a_page() {
    let html = TEA.replace("<h2>Steeping", "<script>window._cf_chl_opt</script><h2>Steeping");
    assert_eq!(report(&snapshot(ADDRESS, &html)).raw_score, 91);
}

#[test]
fn other_documents_are_no_verdict() {
    for (media_type, body) in [
        ("application/pdf", "%PDF-1.7"),
        ("application/json", "{}"),
        ("image/svg+xml", "<svg xmlns=\"http://www.w3.org/2000/svg\">"),
        ("text/plain", "plain text"),
    ] {
        let failure = failure(200, &[("content-type", media_type)], body);
        assert_eq!(failure.code, FailureCode::NotHtml);
        assert_eq!(failure.content_type.as_deref(), Some(media_type));
    }
}

#[test]
fn html_of_another_type_is_read_with_a_warning() {
    let mut snapshot = snapshot(ADDRESS, TEA);
    snapshot.page.exchanges[0].headers = vec![("content-type".to_owned(), "text/plain".to_owned())];
    assert_eq!(status(&report(&snapshot), "http-fetch"), Status::Warn);
}

#[test]
fn a_binary_file_is_refused_with_advice() {
    let mut snapshot = snapshot("https://file.invalid/a.pdf", "%PDF-1.7");
    snapshot.source = Source::FileWithoutAddress;
    let failure = evaluate("scn_test", &snapshot, &mut |_| {}).unwrap_err();
    assert_eq!(failure.code, FailureCode::NotHtml);
    assert!(failure.message.contains("Use a file"), "{}", failure.message);
}

/// Nothing of a page gets into a report at length, or with characters that cannot be seen.
#[test]
fn untrusted_text_is_cut_and_cleaned() {
    let evil = format!("\u{202E}{}\u{7}", "evil ".repeat(500));
    let html = TEA
        .replace("How long to steep green tea", &evil)
        .replace("index, follow, max-snippet:-1", &format!("noindex, {evil}"))
        .replace(ADDRESS, &format!("https://example.com/{}", "x".repeat(5_000)));
    let report = report(&snapshot(ADDRESS, &html));
    assert!(report.page.title.chars().count() <= 300);
    let json = serde_json::to_string(&report).unwrap();
    assert!(!json.contains('\u{202E}') && !json.contains("\\u0007"));
    for detail in report.checks.iter().flat_map(|check| &check.details) {
        assert!(detail.excerpt.chars().count() <= 160, "{}", detail.label);
    }
}

#[test]
fn an_empty_shell_is_asked_for_its_text_and_not_for_what_comes_with_it() {
    let shell = |body: &str| {
        let html = format!(
            "<html lang=en><title>Start a kettle - Questions | Example</title><script \
             type=module src=/app.js></script><body><noscript>You need JavaScript</noscript>{body}"
        );
        report(&snapshot("https://forum.example.com/t/start-a-kettle/12", &html))
    };
    let fixes = |report: &Report| -> Vec<(String, Vec<String>)> {
        let fixes = report.recommendations.iter().filter_map(Recommendation::full);
        fixes.map(|fix| (fix.id.clone(), fix.check_ids.clone())).collect()
    };
    let empty = shell("<div id=root></div>");
    assert_eq!(status(&empty, "title-h1-match"), Status::Fail);
    let found = fixes(&empty);
    let (_, with_text) = found.iter().find(|(id, _)| id == "raw-html-content").unwrap();
    assert!(with_text.iter().any(|id| id == "title-h1-match"), "{found:?}");
    assert!(!found.iter().any(|(id, _)| id == "title-h1-match"), "{found:?}");
    // Where some text is in the HTML, so may the heading be.
    let thin = shell("<div id=root><p>Loading the questions and answers on kettles.</p></div>");
    let found = fixes(&thin);
    assert!(found.iter().any(|(id, _)| id == "title-h1-match"), "{found:?}");
}
