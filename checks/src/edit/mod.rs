//! Edits of a document on its own bytes.
//!
//! An edit replaces, inserts or deletes a range of the decoded text. Nothing is serialized anew:
//! every byte outside the ranges stays, in the document's own encoding. [`Source::rewrite`] proves
//! it by decoding what it wrote.

mod edits;
mod locate;
mod refusal;
mod source;
mod tags;

pub use edits::{Edit, Edits};
pub use refusal::Refusal;
pub use source::Source;
pub(crate) use tags::{Attribute, Piece, Tag, Tags};

#[cfg(test)]
mod tests;
