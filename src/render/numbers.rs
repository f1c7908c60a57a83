//! Numbers and sizes as people read them.

pub(crate) use citable_checks::grouped;

/// A whole number and its noun, which takes an "s" unless there is one.
pub(crate) fn number_of(count: impl ToString, noun: &str) -> String {
    let count = grouped(count);
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Bytes in the unit that people read.
pub(super) fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => number_of(bytes, "byte"),
        1_000..1_000_000 => format!("{} kB", tenths(bytes, 1_000)),
        _ => format!("{} MB", tenths(bytes, 1_000_000)),
    }
}

/// The quotient, with one decimal where it is under 100.
fn tenths(bytes: usize, unit: usize) -> String {
    let tenths = (bytes * 10 + unit / 2) / unit;
    match (tenths / 10, tenths % 10) {
        (whole, 0) => whole.to_string(),
        (whole @ 0..100, tenth) => format!("{whole}.{tenth}"),
        (whole, _) => whole.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree_with_their_nouns() {
        let words = [0, 1, 2, 999, 1_000, 1_234_567].map(|count| number_of(count, "word"));
        assert_eq!(
            words,
            ["0 words", "1 word", "2 words", "999 words", "1,000 words", "1,234,567 words"]
        );
    }

    #[test]
    fn sizes_are_in_the_unit_that_people_read() {
        let sizes = [1, 999, 1_000, 20_480, 250_400, 1_500_000].map(size);
        assert_eq!(sizes, ["1 byte", "999 bytes", "1 kB", "20.5 kB", "250 kB", "1.5 MB"]);
    }
}
