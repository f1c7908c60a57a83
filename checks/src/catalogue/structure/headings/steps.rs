//! Headings over the steps of instructions.

use std::collections::HashSet;

use crate::data;

data::words! { "step-words.json" => static WORDS: Words {
    /// What steps are called, lower case.
    steps: HashSet<String>,
} }

/// Whether a heading names a step: “Step 3: Pour”, “Schritt3”.
pub(crate) fn names_step(heading: &str) -> bool {
    let lower = heading.trim().to_lowercase();
    let first = lower.split(|char: char| !char.is_alphanumeric()).find(|word| !word.is_empty());
    first.is_some_and(|first| {
        let bare = first.trim_end_matches(|char: char| char.is_ascii_digit());
        WORDS.steps.contains(bare)
    })
}

/// The number of a step in its heading.
pub(in crate::catalogue::structure) fn step_number(heading: &str) -> Option<usize> {
    let mut numbers = heading.split(|char: char| !char.is_ascii_digit());
    let first = numbers.find(|digits| !digits.is_empty()).filter(|_| names_step(heading))?;
    first.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_numbered_in_many_ways() {
        for (heading, number) in [
            ("Step 3: Pour", Some(3)),
            ("STEP03", Some(3)),
            ("Schritt 3 – Gießen", Some(3)),
            ("ステップ3", Some(3)),
            ("Step by step", None),
            ("Part 3", None),
            ("3 steps", None),
            ("", None),
        ] {
            assert_eq!(step_number(heading), number, "{heading}");
        }
        assert!(names_step("Step by step") && !names_step("Stepping stones"));
    }
}
