//! Where a page declares canonicals, and what each one names.

use url::{Host, Url};

use super::canonical_target::{Difference, difference};
use crate::check::quote;
use crate::page::Page;
use crate::report::Detail;

/// Where a canonical is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Header,
    Head,
    Body,
}

/// One declaration whose address can be read.
pub(super) struct Declaration {
    pub(super) place: Place,
    line: Option<u32>,
    written: String,
    pub(super) target: Url,
    pub(super) relative: bool,
    pub(super) difference: Difference,
}

/// Every declaration of a page.
pub(super) struct Declared {
    pub(super) readable: Vec<Declaration>,
    pub(super) unreadable: Vec<(u32, String)>,
}

impl Declared {
    pub(super) fn of(page: &Page) -> Self {
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
    pub(super) fn effective(&self) -> impl Iterator<Item = &Declaration> + Clone {
        self.readable.iter().filter(|one| one.place != Place::Body)
    }

    pub(super) fn details(&self, page: &Page) -> Vec<Detail> {
        if self.readable.is_empty() && self.unreadable.is_empty() {
            return Vec::new();
        }
        let mut details = vec![quote("Address of the page", page.final_url.as_str())];
        details.extend(self.readable.iter().map(Declaration::detail));
        details.extend(self.unreadable.iter().map(|(line, href)| Detail {
            line: Some(*line),
            measured: Some("not a public http or https address".to_owned()),
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
    if !matches!(target.scheme(), "http" | "https") || !has_public_host(&target) {
        return None;
    }
    let difference = difference(&page.final_url, &target);
    let relative = Url::parse(written).is_err();
    Some(Declaration { place, line, written: written.to_owned(), target, relative, difference })
}

/// Whether the host can be a public one: a name with a dot, or an IP address. `localhost` is left
/// from a development machine, and `https:///path` makes a host of the first segment.
fn has_public_host(target: &Url) -> bool {
    match target.host() {
        Some(Host::Domain(name)) => name.trim_end_matches('.').contains('.'),
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        None => false,
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
