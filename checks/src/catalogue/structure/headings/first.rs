//! The headings of level 1 that may name the page.

use std::collections::HashSet;

use url::Url;

use super::logos::{beside_name, names_the_whole};
use super::words::{similarity, tokens};
use crate::catalogue::structure::page_metadata::is_unfilled;
use crate::check::Context;
use crate::memo::{HeldHeading, HeldHeadings};
use crate::page::limits::TITLE_HEADINGS;
use crate::page::names::comparable;
use crate::page::outline::{BlockKind, Heading, Outline, words_in};
use crate::page::title::{SEPARATORS, before_last_part, without_site};
use crate::page::unversioned::{is_manual, unversioned};
use crate::page::{PERMALINKS, Page, Part};
use crate::report::PageKind;
use crate::url::last_segment;
use crate::weights::{SECTION_MIN, TITLE_HEADING_PASS};

/// A heading of level 1 that may name the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate<'a> {
    /// The heading.
    pub(crate) heading: &'a Heading,
    /// What it says. Untrusted.
    pub(crate) text: &'a str,
    /// Percent of the words of the title or of it that both share.
    pub(crate) similarity: usize,
    /// Its words that the title has, too, and those that the end of the page's URL has.
    pub(crate) shared: usize,
}

/// The headings of level 1 of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FirstHeadings<'a> {
    /// Those that may name it, each text once.
    pub(crate) candidates: Vec<Candidate<'a>>,
    /// Those that say again what one of these says, as on pages with a version for narrow screens.
    pub(crate) copies: Vec<Candidate<'a>>,
    /// Those that are only the name of the site, or of what the page is a part of.
    pub(crate) logos: Vec<Candidate<'a>>,
    /// The page's title without the name of the site. Untrusted.
    pub(crate) title: String,
}

impl<'a> FirstHeadings<'a> {
    /// Those of that page.
    pub(crate) fn of(context: &Context<'a>) -> Self {
        let mut found = None;
        let held = context
            .memo
            .headings
            .get_or_init(|| found.insert(Self::find(context)).held(context.page));
        found.unwrap_or_else(|| Self::of_held(held, context.page))
    }

    /// The same without references to the page.
    fn held(&self, page: &Page) -> HeldHeadings {
        let headings = &page.document.outline.headings;
        let held = |one: &Candidate<'_>| {
            let heading = headings.iter().position(|own| std::ptr::eq(own, one.heading))?;
            Some(HeldHeading { heading, similarity: one.similarity, shared: one.shared })
        };
        let all = |of: &[Candidate<'_>]| of.iter().filter_map(held).collect();
        HeldHeadings {
            candidates: all(&self.candidates),
            copies: all(&self.copies),
            logos: all(&self.logos),
            title: self.title.clone(),
        }
    }

    /// The same as it was found on that page.
    fn of_held(held: &HeldHeadings, page: &'a Page) -> Self {
        let document = &page.document;
        let found = |one: &HeldHeading| {
            let heading = document.outline.headings.get(one.heading)?;
            let text = said(heading, &document.visible_text);
            Some(Candidate { heading, text, similarity: one.similarity, shared: one.shared })
        };
        let all = |of: &[HeldHeading]| of.iter().filter_map(found).collect();
        Self {
            candidates: all(&held.candidates),
            copies: all(&held.copies),
            logos: all(&held.logos),
            title: held.title.clone(),
        }
    }

    fn find(context: &Context<'a>) -> Self {
        let page = context.page;
        let whole = page.document.title();
        let is_home = context.subject.kind == PageKind::Home;
        let (title, site) = match is_home {
            true => (whole.to_owned(), None),
            false => without_site(whole, &context.sites),
        };
        // The contents of a manual, above all its first page, are a list.
        let is_list = context.subject.kind == PageKind::Listing && page.document.is_of_manual();
        let title = match context.subject.kind {
            kind if kind == PageKind::Docs || is_list => {
                without_manual(&title, &page.final_url).to_owned()
            }
            _ => title,
        };
        let mut headings = page.document.outline.headings.iter();
        let logo = headings.find(|heading| heading.is_logo);
        let logo = logo.map(|logo| logo.text(&page.document.visible_text));
        let beside_logo = logo.and_then(|logo| beside_name(&title, logo)).map(|(rest, _)| rest);
        let has_logo = logo.is_some_and(|logo| beside_name(whole, logo).is_some());
        let title = beside_logo.map_or(title.clone(), str::to_owned);
        // At home the site's name says nothing of what it offers.
        let compared = match is_home {
            true => {
                Some(without_site(whole, &context.sites).0).filter(|rest| !tokens(rest).is_empty())
            }
            false => None,
        };
        let compared = compared.as_deref().unwrap_or(&title);
        let address = last_segment(&page.final_url).unwrap_or_default().replace('-', " ");
        let named = [tokens(whole), tokens(&address)];
        let visible = &page.document.visible_text;
        let headings = page.document.outline.headings.iter();
        // The last of the breadcrumbs may be the heading of the page, and say what the title begins with
        // where no other heading does.
        let is_first = |heading: &Heading| heading.level == 1 && !heading.place.is_around;
        let has_own = page.document.outline.headings.iter().any(is_first);
        let says_title = |heading: &Heading| {
            let said = said(heading, visible);
            let rest = title.strip_prefix(said).filter(|_| said.contains(' '));
            rest.is_some_and(|rest| {
                rest.trim().is_empty()
                    || (!has_own && SEPARATORS.iter().any(|separator| rest.starts_with(separator)))
            })
        };
        // At home, the name in the header is that of the page, too.
        let name_of_home = if is_home { comparable(whole) } else { String::new() };
        let says_name = |heading: &Heading| {
            let said = said(heading, visible);
            is_home && !tokens(said).is_empty() && name_of_home.starts_with(&comparable(said))
        };
        let may_name = |heading: &Heading| {
            let is_own = heading.is_logo || !heading.place.is_around;
            is_own || says_title(heading) || says_name(heading)
        };
        let headings = headings.filter(|heading| heading.level == 1 && may_name(heading));
        let mut logos = Vec::new();
        let mut inside = Vec::new();
        let mut outside = Vec::new();
        for heading in headings.take(TITLE_HEADINGS) {
            let text = said(heading, visible);
            if tokens(text).is_empty() {
                continue;
            }
            let is_site = !is_home && context.sites.is_one(text);
            let cut = without_site(text, &context.sites).0;
            let mut alike = similarity(compared, &cut);
            if cut != text {
                alike = alike.max(similarity(compared, text));
            }
            let is_entry =
                context.page.document.kind.part == Some(Part::Entry) && declares(text, &title);
            if is_entry || (context.subject.kind == PageKind::Docs && ends_path(whole, text)) {
                alike = WHOLE;
            }
            let of_page = alike;
            // The site's name in a title says nothing of the page.
            if !is_site && !has_logo && title != whole {
                let of_whole = similarity(whole, text);
                // A word of it, such as "Pan" of "Pan & Ladle", says nothing either.
                alike = if of_whole >= TITLE_HEADING_PASS { alike.max(of_whole) } else { alike };
            }
            let own = tokens(text);
            let shared = named.iter().map(|named| own.intersection(named).count()).sum();
            let mut candidate = Candidate { heading, text, similarity: alike, shared };
            // Above the content it is a banner where it says that name and nothing of the title.
            let is_banner = of_page == 0
                && !heading.place.in_main
                && site.as_ref().is_some_and(|site| has_name(text, site));
            // The first page of a manual bears its name, whatever the title says beside it.
            let is_of_start = page.document.kind.is_start_of_manual
                && !is_link(&page.document.outline, heading)
                && (is_site || has_name(whole, text));
            if is_of_start {
                candidate.similarity = WHOLE;
            }
            let is_logo = !is_of_start
                && (heading.is_logo
                    || is_banner
                    || (is_site && alike < TITLE_HEADING_PASS)
                    || (!is_home && names_the_whole(context, heading, text, &title)));
            match (is_logo, heading.place.in_main) {
                (true, _) => logos.push(candidate),
                (false, true) => inside.push(candidate),
                (false, false) => outside.push(candidate),
            }
        }
        if is_home && inside.is_empty() && outside.is_empty() {
            // The home page is that of the site which its logo names.
            outside.extend(logos.drain(..logos.len().min(1)));
        }
        let all: Vec<Candidate<'a>> = outside.iter().chain(&inside).copied().collect();
        if !inside.is_empty() {
            // Outside of the content, as in a header above it, stands the page's heading or that
            // of something else.
            outside.retain(|candidate| candidate.similarity >= TITLE_HEADING_PASS);
        }
        drop_below(&page.document.outline, &mut outside, inside.is_empty());
        let mut candidates: Vec<Candidate<'a>> = outside.into_iter().chain(inside).collect();
        candidates.sort_by_key(|candidate| candidate.heading.place.text.start);
        let mut seen = HashSet::new();
        candidates.retain(|candidate| seen.insert(comparable(candidate.text)));
        let is_copy = |one: &Candidate<'_>| {
            seen.contains(&comparable(one.text))
                && !candidates.iter().any(|candidate| candidate.heading == one.heading)
        };
        let copies = all.into_iter().filter(is_copy).collect();
        if matches!(context.subject.kind, PageKind::Qa) || page.document.main.is_posts() {
            keep_asked(&mut candidates);
        }
        Self { candidates, copies, logos, title }
    }

    /// The copies of that one.
    pub(crate) fn copies_of<'b>(
        &'b self,
        candidate: &Candidate<'_>,
    ) -> impl Iterator<Item = &'b Candidate<'a>> {
        let text = comparable(candidate.text);
        self.copies.iter().filter(move |copy| comparable(copy.text) == text)
    }

    /// Whether they are several, the first and most others right above text, and no title, or none but
    /// a template, says which of them names the page: then they may all be the headings of sections.
    pub(crate) fn are_over_sections(&self, context: &Context<'_>) -> bool {
        let outline = &context.page.document.outline;
        let starts = self.candidates.iter().map(|one| one.heading.place.text.start);
        let ends = starts.skip(1).chain([usize::MAX]);
        let is_over_text = |(one, end): (&Candidate<'_>, usize)| {
            let below = outline.blocks_in(&(one.heading.place.text.end..end));
            below.iter().any(|block| block.place.in_main && block.kind != BlockKind::Heading)
        };
        let over_text: Vec<bool> = self.candidates.iter().zip(ends).map(is_over_text).collect();
        let count = over_text.iter().filter(|is_over| **is_over).count();
        (tokens(&self.title).is_empty() || is_unfilled(&self.title, &context.sites))
            && over_text.len() > 1
            && over_text.first() == Some(&true)
            && count * 2 > over_text.len()
    }

    /// The one that says most of what the title says, of several the one in most of its words, and the
    /// first of those.
    pub(crate) fn best(&self) -> Option<Candidate<'a>> {
        let says = |one: &&Candidate<'_>| (one.similarity, one.shared);
        self.candidates.iter().rev().max_by_key(says).copied()
    }

    /// The first of them, if running text stands between it and that one: then that one is only the
    /// heading of a section.
    pub(crate) fn first_above_text(
        &self,
        context: &Context<'_>,
        one: Candidate<'_>,
    ) -> Option<Candidate<'a>> {
        let first = *self.candidates.first()?;
        let between = first.heading.place.text.end..one.heading.place.text.start;
        let blocks = context.page.document.outline.blocks_from(between.start).iter();
        let blocks = blocks.take_while(|block| block.place.text.end <= between.end);
        let prose =
            blocks.filter(|block| block.kind == BlockKind::Paragraph && block.place.in_main);
        (words_in(prose) >= SECTION_MIN).then_some(first)
    }
}

/// What a heading says, without a link to itself. Untrusted.
pub(super) fn said<'a>(heading: &'a Heading, visible: &'a str) -> &'a str {
    heading.text(visible).trim_end_matches(PERMALINKS).trim()
}

/// Takes away the headings that stand outside of the content and below it, as in a window that a
/// button opens: the page's own stands above. Where there is no other, one of them may be it.
fn drop_below(outline: &Outline, outside: &mut Vec<Candidate<'_>>, is_alone: bool) {
    let last = outline.blocks.iter().rfind(|block| block.place.in_main);
    let Some(end) = last.map(|block| block.place.text.end) else { return };
    let is_above = |candidate: &Candidate<'_>| candidate.heading.place.text.start < end;
    if !is_alone || outside.iter().any(is_above) {
        outside.retain(is_above);
    }
}

/// The title of a page of a manual without the manual's name behind it, which the headings of its
/// pages leave out: “Pots — Tea 3.1 documentation”. The page's own name, which its URL ends in, may
/// be there as well: “Brew - brew-tea Documentation”.
fn without_manual<'a>(title: &'a str, url: &Url) -> &'a str {
    let names_manual = |name: &str| is_manual(name) || unversioned(name) != name.trim();
    let stem = last_segment(url).and_then(|last| last.split('.').next()).unwrap_or_default();
    let names_page =
        |name: &str| name.split_whitespace().any(|word| word.eq_ignore_ascii_case(stem));
    match before_last_part(title) {
        Some((rest, last))
            if names_manual(last) && !names_page(last) && !tokens(rest).is_empty() =>
        {
            rest.trim_end()
        }
        _ => title,
    }
}

/// Percent that a title shares with a heading that says the same.
const WHOLE: usize = 100;

/// Whether a heading says what sort of thing the title names: “Class Os” and “Os”. A short name may be
/// a small word of some language.
fn declares(heading: &str, title: &str) -> bool {
    let behind = heading.split_once(char::is_whitespace).map_or("", |(_, name)| name.trim());
    !behind.is_empty() && behind == title.trim()
}

/// Whether the last word of a heading is the end of a path in a title, as tools write it for parts of
/// modules: “Module Pot.Lid” and “Lid (tea.Leaf.Pot.Lid)”.
fn ends_path(title: &str, heading: &str) -> bool {
    /// Letters of the shortest name.
    const LETTERS: usize = 3;
    let name = heading.split_whitespace().last().unwrap_or_default();
    let trimmed = |word: &'_ str| word.trim_matches(['(', ')', '[', ']', ',', '`']).to_owned();
    let is_mark = |char: char| matches!(char, '.' | ':' | '/');
    // “tsconfig.json” is a file, and no module with a part.
    let is_name = |path: &str| {
        name.contains(is_mark)
            || name.starts_with(char::is_uppercase)
            || path.matches(is_mark).count() > 1
    };
    let is_end = |path: &str| {
        path.strip_suffix(name).is_some_and(|above| above.ends_with(is_mark)) && is_name(path)
    };
    name.len() >= LETTERS && title.split_whitespace().any(|word| is_end(&trimmed(word)))
}

/// Whether all of a heading is a link.
fn is_link(outline: &Outline, heading: &Heading) -> bool {
    outline.links.iter().any(|link| link.place.text == heading.place.text)
}

/// Whether a text holds a name of the site.
fn has_name(text: &str, site: &str) -> bool {
    let site = comparable(site);
    !site.is_empty() && comparable(text).contains(&site)
}

/// In a discussion the writers of posts set headings too; what was asked is the page's.
fn keep_asked(candidates: &mut Vec<Candidate<'_>>) {
    let best = candidates.iter().rev().max_by_key(|candidate| candidate.similarity).copied();
    if let Some(best) = best.filter(|best| best.similarity >= TITLE_HEADING_PASS) {
        *candidates = vec![best];
    }
}
