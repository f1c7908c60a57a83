//! How much is asked and answered at once.

/// The most characters that a question may have.
pub(crate) const QUERY_CHARS: usize = 1_000;
/// The most results of a question.
pub(crate) const RESULTS: usize = 10;
/// The most characters of a snippet.
pub(super) const SNIPPET_CHARS: usize = 300;
/// The most different words of a question that are looked for.
pub(super) const TERMS: usize = 32;
