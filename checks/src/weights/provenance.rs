//! Thresholds of the checks on provenance.

/// `author-byline`: authors of a page that are looked at.
pub const AUTHORS_LOOKED_AT: usize = 5;

/// `author-byline`: words of a person's name, at most.
pub const PERSON_WORDS_MAX: usize = 4;

/// `author-byline`: bytes of the text of a link to a profile, at most ("All posts by Jane Doe").
pub const PROFILE_LINK_BYTES: usize = 120;
