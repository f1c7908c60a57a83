//! Why edits are not made.

/// Why edits can't be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Two edits change the same place.
    #[error("it overlaps with another edit")]
    Overlap,
    /// A range is not one of the text.
    #[error("it is outside the text")]
    OutOfText,
    /// The encoding has no form for what is to be written.
    #[error("the file's encoding can't write it")]
    Unwritable,
    /// The place can't be told in the bytes, or the bytes around it would be read otherwise.
    #[error("the bytes around it would be read differently")]
    Unstable,
    /// The document is larger than what is read of it.
    #[error("the file is too large to be read whole")]
    TooLarge,
}
