//! The quantities that the content states.

use std::collections::HashSet;
use std::ops::Range;

use crate::catalogue::evidence::prose::text_of;
use crate::catalogue::evidence::quantities::{Quantity, Reading, quantities};
use crate::check::{Context, quote};
use crate::letters::is_alphanumeric;
use crate::page::Page;
use crate::page::outline::{BlockFact, BlockKind};
use crate::report::{Detail, PageKind};

/// What states nothing by itself.
pub(super) const LEFT_OUT: &[BlockKind] = &[BlockKind::Code, BlockKind::Heading];
/// Quantities that the details show.
const SHOWN: usize = 5;
/// Bytes before and after a quantity that its detail shows.
const AROUND_BYTES: usize = 48;

/// The quantities of a page.
#[derive(Debug)]
pub(super) struct Found {
    /// How many different ones there are.
    pub(super) distinct: usize,
    /// How many different years the content names.
    pub(super) years: usize,
    /// Where the quantities stand in the visible text.
    pub(super) places: Vec<usize>,
    pub(super) shown: Vec<Detail>,
}

impl Found {
    /// Those of that page.
    pub(super) fn of<'a>(context: &'a Context<'_>) -> &'a Self {
        context.memo.quantities.get_or_init(|| Self::find(context))
    }

    fn find(context: &Context<'_>) -> Self {
        let page = context.page;
        let nouns_have_capitals = matches!(context.languages.primary(), "de" | "lb");
        let is_product = context.subject.kind == PageKind::Product;
        let mut found = Self { distinct: 0, years: 0, places: Vec::new(), shown: Vec::new() };
        let mut years = HashSet::new();
        let mut keys = HashSet::new();
        let mut has_price = false;
        // A shop writes many prices; they say one thing.
        let mut is_new = |quantity: &Quantity| {
            let is_price = is_product && quantity.is_money;
            !(is_price && std::mem::replace(&mut has_price, true)) && keys.insert(quantity.key)
        };
        let mut all = page.document.outline.main_blocks().peekable();
        while let Some(block) = all.next() {
            let text = text_of(page, block);
            let end = text.len();
            let figure = all.peek().and_then(|next| figure(page, block, next));
            let is_result = block.kind == BlockKind::Heading && !is_title(context, block);
            if figure.is_none() && !is_result && LEFT_OUT.contains(&block.kind) {
                continue;
            }
            let mut own = Vec::new();
            let is_only_result = is_result && figure.is_none();
            let text = figure.as_deref().unwrap_or(text);
            let is_cell = block.kind == BlockKind::Cell;
            quantities(text, Reading { is_cell, nouns_have_capitals }, |quantity| {
                let is_counted =
                    !is_only_result || quantity.is_money || states_share(text, &quantity.text);
                if quantity.text.start >= end || !is_counted {
                    return;
                }
                own.push(quantity.text.clone());
                found.places.push(block.place.text.start + quantity.text.start);
                if is_new(&quantity) && found.shown.len() < SHOWN {
                    found.shown.push(shown(text, &quantity, block.place.line));
                }
            });
            years.extend(years_of(text, &own));
        }
        for one in page.document.unseen.texts.iter().filter(|one| one.is_folded) {
            let reading = Reading { is_cell: false, nouns_have_capitals };
            quantities(&one.text, reading, |quantity| {
                if is_new(&quantity) && found.shown.len() < SHOWN {
                    found.shown.push(shown(&one.text, &quantity, one.line));
                }
            });
        }
        found.distinct = keys.len();
        found.years = years.len();
        found
    }
}

/// Whether a block is the page's own heading, which names the page and states nothing.
fn is_title(context: &Context<'_>, block: &BlockFact) -> bool {
    let outline = &context.page.document.outline;
    let mut first = outline.headings.iter().filter(|heading| heading.level == 1);
    first.any(|heading| heading.place.text == block.place.text)
}

/// Whether the number in a heading is a share: “30% less waste”. Others but prices may number it.
fn states_share(text: &str, number: &std::ops::Range<usize>) -> bool {
    let behind = text.get(number.end..).unwrap_or_default().trim_start();
    let own = text.get(number.clone()).unwrap_or_default();
    behind.starts_with(['%', '％', '٪']) || own.ends_with(['%', '％', '٪'])
}

/// Bytes of a figure that stands alone.
const FIGURE_BYTES: usize = 16;

/// A number that stands alone in large letters, with the text below that says what it counts. One
/// that is a link is the name of what it leads to.
fn figure(page: &Page, block: &BlockFact, next: &BlockFact) -> Option<String> {
    let text = text_of(page, block);
    let label = text_of(page, next);
    let is_link = |block: &BlockFact| block.link_bytes >= block.place.text.len();
    let is_bare = text.len() <= FIGURE_BYTES
        && !is_link(block)
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && text.split(char::is_whitespace).nth(1).is_none()
        && text.chars().filter(|char| char.is_alphabetic()).count() <= 1
        // “01” and “2.” number what follows.
        && !text.starts_with('0')
        && !text.ends_with(['.', ')', ':']);
    let says_what = next.kind != BlockKind::Code && label.starts_with(char::is_alphabetic);
    let is_apart = !matches!(block.kind, BlockKind::Cell | BlockKind::Code);
    (is_bare && says_what && is_apart && tells(text, label)).then(|| format!("{text} {label}"))
}

/// The years from 1000 to 2100 that a text names in four digits outside of quantities. A word in lower
/// case or a bracket stands before each: “in 1773”, “(1650–1700)”, and not as in “RFC 1034”.
fn years_of(text: &str, quantities: &[Range<usize>]) -> impl Iterator<Item = u16> {
    /// Bytes of the word before.
    const NEAR: usize = 40;
    let is_digit = |char: char| char.is_ascii_digit();
    let numbers = text.split(|char: char| !is_alphanumeric(char)).filter_map(move |word| {
        let at = word.as_ptr().addr() - text.as_ptr().addr();
        (word.len() == 4 && word.chars().all(is_digit)).then_some((at, word))
    });
    let is_apart = |at: usize| {
        let next = quantities.partition_point(|range| range.end <= at);
        quantities.get(next).is_none_or(|range| !range.contains(&at))
    };
    let is_told = |at: usize| {
        let near = text.ceil_char_boundary(at.saturating_sub(NEAR));
        let before = text[near..at].trim_end_matches(' ');
        let last = before.rsplit([' ', '\u{a0}']).next().unwrap_or_default();
        last.starts_with(char::is_lowercase) || before.ends_with(['(', '–', '-', ','])
    };
    let years = numbers.filter(move |(at, _)| is_apart(*at) && is_told(*at));
    years.filter_map(|(_, word)| word.parse().ok()).filter(|year| (1000..=2100).contains(year))
}

/// Whether a bare number is one of a quantity: by a sign of its own, by thousands set apart, or by
/// small letters that go on after three digits. A year and the number of a step have none of them.
fn tells(figure: &str, label: &str) -> bool {
    let has_sign = figure.contains(|char: char| !char.is_ascii_digit() && !".,".contains(char));
    let is_long = figure.bytes().filter(u8::is_ascii_digit).count() > 2;
    has_sign || has_thousands(figure) || (is_long && label.starts_with(char::is_lowercase))
}

/// Whether its thousands are set apart: "34,000", "1.200.000".
fn has_thousands(figure: &str) -> bool {
    let mut groups = figure.split([',', '.']);
    let first = groups.next().unwrap_or_default();
    let mut rest = groups.peekable();
    (1..=3).contains(&first.len()) && rest.peek().is_some() && rest.all(|group| group.len() == 3)
}

fn shown(text: &str, quantity: &Quantity, line: u32) -> Detail {
    let from = text.ceil_char_boundary(quantity.text.start.saturating_sub(AROUND_BYTES));
    // From the beginning of a word on, where the script has spaces.
    let cut = text[from..quantity.text.start].find(' ').filter(|_| from > 0);
    let from = from + cut.unwrap_or(0);
    let to = text.floor_char_boundary((quantity.text.end + AROUND_BYTES).min(text.len()));
    Detail { line: Some(line), ..quote("Number", &text[from..to]) }
}
