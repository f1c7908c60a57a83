//! Thresholds of the checks on provenance.

/// `author-byline`: authors of a page that are looked at.
pub const AUTHORS_LOOKED_AT: usize = 5;

/// `author-byline`: words of a person's name, at most.
pub const PERSON_WORDS_MAX: usize = 4;

/// `author-byline`: bytes of text between the heading and words such as "By …" that may name an
/// author, though not in the form of a person's name.
pub const HINT_NEAR_HEADING_BYTES: usize = 1_000;

/// `author-byline`: bytes of the text of a link to a profile, at most ("All posts by Jane Doe").
pub const PROFILE_LINK_BYTES: usize = 120;

/// Hours that a date may lie ahead of the fetch before it lies in the future.
pub const AHEAD_HOURS: i64 = 24;

/// Days by which two dates of one event may differ, for what zones make of them.
pub const DATE_APART_DAYS: u64 = 1;

/// `dates-declared`: bytes at the beginning of the text in which a declared date is looked for.
pub const DATE_HEAD_BYTES: usize = 6_000;

/// `dates-declared`: bytes after the heading, and after the main content.
pub const DATE_NEAR_HEADING_BYTES: usize = 3_000;

/// `dates-declared`: the same on pages of questions, which bear it under the text.
pub const DATE_NEAR_POST_BYTES: usize = 12_000;

/// Bytes of text after the heading within which a line of a date is the page's.
pub const DATE_LINE_AFTER_BYTES: usize = 1_500;

/// Bytes of text before the heading within which it is.
pub const DATE_LINE_BEFORE_BYTES: usize = 400;

/// `dates-declared`: bytes at the end of the text.
pub const DATE_FOOT_BYTES: usize = 3_000;

/// `freshness`: minutes from the fetch within which a date of the last change is the answer's.
pub const ANSWER_STAMP_MINUTES: i64 = 10;

/// `freshness`: entries of the sitemap that bear the day of the fetch from which that day, as the
/// page's, is when the site was built.
pub const BUILD_STAMPS_FROM: usize = 2;

/// `freshness`: days since the last change that pass.
pub const FRESH_DAYS: i64 = 365;

/// `freshness`: days since the last change that warn.
pub const STALE_DAYS: i64 = 1_095;

/// `freshness`: posts of a thread that are looked at.
pub const POSTS_LOOKED_AT: usize = 500;

/// `freshness`: bytes after a word for editing in which the day of it stands.
pub const EDIT_NEAR_BYTES: usize = 80;

/// `publisher-identity`: signs of four that pass.
pub const PUBLISHER_PASS_FROM: usize = 3;

/// `publisher-identity`: what parts of signs are worth where none is whole.
pub const PUBLISHER_PARTS_VALUE: u8 = 25;

/// `publisher-identity`: sources that agree on the name of the site.
pub const SITE_NAME_SOURCES: usize = 2;

/// `publisher-identity`: characters of a name that is looked for in the title.
pub const SITE_NAME_CHARACTERS: usize = 2;

/// `publisher-identity`: organisations and persons that are looked at.
pub const PUBLISHER_NODES_MAX: usize = 20;

/// `publisher-identity`: parts of the title of a home page that may be the name of the site.
pub const TITLE_PARTS: usize = 8;

/// `publisher-identity`: parts of an address, after its host, that may be the name of a profile.
pub const PROFILE_PARTS: usize = 2;

/// `dates-declared`, `freshness`: bytes of the text of a link with several blocks that is a card
/// about another page, at least.
pub const CARD_BYTES: usize = 60;

/// `publisher-identity`: parts at the end of an address among which that name is: "/example",
/// "/example/videos".
pub const PROFILE_END_PARTS: usize = 2;

/// `publisher-identity`: bytes of such a part, at most.
pub const PROFILE_PART_BYTES: usize = 60;

/// `publisher-identity`: bytes of a name, at least, that a profile may go on after
/// ("ExampleOfficial"), and of a domain that a name may hold among other words ("Example UK").
pub const PROFILE_NAME_BYTES: usize = 4;
