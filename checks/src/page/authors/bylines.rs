//! Whom the elements of a page that are marked as bylines name.

use super::candidate::{AuthorCandidate, AuthorSource, NAMES_MAX, kind};
use super::site::SiteNames;
use crate::lists::METAS;
use crate::page::Page;
use crate::page::markup::{BylineFact, BylineMark, OfList, Region};
use crate::page::names::{
    bears_name, comparable, is_author_page, is_byline_start, is_given_name, is_labelled,
    is_page_of_people, looks_like_a_person, people, says_written_by,
};
use crate::weights::{HINT_NEAR_HEADING_BYTES, PERSON_WORDS_MAX};

/// Bytes of text after the heading within which a byline stands.
const AFTER_HEADING: usize = 1_500;
/// Bytes of text before the heading within which it stands.
const BEFORE_HEADING: usize = 600;

pub(super) fn of_bylines(
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
pub(super) fn named_twice(page: &Page, sites: &SiteNames) -> Vec<AuthorCandidate> {
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
pub(super) fn after_by(page: &Page, sites: &SiteNames) -> Option<AuthorCandidate> {
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
    let names = people(&byline.text);
    // One link leads to one of several.
    let leads_to_one = names.len() > 1;
    for name in names.into_iter().take(NAMES_MAX) {
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
            url: byline
                .href
                .clone()
                .filter(|href| is_author_page(href) || byline.mark == BylineMark::Rel)
                .filter(|href| !leads_to_one || bears_name(href, &name)),
            name,
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
