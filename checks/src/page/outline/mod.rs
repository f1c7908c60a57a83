//! The parts of the body that checks ask for: headings, lists, tables, links, images, forms,
//! landmarks, blocks of text. Each knows its line, and whether it stands in the main content.

mod classes;
mod entries;
mod gather;
mod grid;
mod issues;
mod kinds;
mod lines;
mod standfirst;
mod versions;

use std::ops::Range;

use crate::page::text::TENTHS_OF_WORD;
pub(crate) use gather::outline;

/// The parts of a body. Texts are ranges of [`crate::page::DocumentFacts::visible_text`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Headings `h1` to `h6` and `role=heading` that say something, in order.
    pub headings: Vec<Heading>,
    /// Those that say nothing: without text, picture or control.
    pub empty_headings: Vec<EmptyHeading>,
    /// The lines of those of level 1 outside of menus, feet and side columns.
    pub empty_first_headings: Vec<u32>,
    /// The blocks of the visible text, in order.
    pub blocks: Vec<BlockFact>,
    /// The lengths of the sentences of the main content in tenths of a word equivalent, in order:
    /// each block has as many of them as it has sentences.
    pub sentence_tenths: Vec<usize>,
    /// Links with an address, in order.
    pub links: Vec<Link>,
    /// Lists that stand in no other list.
    pub lists: Vec<List>,
    /// How many terms the lists of terms in the main content have (`dt`).
    pub terms: usize,
    /// Tables that stand in no other table and hold neither others nor headings, as those do that
    /// lay out a page.
    pub tables: Vec<Table>,
    /// Visible images.
    pub images: Vec<Image>,
    /// Short texts of elements around the main content whose class says that they are a version.
    /// Untrusted.
    pub versions: Vec<String>,
    /// The element that shows the title of the page above its text, where a generator is known to
    /// write it so.
    pub shown_title: Option<Place>,
    /// The first element that is no heading, and that its class or its style calls the page's.
    pub styled_title: Option<Place>,
    /// What the manual is about, where its generator is known to write that into each page.
    /// Untrusted.
    pub project: Option<String>,
    /// Forms.
    pub forms: Vec<Form>,
    /// The visible `main` elements that stand in no other.
    pub mains: Vec<Landmark>,
    /// The visible `article` elements that stand in no other.
    pub articles: Vec<Landmark>,
    /// What stands around the main content.
    pub frame: Option<Frame>,
}

/// The innermost element around the main content and the heading above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// That element.
    pub holder: Tag,
    /// Whether it is a box that shows hardly anything else.
    pub is_whole: bool,
    /// The first of its children with what it is for.
    pub first: Tag,
    /// The last of them.
    pub last: Tag,
    /// The first part between these that is no content, such as a side column.
    pub apart: Option<Tag>,
    /// The section around the whole page, in which a `main` must not stand.
    pub section: Option<Tag>,
    /// The line of the page's heading where that stands in the header of the site.
    pub heading: Option<u32>,
}

/// The start tag of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Line in the decoded source.
    pub line: u32,
    /// The line on which the last element in it starts; its own where there is none.
    pub last_line: u32,
    /// The element's name.
    pub element: String,
    /// The attribute that tells it from others, `id` or `class`, and its value. Untrusted.
    pub name: Option<(&'static str, String)>,
}

/// Where a part stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Line in the decoded source.
    pub line: u32,
    /// Whether it stands in the main content.
    pub in_main: bool,
    /// Whether it stands in a menu, a foot, a side column or the like.
    pub is_around: bool,
    /// Its text.
    pub text: Range<usize>,
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Where it stands.
    pub place: Place,
    /// 1 to 6.
    pub level: u8,
    /// Whether it stands in a box within the text, by its element: an `aside`, an admonition.
    pub is_in_box: bool,
    /// Whether it is the only heading of such a box, or of one of an example: it names that, and no
    /// section of the text.
    pub is_of_box: bool,
    /// Whether its generator is known to show the title of each page in it.
    pub is_title: bool,
    /// Whether it is only the logo of the site, above the page's own heading.
    pub is_logo: bool,
    /// What the picture in it says (`alt`), where it has no text. Untrusted; empty where there is
    /// none.
    pub alt: String,
}

/// A heading that says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmptyHeading {
    /// Where it stands.
    pub place: Place,
    /// 1 to 6.
    pub level: u8,
}

impl Outline {
    /// Reads what stands in block quotes as text, where most of the main content does: manuals written
    /// by hand indent all below a heading so.
    pub(crate) fn read_indents(&mut self) {
        let words = |of: fn(BlockKind) -> bool| {
            let blocks = self.blocks.iter().filter(|block| block.place.in_main);
            tenths_in(blocks.filter(|block| of(block.kind)))
        };
        let quoted = words(|kind| kind == BlockKind::Quotation);
        if quoted > words(|kind| matches!(kind, BlockKind::Paragraph | BlockKind::ListItem)) {
            let blocks = self.blocks.iter_mut().filter(|block| block.place.in_main);
            for block in blocks.filter(|block| block.kind == BlockKind::Quotation) {
                block.kind = BlockKind::Paragraph;
            }
        }
    }

    /// The blocks of the main content, in order.
    pub(crate) fn main_blocks(&self) -> impl Iterator<Item = &BlockFact> + Clone {
        self.blocks.iter().filter(|block| block.place.in_main)
    }

    /// Whether the main content below its headings is code and nothing else, such as declarations.
    pub(crate) fn is_only_code(&self) -> bool {
        let mut blocks = self
            .main_blocks()
            .filter(|block| block.kind != BlockKind::Heading && !block.place.text.is_empty())
            .peekable();
        blocks.peek().is_some() && blocks.all(|block| block.kind == BlockKind::Code)
    }

    /// The blocks that begin at that byte of the visible text, or behind it.
    pub(crate) fn blocks_from(&self, start: usize) -> &[BlockFact] {
        let first = self.blocks.partition_point(|block| block.place.text.start < start);
        &self.blocks[first..]
    }

    /// The last block that begins before that byte.
    pub(crate) fn block_before(&self, start: usize) -> Option<&BlockFact> {
        self.blocks[..self.blocks.len() - self.blocks_from(start).len()].last()
    }

    /// The blocks that begin in that range.
    pub(crate) fn blocks_in(&self, range: &Range<usize>) -> &[BlockFact] {
        let from = self.blocks_from(range.start);
        &from[..from.partition_point(|block| block.place.text.start < range.end)]
    }

    /// The links that begin in that range.
    pub(crate) fn links_in(&self, range: &Range<usize>) -> &[Link] {
        let first = self.links.partition_point(|link| link.place.text.start < range.start);
        let from = &self.links[first..];
        &from[..from.partition_point(|link| link.place.text.start < range.end)]
    }
}

impl Heading {
    /// What it says, given the visible text of the page. Untrusted.
    #[must_use]
    pub fn text<'a>(&'a self, visible: &'a str) -> &'a str {
        match self.place.text.is_empty() {
            true => &self.alt,
            false => visible.get(self.place.text.clone()).unwrap_or_default(),
        }
    }
}

/// A run of text without a line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockFact {
    /// Where it stands.
    pub place: Place,
    /// What it is.
    pub kind: BlockKind,
    /// Whether it stands in a list of terms, or in one of many keys with a short value each.
    pub is_in_terms: bool,
    /// Whether it stands in a box within the text, by its element: an `aside`, an admonition.
    pub is_in_box: bool,
    /// Whether it is an entry of an index: a name, and behind it hardly more than links; or one of a
    /// list of issues.
    pub is_entry: bool,
    /// Bytes of it inside links.
    pub link_bytes: usize,
    /// Whether all of it is bold, by its elements.
    pub is_bold: bool,
    /// Its length in tenths of a word equivalent, which add up; 0 outside the main content, where
    /// nothing asks for it.
    pub tenths_of_words: usize,
    /// Its sentences (UAX #29); 0 outside the main content.
    pub sentences: usize,
}

/// Whether at least that part of these blocks is links.
pub(crate) fn are_links<'a>(
    blocks: impl IntoIterator<Item = &'a BlockFact>,
    percent: usize,
) -> bool {
    let add = |(links, bytes), block: &BlockFact| {
        (links + block.link_bytes, bytes + block.place.text.len())
    };
    let (links, bytes) = blocks.into_iter().fold((0, 0), add);
    bytes > 0 && links * 100 >= bytes * percent
}

/// The length of these blocks, in tenths of a word equivalent.
pub(crate) fn tenths_in<'a>(blocks: impl IntoIterator<Item = &'a BlockFact>) -> usize {
    blocks.into_iter().map(|block| block.tenths_of_words).sum()
}

/// The same in whole word equivalents.
pub(crate) fn words_in<'a>(blocks: impl IntoIterator<Item = &'a BlockFact>) -> usize {
    tenths_in(blocks) / TENTHS_OF_WORD
}

impl BlockFact {
    /// Whether it leads to a text and is none: an entry of an index or of contents.
    pub(crate) fn leads_on(&self) -> bool {
        self.is_entry || self.is_mostly_links()
    }

    /// Whether more than half of it is links, as in a menu or a teaser.
    pub(crate) fn is_mostly_links(&self) -> bool {
        self.link_bytes * 2 > self.place.text.len()
    }
}

/// What a block is, by the nearest element around it that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// A heading.
    Heading,
    /// Part of a list.
    ListItem,
    /// Part of a table.
    Cell,
    /// A quotation.
    Quotation,
    /// Code or other text whose line breaks count.
    Code,
    /// What stands under a picture or over a table.
    Caption,
    /// Anything else.
    Paragraph,
}

/// A link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it stands.
    pub place: Place,
    /// `href` as written, trimmed. Untrusted.
    pub href: String,
    /// `rel` as written.
    pub rel: String,
    /// `title`, trimmed. Untrusted; empty where there is none.
    pub title: String,
}

/// A list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// Where it stands.
    pub place: Place,
    /// Whether it is numbered.
    pub is_ordered: bool,
    /// Whether it is a list of terms, each with what is said of it.
    pub is_of_terms: bool,
    /// Its own items, without those of lists in it; of a `dl` the terms.
    pub items: usize,
}

/// A table of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Where it stands.
    pub place: Place,
    /// Its rows of two cells and more. A cell counts in each row that it spans (`rowspan`).
    pub rows: usize,
    /// Its rows of one cell.
    pub single_rows: usize,
    /// The cells of its longest row.
    pub columns: usize,
    /// Whether it has header cells.
    pub has_headers: bool,
}

/// An image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Where it stands.
    pub place: Place,
    /// Its `alt`, white space collapsed; none where the attribute is missing. Untrusted.
    pub alt: Option<String>,
    /// Whether its class or its id says that it is the site's logo.
    pub is_logo: bool,
    /// `href` of the link that holds it and no text, as written. Untrusted.
    pub href: Option<String>,
}

/// A form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Where it stands.
    pub place: Place,
    /// Whether it asks for a password.
    pub has_password: bool,
}

/// A landmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landmark {
    /// Where it stands.
    pub place: Place,
    /// How much of the main content it holds, in percent of its bytes.
    pub percent_of_main: usize,
    /// Of a `main`: the lines of those with text inside of it that stand in no other inside.
    pub inner_lines: Vec<u32>,
}
