//! Where a page declares canonicals, and what each one names.

use url::{Host, Url};

use super::difference::{Difference, difference_of};
use super::trial::is_local_name;
use crate::link_header::links;
use crate::page::limits::CANONICALS;
use crate::page::snapshot::Exchange;
use crate::page::{DocumentFacts, Page};

/// The title and the headings of level 1 that are looked at for the name of the page.
const NAMES_MAX: usize = 3;

/// Where a canonical is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Header,
    Head,
    Body,
}

/// One declaration whose address can be read.
pub(crate) struct Declaration {
    pub(crate) place: Place,
    pub(crate) line: Option<u32>,
    pub(crate) written: String,
    pub(crate) target: Url,
    pub(crate) relative: bool,
    pub(crate) difference: Difference,
}

/// Every declaration of a page.
pub(crate) struct Declared {
    pub(crate) readable: Vec<Declaration>,
    pub(crate) unreadable: Vec<(u32, String)>,
}

impl Declared {
    pub(crate) fn of(page: &Page) -> Self {
        Self::read(&page.final_url, page.answer(), &page.document)
    }

    /// The declarations of a document under that address, and of the answer that brought it.
    fn read(page: &Url, answer: Option<&Exchange>, document: &DocumentFacts) -> Self {
        let mut all = Self { readable: Vec::new(), unreadable: Vec::new() };
        let names = document.titles.iter().take(1).chain(&document.h1).take(NAMES_MAX);
        let names: Vec<&str> = names.map(|name| name.value.as_str()).collect();
        let names = names.join("\n");
        let headers = answer.into_iter().flat_map(|answer| answer.header_values("link"));
        for link in headers.flat_map(links).filter(|link| link.is("canonical")) {
            all.readable.extend(declaration(
                (page, &names),
                Place::Header,
                None,
                &link.target,
                page,
            ));
        }
        let base = document.base(page);
        for link in document.canonical_links.iter().take(CANONICALS) {
            let place = if link.in_head { Place::Head } else { Place::Body };
            match declaration((page, &names), place, Some(link.line), &link.href, &base) {
                Some(declaration) => all.readable.push(declaration),
                None => all.unreadable.push((link.line, link.href.clone())),
            }
        }
        all
    }

    /// Those that engines obey: in the header or in `head`.
    pub(crate) fn effective(&self) -> impl Iterator<Item = &Declaration> + Clone {
        self.readable.iter().filter(|one| one.place != Place::Body)
    }
}

/// The address that a page names as canonical where engines obey it, and how it differs from the
/// page's own.
pub(crate) fn effective_canonical(
    page: &Url,
    answer: Option<&Exchange>,
    document: &DocumentFacts,
) -> Option<(Url, Difference)> {
    let all = Declared::read(page, answer, document);
    all.effective().next().map(|one| (one.target.clone(), one.difference))
}

fn declaration(
    (page, names): (&Url, &str),
    place: Place,
    line: Option<u32>,
    written: &str,
    base: &Url,
) -> Option<Declaration> {
    if written.is_empty() {
        return None;
    }
    let target = base.join(written).ok()?;
    if !matches!(target.scheme(), "http" | "https") || !has_public_host(page, &target) {
        return None;
    }
    let difference = difference_of(page, names, &target);
    let relative = Url::parse(written).is_err();
    Some(Declaration { place, line, written: written.to_owned(), target, relative, difference })
}

/// Whether the host can be a public one: a name with a dot, or an IP address that the whole
/// internet knows, or the page's own. `localhost` is left from a development machine, and
/// `https:///path` makes a host of the first segment.
fn has_public_host(page: &Url, target: &Url) -> bool {
    let is_own = || page.host() == target.host();
    match target.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name.contains('.') && (!is_local_name(name) || is_own())
        }
        Some(Host::Ipv4(ip)) => {
            let is_local = ip.is_loopback() || ip.is_private() || ip.is_link_local();
            !(is_local || ip.is_unspecified()) || is_own()
        }
        Some(Host::Ipv6(ip)) => !(ip.is_loopback() || ip.is_unspecified()) || is_own(),
        None => false,
    }
}
