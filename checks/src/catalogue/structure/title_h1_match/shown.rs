//! What on a page shows its title, beside an H1.

use std::collections::BTreeSet;

use crate::catalogue::structure::headings::{
    FirstHeadings, is_box, is_letter, names_part, similarity, tokens,
};
use crate::check::Context;
use crate::page::limits::TITLE_HEADINGS;
use crate::page::outline::{BlockFact, BlockKind, Heading, tenths_in};
use crate::page::sections::depth_of_number;
use crate::page::text::TENTHS_OF_WORD;
use crate::page::title::names_no_page;
use crate::quoted::Quoted;
use crate::report::PageKind;
use crate::url::last_segment;
use crate::weights::{LEAD_MIN, TITLE_HEADING_PASS};

/// An element other than a heading that shows the title above the text.
pub(super) struct Shown<'a> {
    /// What it says. Untrusted.
    pub(super) text: &'a str,
    pub(super) line: u32,
    /// Where it ends in the visible text.
    pub(super) end: usize,
}

impl Shown<'_> {
    /// The step that makes it the H1.
    pub(super) fn turned(&self, text: &Quoted) -> String {
        format!(
            "Turn the element on line {} that shows {text} into an `<h1>`. Keep its size with CSS.",
            self.line
        )
    }
}

/// The element that shows the title above the text: a line of its own, with the words of the title
/// and no others. A link may lead to another page of that name.
pub(super) fn shown_title<'a>(
    context: &'a Context<'_>,
    headings: &FirstHeadings<'_>,
) -> Option<Shown<'a>> {
    let document = &context.page.document;
    if let Some(shown) = generated_title(context) {
        return Some(shown);
    }
    let title = bare(&headings.title);
    let is_text = |kind: BlockKind| matches!(kind, BlockKind::Paragraph | BlockKind::ListItem);
    let mut above = document.outline.blocks.iter().take_while(|block| {
        !is_text(block.kind) || block.tenths_of_words < LEAD_MIN * TENTHS_OF_WORD
    });
    let text = |range: std::ops::Range<usize>| document.visible_text.get(range).unwrap_or_default();
    let shown = above.find(|block| {
        block.kind == BlockKind::Paragraph
            && !block.place.is_around
            && block.link_bytes == 0
            && !title.is_empty()
            && bare(text(block.place.text.clone())) == title
    });
    let styled = || {
        let place = document.outline.styled_title.as_ref()?;
        let said = text(place.text.clone());
        let is_alike = similarity(&headings.title, said) >= TITLE_HEADING_PASS;
        (is_alike && context.subject.kind != PageKind::Home).then_some(place)
    };
    let place = shown.map(|block| &block.place).or_else(styled)?;
    Some(Shown { text: text(place.text.clone()).trim(), line: place.line, end: place.text.end })
}

/// The element in which a generator is known to show the title.
pub(super) fn generated_title<'a>(context: &'a Context<'_>) -> Option<Shown<'a>> {
    let document = &context.page.document;
    let place = document.outline.shown_title.as_ref()?;
    let text = document.text_at(place).trim();
    let says_something = !tokens(text).is_empty();
    says_something.then_some(Shown { text, line: place.line, end: place.text.end })
}

/// The words of a title without the number of a section before it and a remark in brackets behind
/// it: “1.0 Tea”, “Tea (old)”.
fn bare(text: &str) -> BTreeSet<String> {
    let text = text.trim();
    let numbered = depth_of_number(text).and_then(|_| text.split_once(char::is_whitespace));
    let text = numbered.map_or(text, |(_, rest)| rest);
    let remark = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    tokens(remark.map_or(text, |(rest, _)| rest))
}

/// The heading of another level that has the words of the title.
pub(super) fn same_heading<'a>(
    context: &'a Context<'_>,
    headings: &FirstHeadings<'_>,
) -> Option<&'a Heading> {
    let document = &context.page.document;
    let title = tokens(&headings.title);
    if generated_title(context).is_some() {
        return None;
    }
    if title.is_empty() || names_no_page(&headings.title, &context.page.final_url) {
        return only_heading_of_its_level(context, headings).or_else(|| heading_of_url(context));
    }
    let is_same = |heading: &&Heading| {
        !heading.place.is_around && tokens(heading.text(&document.visible_text)) == title
    };
    let all = || document.outline.headings.iter();
    if let Some(heading) = all().find(|heading| heading.is_title) {
        return Some(heading);
    }
    let same = all().find(is_same).or_else(|| first_of_two(context, &title));
    same.map(|same| named_above(context, &title, same).unwrap_or(same))
        .or_else(|| heading_in_header(context, &title))
        .or_else(|| leading_heading(context, headings))
        .or_else(|| first_heading_but_for_a_suffix(context, headings))
        .or_else(|| heading_above_a_chapter(context, headings))
}

/// The heading of an article whose `<title>` is that of the whole site, by the title for sharing, which
/// says what that heading says and nothing of the `<title>`.
pub(super) fn shared_heading<'a>(
    context: &'a Context<'_>,
    headings: &FirstHeadings<'_>,
) -> Option<&'a Heading> {
    let document = &context.page.document;
    let shared = context.page.meta("og:title")?;
    let is_alike = |said: &str| similarity(shared, said) >= TITLE_HEADING_PASS;
    let is_other = tokens(shared).len() > 1
        && tokens(shared).is_disjoint(&tokens(&headings.title))
        && !headings.candidates.iter().any(|one| is_alike(one.text));
    let mut all = document.outline.headings.iter().filter(|heading| !heading.place.is_around);
    all.find(|heading| heading.level > 1 && is_alike(heading.text(&document.visible_text)))
        .filter(|_| is_other)
}

/// The first of two headings, one right behind the other, that say together what the title says, but
/// for a word such as “The”.
fn first_of_two<'a>(context: &'a Context<'_>, title: &BTreeSet<String>) -> Option<&'a Heading> {
    let document = &context.page.document;
    let said = |heading: &Heading| tokens(heading.text(&document.visible_text));
    let together = |pair: &&[Heading]| {
        let between = pair[0].place.text.end..pair[1].place.text.start;
        let is_between = document.visible_text.get(between);
        let [one, next] = [said(&pair[0]), said(&pair[1])];
        pair.iter().all(|one| !one.place.is_around)
            && is_between.is_some_and(|text| text.trim().is_empty())
            && !one.is_empty()
            && !next.is_empty()
            && one.union(&next).all(|word| title.contains(word))
            && title.len() <= one.union(&next).count() + 1
    };
    document.outline.headings.windows(2).find(together).map(|pair| &pair[0])
}

/// The heading with the words of a long title in what looks like the header of the site and is that
/// of the text, as the class `post-header` says: no menu repeats such a title.
fn heading_in_header<'a>(
    context: &'a Context<'_>,
    title: &BTreeSet<String>,
) -> Option<&'a Heading> {
    /// Words; fewer may be a link to the page, or the name of the site.
    const LONG_TITLE: usize = 5;
    /// The level of the smallest; the title in a bar above the page is a smaller one.
    const LOWEST: u8 = 3;
    let document = &context.page.document;
    let text = document.outline.main_blocks().next()?.place.text.start;
    let headings = document.outline.headings.iter();
    let above = headings
        .filter(|one| one.place.is_around && one.level <= LOWEST && one.place.text.end <= text);
    let is_same = |one: &&Heading| {
        tokens(one.text(&document.visible_text)) == *title && !is_card(context, one)
    };
    above.take(TITLE_HEADINGS).find(is_same).filter(|_| title.len() >= LONG_TITLE)
}

/// The heading of a higher level above that one, which names the page of a manual in more words: below
/// “Class Pot” the constructor of a pot has the page's name, too.
fn named_above<'a>(
    context: &'a Context<'_>,
    title: &BTreeSet<String>,
    same: &Heading,
) -> Option<&'a Heading> {
    /// Words that say what kind of thing it is.
    const MORE_WORDS: usize = 3;
    let document = &context.page.document;
    let own = document.outline.headings.iter().filter(|heading| !heading.place.is_around);
    let mut above = own.take_while(|heading| heading.place.text.end <= same.place.text.start);
    let is_named = |heading: &&Heading| {
        let said = tokens(heading.text(&document.visible_text));
        heading.level < same.level
            && title.is_subset(&said)
            && said.len() <= title.len() + MORE_WORDS
    };
    above.find(is_named).filter(|_| context.subject.kind == PageKind::Docs)
}

/// The heading of a page of a manual, whatever its title says: the only one of its level, above the
/// text and all other headings. A name such as “Introduction” says which part it is.
fn heading_above_a_chapter<'a>(
    context: &'a Context<'_>,
    headings: &FirstHeadings<'_>,
) -> Option<&'a Heading> {
    let document = &context.page.document;
    let heading = only_heading_of_its_level(context, headings)?;
    let is_text = |block: &&BlockFact| {
        matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem)
            && block.place.in_main
            && block.place.text.start < heading.place.text.start
    };
    let above = tenths_in(document.outline.blocks.iter().filter(is_text));
    let is_manual = context.subject.kind == PageKind::Docs;
    let is_above = above < LEAD_MIN * TENTHS_OF_WORD;
    (is_manual && is_above && !names_part(heading.text(&document.visible_text))).then_some(heading)
}

/// The first heading of a page without a title, where it stands above all others and isn't the
/// site's name: it names the page.
fn only_heading_of_its_level<'a>(
    context: &'a Context<'_>,
    headings: &FirstHeadings<'_>,
) -> Option<&'a Heading> {
    let document = &context.page.document;
    let mut all = document.outline.headings.iter().filter(|one| !one.place.is_around);
    let first = all.next()?;
    let is_of_site = headings.logos.iter().any(|logo| logo.heading == first);
    let said = first.text(&document.visible_text);
    let is_named = !is_of_site
        && !is_card(context, first)
        && !is_box(said)
        && !is_letter(said)
        && !tokens(said).is_empty();
    (is_named && all.all(|other| other.level > first.level)).then_some(first)
}

/// Whether a heading is a link to another page, as that of a blog's first card is.
fn is_card(context: &Context<'_>, heading: &Heading) -> bool {
    let document = &context.page.document;
    let page = &context.page.final_url;
    let base = document.base(page);
    let leads_on = |href: &str| {
        let target = base.join(href);
        !href.starts_with('#') && target.is_ok_and(|target| target.path() != page.path())
    };
    document.outline.links.iter().any(|link| {
        let (around, own) = (&link.place.text, &heading.place.text);
        around.start <= own.start && own.end <= around.end && leads_on(&link.href)
    })
}

/// The heading above the text that says most of what the title says: the page's heading by all but
/// its level.
fn leading_heading<'a>(
    context: &'a Context<'_>,
    headings: &FirstHeadings<'_>,
) -> Option<&'a Heading> {
    let document = &context.page.document;
    let mut prose = document.outline.blocks.iter().filter(|block| {
        block.place.in_main && matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem)
    });
    let text = prose.next()?.place.text.start;
    let all = document.outline.headings.iter();
    let above = all.take_while(|heading| heading.place.text.start < text);
    let first = above.filter(|heading| !heading.place.is_around && heading.level > 1);
    // The cards of a home page share words with its name.
    let is_home = context.subject.kind == PageKind::Home;
    let first = first.filter(|heading| !is_home || !is_card(context, heading));
    let likeness = |heading: &Heading| {
        let said = heading.text(&document.visible_text);
        if is_box(said) { 0 } else { similarity(&headings.title, said) }
    };
    let alike = first.map(|heading| (heading, likeness(heading)));
    let mut alike: Vec<_> = alike.filter(|(_, share)| *share >= TITLE_HEADING_PASS).collect();
    if context.subject.kind == PageKind::Docs {
        // Of a manual the names of its parts share words, too, and stand below that of the page.
        alike.reverse();
        return alike.into_iter().max_by_key(|(_, share)| *share).map(|(heading, _)| heading);
    }
    alike.last().map(|(heading, _)| *heading)
}

/// The first heading of the page, where it says what the title says but for a number or a remark. A
/// notice may stand above it.
fn first_heading_but_for_a_suffix<'a>(
    context: &'a Context<'_>,
    headings: &FirstHeadings<'_>,
) -> Option<&'a Heading> {
    let document = &context.page.document;
    let title = bare(&headings.title);
    let mut all = document.outline.headings.iter().filter(|heading| !heading.place.is_around);
    let first = all.next()?;
    let is_same = !title.is_empty() && bare(first.text(&document.visible_text)) == title;
    is_same.then_some(first)
}

/// The first heading of a page without a title, where it says what the URL says.
fn heading_of_url<'a>(context: &'a Context<'_>) -> Option<&'a Heading> {
    /// A word alone, such as the name of a product, may be in any heading.
    const WORDS: usize = 2;
    let document = &context.page.document;
    let last = last_segment(&context.page.final_url)?;
    let named = tokens(&last.split('.').next()?.replace(['-', '_'], " "));
    let mut all = document.outline.headings.iter().filter(|heading| !heading.place.is_around);
    let first = all.next()?;
    let said = tokens(first.text(&document.visible_text));
    (named.len() >= WORDS && named.is_subset(&said)).then_some(first)
}
