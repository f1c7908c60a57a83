//! Every number of the catalogue, in one place: weights and thresholds are judgement and will be
//! tuned.

mod access;
mod catalogue;
mod evidence;
mod extraction;
mod indexing;
mod provenance;
mod structure;
mod structured_data;

pub use access::*;
pub use catalogue::*;
pub use evidence::*;
pub use extraction::*;
pub use indexing::*;
pub use provenance::*;
pub use structure::*;
pub use structured_data::*;

use crate::report::Band;

/// Version of checks, weights and thresholds. Any change that can move a score changes it.
pub const CATALOGUE_VERSION: &str = "2026.11-32";

/// Word equivalents of main content under which a page says next to nothing: an error page, a
/// challenge, an empty shell.
pub const HARDLY_ANY_TEXT: usize = 50;

/// Word equivalents from which a page of no particular kind informs.
pub const INFORMATIONAL_FROM: usize = 250;

/// Word equivalents under which home pages, products and lists say next to nothing.
pub const HARDLY_ANY_TEXT_OF_LISTS: usize = 25;

/// The score cap where no engine can use the page.
pub const REACH_CAP_FLOOR: u64 = 10;

/// The cap where there is hardly any text without scripts, or where hardly any was read before a
/// limit of ours.
pub const EMPTY_CONTENT_CAP: u8 = 40;

/// The cap where the canonical names another site.
pub const CANONICAL_ELSEWHERE_CAP: u8 = 60;

/// Word equivalents of the text, and the percentage of the score that is left with so many; between
/// them it rises evenly. Readers (language models) of 402 pairs of real pages of one kind agreed with
/// the mean of the checks alone in 57% of their choices, with this in 71%. See `docs/scoring.md`.
pub const LENGTH_PERCENT: [(usize, u8); 5] =
    [(50, 40), (100, 50), (200, 60), (500, 80), (LENGTH_FULL, 100)];

/// Word equivalents from which the length takes nothing from the score.
pub const LENGTH_FULL: usize = 1_000;

/// Percent of coverage under which a report is of low confidence.
pub const CONFIDENT_COVERAGE: u8 = 60;

/// Checks whose failure hides others: what mending them gains cannot be told.
pub const UNLOCKING: [&str; 3] = ["http-fetch", "raw-html-content", "content-wall"];

/// Checks whose fixes are optional: no effect of them has been measured.
pub const NO_MEASURED_EFFECT: [&str; 2] = ["edge-bot-parity", "ai-text-alternates"];

/// The score in a word.
pub const fn band(score: u8) -> Band {
    match score {
        90.. => Band::Excellent,
        75..=89 => Band::Good,
        55..=74 => Band::Fair,
        30..=54 => Band::Poor,
        _ => Band::VeryWeak,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_begin_where_the_catalogue_says() {
        let bands = [100, 90, 89, 75, 74, 55, 54, 30, 29, 0].map(band);
        use Band::{Excellent, Fair, Good, Poor, VeryWeak};
        assert_eq!(
            bands,
            [Excellent, Excellent, Good, Good, Fair, Fair, Poor, Poor, VeryWeak, VeryWeak]
        );
    }
}
