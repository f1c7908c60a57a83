//! A report, and what was read of a page, in the forms that people and programs read.

pub mod instructions;
pub mod json;
pub(crate) mod labels;
pub mod markdown;
pub mod reading;
pub mod sandbox;
pub mod text;

#[cfg(test)]
mod sample;

/// How much of a text of a page is shown.
const UNTRUSTED_CHARACTERS: usize = 300;

/// The address that stands in for that of a file whose own is not known.
const NO_ADDRESS: &str = "https://file.invalid/";

/// Said under every report, so that nobody takes the score for more than it is.
const WHAT_THE_SCORE_SAYS: &str = "The score says how ready the page is to be cited. It is no \
    forecast: authority and rank in search are not measured.";

/// Whether colour is wanted where it is possible (<https://no-color.org>).
pub fn colour_wanted() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// Text of a page on one line, short, and without characters that act on a terminal.
fn untrusted(text: &str) -> String {
    citable_checks::excerpt::one_line(text, UNTRUSTED_CHARACTERS)
}
