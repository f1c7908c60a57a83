//! Where a page names its authors, and which of them count.

use std::collections::HashSet;

use super::bylines::{after_by, named_twice, of_bylines};
use super::candidate::{AuthorCandidate, AuthorKind, AuthorSource, NAMES_MAX, kind};
use super::credits::credited;
use super::editors::editors;
use super::site::SiteNames;
use crate::lists::METAS;
use crate::page::Page;
use crate::page::markup::BylineMark;
use crate::page::names::{
    comparable, in_usual_case, is_account, is_nobody, is_organisation, people,
};
use crate::page::structured::{NodeRef, Syntax};
use crate::report::PageKind;

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
            let people = candidates.iter_mut().filter(|one| one.kind == AuthorKind::Person);
            people.for_each(|one| one.name = in_usual_case(&one.name));
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

fn of_node(node: NodeRef<'_>, sites: &SiteNames) -> Vec<AuthorCandidate> {
    let source = match node.node().syntax {
        Syntax::JsonLd => AuthorSource::JsonLd,
        Syntax::Microdata => AuthorSource::Microdata,
    };
    let property = if node.has("author") { "author" } else { "creator" };
    let line = node.node().line_of(property);
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

/// Whether the main entity or a `meta` element has an author at all.
fn declares_author(page: &Page) -> bool {
    let entities = [Syntax::JsonLd, Syntax::Microdata].into_iter();
    let mut entities = entities.filter_map(|syntax| page.main_entity(syntax));
    let mut metas = page.document.metas.iter();
    entities.any(|entity| entity.has("author") || entity.has("creator"))
        || metas.any(|meta| meta.name == "author" && !meta.content.trim().is_empty())
}
