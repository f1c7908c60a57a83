//! The names of who said something, below a quotation.

use super::inline_quotes::words;

/// The most words of a signature.
const SIGNATURE_WORDS: usize = 6;
/// The most bytes of a signature, with role and place.
const SIGNATURE_BYTES: usize = 120;

/// Whether a short text under a quotation is a name: what follows a dash, or a few words with
/// capitals, initials among them.
pub(super) fn is_signature(text: &str) -> bool {
    let text = text.trim();
    if text.len() > SIGNATURE_BYTES {
        return false;
    }
    if let Some(rest) = text.strip_prefix(['—', '–', '―', '-', '~']) {
        return rest.trim_start().starts_with(char::is_alphabetic);
    }
    if is_name_with_role(text) {
        return true;
    }
    let ends_sentence = match text.strip_suffix('.') {
        // An initial: "Sarah M."
        Some(rest) => !rest.ends_with(char::is_uppercase),
        None => text.ends_with(['!', '?', ':', '…']),
    };
    let is_capital = |word: &&str| word.starts_with(char::is_uppercase);
    let all: Vec<&str> = words(text).take(SIGNATURE_WORDS + 1).collect();
    let capitals = all.iter().filter(|word| is_capital(word)).count();
    let has_digits = text.contains(|char: char| char.is_ascii_digit());
    !ends_sentence
        && !has_digits
        && (2..=SIGNATURE_WORDS).contains(&all.len())
        && capitals >= 2
        && all.first().is_some_and(is_capital)
        // "van", "de la", and little else.
        && all.iter().all(|word| is_capital(word) || word.len() <= 3)
}

/// The most words of a name before the comma after it.
const NAME_WORDS: usize = 3;

/// Whether a line is a name and what its bearer is or did: “Jane, who sails from Brest”.
pub(super) fn is_name_with_role(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['—', '–', '―', '-', '~']).trim_start();
    let Some((name, role)) = text.split_once(", ") else { return false };
    let mut count = 0;
    let is_name = name.split_whitespace().all(|word| {
        count += 1;
        word.starts_with(char::is_uppercase) && word.chars().all(|char| !char.is_ascii_digit())
    });
    is_name
        && (1..=NAME_WORDS).contains(&count)
        && text.len() <= SIGNATURE_BYTES
        && role.starts_with(char::is_lowercase)
        && !text.ends_with(['.', '!', '?', ':', '…'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_names() {
        for text in
            ["— the keeper", "J. Roe", "Jane R.", "Jane Doe, Keeper", "Joan van der Meer", "- jane"]
        {
            assert!(is_signature(text), "{text}");
        }
        for text in [
            "Read on",
            "Jane",
            "Come Down To The Sea!",
            "The tide comes twice a day and goes again.",
            "Call 555 Now",
            "-",
            "",
        ] {
            assert!(!is_signature(text), "{text}");
        }
    }
}
