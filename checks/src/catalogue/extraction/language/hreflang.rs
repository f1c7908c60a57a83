//! The set of translations that a page declares.

use url::Url;

use crate::check::quote;
use crate::page::Page;
use crate::page::language::hreflang_defect;
use crate::page::markup::{Alternate, header_links};
use crate::page::structured::is_same_page;
use crate::report::Detail;

/// What is wrong with the set; none where the page declares none.
pub(super) struct Translations {
    /// How many there are.
    pub(super) count: usize,
    /// Links whose code or address is wrong, and why.
    pub(super) defects: Vec<Detail>,
    /// The same links.
    pub(super) wrong: Vec<Alternate>,
    /// Whether one of them names the page itself.
    pub(super) names_itself: bool,
}

impl Translations {
    pub(super) fn of(page: &Page) -> Option<Self> {
        let headers = page.answer().into_iter().flat_map(|answer| answer.header_values("link"));
        let headers: Vec<Alternate> = headers.flat_map(header_links).collect();
        let all: Vec<&Alternate> = headers.iter().chain(&page.document.markup.alternates).collect();
        let own = page.addresses();
        let names_itself = all.iter().any(|link| {
            let target = page.final_url.join(&link.href).ok();
            target.is_some_and(|target| own.iter().any(|own| is_same_page(own, &target)))
        });
        (!all.is_empty()).then(|| Self {
            count: all.len(),
            defects: all.iter().filter_map(|link| defect(link)).collect(),
            wrong: all.iter().filter(|link| defect(link).is_some()).map(|l| (*l).clone()).collect(),
            names_itself,
        })
    }
}

fn defect(link: &Alternate) -> Option<Detail> {
    let is_absolute = Url::parse(&link.href)
        .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let problem = match hreflang_defect(&link.hreflang) {
        Some(problem) => problem,
        None if !is_absolute => "has no absolute URL".to_owned(),
        None => return None,
    };
    let written = format!("{} {}", link.hreflang, link.href);
    Some(Detail { line: link.line, measured: Some(problem), ..quote("hreflang", &written) })
}
