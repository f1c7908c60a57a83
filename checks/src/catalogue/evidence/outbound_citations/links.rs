//! The links of the main content that lead to somebody else.

use std::collections::HashSet;
use std::ops::Range;

use url::Url;

use super::beside::Beside;
use super::link_hosts::{
    asks_to_act, behind_redirect, is_file_host, is_nobodys, no_source, platform,
};
use crate::check::Context;
use crate::page::Page;
use crate::page::markup::BylineMark;
use crate::page::names::{is_author_page, is_page_of_people};
use crate::page::outline::Link;
use crate::page::snapshot::Source;
use crate::url::{is_picture, registrable_domain, without_query};

/// The most links of a page that are looked at.
const LINKS_MAX: usize = 5_000;
/// The most landmarks in which links beside the main content are looked for.
const LANDMARKS_MAX: usize = 8;
/// The most addresses of the page's own organisation.
const OWN_MAX: usize = 200;
/// Letters of a name that two domains of one organisation share: `bbc.com` and `bbc.co.uk`.
const NAME_LETTERS: usize = 3;

/// A link to somebody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outbound<'a> {
    /// The link.
    pub(super) link: &'a Link,
    /// Whom it leads to: a registrable domain.
    pub(super) domain: String,
}

/// What the links of the main content lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Links<'a> {
    /// Sources, in order: in the main content, in a list of references beside it, and in the lead
    /// above it.
    pub(super) sources: Vec<Outbound<'a>>,
    /// Their different domains, in order.
    pub(super) domains: Vec<String>,
    /// Links to others that are none: share buttons, shops for applications, advertising, profiles.
    pub(super) set_aside: usize,
    /// Whether what stands beside the main content in the same `main` or `article`, and is no menu
    /// or foot, has one: the list of references, or a part that was left out.
    pub(super) is_beside: bool,
}

impl<'a> Links<'a> {
    /// The links of that page.
    pub(super) fn of(context: &Context<'a>) -> Self {
        let judge = Judge::of(context.page);
        let all = || context.page.document.outline.links.iter();
        let mut links = Self::default();
        let leads_to_source = |link: &Link| matches!(judge.of_link(link), Some(Leads::ToSource(_)));
        let beside =
            Beside::of(context.page, |link| is_absolute(&link.href) && leads_to_source(link));
        let counts = |link: &&Link| link.place.in_main || beside.holds(&link.place);
        let mut seen = HashSet::new();
        for link in all().filter(counts).filter(|link| is_absolute(&link.href)).take(LINKS_MAX) {
            match judge.of_link(link) {
                Some(Leads::ToSource(domain)) => {
                    if seen.insert(domain.clone()) {
                        links.domains.push(domain.clone());
                    }
                    links.sources.push(Outbound { link, domain });
                }
                Some(Leads::Aside) => links.set_aside += 1,
                None => {}
            }
        }
        let outline = &context.page.document.outline;
        let landmarks = || outline.mains.iter().chain(&outline.articles).take(LANDMARKS_MAX);
        let is_beside = |link: &&Link| {
            let (place, text) = (&link.place, &link.place.text);
            let holds = |range: &Range<usize>| range.start <= text.start && text.end <= range.end;
            !place.in_main && !place.is_around && landmarks().any(|one| holds(&one.place.text))
        };
        links.is_beside = all()
            .filter(|link| is_absolute(&link.href))
            .filter(is_beside)
            .take(LINKS_MAX)
            .any(leads_to_source);
        links
    }
}

/// Whether a registrable domain is one of whoever publishes the page.
pub(super) fn is_own(page: &Page, domain: &str) -> bool {
    Own::of(page).holds(domain)
}

/// Where a link to somebody else leads.
enum Leads {
    /// To a source on that registrable domain.
    ToSource(String),
    /// To what backs no claim.
    Aside,
}

/// Tells where the links of a page lead.
struct Judge<'a> {
    page: &'a Page,
    own: Own,
    authors: HashSet<&'a str>,
}

impl<'a> Judge<'a> {
    fn of(page: &'a Page) -> Self {
        Self { page, own: Own::of(page), authors: author_links(page) }
    }

    /// Where a link leads; nothing where it is the page's own.
    fn of_link(&self, link: &Link) -> Option<Leads> {
        let (first, url, domain) = target(self.page, link)?;
        if self.own.holds(&domain) {
            return None;
        }
        let domain = platform(domain);
        if self.own.holds(&domain) {
            return None;
        }
        // What only its address makes a byline is told by that address.
        let is_byline = self.authors.contains(link.href.as_str()) && !is_author_page(&link.href);
        let is_author = is_byline || is_author_page_elsewhere(&link.href);
        let backs_nothing = [&first, &url].into_iter().any(|url| {
            registrable_domain(url).is_some_and(|domain| no_source(url, &domain).is_some())
        });
        let is_aside = is_author
            || refuses(&link.rel)
            || self.own.profiles.contains(&url)
            || backs_nothing
            || is_nobodys(&url)
            // The same picture in full size, or a file, wherever the page keeps its own.
            || is_picture(url.path())
            || is_file_host(&url)
            || [&first, &url].into_iter().any(asks_to_act);
        Some(if is_aside { Leads::Aside } else { Leads::ToSource(domain) })
    }
}

/// Whether an address on another site is that of an author's page: nothing follows the name, and
/// more is said than that it is about people. "/profile/jane/post/1" and "/people/how-we-live" are
/// texts.
fn is_author_page_elsewhere(href: &str) -> bool {
    let address = without_query(href).trim_end_matches('/');
    let parent = address.rsplit_once('/').map_or("", |(parent, _)| parent);
    is_author_page(address) && !is_author_page(parent) && !is_page_of_people(address)
}

/// Whether an address names its host: all others lead to the page's own.
fn is_absolute(href: &str) -> bool {
    let head = href.as_bytes();
    href.starts_with("//")
        || head.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"http"))
        // A redirect of the page's own that names where it leads.
        || href.contains("=http")
}

/// Where a link leads first, and in the end as far as its address tells, and to whom.
fn target(page: &Page, link: &Link) -> Option<(Url, Url, String)> {
    let first = page.final_url.join(&link.href).ok()?;
    let url = behind_redirect(&first).unwrap_or_else(|| first.clone());
    let domain = registrable_domain(&url).or_else(|| url.host_str().map(str::to_owned))?;
    matches!(url.scheme(), "http" | "https").then_some((first, url, domain))
}

/// Whether `rel` says that the link is paid, or leads to the author. `ugc` refuses nothing: some
/// services for publishing put it on every link of an article, and what readers write is no main
/// content.
fn refuses(rel: &str) -> bool {
    rel.split_ascii_whitespace()
        .any(|word| ["sponsored", "author", "me"].iter().any(|no| word.eq_ignore_ascii_case(no)))
}

/// The addresses that bylines lead to, as written.
fn author_links(page: &Page) -> HashSet<&str> {
    let bylines = page.document.markup.bylines.iter();
    let marked = bylines.filter(|byline| byline.mark != BylineMark::Words);
    marked.filter_map(|byline| byline.href.as_deref()).collect()
}

/// What belongs to who publishes the page.
struct Own {
    domains: HashSet<String>,
    names: HashSet<String>,
    /// Pages about it elsewhere (`sameAs`).
    profiles: HashSet<Url>,
}

impl Own {
    fn of(page: &Page) -> Self {
        let data = &page.document.markup.structured;
        let declared: Vec<_> = data
            .of_type("Organization")
            .chain(data.of_type("WebSite"))
            .chain(data.of_type("Person"))
            .take(OWN_MAX)
            .collect();
        let parsed = |property: &'static str| {
            declared
                .iter()
                .filter(move |node| property == "sameAs" || !node.is("Person"))
                .flat_map(move |node| node.texts(property).take(OWN_MAX))
                .filter_map(|address| Url::parse(address).ok())
                .take(OWN_MAX)
        };
        let domains: HashSet<String> = addresses(page)
            .chain(parsed("url"))
            .filter_map(|url| registrable_domain(&url))
            .collect();
        let names =
            domains.iter().map(|domain| name(domain)).filter(|name| name.len() >= NAME_LETTERS);
        let names = names.map(str::to_owned).collect();
        Self { domains, names, profiles: parsed("sameAs").collect() }
    }

    fn holds(&self, domain: &str) -> bool {
        self.domains.contains(domain) || self.names.contains(name(domain))
    }
}

/// The addresses under which the page is known.
fn addresses(page: &Page) -> impl Iterator<Item = Url> {
    // A file's own address says nothing where it is not known.
    let unknown = usize::from(page.source == Source::FileWithoutAddress);
    page.addresses().into_iter().skip(unknown)
}

/// Whether it is known whose page it is, so that own links and others can be told apart.
pub(super) fn knows_its_owner(page: &Page) -> bool {
    addresses(page).next().is_some()
}

/// The name in a registrable domain, without the public suffix.
fn name(domain: &str) -> &str {
    domain.split('.').next().unwrap_or_default()
}
