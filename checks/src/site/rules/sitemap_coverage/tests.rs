use crate::site::facts::{PageFacts, Standing};
use crate::site::finding::Severity;
use crate::site::rule::Rule;
use crate::site::set::{Listed, Site};
use crate::site::test_site::{at, findings, listed, page, paths, reason, site, summaries};

const RULE: Rule = Rule::SitemapCoverage;

#[test]
fn pages_in_no_sitemap_are_found() {
    let pages = [
        page("/"),
        page("/a"),
        page("/b"),
        page("/c").canonical("/a"),
        page("/d").standing(Standing::Noindex),
        page("/blog/page/2"),
        page("/gone").standing(Standing::Gone),
    ];
    let found = findings(&listed(&pages, &["/", "/a"]), RULE);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].summary, "1 indexable page is in no sitemap.");
    assert_eq!(paths(&found[0]), ["/b"]);
    let found = summaries(&listed(&pages, &["/"]), RULE);
    assert_eq!(found, ["2 indexable pages are in no sitemap."]);
}

#[test]
fn a_spelling_in_the_sitemap_is_enough() {
    let pages = [page("/a/"), page("/b.html"), page("/c")];
    let site = listed(&pages, &["/a", "/b", "http://example.com/c?utm_source=x"]);
    assert_eq!(summaries(&site, RULE), Vec::<String>::new());
}

#[test]
fn without_a_whole_sitemap_of_this_site_nothing_is_said_to_lack() {
    let pages = [page("/a"), page("/b")];
    assert_eq!(findings(&site(&pages), RULE), []);
    assert_eq!(reason(&site(&pages), RULE).unwrap(), "No sitemap was read.");
    let mut cut = listed(&pages, &["/a"]);
    cut.listing_was_cut();
    assert_eq!(findings(&cut, RULE), []);
    assert!(reason(&cut, RULE).unwrap().starts_with("The sitemaps were read only in part"));
    let other = listed(&pages, &["https://example.org/a"]);
    assert_eq!(findings(&other, RULE), []);
    assert!(reason(&other, RULE).unwrap().starts_with("The sitemaps list none of these pages"));
}

#[test]
fn entries_that_should_not_be_listed_are_found_by_what_is_wrong() {
    let pages = [
        page("/"),
        page("/gone").standing(Standing::Gone),
        page("/lost").standing(Standing::Gone),
        page("/no").standing(Standing::Noindex),
        page("/kept").blocked(3, "Disallow: /kept", &["google"]),
        page("/old").redirected("/new").canonical("/new"),
        page("/copy").canonical("/"),
        page("/moved").standing(Standing::Forwarding),
        page("/new"),
    ];
    let all: Vec<&str> = pages.iter().map(|page| page.url.as_str()).collect();
    let found = findings(&listed(&pages, &all), RULE);
    let said: Vec<(&str, Severity)> =
        found.iter().map(|one| (one.summary.as_str(), one.severity)).collect();
    assert_eq!(
        said,
        [
            ("2 sitemap entries return no page.", Severity::Fail),
            ("1 sitemap entry is a page with `noindex`.", Severity::Fail),
            ("1 sitemap entry is blocked for Googlebot by robots.txt.", Severity::Fail),
            ("2 sitemap entries redirect.", Severity::Warn),
            ("1 sitemap entry is a page with a different canonical.", Severity::Warn),
        ]
    );
    assert_eq!(paths(&found[3]), ["/moved", "/old"]);
    assert_eq!(found[3].pages[0].detail, "sends visitors to another URL");
    assert_eq!(found[3].pages[1].detail, format!("redirects to `{}`", at("/new")));
}

#[test]
fn good_entries_and_those_of_other_pages_are_left_alone() {
    let pages = [page("/"), page("/a/").canonical("/a"), page("/b").standing(Standing::Gone)];
    let site = listed(&pages, &["/", "/a/", "/never-read", "/b/"]);
    assert_eq!(summaries(&site, RULE), Vec::<String>::new());
}

fn dated(same: usize, others: usize) -> Site {
    let pages: Vec<PageFacts> =
        (0..same + others).map(|number| page(&format!("/{number}"))).collect();
    let mut site = site(&pages);
    for (number, page) in pages.iter().enumerate() {
        let lastmod = match number < same {
            true => "2026-11-01".to_owned(),
            false => format!("2026-10-{:02}", number - same + 1),
        };
        site.add_listed(&Listed { url: page.url.clone(), lastmod: Some(lastmod) });
    }
    site
}

#[test]
fn one_date_for_nearly_all_entries_is_that_of_the_build() {
    assert_eq!(
        summaries(&dated(18, 2), RULE),
        [
            "18 of 20 dated sitemap entries have the same `lastmod`, `2026-11-01`. It looks like the \
          build's date."
        ]
    );
    assert_eq!(summaries(&dated(17, 3), RULE), Vec::<String>::new());
    assert_eq!(summaries(&dated(19, 0), RULE), Vec::<String>::new());
    assert_eq!(summaries(&dated(0, 20), RULE), Vec::<String>::new());
}

#[test]
fn entries_without_a_file_are_found() {
    let mut site = listed(&[page("/a")], &["/a", "/b", "/c"]);
    assert_eq!(summaries(&site, RULE), Vec::<String>::new());
    site.add_missing(&at("/c"));
    assert_eq!(summaries(&site, RULE), ["1 sitemap entry has no file in the folder."]);
    site.add_missing(&at("/b"));
    let found = findings(&site, RULE);
    assert_eq!(found[0].summary, "2 sitemap entries have no file in the folder.");
    assert_eq!(found[0].severity, Severity::Fail);
    assert_eq!(paths(&found[0]), ["/b", "/c"]);
}
