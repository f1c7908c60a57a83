//! What stands around a page.

use std::io::Write;
use std::time::Duration;

use citable_checks::evaluate::evaluate;
use citable_checks::failure::FailureCode;
use citable_checks::page::snapshot::{FileOutcome, Snapshot, Supporting};
use citable_checks::report::Status;
use citable_checks::sitemap::{DeclaredBy, SitemapOutcome};
use citable_checks::stage::Stage;
use citable_test_support::canary::Canary;
use citable_test_support::reply::Reply;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::site::{HOST, NOW, OTHER, PRIVATE, Site};

const PAGE: &str = "<!doctype html><title>Tea</title><main><h1>Tea</h1><p>Tea is made of leaves.";

async fn site_with(robots: &str) -> Site {
    let site = Site::start().await;
    site.page("/robots.txt", Reply::text(robots));
    site.page("/blog/tea", Reply::html(PAGE));
    site
}

fn xml(text: &str) -> Reply {
    Reply::new(200).header("content-type", "application/xml").body(text.to_owned())
}

fn urlset(site: &Site, path: &str) -> String {
    let loc = site.origin.url(HOST, path);
    format!("<urlset><url><loc>{loc}</loc><lastmod>2023-11-01</lastmod></url></urlset>")
}

fn index(addresses: &[String]) -> String {
    let children: String =
        addresses.iter().map(|loc| format!("<sitemap><loc>{loc}</loc></sitemap>")).collect();
    format!("<sitemapindex>{children}</sitemapindex>")
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn verdict(snapshot: &Snapshot, id: &str) -> Status {
    let report = evaluate("scn_test", snapshot, &mut |_| {}).unwrap();
    report.checks.iter().find(|check| check.id == id).unwrap().status
}

/// The paths of the sitemaps that were asked for.
fn sitemaps(snapshot: &Snapshot) -> Vec<&str> {
    let survey = snapshot.supporting.sitemaps.as_ref().unwrap();
    survey.sitemaps.iter().map(|fetch| fetch.url.path()).collect()
}

#[tokio::test]
async fn the_sitemap_that_robots_txt_names_is_read_wherever_it_stands() {
    let site = Site::start().await;
    let robots = format!("Sitemap: {}\n", site.origin.url(OTHER, "/maps/tea.xml"));
    site.page("/robots.txt", Reply::text(&robots));
    site.page("/blog/tea", Reply::html(PAGE));
    site.origin.route(OTHER, "/maps/tea.xml", xml(&urlset(&site, "/blog/tea")));
    let snapshot = site.scan("/blog/tea").await.unwrap();
    let survey = snapshot.supporting.sitemaps.as_ref().unwrap();
    assert_eq!(survey.declared_by, DeclaredBy::RobotsTxt);
    assert!(survey.sitemaps[0].fetched_at >= NOW);
    let entry = &survey.sitemaps[0].facts().unwrap().matches[0];
    assert_eq!((entry.exact, entry.lastmod.as_deref()), (true, Some("2023-11-01")));
    assert_eq!(verdict(&snapshot, "sitemap-entry"), Status::Pass);
    assert_eq!(site.times(HOST, "/sitemap.xml"), 0);
}

#[tokio::test]
async fn progress_names_what_the_scan_waits_for() {
    let site = Site::start().await;
    let robots = format!("Sitemap: {}\n", site.origin.url(OTHER, "/index.xml"));
    site.origin.route(OTHER, "/robots.txt", Reply::text(&robots));
    site.origin.route(OTHER, "/blog/tea", Reply::html(PAGE));
    let names = ["/a.xml", "/b.xml", "/c.xml", "/d.xml"];
    let addresses = names.map(|name| site.origin.url(OTHER, name));
    site.origin.route(OTHER, "/index.xml", xml(&index(&addresses)));
    for name in names {
        site.origin.route(OTHER, name, xml(&urlset(&site, "/another")));
    }
    site.page("/moved", Reply::redirect(301, &site.origin.url(OTHER, "/blog/tea")));
    let (outcome, steps) = site.scan_with_steps(HOST, "/moved").await;
    outcome.unwrap();
    let details: Vec<&str> = steps.iter().filter_map(|step| step.detail.as_deref()).collect();
    let waited_for = |what: &str| details.contains(&what);
    assert_eq!(details[0], "robots.txt");
    for what in
        ["sitemap", "sitemap 2 of 4", "sitemap 3 of 4", "sitemap 4 of 4", "llms.txt", "probe"]
    {
        assert!(waited_for(what), "{what}: {details:?}");
    }
    let detailed = steps.iter().filter(|step| step.detail.is_some());
    assert!(detailed.clone().all(|step| step.stage == Stage::Supporting), "{steps:?}");
}

#[tokio::test]
async fn of_an_index_of_compressed_sitemaps_the_likeliest_is_read_first() {
    let site = site_with("User-agent: *\nAllow: /\n").await;
    let names = ["/page-sitemap.xml.gz", "/post-sitemap.xml.gz", "/tag-sitemap.xml.gz"];
    let addresses = names.map(|name| site.origin.url(HOST, name));
    site.page("/sitemap.xml", Reply::redirect(301, "/sitemap_index.xml"));
    site.page("/sitemap_index.xml", xml(&index(&addresses)));
    let packed = gzip(&urlset(&site, "/blog/tea"));
    site.page(names[1], Reply::new(200).header("content-type", "application/gzip").body(packed));
    let snapshot = site.scan("/blog/tea").await.unwrap();
    assert_eq!(sitemaps(&snapshot), ["/sitemap.xml", names[1]]);
    assert_eq!(snapshot.supporting.sitemaps.as_ref().unwrap().left_out_total, 2);
    assert_eq!(verdict(&snapshot, "sitemap-entry"), Status::Pass);
}

/// However long the challenge page is.
#[tokio::test]
async fn a_challenge_in_the_place_of_a_sitemap_is_no_verdict() {
    let site = site_with("Sitemap: /sitemap.xml\n").await;
    let filling = "<p>Checking your browser</p>".repeat(2_000);
    let page = format!("<!DOCTYPE html><div id=\"px-captcha\"></div>{filling}");
    for status in [200, 403] {
        site.page("/sitemap.xml", Reply::html(&page).status(status));
        let snapshot = site.scan("/blog/tea").await.unwrap();
        let survey = snapshot.supporting.sitemaps.as_ref().unwrap();
        assert_eq!(survey.sitemaps[0].outcome, SitemapOutcome::Challenged, "{status}");
        assert_eq!(verdict(&snapshot, "sitemap-entry"), Status::Na, "{status}");
    }
}

#[tokio::test]
async fn no_sitemap_line_leads_to_a_refused_address() {
    let canary = Canary::start();
    let mut site = Site::start().await;
    site.settings.allow_ports.push(canary.port());
    site.settings.resolve.add("inside.test", PRIVATE);
    site.page("/", Reply::html(PAGE));
    let port = canary.port();
    for host in ["127.0.0.1", "[::1]", "localhost", "inside.test", "2130706433", "0x7f.1"] {
        let address = format!("https://{host}:{port}/sitemap.xml");
        site.page("/robots.txt", Reply::text(&format!("Sitemap: {address}\n")));
        let snapshot = site.scan("/").await.unwrap();
        let survey = snapshot.supporting.sitemaps.as_ref().unwrap();
        let SitemapOutcome::Unreachable { failure } = &survey.sitemaps[0].outcome else {
            panic!("{host}: {:?}", survey.sitemaps[0].outcome);
        };
        assert_eq!(failure.code, FailureCode::BlockedAddress, "{host}");
        assert!(host != "inside.test" || !failure.message.contains("127.0.0"), "{failure}");
        assert_eq!(verdict(&snapshot, "sitemap-entry"), Status::Na, "{host}");

        site.page("/robots.txt", Reply::text(""));
        site.page("/sitemap.xml", Reply::redirect(302, &address));
        let snapshot = site.scan("/").await.unwrap();
        let survey = snapshot.supporting.sitemaps.as_ref().unwrap();
        assert_eq!(survey.sitemaps[0].outcome, SitemapOutcome::RedirectsUnresolved, "{host}");

        site.page("/sitemap.xml", xml(&index(std::slice::from_ref(&address))));
        site.scan("/").await.unwrap();
        site.page("/sitemap.xml", Reply::new(404));
        let link = format!("<link rel=alternate type=text/markdown href='{address}'>{PAGE}");
        site.page("/", Reply::html(&link));
        site.scan("/").await.unwrap();
        assert!(!canary.is_touched(), "{host}");
    }
}

#[tokio::test]
async fn an_llms_txt_is_kept_whole_and_a_start_page_in_its_place_is_not() {
    let site = site_with("").await;
    site.page("/llms.txt", Reply::text("# Tea\n\n- [Green](https://site.test/green)\n"));
    let snapshot = site.scan("/blog/tea").await.unwrap();
    assert_eq!(verdict(&snapshot, "ai-text-alternates"), Status::Pass);

    let shell = format!("<!doctype html><div id=app></div>{}", "<script>x</script>".repeat(1000));
    site.page("/llms.txt", Reply::html(&shell));
    let snapshot = site.scan("/blog/tea").await.unwrap();
    let file = snapshot.supporting.llms_txt.as_ref().unwrap();
    let FileOutcome::Answered { body, truncated } = &file.outcome else { panic!("{file:?}") };
    assert!(body.len() < 2_000 && *truncated, "{}", body.len());
    assert_eq!(verdict(&snapshot, "ai-text-alternates"), Status::Na, "it is absent");
    site.page("/robots.txt", Reply::text("# llms.txt: /llms.txt\n"));
    let snapshot = site.scan("/blog/tea").await.unwrap();
    assert_eq!(verdict(&snapshot, "ai-text-alternates"), Status::Warn, "and yet it is named");
}

#[tokio::test]
async fn two_declared_markdown_copies_are_asked_for_as_markdown() {
    let site = site_with("").await;
    let links: String = ["/b.md", "/c.md"]
        .iter()
        .map(|href| format!("<link rel=alternate type=text/markdown href={href}>"))
        .collect();
    let header = "</a.md>; rel=alternate; type=text/markdown";
    site.page("/blog/tea", Reply::html(&format!("{links}{PAGE}")).header("link", header));
    let markdown = Reply::new(200)
        .header("content-type", "text/markdown")
        .header("x-robots-tag", "noindex")
        .body("# Tea\n\nTea is made of leaves.\n");
    site.page("/b.md", markdown);
    let snapshot = site.scan("/blog/tea").await.unwrap();
    let asked: Vec<&str> =
        snapshot.supporting.markdown.iter().map(|file| file.url.path()).collect();
    assert_eq!(asked, ["/b.md", "/c.md"]);
    let requests = site.origin.requests();
    let request = requests.iter().find(|request| request.path == "/b.md").unwrap();
    assert!(request.header("accept").unwrap().starts_with("text/markdown,"));
    assert_eq!(verdict(&snapshot, "ai-text-alternates"), Status::Warn, "one is not there");
}

#[tokio::test]
async fn around_what_is_no_page_nothing_is_fetched() {
    let site = site_with("").await;
    site.page("/gone", Reply::html("<p>Gone").status(404));
    site.page("/pdf", Reply::new(200).header("content-type", "application/pdf").body("%PDF-1.7"));
    site.page("/loop", Reply::redirect(302, "/loop"));
    for path in ["/gone", "/pdf", "/loop"] {
        let snapshot = site.scan(path).await.unwrap();
        assert_eq!(snapshot.supporting, Supporting::default(), "{path}");
    }
    assert_eq!(site.times(HOST, "/sitemap.xml") + site.times(HOST, "/llms.txt"), 0);
}

#[tokio::test]
async fn what_robots_txt_forbids_us_by_name_is_not_fetched() {
    let robots = "User-agent: CitableBot\nDisallow: /sitemap.xml\nDisallow: /llms.txt\n";
    let site = site_with(robots).await;
    let snapshot = site.scan("/blog/tea").await.unwrap();
    assert_eq!(snapshot.supporting.llms_txt, None);
    assert_eq!(site.times(HOST, "/sitemap.xml") + site.times(HOST, "/llms.txt"), 0);
    assert_eq!(verdict(&snapshot, "sitemap-entry"), Status::Na);
}

#[tokio::test]
async fn a_sitemap_that_never_comes_costs_neither_the_scan_nor_the_files_of_other_hosts() {
    let mut site = Site::start().await;
    site.settings.limits.supporting = Duration::from_secs(4);
    let robots = format!("Sitemap: {}\n", site.origin.url(OTHER, "/slow.xml"));
    site.page("/robots.txt", Reply::text(&robots));
    site.page("/blog/tea", Reply::html(PAGE));
    site.page("/llms.txt", Reply::text("# Tea\n\n- [Green](https://site.test/green)\n"));
    for slow in [Reply::never(), xml("<urlset>").drip(" ", Duration::from_millis(20))] {
        site.origin.route(OTHER, "/slow.xml", slow);
        let snapshot = site.scan("/blog/tea").await.unwrap();
        let survey = snapshot.supporting.sitemaps.as_ref().unwrap();
        assert!(
            matches!(&survey.sitemaps[0].outcome, SitemapOutcome::Unreachable { failure } if failure.code == FailureCode::TimedOut),
            "{survey:?}"
        );
        assert_eq!(verdict(&snapshot, "sitemap-entry"), Status::Na);
        assert_eq!(verdict(&snapshot, "ai-text-alternates"), Status::Pass);
        assert_eq!(verdict(&snapshot, "edge-bot-parity"), Status::Pass);
    }
}

#[tokio::test]
async fn what_is_left_when_time_is_over_was_not_seen() {
    let mut site = site_with("").await;
    site.settings.limits.supporting = Duration::ZERO;
    let snapshot = site.scan("/blog/tea").await.unwrap();
    for id in ["sitemap-entry", "ai-text-alternates", "edge-bot-parity"] {
        assert_eq!(verdict(&snapshot, id), Status::Na, "{id}");
    }
    assert_eq!(site.origin.paths(HOST), ["/robots.txt", "/blog/tea"]);
}
