//! Where a fact stands.

/// A fact with the source line that it stands on (1 is the first).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// Line in the decoded source.
    pub line: u32,
    /// The fact.
    pub value: T,
}
