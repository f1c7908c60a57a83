//! What a block at the beginning of a text is: a lead, a menu, a part of a list.

use crate::catalogue::structure::answer_first::lead_parts::is_typed_list;
use crate::catalogue::structure::answer_first::lead_words::{is_byline, is_notice, is_path};
use crate::catalogue::structure::retired::warns_of_retired;
use crate::page::DocumentFacts;
use crate::page::outline::{BlockFact, BlockKind, List, are_links};
use crate::page::text::{TENTHS_OF_WORD, ends_sentence, tenths_of_words};
use crate::versions::is_version;
use crate::weights::{LEAD_BLOCK_MIN, LEAD_ITEM_MIN, LEAD_ITEMS, LEAD_MIN};

/// Percent of its text inside links, from which a block is a menu.
const LINKS_PERCENT: usize = 50;

/// The length of a block, in the main content or not.
pub(crate) fn tenths(document: &DocumentFacts, block: &BlockFact) -> usize {
    match block.place.in_main {
        true => block.tenths_of_words,
        false => tenths_of_words(document.text_at(&block.place)),
    }
}

/// The list that a block stands in.
pub(super) fn list_around<'a>(document: &'a DocumentFacts, block: &BlockFact) -> Option<&'a List> {
    // Lists of the outline stand in no other.
    let lists = &document.outline.lists;
    let after = lists.partition_point(|list| list.place.text.start <= block.place.text.start);
    let list = after.checked_sub(1).and_then(|at| lists.get(at))?;
    // One item is a paragraph that is set off.
    let is_list = list.items >= LEAD_ITEMS;
    (is_list && list.place.text.contains(&block.place.text.start)).then_some(list)
}

pub(super) fn items<'a>(document: &'a DocumentFacts, list: &List) -> Vec<&'a BlockFact> {
    let inside = document.outline.blocks_in(&list.place.text).iter();
    inside.filter(|block| block.place.in_main).collect()
}

/// Whether a list sums the text up: two items, each of them more than a label or a link.
pub(super) fn is_takeaways(items: &[&BlockFact], list: &List) -> bool {
    list.items >= LEAD_ITEMS
        && items.len() >= LEAD_ITEMS
        && items.iter().all(|item| item.tenths_of_words >= LEAD_ITEM_MIN * TENTHS_OF_WORD)
        && !is_menu(items)
}

/// How many items at the beginning of a list have no more than that length together.
pub(super) fn fitting(items: &[&BlockFact], mut left: usize) -> usize {
    let fits = |item: &&&BlockFact| {
        let fits = item.tenths_of_words <= left;
        left = left.saturating_sub(item.tenths_of_words);
        fits
    };
    items.iter().take_while(fits).count()
}

/// Whether most of these blocks is links: a list of contents, a path, a menu.
pub(super) fn is_menu(blocks: &[&BlockFact]) -> bool {
    are_links(blocks.iter().copied(), LINKS_PERCENT)
}

/// Whether a list leads to the parts of a work: each item is a link with a few words on it.
pub(super) fn is_contents(document: &DocumentFacts, items: &[&BlockFact]) -> bool {
    const ITEMS: usize = 3;
    let leads =
        |item: &&&BlockFact| item.link_bytes > 0 && !ends_sentence(document.text_at(&item.place));
    let leading = items.iter().filter(leads).count();
    items.len() >= ITEMS && leading * 5 >= items.len() * 4
}

/// Whether a block warns that the page is obsolete.
pub(super) fn is_retired(document: &DocumentFacts, block: &BlockFact) -> bool {
    block.kind != BlockKind::Heading && warns_of_retired(document.text_at(&block.place))
}

/// Whether a block goes on with the sentence of the paragraph before it, from which only a line break
/// parts it: “Explore the latest pots in fresh”, “shapes, colors, and glazes.”
pub(super) fn goes_on(document: &DocumentFacts, block: &BlockFact) -> bool {
    let text = |block: &BlockFact| document.text_at(&block.place).trim();
    let before = document.outline.block_before(block.place.text.start);
    let is_open = |before: &&BlockFact| {
        before.kind == BlockKind::Paragraph
            && before.place.in_main
            && text(before).ends_with(|char: char| char.is_lowercase() || char == ',')
    };
    text(block).starts_with(char::is_lowercase) && before.filter(is_open).is_some()
}

/// Whether a block says only since which version its subject exists: “New in version 3.21.”
fn is_of_version(document: &DocumentFacts, block: &BlockFact) -> bool {
    const BEGINNINGS: [&str; 7] = [
        "new in",
        "added in",
        "introduced in",
        "changed in",
        "available since",
        "deprecated since",
        "since",
    ];
    let text = document.text_at(&block.place).to_lowercase();
    let rest = BEGINNINGS.iter().find_map(|beginning| text.strip_prefix(beginning));
    let Some(rest) = rest.filter(|rest| rest.starts_with(' ')) else { return false };
    let rest = rest.trim().trim_end_matches(['.', ':']);
    let version = rest.strip_prefix("version ").unwrap_or(rest);
    !version.contains(' ') && is_version(version)
}

/// Whether a block is a sentence that is too short for a lead.
pub(super) fn is_opening(document: &DocumentFacts, block: &BlockFact) -> bool {
    block.kind == BlockKind::Paragraph
        && tenths(document, block) < LEAD_BLOCK_MIN * TENTHS_OF_WORD
        && ends_sentence(document.text_at(&block.place))
        && !is_of_version(document, block)
}

/// Whether a block may be the lead: running text, and none of what stands above texts.
pub(super) fn is_lead(document: &DocumentFacts, block: &BlockFact) -> bool {
    let text = document.text_at(&block.place);
    let is_running = match block.kind {
        BlockKind::Paragraph | BlockKind::ListItem => true,
        BlockKind::Cell => !document.outline.is_in_data_table(&block.place.text),
        // Many set a standfirst as a heading.
        BlockKind::Heading => {
            tenths(document, block) >= LEAD_MIN * TENTHS_OF_WORD
                && text.trim_end().ends_with(['.', '!', '。', '！'])
        }
        BlockKind::Quotation | BlockKind::Code | BlockKind::Caption => false,
    };
    is_running
        && tenths(document, block) >= LEAD_BLOCK_MIN * TENTHS_OF_WORD
        // A few words that end in nothing are a counter, a path or an offer.
        && (tenths(document, block) >= LEAD_MIN * TENTHS_OF_WORD || ends_sentence(text))
        && !is_menu(&[block])
        // Some pages show their own source to those who want to copy it.
        && !text.starts_with('<')
        && !is_notice(text)
        && !is_path(text)
        && !is_byline(text)
        && !is_typed_list(text)
}
