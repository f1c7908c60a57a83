#![doc = include_str!("canonical.md")]

use url::Url;

use super::canonical_target::{Difference, difference};
use crate::check::{About, Check, Context, Finding, quote};
use crate::page::Page;
use crate::page::snapshot::Source;
use crate::report::{Detail, EvidenceStrength};

/// The check.
pub struct Canonical;

impl Check for Canonical {
    fn about(&self) -> &'static About {
        &About {
            id: "canonical",
            title: "The page names itself as canonical",
            strength: EvidenceStrength::Strong,
            effort: 2,
            needs_page: true,
            doc: include_str!("canonical.md"),
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        if page.source == Source::FileWithoutAddress {
            return Finding::not_applicable("The file's public address is not known.");
        }
        let all = Declared::of(page);
        if all.effective().next().is_none() {
            return judge_none(page, &all).with_all(all.details(page));
        }
        conflict(&all)
            .or_else(|| redirecting(page, &all))
            .unwrap_or_else(|| judge_target(&all))
            .with_all(all.details(page))
    }
}

/// Whether every canonical of the page names another site.
pub(crate) fn names_another_site(page: &Page) -> bool {
    let all = Declared::of(page);
    page.source != Source::FileWithoutAddress
        && all.effective().next().is_some()
        && all.effective().all(|one| one.difference == Difference::OtherSite)
}

/// Where a canonical is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Header,
    Head,
    Body,
}

/// One declaration whose address can be read.
struct Declaration {
    place: Place,
    line: Option<u32>,
    written: String,
    target: Url,
    relative: bool,
    difference: Difference,
}

/// Every declaration of a page.
struct Declared {
    readable: Vec<Declaration>,
    unreadable: Vec<(u32, String)>,
}

impl Declared {
    fn of(page: &Page) -> Self {
        let mut all = Self { readable: Vec::new(), unreadable: Vec::new() };
        for href in page
            .answer()
            .into_iter()
            .flat_map(|a| a.header_values("link"))
            .flat_map(link_canonicals)
        {
            all.readable.extend(declaration(page, Place::Header, None, &href, &page.final_url));
        }
        let base = page
            .document
            .base_href
            .as_deref()
            .and_then(|href| page.final_url.join(href).ok())
            .unwrap_or_else(|| page.final_url.clone());
        for link in &page.document.canonical_links {
            let place = if link.in_head { Place::Head } else { Place::Body };
            match declaration(page, place, Some(link.line), &link.href, &base) {
                Some(declaration) => all.readable.push(declaration),
                None => all.unreadable.push((link.line, link.href.clone())),
            }
        }
        all
    }

    /// Those that engines obey: in the header or in `head`.
    fn effective(&self) -> impl Iterator<Item = &Declaration> + Clone {
        self.readable.iter().filter(|one| one.place != Place::Body)
    }

    fn details(&self, page: &Page) -> Vec<Detail> {
        if self.readable.is_empty() && self.unreadable.is_empty() {
            return Vec::new();
        }
        let mut details = vec![quote("Address of the page", page.final_url.as_str())];
        details.extend(self.readable.iter().map(Declaration::detail));
        details.extend(self.unreadable.iter().map(|(line, href)| Detail {
            line: Some(*line),
            measured: Some("not an http or https address".to_owned()),
            ..quote("Canonical in an element", href)
        }));
        details
    }
}

impl Declaration {
    fn detail(&self) -> Detail {
        let label = match self.place {
            Place::Header => "Canonical in the Link header",
            Place::Head => "Canonical in an element",
            Place::Body => "Canonical in the body, where engines ignore it",
        };
        let differs = match self.difference {
            Difference::Same => "the same address",
            Difference::QueryDropped => "the same address without query parameters",
            Difference::Spelling(part) => part,
            Difference::OtherPath => "the same name under another path",
            Difference::OtherDocument => "another document of this site",
            Difference::OtherSite => "another site",
        };
        Detail {
            line: self.line,
            measured: Some(differs.to_owned()),
            ..quote(label, &self.written)
        }
    }
}

fn declaration(
    page: &Page,
    place: Place,
    line: Option<u32>,
    written: &str,
    base: &Url,
) -> Option<Declaration> {
    if written.is_empty() {
        return None;
    }
    let target = base.join(written).ok()?;
    if !matches!(target.scheme(), "http" | "https") || target.host_str().is_none() {
        return None;
    }
    let difference = difference(&page.final_url, &target);
    let relative = Url::parse(written).is_err();
    Some(Declaration { place, line, written: written.to_owned(), target, relative, difference })
}

fn judge_none(page: &Page, all: &Declared) -> Finding {
    let document = &page.document;
    if document.cut_short && document.titles.is_empty() {
        return Finding::could_not_see("Reading stopped before the end of the page's head.");
    }
    match (all.readable.is_empty(), all.unreadable.is_empty()) {
        (false, _) => Finding::fail("The only canonical stands outside the head."),
        (true, false) => Finding::warn("The canonical cannot be read as an address."),
        (true, true) => Finding::warn("The page names no canonical address."),
    }
}

/// Declarations that name different documents. Those that differ in spelling only do not
/// contradict each other.
fn conflict(all: &Declared) -> Option<Finding> {
    let first = all.effective().next()?;
    let other = all.effective().find(|one| {
        !matches!(
            difference(&first.target, &one.target),
            Difference::Same | Difference::Spelling(_)
        )
    })?;
    Some(match first.place == other.place {
        true => Finding::fail("Two canonicals name different addresses."),
        false => Finding::fail("The canonical of the header and that of the document differ."),
    })
}

/// A canonical that names an address of the redirect chain that led here.
fn redirecting(page: &Page, all: &Declared) -> Option<Finding> {
    let (_, before) = page.exchanges.split_last()?;
    let hop = before.iter().find(|hop| {
        all.effective().any(|one| {
            one.difference != Difference::Same
                && difference(&hop.url, &one.target) == Difference::Same
        })
    })?;
    Some(Finding::fail(format!(
        "The canonical names an address that redirects here (status {}).",
        hop.status
    )))
}

fn judge_target(all: &Declared) -> Finding {
    let worst = all.effective().map(|one| one.difference).max().unwrap_or(Difference::Same);
    match worst {
        Difference::OtherSite => {
            Finding::fail("The canonical names a page of another site; engines will cite that one.")
        }
        Difference::OtherDocument => Finding::fail(
            "The canonical names another page of this site; engines will cite that one.",
        ),
        Difference::OtherPath => Finding::warn(
            "The canonical names the same document under another path; engines will cite that \
             address.",
        ),
        Difference::Spelling(part) => Finding::warn(format!(
            "The canonical is not quite this address; what differs is {part}."
        )),
        Difference::Same | Difference::QueryDropped => judge_form(all, worst),
    }
}

fn judge_form(all: &Declared, worst: Difference) -> Finding {
    let in_head = all.effective().filter(|one| one.place == Place::Head).count();
    if all.effective().any(|one| one.relative) {
        Finding::warn("The canonical is a relative address.")
    } else if in_head > 1 {
        Finding::warn("The same canonical is declared more than once.")
    } else if worst == Difference::QueryDropped {
        Finding::pass("The canonical is this page's address without query parameters.")
    } else {
        Finding::pass("The canonical is this page's own address.")
    }
}

/// The targets with `rel=canonical` of one `Link` header (RFC 8288).
fn link_canonicals(value: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = value;
    while let Some(start) = rest.find('<') {
        let Some(length) = rest[start..].find('>') else { break };
        let target = rest[start + 1..start + length].trim();
        rest = &rest[start + length + 1..];
        let parameters = &rest[..rest.find('<').unwrap_or(rest.len())];
        if is_canonical(parameters) {
            out.push(target.to_owned());
        }
    }
    out
}

fn is_canonical(parameters: &str) -> bool {
    parameters.split([';', ',']).any(|parameter| {
        let Some((name, value)) = parameter.split_once('=') else { return false };
        name.trim().eq_ignore_ascii_case("rel")
            && value
                .trim()
                .trim_matches('"')
                .split_ascii_whitespace()
                .any(|rel| rel.eq_ignore_ascii_case("canonical"))
    })
}
