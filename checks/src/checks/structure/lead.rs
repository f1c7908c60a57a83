//! The lead: the first block of a text that says something.

use std::collections::BTreeSet;
use std::ops::Range;

use super::first_heading::FirstHeadings;
use super::lead_words::{is_notice, opener};
use super::section_length::ends_sentence;
use super::words::{keys, speaks_of};
use crate::check::Context;
use crate::page::DocumentFacts;
use crate::page::names::begins_byline;
use crate::page::outline::{BlockFact, BlockKind, List};
use crate::page::text::{TENTHS_OF_WORD, sentences, tenths_of_words, word_equivalents};
use crate::report::PageKind;
use crate::weights::{
    LEAD_AFTER_HEADING, LEAD_BLOCK_MIN, LEAD_BLOCKS, LEAD_ITEM_MIN, LEAD_ITEMS, LEAD_MAX, LEAD_MIN,
    LEAD_SENTENCE_MAX, LEAD_WITHIN_PERCENT,
};

/// Blocks outside of the main content, below the heading, that are looked at.
const BLOCKS_ABOVE: usize = 40;
/// The shortest text whose first percents are told apart.
const SHORT_TEXT: usize = 400;
/// A list with more word equivalents than this lays out the page.
const TAKEAWAYS_MAX: usize = 2 * LEAD_MAX;
/// Percent of its text inside links, from which a block is a menu.
const LINKS_PERCENT: usize = 50;

/// The lead of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lead {
    /// Its text. Untrusted.
    pub(super) text: String,
    /// Line in the decoded source.
    pub(super) line: u32,
    /// Its length in word equivalents.
    pub(super) words: usize,
    /// Word equivalents between the main heading and it.
    pub(super) after_heading: usize,
    /// The same in percent of the main content.
    pub(super) percent: usize,
    /// Its first sentence. Untrusted.
    pub(super) first_sentence: String,
    /// The length of that in word equivalents.
    pub(super) first_words: usize,
    /// What it lacks.
    pub(super) missed: Vec<Missed>,
}

/// A condition that a lead misses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missed {
    /// It comes late.
    Late,
    /// It is too short.
    Short,
    /// It is too long.
    Long,
    /// Its first sentence is too long.
    LongSentence,
    /// It begins with a question.
    Question,
    /// It does not name what the page is about.
    OffTopic,
    /// It begins with words that say nothing.
    Opener(&'static str),
}

impl Lead {
    /// The lead of that page: of the first blocks the one that says what the page is about, since
    /// a notice, a byline or the caption of a picture may stand above it.
    pub(super) fn of(context: &Context<'_>) -> Option<Self> {
        let document = &context.page.document;
        let headings = FirstHeadings::of(context);
        let heading = headings.best();
        let from = heading.map_or(0, |heading| heading.heading.place.text.end);
        // A quick start names no more than the product, which the title does too.
        let title = document.titles.first().map_or("", |title| title.value.as_str());
        let named = keys(&format!("{title} {}", heading.map_or("", |one| one.text)));
        let mut first: Option<Self> = None;
        for found in find(document, from) {
            let mut lead = Self::read(document, &found);
            lead.missed = lead.missed(&named, context);
            if lead.missed.is_empty() {
                return Some(lead);
            }
            if lead.after_heading > LEAD_AFTER_HEADING || !lead.may_be_furniture() {
                return first.or(Some(lead));
            }
            first = first.or(Some(lead));
        }
        first
    }

    /// Whether what it lacks is what a block lacks that only stands above the text.
    fn may_be_furniture(&self) -> bool {
        let is_lack = |missed: &Missed| matches!(missed, Missed::Short | Missed::OffTopic);
        self.missed.iter().any(is_lack)
            && !self
                .missed
                .iter()
                .any(|missed| matches!(missed, Missed::Question | Missed::Opener(_)))
    }

    fn read(document: &DocumentFacts, found: &Found<'_>) -> Self {
        let words = match &found.part {
            Part::Block(block) => tenths(document, block) / TENTHS_OF_WORD,
            Part::Items(blocks) => {
                blocks.iter().map(|block| block.tenths_of_words).sum::<usize>() / TENTHS_OF_WORD
            }
        };
        let first = found.first();
        // Of a list the first item stands for the first sentence.
        let first_block = &document.visible_text[first.place.text.clone()];
        let first_sentence = sentences(first_block).next().unwrap_or(first_block).trim().to_owned();
        let total = document.main.word_equivalents.max(SHORT_TEXT);
        Self {
            line: first.place.line,
            words,
            after_heading: found.before / TENTHS_OF_WORD,
            percent: found.before * 100 / (total * TENTHS_OF_WORD),
            first_words: word_equivalents(&first_sentence),
            first_sentence,
            text: found.text(document),
            missed: Vec::new(),
        }
    }

    fn missed(&self, named: &BTreeSet<String>, context: &Context<'_>) -> Vec<Missed> {
        // A discussion begins with its question.
        let may_ask = context.subject.kind == PageKind::Qa;
        let is_question = !may_ask
            && self
                .first_sentence
                .trim_end_matches(['"', '”', '」', '»', ')'])
                .ends_with(['?', '？', '؟', '\u{37E}', '՞', '⁇']);
        let conditions = [
            (self.after_heading > LEAD_AFTER_HEADING || self.percent > LEAD_WITHIN_PERCENT)
                .then_some(Missed::Late),
            (self.words < LEAD_MIN).then_some(Missed::Short),
            (self.words > LEAD_MAX).then_some(Missed::Long),
            (self.first_words > LEAD_SENTENCE_MAX).then_some(Missed::LongSentence),
            is_question.then_some(Missed::Question),
            (!speaks_of(&self.text, named)).then_some(Missed::OffTopic),
            opener(&self.first_sentence, context.languages.primary()).map(Missed::Opener),
        ];
        conditions.into_iter().flatten().collect()
    }
}

/// A lead among the blocks.
struct Found<'a> {
    part: Part<'a>,
    /// Tenths of a word equivalent between the heading and it.
    before: usize,
}

enum Part<'a> {
    Block(&'a BlockFact),
    /// A list of takeaways, by the blocks of its items.
    Items(Vec<&'a BlockFact>),
}

impl<'a> Found<'a> {
    fn first(&self) -> &'a BlockFact {
        match &self.part {
            Part::Block(block) => block,
            Part::Items(blocks) => blocks[0],
        }
    }

    fn text(&self, document: &DocumentFacts) -> String {
        let text = |block: &BlockFact| &document.visible_text[block.place.text.clone()];
        match &self.part {
            Part::Block(block) => text(block).to_owned(),
            Part::Items(blocks) => {
                blocks.iter().map(|block| text(block)).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// The first blocks that may be the lead, in the main content below the heading, which ends at `from`. What stands between
/// the heading and the main content may be it too: a standfirst in a header.
fn find(document: &DocumentFacts, from: usize) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    let outline = &document.outline;
    let first = outline.blocks.partition_point(|block| block.place.text.start < from);
    let mut before = 0;
    let mut above = 0;
    let mut in_content = from == 0;
    let mut passed: Range<usize> = 0..0;
    // A list that lays out the page is measured once.
    let mut layout: Range<usize> = 0..0;
    for block in &outline.blocks[first..] {
        if found.len() == LEAD_BLOCKS {
            break;
        }
        in_content |= block.place.in_main;
        above += usize::from(!in_content);
        let is_looked_at =
            block.place.in_main || (!in_content && !block.place.is_around && above <= BLOCKS_ABOVE);
        if !is_looked_at || passed.contains(&block.place.text.start) {
            continue;
        }
        if block.kind == BlockKind::ListItem
            && !layout.contains(&block.place.text.start)
            && let Some(list) = list_around(document, block)
        {
            let items = items(document, list);
            let listed: usize = items.iter().map(|item| item.tenths_of_words).sum();
            if listed / TENTHS_OF_WORD <= TAKEAWAYS_MAX {
                passed = list.place.text.clone();
                if is_takeaways(&items, list) {
                    found.push(Found { part: Part::Items(items), before });
                }
                before += listed;
                continue;
            }
            layout = list.place.text.clone();
        }
        if is_lead(document, block) {
            found.push(Found { part: Part::Block(block), before });
        }
        before += block.tenths_of_words;
    }
    found
}

fn tenths(document: &DocumentFacts, block: &BlockFact) -> usize {
    match block.place.in_main {
        true => block.tenths_of_words,
        false => tenths_of_words(&document.visible_text[block.place.text.clone()]),
    }
}

/// The list that a block stands in.
fn list_around<'a>(document: &'a DocumentFacts, block: &BlockFact) -> Option<&'a List> {
    // Lists of the outline stand in no other.
    let lists = &document.outline.lists;
    let after = lists.partition_point(|list| list.place.text.start <= block.place.text.start);
    let list = after.checked_sub(1).and_then(|at| lists.get(at))?;
    list.place.text.contains(&block.place.text.start).then_some(list)
}

fn items<'a>(document: &'a DocumentFacts, list: &List) -> Vec<&'a BlockFact> {
    let blocks = &document.outline.blocks;
    let first = blocks.partition_point(|block| block.place.text.start < list.place.text.start);
    let blocks = blocks[first..].iter();
    let inside = blocks.take_while(|block| block.place.text.start < list.place.text.end);
    inside.filter(|block| block.place.in_main).collect()
}

/// Whether a list sums the text up: two items, each of them more than a label or a link.
fn is_takeaways(items: &[&BlockFact], list: &List) -> bool {
    let bytes: usize = items.iter().map(|item| item.place.text.len()).sum();
    let links: usize = items.iter().map(|item| item.link_bytes).sum();
    list.items >= LEAD_ITEMS
        && items.len() >= LEAD_ITEMS
        && items.iter().all(|item| item.tenths_of_words >= LEAD_ITEM_MIN * TENTHS_OF_WORD)
        && links * 100 < bytes * LINKS_PERCENT
}

/// Whether a block may be the lead: running text, and none of what stands above texts.
fn is_lead(document: &DocumentFacts, block: &BlockFact) -> bool {
    let text = &document.visible_text[block.place.text.clone()];
    let is_running = match block.kind {
        BlockKind::Paragraph | BlockKind::ListItem => true,
        BlockKind::Cell => !document.outline.is_in_data_table(&block.place.text),
        BlockKind::Heading | BlockKind::Quotation | BlockKind::Code | BlockKind::Caption => false,
    };
    is_running
        && tenths(document, block) >= LEAD_BLOCK_MIN * TENTHS_OF_WORD
        // A few words that end in nothing are a counter, a path or an offer.
        && (tenths(document, block) >= LEAD_MIN * TENTHS_OF_WORD || ends_sentence(text))
        && block.link_bytes * 100 < text.len() * LINKS_PERCENT
        // Some pages show their own source to those who want to copy it.
        && !text.starts_with('<')
        && !is_notice(text)
        && (!begins_byline(text) || ends_sentence(text))
}
