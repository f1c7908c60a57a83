//! What nodes of a type should say, by the lists in `data/schema-properties.json`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::data;
use crate::page::dates::Date;
use crate::page::structured::NodeRef;

/// What one type asks for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// The type; kinds of it are asked for the same.
    #[serde(rename = "type")]
    pub(super) type_name: String,
    /// The page that says so.
    #[cfg_attr(not(test), expect(dead_code, reason = "says where the list comes from"))]
    source: String,
    /// Properties of each of which one is needed.
    pub(super) required: Vec<Vec<String>>,
    /// Properties that help.
    pub(super) recommended: Vec<String>,
}

data::words! { struct File {
    types: Vec<Wanted>,
} }

static WANTED: LazyLock<Vec<Wanted>> = LazyLock::new(|| {
    let file: File = data::read!("schema-properties.json");
    file.types
});

/// Properties whose value is a date.
const DATES: [&str; 4] = ["datePublished", "datePosted", "uploadDate", "startDate"];

/// What a node of its types should say, where there is a list: the first in the file.
pub(super) fn wanted(node: NodeRef<'_>) -> Option<&'static Wanted> {
    WANTED.iter().find(|wanted| node.is(&wanted.type_name))
}

/// Whether a node says that, in a value of the right kind. The name in a path such as
/// `author.name` may be the value itself.
pub(super) fn says(node: NodeRef<'_>, path: &str) -> bool {
    let Some((property, inner)) = path.split_once('.') else {
        return match DATES.contains(&path) {
            true => node.texts(path).any(|text| Date::parse(text).is_some()),
            false => node.has(path),
        };
    };
    node.nodes(property).any(|inside| says(inside, inner))
        || (inner == "name" && node.text(property).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::structured::is_a;

    #[test]
    fn the_file_is_short_and_in_order() {
        assert!(WANTED.len() >= 10);
        for (place, wanted) in WANTED.iter().enumerate() {
            assert!(wanted.source.starts_with("https://developers.google.com/search/docs/"));
            assert!(wanted.required.iter().all(|one| !one.is_empty()), "{}", wanted.type_name);
            let hidden =
                WANTED[..place].iter().any(|before| is_a(&wanted.type_name, &before.type_name));
            assert!(!hidden, "{} stands behind a type that it is a kind of", wanted.type_name);
            assert!(!["FAQPage", "HowTo"].contains(&wanted.type_name.as_str()));
        }
    }
}
