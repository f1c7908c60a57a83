//! Thresholds of the checks on structure. Lengths are in word equivalents.

/// Display cells under which a title says too little; Han, Kana and Hangul take two each.
pub const TITLE_CELLS: usize = 10;

/// What the head loses of 100 by several titles, and by a description that is none.
pub const METADATA_COST: usize = 50;

/// Percent of the smaller set of words that title and heading share, from which they say the same.
pub const TITLE_HEADING_PASS: usize = 50;

/// The same, under which they speak of different things.
pub const TITLE_HEADING_WARN: usize = 20;

/// Under this length a text needs no headings and no sections.
pub const OUTLINE_FROM: usize = 300;

/// From this length a text should have headings, and a list or a table.
pub const LONG_TEXT: usize = 600;

/// From this length a text that nothing parts fails; from [`LONG_TEXT`] on it warns.
pub const WALL_OF_TEXT: usize = 1_200;

/// One heading for so much text at least; two in any case.
pub const TEXT_PER_HEADING_MAX: usize = 500;

/// The fewest headings of a text that needs any.
pub const HEADINGS_MIN: usize = 2;

/// One heading for so much text at most.
pub const TEXT_PER_HEADING_MIN: usize = 40;

/// Skipped levels from which the outline is broken, where they are a good part of the headings.
pub const SKIPS_FAIL: usize = 3;

/// That part in percent: a note or a teaser with a small heading breaks no outline.
pub const SKIPS_FAIL_PERCENT: usize = 25;

/// The most text of a note or a teaser under a heading of its own.
pub const ASIDE_MAX: usize = 80;

/// Percent of the headings that may repeat one beside them.
pub const REPEATED_HEADINGS_PERCENT: usize = 20;

/// Percent of the sections that may be empty.
pub const EMPTY_SECTIONS_PERCENT: usize = 50;

/// Under this length a text needs no lead.
pub const LEAD_FROM: usize = 150;

/// A block from this length may be the lead.
pub const LEAD_BLOCK_MIN: usize = 12;

/// The shortest lead.
pub const LEAD_MIN: usize = 15;

/// Blocks that are looked at for one that says what the page is about.
pub const LEAD_BLOCKS: usize = 3;

/// A good length of a lead at most.
pub const LEAD_MAX: usize = 120;

/// The longest lead of which nothing is said: half as much again as a good one.
pub const LEAD_LONGEST: usize = 180;

/// The longest first sentence of a lead.
pub const LEAD_SENTENCE_MAX: usize = 40;

/// The same of a sentence that lists things one after another, which reads as a list does.
pub const LEAD_LISTING_MAX: usize = 60;

/// The most text between the heading and the lead.
pub const LEAD_AFTER_HEADING: usize = 80;

/// What a lead loses of 100 by a condition that is missed or not, and at most by one that is
/// measured; nothing is left after two.
pub const LEAD_COST: usize = 50;

/// The lead begins within so many percent of the main content.
pub const LEAD_WITHIN_PERCENT: usize = 15;

/// An item of a list that may be the lead has this length.
pub const LEAD_ITEM_MIN: usize = 6;

/// The items of a list that may be the lead.
pub const LEAD_ITEMS: usize = 2;

/// The shortest section that can be quoted by itself.
pub const SECTION_MIN: usize = 40;

/// The longest section that is quoted whole.
pub const SECTION_MAX: usize = 300;

/// A section of this length is not far from one that can be quoted by itself.
pub const SECTION_NEAR_MIN: usize = 20;

/// The longest section that is not far from one that is quoted whole.
pub const SECTION_NEAR_MAX: usize = 400;

/// A section above this length is a text of its own.
pub const SECTION_ENDLESS: usize = 600;

/// Percent of the sections of a good length from which the text is well parted.
pub const GOOD_SECTIONS_PASS: usize = 60;

/// Percent of the sections near a good length under which it is not.
pub const GOOD_SECTIONS_WARN: usize = 35;

/// The least median of the paragraphs.
pub const PARAGRAPH_MEDIAN_MIN: usize = 15;

/// The greatest median of the paragraphs.
pub const PARAGRAPH_MEDIAN_MAX: usize = 120;

/// How many times a length or a place exceeds its bound where nothing is left of what is asked.
pub const EXCEEDED_TIMES: usize = 2;

/// Items of a list that compares or orders something.
pub const LIST_ITEMS: usize = 3;

/// The mean length of its items.
pub const LIST_ITEM_MEAN: usize = 3;

/// The fewest items of a list that may be as short as names are.
pub const LIST_OF_NAMES: usize = 5;

/// The least length of a list that is more than a label.
pub const LIST_WORDS: usize = 5;

/// Percent of its text inside links, from which it is a menu.
pub const LIST_LINKS_PERCENT: usize = 80;

/// The least length of articles.
pub const DEPTH_ARTICLE: usize = 300;

/// The least length of news: a brief has all that is known in a few paragraphs.
pub const DEPTH_NEWS: usize = 200;

/// The least length of documentation and of questions with answers.
pub const DEPTH_DOCS: usize = 150;

/// The least length of products and pages of no particular kind.
pub const DEPTH_OTHER: usize = 120;

/// `content-depth`: the fewest words that an entry of a reference has.
pub const DEPTH_ENTRY: usize = 10;

/// `content-depth`: the fewest words of an entry that begins with a declaration.
pub const DEPTH_SIGNATURE: usize = 6;

/// `content-depth`: a list with so many links in its content is one, however short.
pub const DEPTH_LINKS: usize = 4;

/// `content-depth`: a page of documentation with fewer words and a link only points to another one.
pub const DEPTH_POINTER: usize = 50;

/// Bytes of hidden text from which it may be the content, until a script shows it.
pub const DEPTH_HIDDEN_BYTES: usize = 1_000;

/// Above this length engines read the beginning only.
pub const DEPTH_BOOK: usize = 10_000;

/// Headings of one level in the main content from which they count its things off.
pub const PARTS_FROM: usize = 5;

/// What such a text without list and table is worth at least.
pub const PARTS_WORTH: u8 = 80;
