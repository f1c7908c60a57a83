//! One sentence for many pages: what differs is only numbers, so a range is true of all of them.

use crate::wording::grouped;

/// A word of a sentence, and the number that it is, without the signs around it.
struct Word<'a> {
    text: &'a str,
    /// With what stands before and after it.
    number: Option<(&'a str, u64, &'a str)>,
}

/// What findings say that differ in nothing but numbers, and in words that follow these: "The main
/// content has 41 to 118 words." None where they differ in more.
pub(super) fn common(said: &[&str]) -> Option<String> {
    let all: Vec<Vec<Word<'_>>> = said.iter().map(|text| words(text)).collect();
    // Of "1 section runs" and "8 sections run" the second is the one for a range.
    let base = all.iter().max_by_key(|words| numbers(words).collect::<Vec<_>>())?;
    let mut ranges: Vec<(u64, u64)> = numbers(base).map(|number| (number, number)).collect();
    for other in &all {
        let is_same = base.len() == other.len()
            && base.iter().zip(other).all(|(one, other)| are_alike(one, other));
        if !is_same {
            return None;
        }
        for (range, number) in ranges.iter_mut().zip(numbers(other)) {
            *range = (range.0.min(number), range.1.max(number));
        }
    }
    let mut ranges = ranges.into_iter();
    let written = base.iter().map(|word| match word.number {
        None => word.text.to_owned(),
        Some((before, _, after)) => match ranges.next() {
            Some((least, most)) if least < most => {
                format!("{before}{} to {}{after}", grouped(least), grouped(most))
            }
            _ => word.text.to_owned(),
        },
    });
    Some(written.collect::<Vec<_>>().join(" "))
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut is_code = false;
    let words = text.split(' ').map(|text| {
        let was_code = is_code;
        is_code ^= text.matches('`').count() % 2 == 1;
        // Numbers of a page's own words count nothing.
        let is_own = was_code || text.contains('`');
        Word { text, number: number(text).filter(|_| !is_own) }
    });
    words.collect()
}

fn number(word: &str) -> Option<(&str, u64, &str)> {
    let start = word.find(|char: char| char.is_ascii_digit())?;
    let behind = word[start..].trim_end_matches(|char: char| !char.is_ascii_digit());
    let (before, after) = (&word[..start], &word[start + behind.len()..]);
    let number: u64 = behind.replace(',', "").parse().ok()?;
    let is_whole = behind == number.to_string() || behind == grouped(number);
    let is_sign = |text: &str, signs: &str| text.chars().all(|char| signs.contains(char));
    let is_alone = is_whole && is_sign(before, "(") && is_sign(after, ".,;:)%");
    is_alone.then_some((before, number, after))
}

fn numbers<'a>(words: &'a [Word<'_>]) -> impl Iterator<Item = u64> + 'a {
    words.iter().filter_map(|word| word.number.map(|(_, number, _)| number))
}

/// Whether two words are one, or the same for one thing and for several.
fn are_alike<'a>(one: &Word<'a>, other: &Word<'a>) -> bool {
    const VERBS: [[&str; 2]; 2] = [["has", "have"], ["is", "are"]];
    if let (Some((before, _, after)), Some((others_before, _, others_after))) =
        (one.number, other.number)
    {
        return before == others_before && after == others_after;
    }
    let end = |text: &str| text.len() - text.trim_end_matches(['.', ',', ';', ':', ')']).len();
    let cut = |text: &'a str| text.split_at(text.len() - end(text));
    let ((one, end_of_one), (other, end_of_other)) = (cut(one.text), cut(other.text));
    if end_of_one != end_of_other {
        return false;
    }
    let is_plural = |short: &str, long: &str| long.strip_suffix('s') == Some(short);
    one == other
        || is_plural(one, other)
        || is_plural(other, one)
        || VERBS.iter().any(|verbs| verbs.contains(&one) && verbs.contains(&other))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_become_ranges() {
        for (said, expected) in [
            (&["No date found."][..], Some("No date found.")),
            (
                &["It has 41 words. Expected 120.", "It has 118 words. Expected 120."],
                Some("It has 41 to 118 words. Expected 120."),
            ),
            (
                &["1 section runs past 600 words.", "8 sections run past 600 words."],
                Some("1 to 8 sections run past 600 words."),
            ),
            (&["It has 1 word.", "It has 2 words."], Some("It has 1 to 2 words.")),
            (&["57% of it is links.", "80% of it is links."], Some("57 to 80% of it is links.")),
            (
                &["It has 9 words (expected 20).", "It has 11,926 words (expected 1,020)."],
                Some("It has 9 to 11,926 words (expected 20 to 1,020)."),
            ),
            (&["It has 1.5 words.", "It has 2.5 words."], None),
            (&["`tea 3` is short.", "`tea 4` is short."], None),
            (&["No date found.", "No title found."], None),
        ] {
            assert_eq!(common(said).as_deref(), expected, "{said:?}");
        }
    }

    proptest! {
        #[test]
        fn any_sentences_are_read(said in prop::collection::vec("[a-z0-9 `(.%]{0,40}|.{0,20}", 0..4)) {
            let said: Vec<&str> = said.iter().map(String::as_str).collect();
            let _ = common(&said);
            let _ = said.first().map(|one| assert_eq!(common(&[one]).as_deref(), Some(*one)));
        }
    }
}
