//! When each page of the documentation was published and last changed.
//!
//! `dates.txt` has a line for each page: ID, day of publication, day of the last change, and a
//! digest of the text. A test compares the digests; to set the days of pages that changed to today,
//! run it with `CITABLE_WRITE_DATES=1`:
//!
//! ```sh
//! CITABLE_WRITE_DATES=1 cargo test --package citable --lib docs::dates
//! ```

/// The lines.
const LINES: &str = include_str!("dates.txt");

/// The days of a page (ISO 8601).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dates {
    /// First publication.
    pub(crate) published: &'static str,
    /// Last change.
    pub(crate) updated: &'static str,
}

/// Returns the days of the page with that ID.
pub(crate) fn of(id: &str) -> Dates {
    let line = lines().find(|line| line[0] == id);
    line.map_or(Dates { published: "", updated: "" }, |[_, published, updated, _]| Dates {
        published,
        updated,
    })
}

fn lines() -> impl Iterator<Item = [&'static str; 4]> {
    LINES.lines().filter_map(|line| {
        let mut parts = line.split(' ');
        Some([parts.next()?, parts.next()?, parts.next()?, parts.next()?])
    })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use chrono::Utc;

    use super::*;
    use crate::docs::pages;
    use crate::http::conditional::entity_tag;

    #[test]
    fn the_days_are_those_of_the_texts() {
        let today = Utc::now().format("%Y-%m-%d").to_string();
        let mut wanted = String::new();
        for page in pages() {
            let digest = entity_tag(page.text.as_bytes()).trim_matches('"')[..12].to_owned();
            let known = lines().find(|line| line[0] == page.id);
            let (published, updated) = match known {
                Some([_, published, updated, same]) if same == digest => (published, updated),
                Some([_, published, ..]) => (published, today.as_str()),
                None => (today.as_str(), today.as_str()),
            };
            writeln!(wanted, "{} {published} {updated} {digest}", page.id).unwrap();
        }
        if std::env::var_os("CITABLE_WRITE_DATES").is_some() {
            std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/docs/dates.txt"), wanted)
                .unwrap();
            return;
        }
        assert!(
            wanted == LINES,
            "pages have changed: CITABLE_WRITE_DATES=1 cargo test -p citable --lib docs::dates"
        );
    }
}
