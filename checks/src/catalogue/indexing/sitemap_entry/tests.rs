use crate::catalogue::indexing::sitemap_entry::SitemapEntryCheck;
use crate::catalogue::test_page::{NOW, canonical, exchange, meta, page, robots, url};
use crate::check::{Check, Context, Finding};
use crate::failure::{FailureCode, ScanFailure};
use crate::page::Page;
use crate::page::snapshot::{FileFetch, FileOutcome, Source};
use crate::report::Status;
use crate::sitemap::{DeclaredBy, Surveyor};

pub(super) const OWN: &str = "https://www.example.com/guide/tea";
pub(super) const SITEMAP: &str = "https://www.example.com/sitemap.xml";

pub(super) fn file(address: &str, status: u16, body: &str) -> FileFetch {
    robots(address, status, body)
}

fn unreachable(address: &str) -> FileFetch {
    let failure = ScanFailure::new(FailureCode::TimedOut, "too slow");
    let outcome = FileOutcome::Unreachable { failure };
    FileFetch { exchanges: Vec::new(), outcome, ..file(address, 200, "") }
}

pub(super) fn urlset(entries: &str) -> String {
    format!("<urlset>{entries}</urlset>")
}

pub(super) fn entry(loc: &str, lastmod: &str) -> String {
    format!("<url><loc>{loc}</loc><lastmod>{lastmod}</lastmod></url>")
}

/// The page with what a survey of these files finds; files that it does not ask for are left.
pub(super) fn surveyed(declared_by: DeclaredBy, files: &[FileFetch], declared: usize) -> Page {
    let sitemaps: Vec<_> = files[..declared].iter().map(|file| file.url.clone()).collect();
    let wanted = [url(OWN), page().final_url];
    let mut surveyor = Surveyor::new(declared_by, &sitemaps, &wanted, Some("en"));
    while let Some(next) = surveyor.next_url() {
        let known = files.iter().find(|file| file.url == next);
        surveyor.take(known.cloned().unwrap_or_else(|| unreachable(next.as_str())));
    }
    let mut page = page();
    page.supporting.sitemaps = Some(surveyor.finish());
    page
}

fn judge(page: &Page) -> Finding {
    SitemapEntryCheck.judge(&Context::new(page, false))
}

/// The verdict where robots.txt names one sitemap with that body.
fn declared(body: &str) -> Finding {
    judge(&surveyed(DeclaredBy::RobotsTxt, &[file(SITEMAP, 200, body)], 1))
}

/// The verdict where robots.txt names none, and that stands at `/sitemap.xml`.
fn conventional(sitemap: FileFetch) -> Finding {
    judge(&surveyed(DeclaredBy::Convention, &[sitemap], 1))
}

#[test]
fn a_listed_page_with_a_true_date_passes() {
    let others = entry("https://www.example.com/", "2026-01-01").repeat(30);
    let finding = declared(&urlset(&format!("{others}{}", entry(OWN, "2026-10-20"))));
    assert_eq!(finding.status, Status::Pass, "{}", finding.summary);
    assert!(finding.details.iter().any(|detail| detail.excerpt == OWN), "{:?}", finding.details);
    let ahead = entry(OWN, "2026-11-01T23:59:00Z");
    assert_eq!(declared(&urlset(&ahead)).status, Status::Pass, "a day ahead is a time zone");
    let feed = format!(
        "<rss><channel><item><link>{OWN}</link><pubDate>Sun, 25 Oct 2026 10:00:00 GMT</pubDate>\
         </item></channel></rss>"
    );
    assert_eq!(declared(&feed).status, Status::Pass);
}

#[test]
fn dates_that_tell_nothing_warn() {
    for (entries, told) in [
        (format!("<url><loc>{OWN}</loc></url>"), "without a `lastmod`"),
        (entry(OWN, " "), "without a `lastmod`"),
        (entry(OWN, "20.10.2026"), "isn't a W3C date"),
        (entry(OWN, "2026-10-20 10:00:00"), "isn't a W3C date"),
        (entry(OWN, "2026-11-03"), "future"),
        (entry(OWN, "2026-10-20").repeat(20), "when it was built"),
        (entry("https://example.com/guide/tea", "2026-10-20"), "another spelling"),
    ] {
        let finding = declared(&urlset(&entries));
        assert_eq!(finding.status, Status::Warn, "{entries}");
        assert!(finding.summary.contains(told), "{}", finding.summary);
    }
    assert_eq!(declared(&urlset(&entry(OWN, "2026-10-20").repeat(19))).status, Status::Pass);
}

#[test]
fn a_date_that_disagrees_with_the_page_warns() {
    let body = urlset(&entry(OWN, "2026-10-20"));
    let page = surveyed(DeclaredBy::RobotsTxt, &[file(SITEMAP, 200, &body)], 1);
    let day = 24 * 3_600_000;
    for (modified_at, expected) in [
        (None, Status::Pass),
        (Some(NOW - 40 * day), Status::Pass),
        (Some(NOW - 50 * day), Status::Warn),
        (Some(NOW + 60 * day), Status::Warn),
    ] {
        let context = Context { modified_at, ..Context::new(&page, false) };
        assert_eq!(SitemapEntryCheck.judge(&context).status, expected, "{modified_at:?}");
    }
}

#[test]
fn the_canonical_address_counts_and_queries_may_be_dropped() {
    // The page's own address has a query, and its canonical has none.
    assert_eq!(declared(&urlset(&entry(OWN, "2026-10-20"))).status, Status::Pass);
    let with_query = entry("https://www.example.com/guide/tea?cup=1", "2026-10-20");
    assert_eq!(declared(&urlset(&with_query)).status, Status::Pass);
}

#[test]
fn a_page_that_no_sitemap_lists_fails_where_all_were_read() {
    let other = urlset(&entry("https://www.example.com/other", "2026-10-20"));
    assert_eq!(declared(&other).status, Status::Fail);
    assert_eq!(declared(&urlset("")).status, Status::Fail);
    assert_eq!(declared("https://www.example.com/other\n").status, Status::Fail);
    assert_eq!(conventional(file(SITEMAP, 200, &other)).status, Status::Fail);
}

#[test]
fn a_declared_sitemap_that_nobody_can_read_fails() {
    for sitemap in [
        file(SITEMAP, 404, "Not found"),
        file(SITEMAP, 410, ""),
        file(SITEMAP, 200, ""),
        file(SITEMAP, 200, "<!doctype html><title>Not found</title>"),
        file(SITEMAP, 200, "Not found"),
        file(SITEMAP, 200, "<urlset><url></urlset>"),
    ] {
        let page = surveyed(DeclaredBy::RobotsTxt, std::slice::from_ref(&sitemap), 1);
        assert_eq!(judge(&page).status, Status::Fail, "{sitemap:?}");
        // Nobody declared it, so it is only missing.
        let finding = conventional(sitemap);
        assert_eq!(finding.status, Status::Warn, "{}", finding.summary);
        assert!(finding.summary.starts_with("No sitemap found"), "{}", finding.summary);
    }
}

#[test]
fn what_was_not_seen_is_not_judged() {
    let mut redirects = file(SITEMAP, 302, "");
    redirects.outcome = FileOutcome::RedirectsUnresolved;
    let mut challenge = file(SITEMAP, 403, "");
    challenge.exchanges[0].headers = vec![("cf-mitigated".to_owned(), "challenge".to_owned())];
    for sitemap in [
        unreachable(SITEMAP),
        redirects,
        challenge,
        file(SITEMAP, 401, ""),
        file(SITEMAP, 403, ""),
        file(SITEMAP, 429, ""),
        file(SITEMAP, 503, ""),
    ] {
        for finding in [
            judge(&surveyed(DeclaredBy::RobotsTxt, std::slice::from_ref(&sitemap), 1)),
            conventional(sitemap.clone()),
        ] {
            assert_eq!((finding.status, finding.unsure), (Status::Na, true), "{sitemap:?}");
        }
    }
    assert_eq!(judge(&page()).status, Status::Na, "nothing was fetched");
    let mut page = surveyed(DeclaredBy::Convention, &[file(SITEMAP, 404, "")], 1);
    page.robots_files = vec![unreachable("https://www.example.com/robots.txt")];
    assert_eq!(judge(&page).status, Status::Na, "robots.txt may name sitemaps");
}

#[test]
fn precautions_of_ours_are_no_faults_of_the_site() {
    let doctype = "<!DOCTYPE urlset><urlset></urlset>";
    assert_eq!(declared(doctype).status, Status::Na);
    let mut cut = file(SITEMAP, 200, "<urlset><url><loc>https://www.example.com/o</loc></url>");
    if let FileOutcome::Answered { truncated, .. } = &mut cut.outcome {
        *truncated = true;
    }
    assert_eq!(judge(&surveyed(DeclaredBy::RobotsTxt, &[cut], 1)).status, Status::Na);
    let insecure = [file(SITEMAP, 404, "")];
    let mut surveyor = Surveyor::new(
        DeclaredBy::RobotsTxt,
        &[url("http://www.example.com/sitemap.xml")],
        &[],
        None,
    );
    assert_eq!(surveyor.next_url().as_ref(), Some(&insecure[0].url));
    surveyor.take(insecure[0].clone());
    let mut page = page();
    page.supporting.sitemaps = Some(surveyor.finish());
    assert_eq!(judge(&page).status, Status::Na, "it may stand under http:");
}

#[test]
fn sitemaps_that_list_the_newest_only_say_nothing() {
    let news = "<urlset xmlns:news='http://www.google.com/schemas/sitemap-news/0.9'><url><loc>\
                https://www.example.com/n</loc><news:news/></url></urlset>";
    let feed = "<feed><entry><link href='https://www.example.com/n'/></entry></feed>";
    for body in [news, feed] {
        assert_eq!(declared(body).status, Status::Na, "{body}");
        assert_eq!(conventional(file(SITEMAP, 200, body)).status, Status::Na, "{body}");
    }
    let whole = file("https://www.example.com/all.xml", 200, &urlset(""));
    let both = [file(SITEMAP, 200, news), whole];
    assert_eq!(judge(&surveyed(DeclaredBy::RobotsTxt, &both, 2)).status, Status::Fail);
}

fn index(children: &[&str]) -> String {
    let children: String =
        children.iter().map(|child| format!("<sitemap><loc>{child}</loc></sitemap>")).collect();
    format!("<sitemapindex>{children}</sitemapindex>")
}

#[test]
fn of_an_index_the_likeliest_three_are_read() {
    let at = |name: &str| format!("https://www.example.com/{name}-sitemap.xml");
    let names: Vec<String> = ["a", "b", "c", "guide", "d"].iter().map(|name| at(name)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut files = vec![file(SITEMAP, 200, &index(&names))];
    files.extend(names.iter().map(|name| file(name, 200, &urlset(""))));
    let page = surveyed(DeclaredBy::Convention, &files, 1);
    let survey = page.supporting.sitemaps.as_ref().unwrap();
    let asked: Vec<&str> = survey.sitemaps.iter().map(|fetch| fetch.url.as_str()).collect();
    assert_eq!(asked, [SITEMAP, names[3], names[0], names[1]]);
    let left: Vec<&str> = survey.left_out.iter().map(url::Url::as_str).collect();
    assert_eq!((left, survey.left_out_total), (vec![names[2], names[4]], 2));
    assert_eq!(judge(&page).status, Status::Na, "two were not read");
    files[4] = file(names[3], 200, &urlset(&entry(OWN, "2026-10-20")));
    let page = surveyed(DeclaredBy::Convention, &files, 1);
    assert_eq!(page.supporting.sitemaps.as_ref().unwrap().sitemaps.len(), 2, "found at once");
    assert_eq!(judge(&page).status, Status::Pass);
}

#[test]
fn an_index_read_whole_is_a_verdict_and_one_in_an_index_is_not_read() {
    let child = "https://www.example.com/a.xml";
    let with_child = |body: &str| {
        let files = [file(SITEMAP, 200, &index(&[child, SITEMAP])), file(child, 200, body)];
        judge(&surveyed(DeclaredBy::RobotsTxt, &files, 1)).status
    };
    assert_eq!(with_child(&urlset("")), Status::Fail);
    assert_eq!(with_child("<!doctype html>"), Status::Fail);
    assert_eq!(with_child(&index(&["https://www.example.com/deep.xml"])), Status::Na);
    assert_eq!(declared(&index(&[])).status, Status::Fail, "it lists nothing at all");
}

#[test]
fn a_page_that_belongs_in_no_sitemap_is_not_judged() {
    let absent = || surveyed(DeclaredBy::RobotsTxt, &[file(SITEMAP, 200, &urlset(""))], 1);
    let mut noindex = absent();
    noindex.document.metas.push(meta("robots", "noindex"));
    assert_eq!(judge(&noindex).status, Status::Na);
    for other in ["https://www.example.com/guide/coffee", "https://www.example.org/guide/tea"] {
        let mut page = absent();
        page.document.canonical_links = vec![canonical(other)];
        assert_eq!(judge(&page).status, Status::Na, "{other}");
    }
    let file = Page { source: Source::File, ..absent() };
    assert_eq!(judge(&file).status, Status::Na);
}

#[test]
fn on_platforms_only_a_listing_counts() {
    let missing = |address: &str| {
        let mut page = surveyed(DeclaredBy::Convention, &[file(SITEMAP, 404, "")], 1);
        page.final_url = url(address);
        page.exchanges = vec![exchange(address, 200)];
        page.document.canonical_links.clear();
        page
    };
    for address in
        ["https://en.wikipedia.org/wiki/Tea", "https://github.com/a/b", "https://x.com/a"]
    {
        let finding = judge(&missing(address));
        assert_eq!((finding.status, finding.unsure), (Status::Na, false), "{address}");
    }
    assert!(
        judge(&missing("https://netflix.com/")).summary.contains("couldn't be read"),
        "no robots.txt"
    );
    let mut wiki = missing(OWN);
    assert_eq!(judge(&wiki).status, Status::Warn);
    wiki.document.metas.push(meta("generator", "MediaWiki 1.45"));
    assert_eq!(judge(&wiki).status, Status::Na);
}

#[test]
fn of_many_declared_sitemaps_three_are_read() {
    let files: Vec<FileFetch> = (0..10)
        .map(|number| file(&format!("https://cdn.example.net/{number}.xml"), 200, &urlset("")))
        .collect();
    let page = surveyed(DeclaredBy::RobotsTxt, &files, 10);
    let survey = page.supporting.sitemaps.as_ref().unwrap();
    assert_eq!((survey.sitemaps.len(), survey.left_out_total), (3, 7));
    assert_eq!(judge(&page).status, Status::Na);
}
