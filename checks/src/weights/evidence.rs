//! Thresholds of the checks on evidence.

/// `statistics`: word equivalents from which a text is judged.
pub const STATISTICS_FROM: usize = 200;

/// `statistics`: word equivalents from which numbers are missed: a shorter text may do without.
pub const STATISTICS_ASKED_FROM: usize = 400;

/// `statistics`: different quantities that pass, at least.
pub const STATISTICS_PASS: usize = 3;

/// `statistics`: quantities in ten thousand word equivalents that pass, at least.
pub const STATISTICS_PASS_DENSITY: usize = 50;

/// `statistics`: quantities in ten thousand word equivalents under which there are too few.
pub const STATISTICS_FAIL_DENSITY: usize = 15;

/// `statistics`: word equivalents from which a longer text needs no more quantities: a narrative of
/// many pages isn't better for dozens of them.
pub const STATISTICS_WORDS_MAX: usize = 2_400;

/// `statistics`: different years from which a text may date what others count.
pub const STATISTICS_YEARS: usize = 5;

/// `statistics`: what such a text is worth at least.
pub const STATISTICS_DATED_WORTH: u8 = 75;

/// `prose-readability`: sentences from which a text is judged.
pub const READABILITY_FROM: usize = 10;

/// `prose-readability`: word equivalents of the median sentence that pass, at most.
pub const SENTENCE_MEDIAN_PASS: usize = 25;

/// `prose-readability`: word equivalents of the median sentence over which the text fails.
pub const SENTENCE_MEDIAN_FAIL: usize = 35;

/// `prose-readability`: word equivalents that nine of ten sentences have at most.
pub const SENTENCE_MOST_PASS: usize = 45;

/// `prose-readability`: word equivalents that nine of ten paragraphs have at most.
pub const PARAGRAPH_MOST_PASS: usize = 150;

/// `prose-readability`: percent of code over which documentation is not prose.
pub const READABILITY_CODE_PERCENT: usize = 50;

/// `outbound-citations`: word equivalents from which a text is judged.
pub const CITATIONS_FROM: usize = 250;

/// `outbound-citations`: word equivalents from which a text is judged though no figure in it needs a
/// source.
pub const CITATIONS_FROM_WITHOUT_CLAIMS: usize = 400;

/// `outbound-citations`: different domains that pass, at least.
pub const CITATIONS_PASS_DOMAINS: usize = 2;

/// `outbound-citations`: word equivalents for which there is one link to a source, at most; a
/// longer passage without one is shown.
pub const CITATIONS_WORDS_PER_LINK: usize = 600;

/// `outbound-citations`: passages with a figure that needs a source, from which an article without
/// any fails.
pub const CITATIONS_CLAIMS: usize = 2;

/// `outbound-citations`: what a text with few sources, or none, is worth at least where there is a
/// reason for it.
pub const CITATIONS_EXCUSED: u8 = 50;

/// `outbound-citations`: the same where nearly no figure needs a source: little is left to link.
pub const CITATIONS_UNNEEDED: u8 = 75;

/// `quotations`: word equivalents from which an article should say whose words it reports.
pub const QUOTATIONS_FROM: usize = 600;

/// `quotations`: paragraphs that report what somebody with a name said, from which an article that
/// quotes none of it warns.
pub const QUOTATIONS_REPORTS: usize = 2;

/// `statistics`, `quotations`: code blocks from which a text explains how something is written.
pub const CODE_BLOCKS: usize = 3;

/// `quotations`: word equivalents of a quotation, at least.
pub const QUOTATION_WORDS: usize = 8;

/// `keyword-stuffing`: how often a word of the title makes it stuffed.
pub const TITLE_REPEATS: usize = 4;

/// `keyword-stuffing`: letters of a word that counts in the title, at least.
pub const TITLE_LETTERS: usize = 4;

/// `statistics`: words of a report of what somebody said, under which no figures are asked of it.
pub const STATEMENT_WORDS: usize = 500;

/// `statistics`: percent of a text inside links, from which it is an index.
pub const STATISTICS_INDEX_PERCENT: usize = 50;
