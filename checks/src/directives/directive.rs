//! What an element or header can ask for.

/// A directive that these checks read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    /// `noindex`, or the `noindex` half of `none`.
    Noindex,
    /// `nosnippet`.
    Nosnippet,
    /// `max-snippet`, in characters; negative is no limit.
    MaxSnippet(i64),
    /// `noarchive`.
    Noarchive,
    /// `nocache`.
    Nocache,
    /// `unavailable_after`, in milliseconds since 1970-01-01T00:00:00Z.
    UnavailableAfter(i64),
}
