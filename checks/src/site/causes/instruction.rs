//! What a fix says to do, without the words and numbers of the page that it was written for.
//!
//! One check may find several defects, such as a date that isn't marked up and none at all. The
//! titles of their fixes say different things, so they tell one defect from another.

use crate::quoted::{Piece, pieces};

/// What stands for words of the page.
const OWN: &str = "`";
/// What a fix calls a page without a title.
const UNNAMED: &str = "this page";
/// Words of a clause that gives the reason for an order: “Split it: it has 726 words”.
const OF_REASONS: [&str; 8] = ["is", "are", "has", "have", "needs", "follows", "comes", "ends"];

/// The order in the title of a fix. Titles with one order ask for the same edit.
pub(super) fn of(title: &str) -> String {
    let bare = bare(title);
    let order = match bare.split_once(": ") {
        Some((order, rest)) if is_reason(rest) || is_list_of_missing(rest) => order,
        _ => &bare,
    };
    words(order.strip_suffix(IN_HTML).unwrap_or(order))
}

/// What an order says more where the HTML lacks all that surrounds the text: the edit is the same.
const IN_HTML: &str = " in the HTML";

/// A title without words of the page, and without the place in brackets at its end, which may hide
/// that a reason stands before it.
fn bare(title: &str) -> String {
    let bare = without_own_words(title).replace(UNNAMED, OWN);
    without_brackets(&bare).trim_end().to_owned()
}

/// The order with what follows its colon: which of the missing parts a page needs.
pub(super) fn in_detail(title: &str) -> String {
    let bare = bare(title);
    match bare.split_once(": ") {
        Some((order, rest)) if is_reason(rest) => words(order),
        _ => words(&bare),
    }
}

/// The name that a fix proposes for the whole site: “Name `Tea Leaf` as the publisher: …”.
pub(super) fn name_of_site(title: &str) -> Option<&str> {
    match pieces(title)[..] {
        [Piece::Words("Name "), Piece::Code(name), Piece::Words(rest), ..]
            if rest.starts_with(" as the publisher") =>
        {
            Some(name)
        }
        _ => None,
    }
}

fn words(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().filter_map(word).collect();
    words.join(" ")
}

/// The title with a mark for each code span: those hold what the page says, or what to write for it.
fn without_own_words(title: &str) -> String {
    let piece = |piece| match piece {
        Piece::Words(text) => text,
        Piece::Code(_) => OWN,
    };
    pieces(title).into_iter().map(piece).collect()
}

/// Whether what follows a colon only says why, or only names a text of the page.
fn is_reason(rest: &str) -> bool {
    rest == OWN || rest.split([' ', ',']).any(|word| OF_REASONS.contains(&word))
}

/// Whether what follows a colon is a list of what the page lacks: code, and links. One edit of the
/// template adds them, whichever of them a page has.
fn is_list_of_missing(rest: &str) -> bool {
    const KINDS: [&str; 4] = ["markup", "profile", "link", "links"];
    rest.split(", ").all(|part| {
        part == OWN || part.split(' ').next_back().is_some_and(|last| KINDS.contains(&last))
    })
}

/// The text without what stands in round brackets.
fn without_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let outside = text.chars().filter(|char| {
        let was = depth;
        match char {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        was == 0 && depth == 0
    });
    outside.collect()
}

/// A word of an order, the same for one thing and for several; none of a number.
fn word(text: &str) -> Option<String> {
    if text.contains(OWN) {
        return Some(OWN.to_owned());
    }
    let letters: String = text.chars().filter(|char| char.is_alphabetic()).collect();
    let one = letters.to_lowercase();
    (!one.is_empty()).then(|| one.strip_suffix('s').unwrap_or(&one).to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn titles_that_ask_for_one_edit_have_one_order() {
        for titles in [
            &[
                "Make the visible date of `Tea 3` (2026-05-14) machine-readable",
                "Make the visible date of `Pots` machine-readable",
                "Make the visible date of this page machine-readable",
            ][..],
            &[
                "Split the section `Water: it is hot`: it has 1,363 words outside tables and code",
                "Split the section ``A ` in it``: it has 700 words",
            ],
            &[
                "Add 2 subheadings: 1,155 words outside tables have 1",
                "Add 1 subheading: 600 words have 0",
            ],
            &[
                "Make the title `Tea` the H1, and change the section H1 to H2",
                "Make the title `Pots` the H1, and change the 5 section H1s to H2",
            ],
            &[
                "Change `Tea` from H4 to H2: it follows an H1",
                "Change `Pot` from H5 to H3: it follows an H2",
            ],
            &[
                "Name the publisher: `og:site_name`",
                "Name the publisher: `og:site_name`, `Organization` markup, About and contact links",
                "Name the publisher: About link",
            ],
            &[
                "Declare the language: `<html lang=\"en\">`",
                "Declare the language: the `<html>` element has no `lang`",
                "Declare the language: `<html lang=\"en\">` (Doxygen: `HTML_HEADER`)",
                "Declare the language: the `<html>` element has no `lang` (by a script)",
            ],
            &[
                "Link to an About page",
                "Link to an About page in the HTML: it has no footer links (by a script)",
            ],
        ] {
            let orders: Vec<String> = titles.iter().map(|title| of(title)).collect();
            let is_first = |order: &String| *order == orders[0];
            assert!(orders.iter().take(1).chain(&orders).all(is_first), "{orders:?}");
        }
    }

    #[test]
    fn titles_that_ask_for_other_edits_have_others() {
        let titles = [
            "Make the visible date of `Tea` machine-readable",
            "Show when `Tea` was last updated, and declare it in the markup",
            "Make `Tea` on line 118 the H1",
            "Make the title `Tea` the H1, and change the 5 section H1s to H2",
            "Add an H1 that matches the title `Tea`",
            "Name the publisher: `og:site_name`",
            "Name `Tea Leaf` as the publisher: About link",
            "",
        ];
        let orders: std::collections::BTreeSet<String> =
            titles.iter().map(|title| of(title)).collect();
        assert_eq!(orders.len(), titles.len(), "{orders:?}");
    }

    proptest! {
        #[test]
        fn any_title_is_read(title in "[a-z0-9 `(:)é]{0,40}|.{0,40}") {
            let _ = of(&title);
        }
    }
}
