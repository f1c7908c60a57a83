use crate::catalogue::indexing::sitemap_entry::SitemapEntryCheck;
use crate::catalogue::indexing::sitemap_entry::tests::{
    OWN, SITEMAP, entry, file, surveyed, urlset,
};
use crate::catalogue::test_page::{NOW, finding_of, fix_of};
use crate::check::{Check, Context};
use crate::fix::Fix;
use crate::page::Page;
use crate::sitemap::DeclaredBy;

fn fix(page: &Page) -> Fix {
    fix_of(&SitemapEntryCheck, page)
}

fn fix_declared(body: &str) -> Fix {
    fix(&surveyed(DeclaredBy::RobotsTxt, &[file(SITEMAP, 200, body)], 1))
}

#[test]
fn a_defective_entry_is_replaced() {
    for (entries, title) in [
        (format!("<url><loc>{OWN}</loc></url>"), "Add lastmod to the page's sitemap entry"),
        (entry(OWN, "20.10.2026"), "Write lastmod as a W3C date instead of `20.10.2026`"),
        (entry(OWN, "2026-11-03"), "Correct the page's lastmod: `2026-11-03` is in the future"),
        (
            entry(OWN, "2026-10-20").repeat(20),
            "Use each page's own date as lastmod: all 20 are `2026-10-20`",
        ),
        (
            entry("https://example.com/guide/tea", "2026-10-20"),
            "List the page as `https://www.example.com/guide/tea` instead of \
             `https://example.com/guide/tea`",
        ),
    ] {
        let fix = fix_declared(&urlset(&entries));
        assert_eq!(fix.title, title);
        assert_eq!(
            fix.snippet.as_deref(),
            Some(
                "<url>\n  <loc>https://www.example.com/guide/tea</loc>\n  \
                 <lastmod>YYYY-MM-DD</lastmod>\n</url>"
            )
        );
    }
}

#[test]
fn the_date_to_write_is_the_pages_own() {
    let body = urlset(&entry(OWN, "2026-08-20"));
    let page = surveyed(DeclaredBy::RobotsTxt, &[file(SITEMAP, 200, &body)], 1);
    let context = Context { modified_at: Some(NOW), ..Context::new(&page, false) };
    let fix = SitemapEntryCheck.fix(&context, &finding_of(&SitemapEntryCheck, &context));
    let title = "Make lastmod agree with the date on the page: `2026-08-20` and 2026-11-01";
    assert_eq!(fix.title, title);
    assert!(fix.snippet.unwrap().contains("<lastmod>2026-11-01</lastmod>"));
}

#[test]
fn a_page_that_is_listed_nowhere_is_added() {
    let other = urlset(&entry("https://www.example.com/other", "2026-10-20"));
    let fix_absent = fix_declared(&other);
    assert_eq!(fix_absent.title, format!("Add `{OWN}` to `{SITEMAP}`"));
    let broken = fix_declared("<urlset><url></urlset>");
    assert!(broken.title.contains("it isn't well-formed XML (line 1)"), "{}", broken.title);
    let missing = fix(&surveyed(DeclaredBy::RobotsTxt, &[file(SITEMAP, 404, "")], 1));
    assert!(missing.title.ends_with("it returns status 404"), "{}", missing.title);
    let none = fix(&surveyed(DeclaredBy::Convention, &[file(SITEMAP, 404, "")], 1));
    assert_eq!(none.title, format!("Publish a sitemap at `{SITEMAP}` that lists the page"));
    assert!(none.snippet.unwrap().contains("<urlset xmlns"));
    assert!(none.steps[1].contains("Sitemap: https://www.example.com/sitemap.xml"));
}
