//! Numbers that look like quantities by what follows them, and only name or date something: old
//! years, decades, the rest of a telephone number, houses.

use super::number::Number;
use super::words::{begins_with_era, is_street, is_year_word};

/// The years that four digits may be after a word of time; later ones are years anywhere.
const OLD_YEARS: std::ops::RangeInclusive<u32> = 1000..=1899;
/// The last year of a decade that is written with four digits.
const LAST_DECADE: u32 = 2100;
/// Digits of a telephone number after its area code, at least.
const SUBSCRIBER_DIGITS: usize = 6;
/// Digits of an area code.
const AREA_DIGITS: std::ops::RangeInclusive<usize> = 2..=4;
/// Words in which the name of a street ends.
const STREET_WORDS: usize = 5;
/// Words before the decade of a century that is not said.
const DECADE_WORDS: [&str; 9] =
    ["the", "early", "mid", "late", "your", "my", "his", "her", "their"];

/// "In 1475", "800 BC": whether what stands around it makes a number a year.
pub(super) fn is_dated(number: &Number, word_before: &str, after: &str) -> bool {
    let is_plain = !number.has_thousands && !number.is_decimal;
    let is_old =
        number.value.len() == 4 && number.value.parse().is_ok_and(|year| OLD_YEARS.contains(&year));
    is_plain
        && ((is_old && is_year_word(&word_before.to_lowercase()))
            || (number.value.len() <= 4 && begins_with_era(after.trim_start())))
}

/// "1800s", "the 80s", "’70s": whether a number with that s is a decade, and no seconds.
pub(super) fn is_decade(number: &Number, before: &str) -> bool {
    let value = number.value.as_str();
    if number.has_thousands || !value.ends_with('0') {
        return false;
    }
    let before = before.trim_end_matches(' ');
    let word = before.rsplit(|char: char| !char.is_alphabetic()).next().unwrap_or_default();
    match value.len() {
        4 => value.parse().is_ok_and(|year| (*OLD_YEARS.start()..=LAST_DECADE).contains(&year)),
        2 => {
            before.ends_with(['\'', '’', '‘'])
                || DECADE_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
        }
        _ => false,
    }
}

/// Whether a number goes on after an area code in brackets: `(555) 010-0123`.
pub(super) fn follows_area_code(number: &Number, before: &str) -> bool {
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let inside = before.trim_end().strip_suffix(')').and_then(|before| before.rsplit_once('('));
    digits(&number.value) >= SUBSCRIBER_DIGITS
        && inside.is_some_and(|(_, code)| {
            AREA_DIGITS.contains(&code.len()) && digits(code) == code.len()
        })
}

/// Whether the name of a street follows, so that the number is a house: "12 Old Harbour Road".
pub(super) fn is_house(after: &str) -> bool {
    let words = after.split_whitespace().take(STREET_WORDS);
    let mut name = words.take_while(|word| word.starts_with(char::is_uppercase));
    // The first word is the name.
    name.next().is_some_and(|first| !first.ends_with(','))
        && name.any(|word| is_street(&word.trim_end_matches([',', '.', ';']).to_lowercase()))
}

#[cfg(test)]
mod tests {
    use crate::catalogue::evidence::quantities::{Reading, quantities};

    fn found(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        quantities(text, Reading::default(), |quantity| found.push(&text[quantity.text]));
        found
    }

    #[test]
    fn old_years_decades_telephones_and_houses_are_none() {
        for text in [
            "The first lighthouse was lit in 1475 in the old port.",
            "It burned until 1651 and was built again.",
            "A tower stood there around 800 AD already, and in 44 BC.",
            "Seit 1774 steht der Turm, im Jahr 1810 wuchs er.",
            "Depuis 1611 le phare brille.",
            "In the 1800s whale oil was burned.",
            "Steam came late, in the 80s and ’90s.",
            "Call (555) 010-0123 or write to us.",
            "The office is at 1250 Old Harbour Road, on the quay.",
            "Come to 48 Quay St. on Monday.",
        ] {
            assert_eq!(found(text), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn what_counts_something_still_does() {
        for (text, expected) in [
            ("They sank in 1500 metres of water.", "1500"),
            ("About 1500 ships pass each year.", "1500"),
            ("A flash of 30s follows.", "30"),
            ("They tested (in 2019) 450 lamps.", "450"),
            ("There are 12 Harbour lights here.", "12"),
            ("The lamp needs 1400 W at night.", "1400"),
            ("It cost $1475 in all.", "1475"),
            ("He wrote an 1800-page book on tides.", "1800"),
        ] {
            assert_eq!(found(text), [expected], "{text}");
        }
    }
}
