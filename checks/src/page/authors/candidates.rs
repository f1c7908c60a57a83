//! Where a page names its authors, and which of them count.

use std::collections::HashSet;

use super::credits::credited;
use super::editors::editors;
use super::site::SiteNames;
use crate::lists::METAS;
use crate::page::Page;
use crate::page::markup::{BylineFact, BylineMark, OfList, Region};
use crate::page::names::{
    bears_name, comparable, is_account, is_author_page, is_byline_start, is_given_name,
    is_labelled, is_nobody, is_organisation, is_page_of_people, looks_like_a_person, people,
    says_written_by,
};
use crate::page::structured::{NodeRef, Syntax};
use crate::report::PageKind;
use crate::weights::{HINT_NEAR_HEADING_BYTES, PERSON_WORDS_MAX};

/// A name that may be the author's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorCandidate {
    /// Where it stands.
    pub source: AuthorSource,
    /// The name, without what the page writes around it. Untrusted.
    pub name: String,
    /// What bears it.
    pub kind: AuthorKind,
    /// The address of a profile, as written.
    pub url: Option<String>,
    /// Line in the decoded source.
    pub line: u32,
    /// Whether a label for authors stands before it: “Author:”.
    pub is_labelled: bool,
}

/// Where an author's name stands, surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AuthorSource {
    /// The main entity in JSON-LD.
    JsonLd,
    /// The main entity in Microdata.
    Microdata,
    /// A `meta` element.
    Meta,
    /// An element of the page.
    Byline(BylineMark),
}

/// What bears a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthorKind {
    /// A person, as is declared or as nothing speaks against.
    Person,
    /// An organisation, or the site.
    Organisation,
    /// An account of somebody whose name is not told: "jdoe1984".
    Account,
    /// Nobody in particular: "admin", "Editorial team".
    Nobody,
}

/// The names that a page gives for its authors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Authors {
    /// Every one, surest first.
    pub candidates: Vec<AuthorCandidate>,
    /// Whether the page declares an author in a way that no name was read from: by an address
    /// alone, or by an object without a name.
    pub has_unread: bool,
    /// Those whom the markup calls authors, and the page editors.
    pub editors: Vec<String>,
}

/// The most names of one source.
const NAMES_MAX: usize = 20;
/// Bytes of text after the heading within which a byline stands.
const AFTER_HEADING: usize = 1_500;
/// Bytes of text before the heading within which it stands.
const BEFORE_HEADING: usize = 600;

impl Authors {
    /// The names that the page gives for its authors.
    pub fn of(page: &Page) -> Self {
        Self::beside(page, &SiteNames::of(page))
    }

    /// The same, where the site bears those names.
    pub(crate) fn beside(page: &Page, sites: &SiteNames) -> Self {
        let mut candidates = Vec::new();
        for syntax in [Syntax::JsonLd, Syntax::Microdata] {
            candidates.extend(page.main_entity(syntax).into_iter().flat_map(|n| of_node(n, sites)));
        }
        candidates.extend(of_metas(page, sites));
        let has_unread = candidates.is_empty() && declares_author(page);
        let declared = candidates.len();
        let markup = &page.document.markup;
        let is_thread = page.document.kind.judged_as() == PageKind::Qa;
        candidates.extend(of_bylines(
            page,
            &markup.bylines,
            &markup.faint_bylines,
            sites,
            is_thread,
        ));
        let editors = editors(page, &candidates, declared);
        candidates.retain(|one| !editors.contains(&one.name));
        // Beside the number of a book, the label is for whoever wrote the book.
        if page.document.visible_text.contains("ISBN") {
            candidates.iter_mut().for_each(|one| one.is_labelled = false);
        }
        if candidates.is_empty() && !is_thread {
            candidates.extend(named_twice(page, sites));
        }
        if candidates.is_empty() && !is_thread {
            candidates.extend(after_by(page, sites));
        }
        if candidates.is_empty() && !is_thread {
            candidates.extend(credited(page));
        }
        candidates.sort_by_key(|candidate| candidate.source);
        // In a thread people go by the names of their accounts.
        if !is_thread {
            set_accounts_apart(&mut candidates);
        }
        Self { candidates, has_unread, editors }
    }

    /// The authors that count: of the surest source that names a person, else of the surest.
    pub fn chosen(&self) -> Vec<&AuthorCandidate> {
        // A phrase may be about anybody; it does not outweigh who is declared. An agency or its staff
        // is declared for all that it sends out, whoever signs it.
        let words = AuthorSource::Byline(BylineMark::Words);
        let surer = self.candidates.iter().filter(|one| one.source < words);
        let is_of_agency =
            surer.clone().all(|one| is_nobody(&one.name) || is_organisation(&one.name));
        // Nor is a label a phrase, where the site is declared for whatever stands on it.
        let is_of_site = surer.clone().all(|one| one.kind != AuthorKind::Person);
        let is_marked = |one: &&AuthorCandidate| {
            one.source < words
                || (one.source == words && (is_of_agency || (is_of_site && one.is_labelled)))
        };
        let person =
            self.candidates.iter().filter(is_marked).find(|one| one.kind == AuthorKind::Person);
        let Some(first) = person.or(self.candidates.first()) else { return Vec::new() };
        let same = |one: &&AuthorCandidate| {
            one.source == first.source
                && one.kind == first.kind
                && (one.source < AuthorSource::Byline(BylineMark::Rel) || one.line == first.line)
        };
        let mut seen = HashSet::new();
        let is_new = |one: &&AuthorCandidate| seen.insert(comparable(&one.name));
        self.candidates.iter().filter(same).filter(is_new).collect()
    }
}

/// Tells the names of accounts from those of people, by every address that stands beside one.
fn set_accounts_apart(candidates: &mut [AuthorCandidate]) {
    let is_account = |one: &&AuthorCandidate| {
        one.kind == AuthorKind::Person && is_account(&one.name, one.url.as_deref())
    };
    let accounts: HashSet<String> =
        candidates.iter().filter(is_account).map(|one| one.name.clone()).collect();
    for candidate in candidates {
        if candidate.kind == AuthorKind::Person && accounts.contains(&candidate.name) {
            candidate.kind = AuthorKind::Account;
        }
    }
}

fn kind(name: &str, sites: &SiteNames) -> AuthorKind {
    match () {
        () if is_nobody(name) => AuthorKind::Nobody,
        // Whoever works alone names the site after themselves and their trade.
        () if looks_like_a_person(name) && sites.is_trade_of(name) => AuthorKind::Person,
        () if sites.is_one(name) || is_organisation(name) => AuthorKind::Organisation,
        () => AuthorKind::Person,
    }
}

fn of_node(node: NodeRef<'_>, sites: &SiteNames) -> Vec<AuthorCandidate> {
    let source = match node.node().syntax {
        Syntax::JsonLd => AuthorSource::JsonLd,
        Syntax::Microdata => AuthorSource::Microdata,
    };
    let line = node.node().line;
    let property = if node.has("author") { "author" } else { "creator" };
    let declared = node.nodes(property).filter_map(|author| {
        let name = author.text("name")?;
        let url =
            author.text("url").or_else(|| author.text("sameAs")).or(author.node().id.as_deref());
        Some((name, url, author.is("Organization") && !author.is("Person")))
    });
    let plain = node.texts(property).map(|name| (name, None, false));
    let mut found = Vec::new();
    for (written, url, is_organisation) in declared.chain(plain).take(NAMES_MAX) {
        for name in people(written) {
            let kind = match kind(&name, sites) {
                AuthorKind::Person if is_organisation => AuthorKind::Organisation,
                kind => kind,
            };
            let url = url.map(str::to_owned);
            found.push(AuthorCandidate { source, name, kind, url, line, is_labelled: false });
        }
    }
    found
}

fn of_metas(page: &Page, sites: &SiteNames) -> Vec<AuthorCandidate> {
    let metas = &page.document.metas;
    // Share cards label their fields: "Written by", then the name.
    let is_labelled = page.meta("twitter:label1").is_some_and(crate::page::names::begins_byline);
    let mut found: Vec<AuthorCandidate> = Vec::new();
    for name in METAS.authors.iter().filter(|name| *name != "twitter:data1" || is_labelled) {
        for meta in metas.iter().filter(|meta| meta.name == *name) {
            if found.len() >= NAMES_MAX {
                return found;
            }
            for person in people(&meta.content) {
                let is_known = found.iter().any(|one| comparable(&one.name) == comparable(&person));
                if !is_known && found.len() < NAMES_MAX {
                    let kind = match kind(&person, sites) {
                        // Many systems write the name of the company there.
                        AuthorKind::Person if is_first_of_host(&person, sites) => {
                            AuthorKind::Organisation
                        }
                        kind => kind,
                    };
                    found.push(AuthorCandidate {
                        source: AuthorSource::Meta,
                        name: person,
                        kind,
                        url: None,
                        line: meta.line,
                        is_labelled: false,
                    });
                }
            }
        }
    }
    found
}

/// Whether one word is all of a name, and the host's name begins with it: "Example" at
/// `example-solutions.com`.
fn is_first_of_host(name: &str, sites: &SiteNames) -> bool {
    name.split_whitespace().nth(1).is_none() && sites.is_or_begins_host(name)
}

fn of_bylines(
    page: &Page,
    bylines: &[BylineFact],
    faint: &[BylineFact],
    sites: &SiteNames,
    is_thread: bool,
) -> Vec<AuthorCandidate> {
    // Every post of a thread has its author, and so has every book of a list.
    let of_list = OfList::of(bylines);
    let is_listed = |byline: &BylineFact| !is_thread && of_list.holds(byline);
    let all = bylines.iter().chain(faint).filter(|byline| !byline.is_of_card && !is_listed(byline));
    let is_own = |byline: &&BylineFact| {
        byline.spot.region == Region::Content
            && (is_near(byline) || (byline.mark == BylineMark::Rel && is_declared(page, byline)))
    };
    let own = all.filter(is_own);
    let found: Vec<AuthorCandidate> = own.flat_map(|byline| of_byline(byline, sites)).collect();
    match found.is_empty() {
        true => beside_content(page, bylines, sites),
        false => found,
    }
}

/// Whoever stands alone in a line below the heading, and again in a byline far from it, such as a card
/// below the text.
fn named_twice(page: &Page, sites: &SiteNames) -> Vec<AuthorCandidate> {
    /// Lines below the heading.
    const LINES: usize = 2;
    let document = &page.document;
    let Some(heading) = document.outline.headings.iter().find(|one| one.level == 1) else {
        return Vec::new();
    };
    let below = document.visible_text.get(heading.place.text.end..).unwrap_or_default();
    let lines = below.lines().filter(|line| !line.trim().is_empty()).take(LINES);
    let lines: Vec<String> =
        lines.filter(|line| looks_like_a_person(line.trim())).map(comparable).collect();
    let bylines = document.markup.bylines.iter().filter(|byline| !byline.is_of_card);
    bylines
        .filter(|byline| byline.spot.region == Region::Content)
        .flat_map(|byline| of_byline(byline, sites))
        .filter(|one| lines.contains(&comparable(&one.name)))
        .take(1)
        .collect()
}

/// Who is named in the part after one that says only “By”, near the heading.
fn after_by(page: &Page, sites: &SiteNames) -> Option<AuthorCandidate> {
    let document = &page.document;
    let heading = document.outline.headings.iter().find(|one| one.level == 1)?;
    let heading = heading.place.text.start;
    let near = document.outline.blocks.iter().filter(|block| {
        !block.place.is_around
            && block.place.text.start.abs_diff(heading) <= HINT_NEAR_HEADING_BYTES
    });
    let mut pairs = near.clone().zip(near.skip(1));
    pairs.find_map(|(by, name)| {
        let [by, text] = [by, name].map(|block| document.text_at(&block.place).trim());
        let is_name = || text.split_whitespace().count() <= PERSON_WORDS_MAX;
        let name_of = || people(text).into_iter().next();
        let found = (is_byline_start(by) && is_name()).then(name_of).flatten()?;
        Some(AuthorCandidate {
            source: AuthorSource::Byline(BylineMark::Words),
            kind: kind(&found, sites),
            name: found,
            url: None,
            line: name.place.line,
            is_labelled: is_labelled(by),
        })
    })
}

/// The only one whom links by `rel=author` name beside the content, by the heading or where the page
/// declares the same address as its author's: cards about other pages name several.
fn beside_content(page: &Page, bylines: &[BylineFact], sites: &SiteNames) -> Vec<AuthorCandidate> {
    let is_link = |one: &&BylineFact| {
        one.mark == BylineMark::Rel && one.spot.region == Region::Around && !one.is_of_card
    };
    let mut linked = bylines.iter().filter(is_link);
    let is_own = |first: &&BylineFact| is_near(first) || is_declared(page, first);
    let Some(first) = linked.next().filter(is_own) else { return Vec::new() };
    let found = of_byline(first, sites);
    let is_sure = found.iter().all(|one| looks_like_a_person(&one.name))
        && linked.all(|other| comparable(&other.text) == comparable(&first.text));
    if is_sure { found } else { Vec::new() }
}

/// Whether `article:author` or the like is the address that a link leads to.
fn is_declared(page: &Page, byline: &BylineFact) -> bool {
    let path = |href: &str| {
        let url = page.final_url.join(href.trim()).ok()?;
        let path = url.path().trim_end_matches('/').to_owned();
        let host = url.host_str().map(str::to_owned);
        (!path.is_empty()).then(|| (host, path, url.query().map(str::to_owned)))
    };
    let own = byline.href.as_deref().and_then(path);
    let metas = page.document.metas.iter();
    let mut declared = metas.filter(|meta| METAS.authors.contains(&meta.name));
    own.is_some() && declared.any(|meta| meta.content.contains('/') && path(&meta.content) == own)
}

fn of_byline(byline: &BylineFact, sites: &SiteNames) -> Vec<AuthorCandidate> {
    let mut found = Vec::new();
    if byline.mark == BylineMark::Dated {
        return found;
    }
    for name in people(&byline.text).into_iter().take(NAMES_MAX) {
        let is_weak = byline.mark >= BylineMark::ClassPart;
        if is_weak && !looks_like_a_person(&name) && !is_signed(byline, &name) {
            continue;
        }
        if byline.mark == BylineMark::Link && !leads_to_author(byline, &name) {
            continue;
        }
        found.push(AuthorCandidate {
            source: AuthorSource::Byline(byline.mark),
            kind: kind(&name, sites),
            name,
            url: byline
                .href
                .clone()
                .filter(|href| is_author_page(href) || byline.mark == BylineMark::Rel),
            line: byline.spot.line,
            is_labelled: byline.mark == BylineMark::Words && is_labelled(&byline.text),
        });
    }
    found
}

/// Whether words that say nothing else introduce a given name: "Written by Jane – Product marketer".
fn is_signed(byline: &BylineFact, name: &str) -> bool {
    byline.mark == BylineMark::Words
        && byline.spot.heading.is_some()
        && says_written_by(&byline.text)
        && is_given_name(name)
}

/// Whether the main entity or a `meta` element has an author at all.
fn declares_author(page: &Page) -> bool {
    let entities = [Syntax::JsonLd, Syntax::Microdata].into_iter();
    let mut entities = entities.filter_map(|syntax| page.main_entity(syntax));
    let mut metas = page.document.metas.iter();
    entities.any(|entity| entity.has("author") || entity.has("creator"))
        || metas.any(|meta| meta.name == "author" && !meta.content.trim().is_empty())
}

fn is_near(byline: &BylineFact) -> bool {
    let Some(heading) = byline.spot.heading else { return true };
    let offset = byline.spot.offset;
    (heading.saturating_sub(BEFORE_HEADING)..=heading + AFTER_HEADING).contains(&offset)
}

/// Whether a link leads to the page of that author: those below `/people/` are of the staff and of
/// whoever is spoken of, so that only one by the heading that bears the name is.
fn leads_to_author(byline: &BylineFact, name: &str) -> bool {
    let href = byline.href.as_deref().unwrap_or_default();
    !is_page_of_people(href) || (byline.spot.heading.is_some() && bears_name(href, name))
}
