#![doc = include_str!("page.md")]

mod fix;
mod found;
mod legal;

use std::ops::Range;

use crate::check::{About, Check, Context, Finding, measure, quote};
use crate::fix::{Fix, Source};
use crate::grade::warned;
use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, BlockKind, Heading, List, Place, Table, are_links};
use crate::page::text::TENTHS_OF_WORD;
use crate::report::{CheckResult, Detail, EvidenceStrength, PageKind};
use crate::weights::{
    LIST_ITEM_MEAN, LIST_ITEMS, LIST_LINKS_PERCENT, LIST_OF_NAMES, LIST_WORDS, LONG_TEXT,
    PARTS_FROM, PARTS_WORTH, WALL_OF_TEXT,
};
use crate::wording::{grouped, how_many};
use found::Found;

/// Lists and tables that are shown.
const SHOWN: usize = 5;
/// Words of a sentence that leads to a list, at least; fewer are a label over a menu.
const ANNOUNCING_WORDS: usize = 4;
/// Digits of the number of an item, at most.
const ITEM_DIGITS: usize = 3;
/// Strokes of a table that Markdown would have made.
const PIPES: usize = 6;
/// Percent of a discussion from which a list in it is that of the posts.
const POSTS_PERCENT: usize = 80;
/// What a table without its headers is worth at least.
const HALF: u8 = 50;
/// Percent of a table inside links, from which its cells hold nothing else.
const GRID_LINKS_PERCENT: usize = 95;

/// The check.
pub struct ListsTables;

impl Check for ListsTables {
    fn about(&self) -> &'static About {
        &About {
            id: "lists-tables",
            title: "Lists and tables are used where they help",
            strength: EvidenceStrength::Moderate,
            effort: 3,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Pages that engines drew on heavily had more comparisons and steps than other \
                  pages (preprint, 18,151 pages). A regression over 1,238 cited pages found no \
                  effect of tables, so the weight is low.",
            sources: &[
                Source {
                    title: "Citation selection and absorption in answer engines (preprint)",
                    url: "https://arxiv.org/html/2604.25707v2",
                    strength: EvidenceStrength::Moderate,
                },
                Source {
                    title: "What AI-cited pages reveal (no effect of tables)",
                    url: "https://trysill.com/blog/what-ai-cited-pages-reveal",
                    strength: EvidenceStrength::Weak,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let document = &context.page.document;
        let found = Found::of(document);
        // A listing has no steps to be told apart.
        let words = document.outline.words_outside(&[BlockKind::Code]);
        if found.is_enough() {
            return Finding::pass("The text uses lists or tables.")
                .with_all(details(document, &found));
        }
        // Other pages of a manual have its tables; an explanation needs none.
        let is_docs = context.subject.kind == PageKind::Docs;
        if is_docs && !found.has_attempt() {
            return Finding::not_applicable("Explanations in documentation need no list or table.");
        }
        let from = if is_docs { WALL_OF_TEXT } else { LONG_TEXT };
        // Less than a list or table of use must not be worth more than none.
        if words < from {
            return Finding::not_applicable(format!(
                "The text has {}. Lists and tables are expected in texts of {from} words or more.",
                how_many(words, "word")
            ));
        }
        if legal::is_legal(context) {
            return Finding::not_applicable("Contracts and legal texts are written in clauses.");
        }
        if context.subject.is_report() {
            return Finding::not_applicable("News is written in prose.");
        }
        if document.main.is_posts() {
            return Finding::not_applicable("Discussions are written in prose.");
        }
        if context.subject.is_story || context.subject.is_interview {
            return Finding::not_applicable(
                "Stories, interviews and reports of what people said are written in prose.",
            );
        }
        if document.outline.explains_code() {
            return Finding::not_applicable(
                "Texts that explain code need no lists: code blocks divide them.",
            );
        }
        if counts_off(document) {
            return Finding::pass("The text lists its items under numbered headings.")
                .with_all(details(document, &found));
        }
        // What it lacks matters the more, the longer the text is.
        let is_parted = is_in_parts(document);
        let least = warned(WALL_OF_TEXT, LONG_TEXT, words);
        let least = if is_parted { least.max(PARTS_WORTH) } else { least };
        let finding = if !found.bare_tables.is_empty() {
            Finding::warn(match found.bare_tables.len() {
                1 => "The only table has no header cells.".to_owned(),
                count => format!("None of the {count} tables has header cells."),
            })
            .worth(least.max(HALF))
        } else if !found.typed.is_empty() {
            Finding::warn("A list is typed as paragraphs. Expected a `<ul>` or `<ol>`.")
                .worth(least.max(PARTS_WORTH))
        } else if !found.drawn.is_empty() {
            Finding::warn("A table is drawn in plain text. Expected a `<table>`.")
                .worth(least.max(HALF))
        } else if !found.small.is_empty() {
            Finding::warn(format!(
                "All lists are too short. Expected one with {LIST_ITEMS} items or more, of \
                 {LIST_ITEM_MEAN} words or more on average."
            ))
            .worth(least.max(found.small_worth))
        } else {
            let has_other = document.outline.tables.iter().any(|table| table.place.in_main);
            let table = if has_other {
                ", and no data table with two or more columns"
            } else {
                " and no table"
            };
            let words = grouped(words);
            let said = match found.others {
                0 => format!("{words} words have no list{table}. Expected at least one."),
                1 => format!(
                    "The only list in {words} words is short, or consists of links or notes. \
                     Expected a list or table of facts."
                ),
                others => format!(
                    "Each of the {others} lists in {words} words is short, or consists of links or \
                     notes. Expected a list or table of facts."
                ),
            };
            // An argument may need neither: what is missing costs, and is no fault.
            Finding::warn(said).worth(least)
        };
        finding.with_all(details(document, &found))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix::fix(context, &Found::of(&context.page.document))
    }
}

/// Whether the main content has many headings of one level: things that are counted off under
/// headings are told apart as well as in a list.
fn is_in_parts(document: &DocumentFacts) -> bool {
    has_level_of(document, |_| true)
}

/// Whether the headings of one level number the things under them: the text is a list, with a
/// heading for each item.
fn counts_off(document: &DocumentFacts) -> bool {
    has_level_of(document, |heading| is_item(heading.text(&document.visible_text), false))
}

/// Whether one level has many such headings.
fn has_level_of(document: &DocumentFacts, is_one: impl Fn(&Heading) -> bool) -> bool {
    (2..=6).any(|level| {
        let headings = document.outline.main_headings();
        headings.filter(|one| one.level == level && is_one(one)).count() >= PARTS_FROM
    })
}

/// Whether a text begins as an item of a list does that is typed.
fn is_item(text: &str, may_be_dash: bool) -> bool {
    item_mark(text, may_be_dash).is_some()
}

/// Where the mark of an item ends that a text begins with: a bullet, a number, or for less than
/// that, a dash. In bytes.
pub(crate) fn item_mark(text: &str, may_be_dash: bool) -> Option<usize> {
    let start = text.len() - text.trim_start().len();
    let item = &text[start..];
    let first = item.chars().next()?;
    let behind = start + first.len_utf8();
    if "•◦▪▫‣⁃●○■□➤►✓✔✅☑".contains(first) {
        return Some(behind);
    }
    if may_be_dash && matches!(first, '-' | '–' | '*') {
        return text[behind..].starts_with(char::is_whitespace).then_some(behind);
    }
    let number = item.trim_start_matches('#');
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let behind = &number[digits..];
    // “1 - Leaf”.
    let spaced = behind.strip_prefix(' ').filter(|rest| {
        let mut rest = rest.chars();
        let is_dash = matches!(rest.next(), Some('-' | '–' | '—'));
        is_dash && rest.next() == Some(' ') && rest.next().is_some_and(char::is_alphabetic)
    });
    let behind = spaced.unwrap_or(behind);
    let mut signs = behind.chars();
    let sign =
        signs.next().filter(|sign| matches!(sign, '.' | ')' | ':' | '、' | '-' | '–' | '—'))?;
    let is_number = (1..=ITEM_DIGITS).contains(&digits)
        && !signs.next().is_some_and(|next| next.is_ascii_digit());
    is_number.then(|| text.len() - behind.len() + sign.len_utf8())
}

/// The longest run of blocks, one after the other, that are typed as items of a list.
fn typed(document: &DocumentFacts) -> Vec<&BlockFact> {
    let blocks = document.outline.main_blocks();
    let (mut longest, mut run): (Vec<&BlockFact>, Vec<&BlockFact>) = (Vec::new(), Vec::new());
    for block in blocks {
        let text = document.text_at(&block.place);
        if block.kind == BlockKind::Paragraph && is_item(text, true) {
            run.push(block);
        } else {
            run.clear();
        }
        if run.len() > longest.len() {
            longest.clone_from(&run);
        }
    }
    if longest.len() < LIST_ITEMS { Vec::new() } else { longest }
}

impl<'a> Found<'a> {
    fn of(document: &'a DocumentFacts) -> Self {
        let outline = &document.outline;
        let tables = outline
            .tables
            .iter()
            .filter(|table| table.place.in_main && !table.place.is_around && table.is_data());
        let (tables, bare_tables): (Vec<_>, Vec<_>) = tables.partition(|table| table.has_headers);
        let bare_tables =
            bare_tables.into_iter().filter(|table| !is_grid_of_links(document, table));
        let lists = outline.lists.iter().map(|list| (use_of(document, list), list));
        let good = lists.clone().filter(|(found, _)| *found == Use::Good).map(|(_, list)| list);
        let small = lists.clone().filter_map(|(found, list)| match found {
            Use::Small(worth) => Some((list, worth)),
            _ => None,
        });
        let (small, worths): (Vec<_>, Vec<u8>) = small.unzip();
        let others = lists.filter(|(found, list)| {
            *found == Use::None && list.place.in_main && !list.place.is_around && list.items >= 2
        });
        let drawn = outline.blocks.iter().filter(|block| {
            let text = document.text_at(&block.place);
            // Programs draw with strokes too: their output is no table.
            block.place.in_main
                && block.kind != BlockKind::Code
                && text.contains("---")
                && text.bytes().filter(|byte| *byte == b'|').count() >= PIPES
        });
        Self {
            lists: good.collect(),
            small,
            small_worth: worths.into_iter().max().unwrap_or_default(),
            others: others.count(),
            tables,
            bare_tables: bare_tables.collect(),
            typed: typed(document),
            drawn: drawn.collect(),
        }
    }

    /// Whether something is set as a list or a table by other means.
    fn has_attempt(&self) -> bool {
        !(self.bare_tables.is_empty() && self.typed.is_empty() && self.drawn.is_empty())
    }

    fn is_enough(&self) -> bool {
        !(self.lists.is_empty() && self.tables.is_empty())
    }
}

/// Whether the cells of a table hold links and nothing else: rows of cards, whose columns have no
/// meaning of their own.
fn is_grid_of_links(document: &DocumentFacts, table: &Table) -> bool {
    are_links(document.outline.blocks_in(&table.place.text), GRID_LINKS_PERCENT)
}

/// Of what use a list is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It says something: three items of three words in the mean.
    Good,
    /// It says less; worth that much.
    Small(u8),
    /// It is a menu, a label, footnotes or the posts of a discussion, or stands elsewhere.
    None,
}

fn use_of(document: &DocumentFacts, list: &List) -> Use {
    if !list.place.in_main || list.place.is_around {
        return Use::None;
    }
    let range = &list.place.text;
    let blocks = document.outline.blocks_in(range).iter();
    let (mut tenths, mut links, mut bytes, mut notes) = (0, 0, 0, 0);
    for block in blocks.filter(|block| block.place.in_main) {
        tenths += block.tenths_of_words;
        links += block.link_bytes;
        bytes += block.place.text.len();
        notes += usize::from(is_note(document.text_at(&block.place)));
    }
    let is_of_links = links * 100 >= bytes * LIST_LINKS_PERCENT;
    let is_menu =
        is_of_links && (!is_announced(document, range.start) || leads_into_page(document, range));
    let words = tenths / TENTHS_OF_WORD;
    // Some forums write a discussion as a list of its posts.
    let is_posts =
        document.main.is_posts() && words * 100 > document.main.word_equivalents * POSTS_PERCENT;
    match list.items {
        _ if is_menu || is_posts || notes * 2 > list.items => Use::None,
        LIST_ITEMS.. if tenths >= list.items * LIST_ITEM_MEAN * TENTHS_OF_WORD => Use::Good,
        // Many names in a row say something, too.
        LIST_OF_NAMES.. if words >= LIST_WORDS => Use::Good,
        // A single item is a box.
        2.. if words >= LIST_WORDS => {
            let mean = tenths / list.items;
            let of_mean = warned(0, LIST_ITEM_MEAN * TENTHS_OF_WORD, mean);
            Use::Small(of_mean.min(warned(0, LIST_ITEMS, list.items)))
        }
        _ => Use::None,
    }
}

/// Whether all links in a range lead to parts of the page: a list of them is its contents.
fn leads_into_page(document: &DocumentFacts, range: &Range<usize>) -> bool {
    document.outline.links_in(range).iter().all(|link| link.href.starts_with('#'))
}

/// Whether a sentence leads to what begins there: “The call returns one of these codes:”.
fn is_announced(document: &DocumentFacts, start: usize) -> bool {
    let Some(block) = document.outline.block_before(start) else { return false };
    let text = document.text_at(&block.place).trim_end();
    block.place.in_main
        && block.kind == BlockKind::Paragraph
        && block.tenths_of_words >= ANNOUNCING_WORDS * TENTHS_OF_WORD
        && text.ends_with([':', '：'])
}

/// Whether a text is a footnote: an arrow leads from it back to its place.
fn is_note(text: &str) -> bool {
    // A selector may follow that asks for an arrow in the font of the text.
    text.trim_end_matches('\u{FE0E}').ends_with('↩') || text.starts_with(['↑', '^'])
}

fn details(document: &DocumentFacts, found: &Found<'_>) -> Vec<Detail> {
    let at = |label: &str, place: &Place| Detail {
        line: Some(place.line),
        ..quote(label, document.text_at(place))
    };
    let counts = [
        measure("Lists", found.lists.len().to_string()),
        measure("Tables", (found.tables.len() + found.bare_tables.len()).to_string()),
    ];
    let table = |label: &str, table: &Table| Detail {
        measured: Some(format!(
            "{}, {}",
            how_many(table.rows, "row"),
            how_many(table.columns, "column")
        )),
        ..at(label, &table.place)
    };
    let bare = found.bare_tables.iter().map(|one| table("Table without header cells", one));
    let tables = found.tables.iter().map(|one| table("Table", one));
    let list = |label: &str, list: &List| Detail {
        measured: Some(how_many(list.items, "item")),
        ..at(label, &list.place)
    };
    let lists = found.lists.iter().map(|one| list("List", one));
    let small = found.small.iter().map(|one| list("Short list", one));
    let typed = found.typed.iter().map(|one| at("Item typed as a paragraph", &one.place));
    let drawn = found.drawn.iter().map(|one| at("Table in plain text", &one.place));
    counts
        .into_iter()
        .chain(lists.take(SHOWN))
        .chain(tables.take(SHOWN))
        .chain(bare.take(SHOWN))
        .chain(small.take(SHOWN))
        .chain(typed.take(SHOWN))
        .chain(drawn.take(SHOWN))
        .collect()
}

#[cfg(test)]
mod tests;
