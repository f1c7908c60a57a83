//! How to reach the publisher, as a text says it: a line such as “Contact information”, and below it
//! an address.

use super::words::{Purpose, is_whole_name, purpose};
use crate::url::is_year;

/// Lines below the first one that are read.
const LINES: usize = 8;
/// Bytes of a line of an address.
const LINE_BYTES: usize = 120;
/// Bytes of the line that says what follows.
const LABEL_BYTES: usize = 40;
/// Words for contacts before such a line's last one: “Contact information”.
const AFTER_CONTACT: [&str; 7] =
    ["information", "info", "details", "address", "daten", "data", "person"];
/// Digits of a telephone number.
const DIGITS: std::ops::RangeInclusive<usize> = 7..=15;
/// Digits of a postal code.
const POSTAL: std::ops::RangeInclusive<usize> = 4..=6;
/// Ways to reach somebody, from which on lines are an address.
const WAYS: usize = 2;

/// The line of a text that says that a contact follows, where one does. Untrusted.
pub(super) fn contact_lines(visible: &str) -> Option<&str> {
    let mut lines = visible.lines();
    loop {
        let line = lines.next()?.trim();
        if is_label(line) && ways(lines.clone()) >= WAYS {
            return Some(line);
        }
    }
}

fn is_label(line: &str) -> bool {
    let line = line.trim_end_matches([':', ' ']);
    if line.is_empty() || line.len() > LABEL_BYTES {
        return false;
    }
    let is_contact = |text: &str| is_whole_name(text) && purpose(text) == Some(Purpose::Contact);
    let is_of_contact = |(first, last): (&str, &str)| {
        is_contact(first) && AFTER_CONTACT.iter().any(|word| last.eq_ignore_ascii_case(word))
    };
    is_contact(line) || line.rsplit_once(' ').is_some_and(is_of_contact)
}

/// How many ways to reach somebody the next lines name: by mail, by telephone, by post.
fn ways<'a>(lines: impl Iterator<Item = &'a str>) -> usize {
    let (mut mail, mut telephone, mut post) = (false, false, false);
    for line in lines.take(LINES).filter(|line| line.len() <= LINE_BYTES) {
        mail |= has_mail(line);
        telephone |= is_telephone(line);
        post |= has_postal_code(line);
    }
    [mail, telephone, post].into_iter().filter(|is_there| *is_there).count()
}

fn has_mail(line: &str) -> bool {
    line.split_whitespace().any(|word| {
        let (name, host) = word.split_once('@').unwrap_or_default();
        !name.is_empty() && host.trim_end_matches('.').contains('.')
    })
}

/// Whether a line is a telephone number, with a word or two before it.
fn is_telephone(line: &str) -> bool {
    let number = line.trim_start_matches(|char: char| {
        char.is_alphabetic() || matches!(char, ':' | '.' | ' ' | '-')
    });
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let is_sign = |char: char| char.is_ascii_digit() || " +-./()\u{A0}".contains(char);
    let is_day = number.split(['-', '.', '/']).any(is_year);
    DIGITS.contains(&digits)
        && number.chars().all(is_sign)
        && !is_day
        && line.len() - number.len() < LABEL_BYTES
}

/// Whether a short line begins or ends in a postal code: “Charlotte, NC 28269”, “8010 Graz”.
fn has_postal_code(line: &str) -> bool {
    let is_code =
        |word: &str| POSTAL.contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = line.split_whitespace();
    let (first, last) = (words.next(), words.next_back());
    let has_name = line.chars().any(char::is_uppercase);
    has_name && [first, last].into_iter().flatten().any(is_code)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_contact_is_a_label_and_an_address() {
        let address = "Tea Board\nJane Doe\n6 Leaf Lane\nCharlotte, NC 28269";
        for (label, rest) in [
            ("CONTACT INFORMATION:", "Tea Board\nEmail: tea@example.org\nTel: +1.704.555.0100"),
            ("Contact", "Tea Board\n+44 20 7946 0958\ntea@example.org"),
            ("Kontakt:", "Teeverein\n8010 Graz\ntee@example.org"),
            ("Impressum", "Teeverein\n8010 Graz\nTelefon: 0316 / 555 01 00"),
        ] {
            let text = format!("Tea\n{label}\n{rest}\n");
            assert_eq!(contact_lines(&text), Some(label), "{text}");
        }
        for text in [
            "Contact\nAbout\nTerms\n",
            "Contact\n2026-11-26\ntea@example.org\n",
            "Contact\nWrite to tea@example.org.\n",
            &format!("Tea\n{address}\ntea@example.org\n"),
            "Contact lenses\nTel: +1.704.555.0100\ntea@example.org\n",
            "Contact us to learn how tea is made\n+1.704.555.0100\ntea@example.org\n",
            "",
        ] {
            assert_eq!(contact_lines(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in any::<String>(), near in "(Contact|[a-z@.0-9+ ]{0,20}|\n){0,9}") {
            let _ = (contact_lines(&text), contact_lines(&near));
        }
    }
}
