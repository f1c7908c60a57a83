//! JSON-LD: repaired, completed and added, with what the page shows and nothing else.

pub(super) mod add;
pub(super) mod blocks;
pub(super) mod complete;
pub(super) mod places;
pub(super) mod repair;

/// What stands for a value in what a fix shows, and must never be written.
const STAND_INS: [&str; 6] =
    ["URL OF", "TITLE OF", "file.invalid", "https://www.example.com", "YOUR ", "…"];

/// Whether a text holds no stand-in for a value. The page's own URL and title may.
fn is_real(json: &str, own: &[&str]) -> bool {
    STAND_INS
        .iter()
        .all(|stand_in| !json.contains(stand_in) || own.iter().any(|own| own.contains(stand_in)))
}
