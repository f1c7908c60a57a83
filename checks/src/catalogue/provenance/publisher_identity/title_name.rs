//! The name of a site or a manual in the title of its page, by what the page shows beside it.

use super::brand::{is_brand, leads_to_itself};
use super::names::asks;
use super::words::WORDS;
use crate::check::Context;
use crate::page::PERMALINKS;
use crate::page::names::comparable;
use crate::page::outline::Heading;
use crate::page::sections::depth_of_number;
use crate::page::title::{SEPARATORS, before_last_part};
use crate::page::unversioned::{is_manual, unversioned};
use crate::report::PageKind;
use crate::url::last_segment;
use crate::weights::TITLE_PARTS;

/// Headings that may say what the rest of the title says.
const HEADINGS: usize = 4;
/// Lines at the top that may be a banner with the name of a manual.
const BANNER_LINES: usize = 2;
/// The most words of a name.
const NAME_WORDS: usize = 6;

/// The site's name in the title: what was cut from it, else the part beside what the page is headed
/// with. Untrusted.
pub(crate) fn site_part<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let is_of_site = |part: &&str| !is_spelled_by_url(context, part);
    let part = context.title.site_part.as_deref().filter(is_of_site);
    part.or_else(|| beside_shown(context).filter(is_of_site))
        .or_else(|| behind_all(context))
        .or_else(|| of_first_page(context))
}

/// The title of the first page of a manual, where that is nothing but the name at its top.
fn of_first_page<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let title = context.page.document.title();
    let is_short = (1..=NAME_WORDS).contains(&title.split_whitespace().count());
    let may_be = is_of_manual(context) && is_short && !asks(title);
    (may_be && leads_to_itself(context, &comparable(title))).then_some(title)
}

/// The name of a manual with its version, which its tool puts behind the titles of all pages, whatever
/// these are headed with: “tea.pot — Tea 3.1 documentation”.
fn behind_all<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    let (_, last) = before_last_part(context.page.document.title())?;
    let name = unversioned(last);
    let is_versioned = name != last.trim() && is_manual(last);
    (is_of_manual(context) && is_versioned && can_be_name(context, name)).then_some(name)
}

/// Whether the page's URL ends in the part that its title begins with, and a heading says the rest:
/// that is the name of the whole work, as over each chapter of a book.
fn is_spelled_by_url(context: &Context<'_>, part: &str) -> bool {
    /// A shorter word may stand in both by chance.
    const LETTERS: usize = 10;
    let last = last_segment(&context.page.final_url).unwrap_or_default();
    let slug = comparable(last.split('.').next().unwrap_or_default());
    let part = comparable(part);
    let is_headed = |said: &str| {
        context.page.document.h1.iter().any(|heading| comparable(&heading.value) == said)
    };
    let is_above_work = || {
        halves(context)
            .any(|[first, last]| comparable(first) == part && is_headed(&comparable(last)))
    };
    part.len() >= LETTERS && slug.ends_with(&part) && is_above_work()
}

/// Whether the title begins or ends with that name, whatever stands for a version behind it.
pub(super) fn title_holds(context: &Context<'_>, name: &str) -> bool {
    let name = comparable(name);
    let is_one = |part: &str| comparable(part) == name || comparable(unversioned(part)) == name;
    !name.is_empty() && halves(context).any(|[first, last]| is_one(first) || is_one(last))
}

/// The two sides of each separator of the title.
fn halves<'a>(context: &'a Context<'_>) -> impl Iterator<Item = [&'a str; 2]> {
    let title = context.page.document.title();
    SEPARATORS.iter().flat_map(move |separator| {
        let places = title.match_indices(separator).take(TITLE_PARTS);
        places.map(move |(at, separator)| [&title[..at], &title[at + separator.len()..]])
    })
}

fn beside_shown<'a>(context: &'a Context<'_>) -> Option<&'a str> {
    if context.subject.kind == PageKind::Home {
        return None;
    }
    let outline = &context.page.document.outline;
    let headings = || outline.headings.iter().take(HEADINGS);
    let of_page = || headings().filter(|one| !is_banner(context, one));
    let mut own: Vec<String> = of_page().map(|one| said(context, one)).collect();
    own.extend(of_page().filter_map(|one| said_without_number(context, one)));
    let of_banner: Vec<String> =
        headings().filter(|one| is_banner(context, one)).map(|one| said(context, one)).collect();
    let is_docs = is_of_manual(context);
    halves(context).find_map(|[first, last]| {
        let (before, behind) = (comparable(first), comparable(last));
        let name = unversioned(last);
        let is_work = is_manual(name) || name != last.trim();
        // The heading of a banner that leads home is the site's name, whatever the page is about.
        if of_banner.contains(&before)
            || (!own.contains(&before) && is_banner_line(context, &before))
        {
            return can_be_name(context, first).then(|| first.trim());
        }
        if of_banner.contains(&behind) || (is_docs && is_brand(context, &behind)) {
            return can_be_name(context, last).then_some(name);
        }
        // What else follows a heading may be a subtitle.
        if own.contains(&before) && is_work && (is_docs || is_manual(name)) {
            return can_be_name(context, name).then_some(name);
        }
        let is_sort = || WORDS.sorts.contains(&first.trim().to_lowercase());
        (is_docs && own.contains(&behind) && can_be_name(context, first) && !is_sort())
            .then(|| first.trim())
    })
}

/// Whether a page is one of a manual, or a list of its pages.
fn is_of_manual(context: &Context<'_>) -> bool {
    match context.subject.kind {
        PageKind::Docs => true,
        PageKind::Listing => context.page.document.is_of_manual(),
        _ => false,
    }
}

/// What a heading says, comparable.
fn said(context: &Context<'_>, heading: &Heading) -> String {
    let text = heading.text(&context.page.document.visible_text);
    comparable(text.trim_end_matches(PERMALINKS))
}

/// The same without the number of a section, which the title of its page may leave out.
fn said_without_number(context: &Context<'_>, heading: &Heading) -> Option<String> {
    let text = heading.text(&context.page.document.visible_text);
    depth_of_number(text)?;
    let (_, name) = text.split_once(char::is_whitespace)?;
    Some(comparable(name.trim_end_matches(PERMALINKS)))
}

/// Whether a heading is that of the site: it stands outside the content, and is a link.
pub(crate) fn is_banner(context: &Context<'_>, heading: &Heading) -> bool {
    let links = &context.page.document.outline.links;
    let text = &heading.place.text;
    let at = links.partition_point(|link| link.place.text.start < text.start);
    let is_link = links.get(at).is_some_and(|link| link.place.text == *text);
    !heading.place.in_main && is_link
}

/// Whether one of the first lines of the page is that name and a version; in documentation, the name
/// alone is enough.
fn is_banner_line(context: &Context<'_>, name: &str) -> bool {
    let is_docs = is_of_manual(context);
    let lines = context.page.document.visible_text.lines().filter(|line| !line.trim().is_empty());
    !name.is_empty()
        && lines.take(BANNER_LINES).any(|line| {
            let bare = unversioned(line);
            let is_versioned = bare != line.trim() && comparable(bare) == name;
            is_versioned || (is_docs && comparable(line).trim_end_matches(is_digit) == name)
        })
}

fn is_digit(char: char) -> bool {
    char.is_ascii_digit()
}

fn can_be_name(context: &Context<'_>, name: &str) -> bool {
    let sites = &context.sites;
    (1..=NAME_WORDS).contains(&name.split_whitespace().count())
        && name.chars().any(char::is_alphabetic)
        && !asks(name)
        && !sites.is_subject(name)
        && !sites.is_own_name(name)
}
