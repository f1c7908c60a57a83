//! What a page that a tool makes of source code holds.

/// What a generated page of a manual holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A list of pages, to be shown in a frame beside one of them.
    Frame,
    /// A list of what the manual documents, as long as there is something to list.
    Index,
    /// What is documented of one part of the source code, as long as that needs.
    Entry,
}
