//! Which address the rest of a page gives it: `og:url`, `hreflang` and its own links.

use url::Url;

use crate::page::Page;
use crate::page::canonical::declared::Declared;
use crate::page::canonical::difference::{ANOTHER_COUNTRY, Difference, ID_FOR_SLUG};
use crate::url::{normalise, registrable_domain};

/// Links that are looked at.
const LINKS_MAX: usize = 3_000;
/// Absolute links from which on they tell where a site is at home.
const LINKS_MIN: usize = 10;
/// Links to the page's own address that outweigh one to its canonical.
const LINKS_FOR_ONE: usize = 3;
/// Of so many links one may lead elsewhere.
const MOST: usize = 5;

/// A canonical that the rest of the page contradicts.
pub(super) struct Disagreement<'a> {
    pub(super) target: &'a Url,
    /// Whether the canonical is the same page on the site's domain for another country.
    pub(super) is_country: bool,
}

/// The canonical, where it has an ID or the host of another country, and all else on the page uses
/// the page's own address.
pub(super) fn disagreement<'a>(page: &Page, all: &'a Declared) -> Option<Disagreement<'a>> {
    let worst = all.effective().max_by_key(|one| one.difference)?;
    let is_country = match worst.difference {
        Difference::Variant(ANOTHER_COUNTRY) => true,
        Difference::Variant(ID_FOR_SLUG) => false,
        _ => return None,
    };
    let target = &worst.target;
    // Relative links lead to whatever host the page was served from.
    let links = || links(page).filter(|link| !is_country || link.is_absolute);
    let linked =
        |address: &Url| links().filter(|link| leads_there(&link.url, address, is_country)).count();
    let named = |address: &Url| given(page).any(|url| is_same(&url, address));
    let own = &page.final_url;
    // What tools write into the head once may be as wrong as the canonical; what readers follow isn't.
    let (ours, theirs) = (linked(own), linked(target));
    let is_used = match is_country {
        true => (ours > 0 || named(own)) && theirs == 0 && !named(target),
        false if ours + theirs == 0 => named(own) && !named(target),
        // A site that gives the same address everywhere in the head has chosen it.
        false => ours > theirs * LINKS_FOR_ONE && !named(target),
    };
    is_used.then_some(Disagreement { target, is_country })
}

/// Whether a link leads to an address or below it; of another country, whether to its host at all.
fn leads_there(url: &Url, address: &Url, is_country: bool) -> bool {
    let path = address.path().trim_end_matches('/');
    let rest = url.path().strip_prefix(path);
    bare_host(url) == bare_host(address)
        && (is_country || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// The addresses that `og:url` and the page's translations give.
fn given(page: &Page) -> impl Iterator<Item = Url> + '_ {
    let alternates = page.document.markup.alternates.iter().map(|one| one.href.as_str());
    let base = page.document.base(&page.final_url);
    page.meta("og:url").into_iter().chain(alternates).filter_map(move |href| base.join(href).ok())
}

/// A link of the page to another one.
struct Link {
    url: Url,
    /// Whether it names the host.
    is_absolute: bool,
}

/// Where the page's links to other pages lead.
fn links(page: &Page) -> impl Iterator<Item = Link> + '_ {
    let base = page.document.base(&page.final_url);
    let hrefs = page.document.hrefs.iter().take(LINKS_MAX);
    let hrefs = hrefs.filter(|href| !href.is_empty() && !href.starts_with(['#', '?']));
    hrefs.filter_map(move |href| {
        let is_absolute = href.starts_with("http") || href.starts_with("//");
        Some(Link { url: base.join(href).ok()?, is_absolute })
    })
}

fn is_same(one: &Url, other: &Url) -> bool {
    let path = |url: &Url| normalise(url).path().trim_end_matches('/').to_owned();
    bare_host(one) == bare_host(other) && path(one) == path(other)
}

fn bare_host(url: &Url) -> &str {
    let host = url.host_str().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host)
}

/// Whether a page whose host is reserved for examples gives itself the canonical's address: whoever
/// saved it did not know its own.
pub(super) fn is_of_unknown_url(page: &Page, all: &Declared) -> bool {
    is_reserved(&page.final_url)
        && all.effective().next().is_some()
        && all
            .effective()
            .all(|one| one.difference == Difference::OtherSite && !is_reserved(&one.target))
}

/// Domains of RFC 2606 and RFC 6761.
fn is_reserved(url: &Url) -> bool {
    const DOMAINS: [&str; 3] = ["example.com", "example.net", "example.org"];
    const ENDS: [&str; 4] = ["example", "test", "invalid", "localhost"];
    let host = url.host_str().unwrap_or_default();
    registrable_domain(url).is_some_and(|domain| DOMAINS.contains(&domain.as_str()))
        || ENDS.contains(&host.rsplit('.').next().unwrap_or_default())
}

/// The host on which the page's links show its site to be, where that is a domain of the same name
/// in another country.
pub(super) fn home_elsewhere(page: &Page) -> Option<String> {
    let own = registrable_domain(&page.final_url)?;
    let (label, suffix) = own.split_once('.')?;
    let (mut relative, mut ours, mut theirs) = (0, 0, Vec::new());
    for Link { url, is_absolute } in links(page) {
        let Some(domain) = registrable_domain(&url) else { continue };
        match domain.split_once('.') {
            _ if !is_absolute => relative += 1,
            _ if domain == own => ours += 1,
            Some((other, end)) if other == label && are_of_countries(suffix, end) => {
                theirs.push(url)
            }
            _ => {}
        }
    }
    let first = theirs.first()?.host_str()?.to_owned();
    let same = theirs.iter().filter(|url| url.host_str() == Some(&first)).count();
    // Relative links lead to whatever host the page was served from: they tell less.
    let others = ours + theirs.len() - same;
    let is_most = same >= LINKS_MIN && same >= others * MOST && same > relative;
    is_most.then_some(first)
}

/// Whether one of two suffixes is that of a country: `co.uk` beside `com`, and not `org`. Some of
/// countries are used all over the world.
fn are_of_countries(one: &str, other: &str) -> bool {
    const ANYWHERE: [&str; 14] =
        ["io", "ai", "co", "me", "tv", "gg", "sh", "so", "fm", "ly", "to", "cc", "ws", "is"];
    let ends = [one, other].map(|suffix| suffix.rsplit('.').next().unwrap_or_default());
    // `co.uk` ends in its country.
    ends.iter().any(|end| end.len() == 2 && !ANYWHERE.contains(end))
}
