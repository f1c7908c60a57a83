//! Suggestions for a mistyped name.

/// How many names are proposed.
const PROPOSED: usize = 3;

/// Characters for each mistake that a name may differ by.
const MISTAKES_PER: usize = 3;

/// Returns the names that may be meant by `wanted`, nearest first: those that contain it, then those
/// that are a few typing mistakes away.
pub(crate) fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mistakes = (wanted.chars().count() / MISTAKES_PER).max(1);
    let mut names: Vec<(bool, usize, &str)> = names
        .map(|name| (wanted.is_empty() || !name.contains(wanted), distance(wanted, name), name))
        .filter(|(is_other, distance, _)| !is_other || *distance <= mistakes)
        .collect();
    names.sort();
    names.into_iter().take(PROPOSED).map(|(_, _, name)| name).collect()
}

/// How many characters have to be put in, taken out or changed (the Levenshtein distance).
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (line, from) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, to) in to.iter().enumerate() {
            let changed = diagonal + usize::from(from != *to);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_levenshtein() {
        for (from, to, expected) in
            [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2)]
        {
            assert_eq!(distance(from, to), expected, "{from} {to}");
        }
    }

    #[test]
    fn the_likeliest_name_comes_first() {
        let names = ["http-fetch", "robots-search-bots", "indexable", "canonical"];
        assert_eq!(nearest("cannonical", names.into_iter())[0], "canonical");
        assert_eq!(nearest("robots", names.into_iter())[0], "robots-search-bots");
        assert_eq!(nearest("bots", names.into_iter()), ["robots-search-bots"]);
        for far in ["", "zebra", "access"] {
            assert_eq!(nearest(far, names.into_iter()), [""; 0], "{far}");
        }
    }
}
