//! Names that a page sets in capitals, as readers would write them.

/// Words within a name that people write small.
const PARTICLES: [&str; 16] = [
    "af", "al", "bin", "da", "de", "del", "den", "der", "di", "do", "dos", "du", "la", "van",
    "von", "zu",
];
/// Numbers behind a name.
const ORDINALS: [&str; 3] = ["II", "III", "IV"];
/// The most letters of initials that stand together: “JJ”, “RKB”.
const INITIALS: usize = 3;

/// A name of two words or more that is set in capitals alone, with a capital for each word: “Jane
/// McDoe” of “JANE MCDOE”. Any other name as it is.
pub(crate) fn in_usual_case(name: &str) -> String {
    let words: Vec<&str> = name.split(' ').collect();
    let is_long = |word: &&&str| word.chars().filter(|char| char.is_uppercase()).count() > INITIALS;
    let is_set_in_capitals = !name.contains(char::is_lowercase)
        && words.len() > 1
        && words.iter().any(|word| is_long(&word));
    if !is_set_in_capitals {
        return name.to_owned();
    }
    let usual = words.iter().enumerate().map(|(at, word)| in_word(word, at == 0));
    usual.collect::<Vec<_>>().join(" ")
}

fn in_word(word: &str, is_first: bool) -> String {
    let bare = word.trim_matches(|char: char| !char.is_alphanumeric());
    let lower = bare.to_lowercase();
    let has_vowel = lower.contains(['a', 'e', 'i', 'o', 'u', 'y']) || !lower.is_ascii();
    let is_degree = matches!(lower.as_str(), "jr" | "sr" | "dr");
    if !is_first && PARTICLES.contains(&lower.as_str()) {
        return word.to_lowercase();
    }
    if ORDINALS.contains(&bare) || (bare.len() <= INITIALS && !has_vowel && !is_degree) {
        return word.to_owned();
    }
    let mut usual = String::with_capacity(word.len());
    let mut begins = true;
    for char in word.chars() {
        match begins {
            true => usual.push(char),
            false => usual.extend(char.to_lowercase()),
        }
        // A letter and an apostrophe begin a name: “O'Doe”; so does “Mc”.
        let is_after_letter = matches!(char, '\'' | '’') && usual.chars().count() == 2;
        begins = matches!(char, '-' | '.') || is_after_letter || usual == "Mc";
    }
    usual
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_capitals_are_written_as_readers_do() {
        for (name, usual) in [
            ("JANE DOE", "Jane Doe"),
            ("JANE R. DOE", "Jane R. Doe"),
            ("J.R. DOEMAN JR.", "J.R. Doeman Jr."),
            ("JJ DOEMAN III", "JJ Doeman III"),
            ("JANE MCDOE", "Jane McDoe"),
            ("CONAN O’BRIEN", "Conan O’Brien"),
            ("ANNE-MARIE VAN DER BERG", "Anne-Marie van der Berg"),
            ("JOSÉ NÚÑEZ", "José Núñez"),
            ("Jane DOE", "Jane DOE"),
            ("JANE", "JANE"),
            ("BBC UK", "BBC UK"),
            ("王小明", "王小明"),
            ("", ""),
        ] {
            assert_eq!(in_usual_case(name), usual, "{name}");
        }
    }
}
