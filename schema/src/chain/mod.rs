//! The mirror of a repository.

pub(crate) mod snapshot;
