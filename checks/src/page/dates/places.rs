//! Where on a page its own dates stand, and where those of other pages do.

use std::ops::Range;

use chrono::NaiveDate;

use super::text::{DatedText, Locale};
use crate::page::Page;
use crate::page::names::{comparable, says_built, says_updated};
use crate::page::outline::{BlockFact, BlockKind, Heading};
use crate::report::PageKind;
use crate::weights::CARD_BYTES;

/// Where the heading that says what the title says begins, else the one next to the beginning of the
/// main content: the logo may be one, and so may those of the parts.
pub(crate) fn heading_start(page: &Page) -> usize {
    let headings = page.document.outline.headings.iter();
    let own = headings.filter(|heading| heading.level == 1).map(|heading| heading.place.text.start);
    let main = main_start(page);
    let nearest = || own.min_by_key(|start| start.abs_diff(main)).unwrap_or(main);
    titled_start(page).unwrap_or_else(nearest)
}

/// Where the first heading begins that is most of the title: one of level 1, if one is.
fn titled_start(page: &Page) -> Option<usize> {
    /// Headings that are looked at.
    const LOOKED_AT: usize = 100;
    /// Bytes without spaces and marks; what is shorter may be any word of the title.
    const LEAST: usize = 12;
    /// Bytes of the longest heading that is looked at.
    const MOST: usize = 300;
    let document = &page.document;
    let titles: Vec<String> =
        document.titles.iter().map(|title| comparable(&title.value)).collect();
    let is_titled = |heading: &&Heading| {
        let text = heading.text(&document.visible_text);
        let own = if text.len() <= MOST { comparable(text) } else { String::new() };
        // The rest of a title is the name of the site, which its logo has, too.
        own.len() >= LEAST
            && titles.iter().any(|title| own.len() * 2 >= title.len() && title.contains(&own))
    };
    let mut titled = document.outline.headings.iter().take(LOOKED_AT).filter(is_titled).peekable();
    let first = titled.peek().map(|heading| heading.place.text.start);
    titled.find(|heading| heading.level == 1).map(|heading| heading.place.text.start).or(first)
}

/// Where the main content begins.
pub(crate) fn main_start(page: &Page) -> usize {
    let blocks = &page.document.outline.blocks;
    blocks.iter().find(|block| block.place.in_main).map_or(0, |block| block.place.text.start)
}

/// Where it ends.
pub(crate) fn main_end(page: &Page) -> usize {
    let blocks = &page.document.outline.blocks;
    let last = blocks.iter().rev().find(|block| block.place.in_main);
    last.map_or(0, |block| block.place.text.end)
}

/// The texts of links that hold several blocks: a picture's, a date, a title, a summary. They tell
/// of the pages that they lead to, and so do their dates.
pub(crate) fn cards(page: &Page) -> Vec<Range<usize>> {
    let document = &page.document;
    let texts = document.outline.links.iter().map(|link| link.place.text.clone());
    let is_card = |range: &Range<usize>| {
        range.len() >= CARD_BYTES && document.visible_text[range.clone()].trim().contains('\n')
    };
    texts.filter(is_card).collect()
}

/// Bytes of a line that tells when a page of a manual was changed. Longer texts have days of what they
/// tell of: of books, of epochs, of examples.
pub(super) const LINE_BYTES: usize = 100;

/// Blocks at the end of a page among which a tool writes when it ran.
const FOOT_BLOCKS: usize = 40;

/// Whether a line says when a program made the page: “Generated on March 5, 2026 by Leafgen”.
fn is_of_build(line: &str) -> bool {
    line.len() <= LINE_BYTES
        && line.bytes().any(|byte| byte.is_ascii_digit())
        && (is_of_man2html(line) || says_built(&line.to_lowercase()))
}

/// Whether a line is the last that man2html writes: “Time: 02:16:11 GMT, March 5, 2026”.
fn is_of_man2html(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("Time:")
        && words.next().is_some_and(|clock| clock.split(':').count() == 3)
        && words.next() == Some("GMT,")
}

/// The lines of a tool that writes when it ran as if the text had been changed then: “Last updated on
/// March 5, 2026 (06:37 UTC)”, and just below it “Created using Leafgen 8.2”.
fn stamps(page: &Page) -> Vec<Range<usize>> {
    /// Lines below that one in which the tool names itself.
    const LINES: usize = 4;
    let document = &page.document;
    if document.kind.judged_as() != PageKind::Docs {
        return Vec::new();
    }
    let text = |block: &BlockFact| document.text_at(&block.place).trim().to_lowercase();
    let is_updated = |line: &str| {
        let has_clock = line.contains(':') && ["utc", "gmt"].iter().any(|zone| line.contains(zone));
        line.len() <= LINE_BYTES && has_clock && says_updated(line)
    };
    let blocks = &document.outline.blocks;
    let last = blocks.len().saturating_sub(FOOT_BLOCKS);
    let foot = &blocks[last..];
    let lines = foot.iter().enumerate().filter(|(at, block)| {
        let mut below = foot[at + 1..].iter().take(LINES);
        is_updated(&text(block)) && below.any(|block| names_tool(&text(block)))
    });
    lines.map(|(_, block)| block.place.text.clone()).collect()
}

/// Whether a lower-case line names the tool that made the page.
fn names_tool(line: &str) -> bool {
    const MADE: [&str; 6] = [
        "created using ",
        "created with ",
        "built with ",
        "made with ",
        "generated by ",
        "generated with ",
    ];
    line.len() <= LINE_BYTES && MADE.iter().any(|made| line.starts_with(made))
}

/// The days on which a program made the page, by the lines that say so.
pub(super) fn build_days(page: &Page, locale: Locale<'_>) -> Vec<NaiveDate> {
    let document = &page.document;
    let lines = document.outline.blocks.iter().map(|block| document.text_at(&block.place));
    let built = lines.filter(|line| is_of_build(line));
    let stamps = stamps(page);
    let stamps = stamps.iter().filter_map(|place| document.visible_text.get(place.clone()));
    built.chain(stamps).filter_map(|line| DatedText::new(line).first_day(locale)).collect()
}

/// The parts of the text whose dates are not the page's: cards, what stands under pictures, code,
/// tables of data, the sentences of a manual, lines of a build, what is quoted, lists of works, and
/// what surrounds the content, such as a header that names today. In order of their beginnings.
pub(crate) fn not_own(page: &Page) -> Vec<Range<usize>> {
    let document = &page.document;
    let outline = &document.outline;
    let blocks = outline.blocks.iter();
    let is_manual = page.document.kind.judged_as() == PageKind::Docs;
    let apart = blocks.filter(|block| {
        matches!(block.kind, BlockKind::Caption | BlockKind::Code)
            || (block.place.is_around && !block.place.in_main)
            || (block.kind == BlockKind::Cell && outline.is_in_data_table(&block.place.text))
            || (is_manual && block.place.text.len() > LINE_BYTES)
            || document.visible_text.get(block.place.text.clone()).is_some_and(is_of_build)
    });
    let mut parts = cards(page);
    parts.extend(apart.map(|block| block.place.text.clone()));
    parts.extend(quoted(page));
    parts.extend(stamps(page));
    parts.extend(references(page));
    parts.sort_by_key(|range| range.start);
    // Menus are rows of short blocks: as one part they are looked at once.
    parts.dedup_by(|next, one| {
        let touches = next.start <= one.end + 1;
        if touches {
            one.end = one.end.max(next.end);
        }
        touches
    });
    parts
}

/// What is quoted in the lines of the main content.
fn quoted(page: &Page) -> Vec<Range<usize>> {
    let document = &page.document;
    let blocks = document.outline.main_blocks();
    let lines = blocks.filter(|block| block.place.text.len() <= LINE_BYTES);
    lines
        .flat_map(|block| {
            let start = block.place.text.start;
            let text = document.text_at(&block.place);
            quoted_in(text).into_iter().map(move |one| start + one.start..start + one.end)
        })
        .collect()
}

/// What stands in quotation marks in a line, with a digit in it: what something says or shows.
pub(super) fn quoted_in(text: &str) -> Vec<Range<usize>> {
    const MARKS: [(char, char); 4] = [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»')];
    let mut parts = Vec::new();
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return parts;
    }
    for (open, close) in MARKS {
        let mut from = 0;
        while let Some(begin) = text[from..].find(open).map(|at| from + at) {
            let inside = begin + open.len_utf8();
            let Some(length) = text[inside..].find(close) else { break };
            let end = inside + length;
            if text[inside..end].bytes().any(|byte| byte.is_ascii_digit()) {
                parts.push(inside..end);
            }
            from = end + close.len_utf8();
        }
    }
    parts
}

/// The sections with the works that a text refers to, by their headings.
pub(super) fn references(page: &Page) -> Vec<Range<usize>> {
    const NAMES: [&str; 10] = [
        "references",
        "bibliography",
        "sources",
        "further reading",
        "works cited",
        "literatur",
        "literaturverzeichnis",
        "bibliographie",
        "références",
        "bibliografía",
    ];
    let document = &page.document;
    let headings: Vec<_> = document.outline.main_headings().collect();
    let is_named = |text: &str| {
        let name = text.trim_matches(|char: char| !char.is_alphabetic()).to_lowercase();
        NAMES.contains(&name.as_str())
    };
    let of = headings
        .iter()
        .enumerate()
        .filter(|(_, heading)| heading.level > 1 && is_named(heading.text(&document.visible_text)));
    let end = |at: usize| {
        let level = headings[at].level;
        let next = headings[at + 1..].iter().find(|heading| heading.level <= level);
        next.map_or_else(|| main_end(page), |next| next.place.text.start)
    };
    of.map(|(at, heading)| heading.place.text.end..end(at)).filter(|one| !one.is_empty()).collect()
}
