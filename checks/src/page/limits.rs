//! How much of a hostile document is read. Nothing here is reached by a page that people read;
//! what lies past a limit is cut, and the page says so.
//!
//! The limits count work, not time: the same bytes give the same facts on a slow machine too.

/// Bytes of the body that are decoded.
pub(crate) const BODY_BYTES: usize = 5 << 20;
/// Nodes of the tree.
pub(crate) const NODES: usize = 200_000;
/// Elements inside each other. The tree builder walks its stack of open elements, so its time
/// grows with the square of the depth.
pub(crate) const DEPTH: u16 = 512;
/// Attributes of one element. The tokenizer compares each name with all before it, so its time
/// grows with the square of their number.
pub(crate) const ATTRIBUTES: usize = 1_000;
/// Sum over all elements of the square of their attributes: the comparisons of the tokenizer.
pub(crate) const ATTRIBUTE_COMPARISONS: usize = 50_000_000;
/// Changes to the tree: nodes put in, moved and taken out, and runs of text.
pub(crate) const TREE_CHANGES: usize = 4_000_000;
/// Bytes that the parser is fed between two looks at the limits.
pub(crate) const CHUNK_BYTES: usize = 8 << 10;
/// `noscript` elements whose text is compared with the rest of the page.
pub(crate) const NOSCRIPTS: usize = 32;
/// Bytes of the document in which its head is looked for when it is read once more.
pub(crate) const HEAD_BYTES: usize = 1 << 20;
