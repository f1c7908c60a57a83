//! How much of a hostile document is read. Nothing here is reached by a page that people read;
//! what lies past a limit is cut, and the page says so.
//!
//! The limits count work, not time: the same bytes give the same facts on a slow machine too.

/// Bytes of the body that are decoded.
pub(crate) const BODY_BYTES: usize = 5 << 20;
/// Nodes of the tree.
pub(crate) const NODES: usize = 200_000;
/// Bytes of the source for each node of most pages; it decides how much room is made for nodes
/// beforehand, and limits nothing.
pub(crate) const BYTES_PER_NODE: usize = 40;
/// Elements inside each other.
pub(crate) const DEPTH: u16 = 512;
/// Attributes of one tag. The tokenizer compares each name with all before it, so its time grows
/// with the square of their number.
pub(crate) const ATTRIBUTES: usize = 1_000;
/// Steps of the tree builder. It walks its stacks of elements for most tokens, and asks the sink
/// about each element that it passes: every such question counts one, and so does every change to
/// the tree. A token counts [`TOKEN_STEPS`] besides, an element the square of its attributes, and
/// a formatting element what it costs to compare it with those before it.
pub(crate) const STEPS: usize = 60_000_000;
/// What a token costs wherever it stands, measured in elements that are walked.
pub(crate) const TOKEN_STEPS: usize = 16;
/// What it costs to compare a formatting element with one before it, and each of its attributes.
pub(crate) const COMPARISON_STEPS: usize = 16;
/// Tags of formatting elements after which those that the tree builder keeps are counted anew.
pub(crate) const FORMATTING_UNCOUNTED: usize = 4;
/// Bytes that the parser is fed between two looks at the limits.
pub(crate) const PIECE_BYTES: usize = 4 << 10;
/// Bytes of the document in which its head is looked for when it is read once more.
pub(crate) const HEAD_BYTES: usize = 1 << 20;
/// Bytes of one JSON-LD block.
pub(crate) const JSON_BLOCK_BYTES: usize = 1 << 20;
/// JSON-LD blocks of a page.
pub(crate) const JSON_BLOCKS: usize = 200;
/// JSON values in all blocks of a page.
pub(crate) const JSON_VALUES: usize = 50_000;
/// Nodes that are walked for the values of all Microdata properties, and for all that `itemref`
/// names.
pub(crate) const MICRODATA_STEPS: usize = 400_000;
/// Bytes of one Microdata value.
pub(crate) const MICRODATA_VALUE_BYTES: usize = 2_000;
/// RDFa types of a page.
pub(crate) const RDFA_TYPES: usize = 500;
/// Links whose address is kept, seen or not.
pub(crate) const HREFS: usize = 5_000;
/// Frames of a frameset.
pub(crate) const FRAMES: usize = 64;
/// Canonical links of a page that are compared with its URL.
pub(crate) const CANONICALS: usize = 500;
/// `hreflang` links of a page.
pub(crate) const ALTERNATES: usize = 1_000;
/// `<time>` elements, and elements that may name an author.
pub(crate) const PLACES: usize = 500;
/// Nodes that are walked for the texts of those.
pub(crate) const PLACE_STEPS: usize = 200_000;
/// Dates beside which a name is looked for.
pub(crate) const DATES_BESIDE: usize = 12;
/// Bytes of the text of one of those.
pub(crate) const PLACE_BYTES: usize = 400;
/// Characters before a `<time>` that are looked at for what it is the time of.
pub(crate) const BEFORE_CHARACTERS: usize = 40;
/// Characters of prose by which its language is told.
pub(crate) const SAMPLE_CHARACTERS: usize = 2_000;
/// Headings of level 1 among which the one that names the page is looked for.
pub(crate) const TITLE_HEADINGS: usize = 50;
/// Languages that parts of the body name.
pub(crate) const PART_LANGUAGES: usize = 20;

/// Bytes of a sitemap that are read, compression undone.
pub(crate) const SITEMAP_BYTES: usize = 10 << 20;
/// Entries of a sitemap that are read: as many as one may have (sitemaps.org).
pub(crate) const SITEMAP_ENTRIES: usize = 50_000;
/// Sitemaps of an index from which those to read are chosen.
pub(crate) const SITEMAP_CHILDREN: usize = 5_000;
/// Elements of a sitemap inside each other; feeds may carry whole documents.
pub(crate) const SITEMAP_DEPTH: usize = 256;
/// Bytes of one address or date that are read; an address may have 2,048 (sitemaps.org).
pub(crate) const SITEMAP_VALUE_BYTES: usize = 4 << 10;
/// Bytes of a date that are kept.
pub(crate) const SITEMAP_DATE_BYTES: usize = 64;
/// Bytes in which a sitemap's encoding is looked for.
pub(crate) const SITEMAP_DECLARATION_BYTES: usize = 1 << 10;
/// Sitemaps that were not read, and are named in the snapshot.
pub(crate) const SITEMAPS_LEFT_OUT: usize = 20;
/// Sitemaps that are read besides an index.
pub(crate) const SITEMAPS_READ: usize = 3;
/// Sitemaps that robots.txt names and that are considered.
pub(crate) const SITEMAPS_DECLARED: usize = 1_000;
/// Markdown copies that are fetched.
pub(crate) const MARKDOWN_FETCHED: usize = 2;
/// Links to a file named `llms.txt` that are kept.
pub(crate) const LLMS_TXT_LINKS: usize = 3;
/// `<link>` elements to who made a page and to its rights.
pub(crate) const RIGHTS_LINKS: usize = 8;
/// Bytes that are kept of a refusal that a probe met: where challenges are looked for.
pub(crate) const PROBE_REFUSAL_BYTES: usize = 256 << 10;
