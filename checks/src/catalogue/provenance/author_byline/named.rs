//! Whom a page names as its author, and what it says of them.

use super::bio::account_in_bio;
use crate::check::{Context, quote};
use crate::excerpt::one_line;
use crate::page::authors::{AuthorCandidate, AuthorKind, AuthorSource};
use crate::page::markup::{BylineMark, Region};
use crate::page::names::{
    comparable, is_author_page, is_organisation, leads_to_about_author, people,
};
use crate::page::outline::Link;
use crate::page::structured::{NodeRef, Syntax};
use crate::page::visible_names::{VisibleNames, is_spaceless, words};
use crate::paste::in_finding;
use crate::report::{Detail, PageKind};
use crate::url::without_query;
use crate::weights::{AUTHORS_LOOKED_AT, PERSON_WORDS_MAX, PROFILE_LINK_BYTES};

/// The most characters of an author's name in a fix.
pub(super) const NAME_CHARACTERS: usize = 60;

/// An author that the page names.
pub(super) struct Author<'a> {
    pub(super) candidate: &'a AuthorCandidate,
    pub(super) is_person: bool,
    pub(super) is_visible: bool,
    pub(super) profile: Option<String>,
}

/// The candidates that the check looks at, in order.
pub(crate) fn authors_looked_at<'a>(
    context: &'a Context<'_>,
) -> impl Iterator<Item = &'a AuthorCandidate> {
    looked_at(context).into_iter().map(|author| author.candidate)
}

pub(super) fn looked_at<'a>(context: &'a Context<'_>) -> Vec<Author<'a>> {
    let names = VisibleNames::new(&context.page.document.visible_text);
    let author = |candidate: &'a AuthorCandidate| Author {
        candidate,
        is_person: is_person(context, candidate),
        is_visible: is_text(candidate.source) || names.shows_person(&candidate.name),
        profile: profile(context, candidate),
    };
    let chosen = context.authors.chosen().into_iter().take(AUTHORS_LOOKED_AT);
    let mut found: Vec<Author<'_>> = chosen.map(author).collect();
    if !found.iter().any(|author| author.is_person && author.is_visible) {
        // The markup may name those who set the page, and the text the one who wrote it.
        found.extend(bylines(context).map(author));
    }
    found
}

/// Persons whom an element of the text that is marked as an author's names.
fn bylines<'a>(context: &'a Context<'_>) -> impl Iterator<Item = &'a AuthorCandidate> {
    let is_marked = |source| is_text(source) && source < AuthorSource::Byline(BylineMark::Words);
    // In a thread those who replied are marked in the same way.
    let most = if context.subject.kind == PageKind::Qa { 1 } else { AUTHORS_LOOKED_AT };
    let candidates = context.authors.candidates.iter();
    candidates.filter(move |one| one.kind == AuthorKind::Person && is_marked(one.source)).take(most)
}

impl Author<'_> {
    pub(super) fn detail(&self) -> Detail {
        let place = match self.candidate.source {
            AuthorSource::JsonLd => "JSON-LD",
            AuthorSource::Microdata => "Microdata",
            AuthorSource::Meta => "`<meta>` element",
            AuthorSource::Byline(_) => "byline",
        };
        let seen = if self.is_visible { "visible" } else { "not in the text" };
        let is_account = self.candidate.kind == AuthorKind::Account;
        let account = if is_account { ", the name of an account" } else { "" };
        let profile = match &self.profile {
            Some(profile) => format!("profile {}", in_finding(profile)),
            None => "no profile".to_owned(),
        };
        Detail {
            line: Some(self.candidate.line),
            measured: Some(format!("{place}, {seen}, {profile}{account}")),
            ..quote("Author", &self.candidate.name)
        }
    }
}

/// Whether the name was read off the page's text.
fn is_text(source: AuthorSource) -> bool {
    // An `itemprop` may be a `meta` element, which nobody sees.
    matches!(source, AuthorSource::Byline(mark) if mark != BylineMark::Itemprop)
}

/// A person, as far as can be told. Somebody who writes under the name of their own site is one
/// where the markup says so.
fn is_person(context: &Context<'_>, candidate: &AuthorCandidate) -> bool {
    match candidate.kind {
        AuthorKind::Person => true,
        AuthorKind::Nobody | AuthorKind::Account => false,
        AuthorKind::Organisation => {
            let count = candidate.name.split_whitespace().count();
            (2..=PERSON_WORDS_MAX).contains(&count)
                && !candidate.name.contains('.')
                && !is_organisation(&candidate.name)
                && declared(context, &candidate.name).any(|node| node.stands_for("Person"))
        }
    }
}

/// What the markup says about the author of that name.
fn declared<'a>(context: &'a Context<'_>, name: &str) -> impl Iterator<Item = NodeRef<'a>> {
    let name = comparable(name);
    let entities =
        [Syntax::JsonLd, Syntax::Microdata].into_iter().filter_map(|s| context.page.main_entity(s));
    let authors = entities.flat_map(|entity| entity.nodes("author").chain(entity.nodes("creator")));
    authors.take(AUTHORS_LOOKED_AT * 4).filter(move |author| {
        let own = author.text("name").unwrap_or_default();
        people(own).iter().any(|person| comparable(person) == name)
    })
}

/// The address of something about the author: declared, or behind a link on the name.
fn profile(context: &Context<'_>, candidate: &AuthorCandidate) -> Option<String> {
    // Many systems name the site itself there, for whoever writes on it.
    let is_front = |url: &str| {
        let page = &context.page.final_url;
        !context.sites.is_one(&candidate.name)
            && page.join(url).is_ok_and(|url| {
                url.host() == page.host() && url.path() == "/" && url.query().is_none()
            })
    };
    let of_node = |node: NodeRef<'_>| {
        let mut urls = node.texts("url").chain(node.texts("sameAs"));
        urls.find(|url| leads_somewhere(url) && !is_front(url)).map(str::to_owned)
    };
    let name = comparable(&candidate.name);
    // In markup the address of a candidate may be its `@id`, which leads nowhere.
    let linked = context.authors.candidates.iter().filter(|other| {
        matches!(other.source, AuthorSource::Byline(_)) && comparable(&other.name) == name
    });
    let of_candidate =
        || linked.filter_map(|other| other.url.clone()).find(|url| leads_somewhere(url));
    declared(context, &candidate.name)
        .find_map(of_node)
        .or_else(of_candidate)
        .or_else(|| linked_name(context, &candidate.name))
        .or_else(|| linked_below_name(context, &candidate.name))
        .or_else(|| account_in_bio(context, &candidate.name))
}

/// The address of a link such as “More about me” that follows the name in a box about the author.
fn linked_below_name(context: &Context<'_>, name: &str) -> Option<String> {
    /// Bytes of such a box.
    const BOX_BYTES: usize = 800;
    let document = &context.page.document;
    let (own, bare) = (words(name), comparable(name));
    let marked = document.markup.bylines.iter().chain(&document.markup.faint_bylines);
    let mut marked = marked.filter(|byline| {
        byline.spot.region == Region::Content
            && !byline.is_of_card
            && matches!(byline.mark, BylineMark::Class | BylineMark::ClassPart)
    });
    let has_box =
        marked.any(|one| people(&one.text).iter().any(|person| comparable(person) == bare));
    let is_behind = |link: &Link| {
        let place = &link.place.text;
        let start =
            document.visible_text.floor_char_boundary(place.start.saturating_sub(BOX_BYTES));
        let before = document.visible_text.get(start..place.start).unwrap_or_default();
        words(before).contains(&own)
    };
    let mut links = document.outline.links.iter();
    let link = links.find(|link| {
        leads_to_about_author(document.text_at(&link.place))
            && leads_somewhere(&link.href)
            && is_behind(link)
    });
    link.filter(|_| has_box).map(|link| link.href.clone())
}

/// The address of the first link whose text is about nobody else, or that leads to the page of an
/// author of that name.
fn linked_name(context: &Context<'_>, name: &str) -> Option<String> {
    let document = &context.page.document;
    let own = words(name);
    let bare = comparable(name);
    // A name of one word stands in other texts too: "How Jane brews tea".
    let is_long = own.split_whitespace().nth(1).is_some() || own.chars().any(is_spaceless);
    let is_whole = |text: &str| people(text).iter().any(|person| comparable(person) == bare);
    let is_about = |text: &str| {
        text.len() <= PROFILE_LINK_BYTES
            && words(text).contains(&own)
            && (is_long || is_whole(text))
    };
    let leads_there = |href: &str| {
        is_author_page(href)
            && href
                .trim_end_matches('/')
                .rsplit('/')
                .next()
                .is_some_and(|last| comparable(last) == bare)
    };
    let link = document.outline.links.iter().find(|link| {
        leads_somewhere(&link.href)
            && (is_about(document.text_at(&link.place)) || leads_there(&link.href))
    });
    link.map(|link| link.href.clone())
}

fn leads_somewhere(href: &str) -> bool {
    let href = href.trim();
    let scheme = href.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let path = without_query(href).to_ascii_lowercase();
    // What programs read says nothing of a person to readers.
    let is_feed = path.split('/').any(|part| matches!(part, "feed" | "feeds" | "rss" | "atom"))
        || [".xml", ".rss", ".atom"].iter().any(|end| path.ends_with(end));
    // What is to be replaced, such as “URL OF A PAGE ABOUT THE AUTHOR”.
    let is_note = href.split_whitespace().nth(2).is_some() && !href.contains('/');
    !href.is_empty()
        && !is_feed
        && !is_note
        && !href.starts_with('#')
        && !matches!(scheme.as_str(), "javascript" | "mailto" | "tel" | "data")
}

pub(super) fn plain_name(author: &Author<'_>) -> String {
    one_line(&author.candidate.name, NAME_CHARACTERS)
}
