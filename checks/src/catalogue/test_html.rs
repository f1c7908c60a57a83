//! Pages read from HTML, for tests.

use url::Url;

use super::test_page::{ADDRESS, NOW, finding_of, robots};
use crate::check::{Check, Context};
use crate::fix::Fix;
use crate::page::Page;
use crate::page::snapshot::{Exchange, Snapshot};
use crate::sitemap::{DeclaredBy, Surveyor};

/// The page with that HTML under [`ADDRESS`], fetched at [`NOW`].
pub(crate) fn read(html: &str) -> Page {
    read_at(ADDRESS, html)
}

/// The page with that HTML under that address, fetched at [`NOW`].
pub(crate) fn read_at(address: &str, html: &str) -> Page {
    let url = Url::parse(address).unwrap();
    let headers = vec![("content-type".to_owned(), "text/html; charset=utf-8".to_owned())];
    Page::read(&Snapshot::of_answer(
        Exchange { url, status: 200, headers },
        html.as_bytes().to_vec(),
        NOW,
    ))
}

/// A JSON-LD block.
pub(crate) fn block(json: &str) -> String {
    format!("<script type='application/ld+json'>{json}</script>")
}

/// What mends that page by that check.
pub(crate) fn fix(check: &dyn Check, page: &Page) -> Fix {
    let context = Context::new(page, false);
    check.fix(&context, &finding_of(check, &context))
}

/// The page with a sitemap of other pages with these dates and of the page itself with that one.
pub(crate) fn with_lastmods(mut page: Page, others: &[&str], own: Option<&str>) -> Page {
    let entry = |loc: &str, lastmod: &str| {
        format!("<url><loc>{loc}</loc><lastmod>{lastmod}</lastmod></url>")
    };
    let own = own.map(|lastmod| entry(ADDRESS, lastmod)).unwrap_or_default();
    let entries = others.iter().map(|lastmod| entry("https://www.example.com/other", lastmod));
    let body = format!("<urlset>{}{own}</urlset>", entries.collect::<String>());
    let sitemap = robots("https://www.example.com/sitemap.xml", 200, &body);
    let (address, wanted) = (sitemap.url.clone(), page.final_url.clone());
    let mut surveyor = Surveyor::new(DeclaredBy::RobotsTxt, &[address], &[wanted], Some("en"));
    assert!(surveyor.next_url().is_some());
    surveyor.take(sitemap);
    page.supporting.sitemaps = Some(surveyor.finish());
    page
}
