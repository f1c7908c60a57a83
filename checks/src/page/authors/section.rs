//! The section of a manual page that names who wrote it.

use crate::page::names::{heads_authors, looks_like_a_person};

/// Whether a text names somebody below the heading “AUTHOR(S)” or the like: as a line of its own, or
/// in capitals where the lines of a manual page run on.
pub(crate) fn has_section(visible: &str) -> bool {
    let mut lines = visible.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        let mut names_one = || lines.peek().is_some_and(|next| looks_like_a_person(next));
        if (is_heading(line) && names_one()) || runs_on(line) {
            return true;
        }
    }
    false
}

fn is_heading(text: &str) -> bool {
    heads_authors(&text.trim_end_matches(':').to_lowercase())
}

/// Whether a line holds such a heading in capitals, and then the words of a name.
fn runs_on(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_capital = |word: &str| !word.chars().any(char::is_lowercase);
    words.windows(3).any(|three| {
        let [heading, first, last] = three else { return false };
        is_capital(heading)
            && is_heading(heading)
            && !is_capital(first)
            && !is_capital(last)
            && looks_like_a_person(&format!("{first} {last}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_below_the_heading_is_that_of_the_author() {
        assert!(has_section("NAME\n  brew - pours\n\nAUTHOR(S)\n  Jane Doe\n  Pot House\n"));
        assert!(has_section("Authors:\nJane Doe\n"));
        assert!(has_section("pours water AUTHOR(S) Jane Doe Pot House BREW(1)"));
        for text in [
            "the AUTHOR(S) of this manual",
            "AUTHORS Jane",
            "The author Jane Doe",
            "AUTHOR(S)\n",
            "AUTHOR(S)\n  see the file of credits\n",
            "By Jane Doe",
            "",
        ] {
            assert!(!has_section(text), "{text}");
        }
    }
}
