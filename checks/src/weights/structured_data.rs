//! Thresholds of the checks on structured data.

/// `jsonld-valid`: characters of a repaired block that is shown whole.
pub const REPAIRED_CHARACTERS: usize = 6_000;

/// `schema-matches-page`: percent of the words of the shorter title that the other one holds.
pub const SIMILAR_PERCENT: usize = 50;

/// `schema-matches-page`: headings of level 1 that are compared.
pub const HEADINGS_COMPARED: usize = 5;

/// `schema-matches-page`: offers and prices that are compared.
pub const OFFERS_COMPARED: usize = 50;

/// `schema-matches-page`: bytes of the text in which amounts are looked for.
pub const PRICE_TEXT_BYTES: usize = 200_000;

/// `schema-matches-page`: hundredths by which a rating may be rounded.
pub const RATING_ROUNDING: u64 = 5;

/// `schema-matches-page`: points of difference that fail.
pub const MATCH_FAIL_FROM: usize = 2;

/// `schema-matches-page`: different amounts of money in the main content over which none of them
/// contradicts a price: they are those of other things.
pub const PRICES_SHOWN_MAX: usize = 3;
