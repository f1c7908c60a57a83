//! The roots of the REST API.

/// The versioned root of the REST API.
pub(crate) const CURRENT_BASE: &str = "/api/v1";
/// The root that it supersedes.
pub(crate) const SUPERSEDED_BASE: &str = "/api";

/// The path below the REST root, by which of the two roots it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Based<'p> {
    Current(&'p str),
    Superseded(&'p str),
}

impl<'p> Based<'p> {
    /// `None` for a path that is below neither root.
    pub(crate) fn split(path: &'p str) -> Option<Self> {
        let below = |base| path.strip_prefix(base).filter(|rest| rest.starts_with('/'));
        if path == CURRENT_BASE {
            return None;
        }
        let current = below(CURRENT_BASE).map(Self::Current);
        current.or_else(|| below(SUPERSEDED_BASE).map(Self::Superseded))
    }

    pub(crate) fn rest(self) -> &'p str {
        match self {
            Self::Current(rest) | Self::Superseded(rest) => rest,
        }
    }
}
