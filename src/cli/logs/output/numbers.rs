//! Sizes, shares and times for people.

use crate::render::numbers::grouped;

/// Bytes in a unit that keeps them short.
pub(super) fn size(bytes: u64) -> String {
    for (unit, name) in
        [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
    {
        if bytes >= unit {
            let tenths = bytes / (unit / 10);
            return match tenths {
                0..1_000 => format!("{}.{} {name}", tenths / 10, tenths % 10),
                _ => format!("{} {name}", grouped(tenths / 10)),
            };
        }
    }
    format!("{bytes} B")
}

/// A part of a whole in percent.
pub(super) fn share(part: u64, whole: u64) -> String {
    let permille = u128::from(part) * 1_000 / u128::from(whole.max(1));
    match (part, permille) {
        (0, _) => "0%".to_owned(),
        (_, 0) => "under 0.1%".to_owned(),
        (_, 0..100) => format!("{}.{}%", permille / 10, permille % 10),
        _ => format!("{}%", permille / 10),
    }
}

/// The day of a time in RFC 3339.
pub(super) fn day(time: Option<&str>) -> String {
    time.and_then(|time| time.get(..10)).unwrap_or("-").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_shares_are_short() {
        assert_eq!(
            [0, 999, 1_000, 20_480, 1_500_000_000].map(size),
            ["0 B", "999 B", "1.0 kB", "20.4 kB", "1.5 GB"]
        );
        assert_eq!(size(u64::MAX), "18,446,744 TB");
        assert_eq!(
            [(0, 5), (1, 9_999), (1, 30), (1, 2), (5, 0)].map(|(a, b)| share(a, b)),
            ["0%", "under 0.1%", "3.3%", "50%", "500%"]
        );
        assert_eq!(day(Some("2026-11-22T10:15:30Z")), "2026-11-22");
        assert_eq!(day(None), "-");
    }
}
