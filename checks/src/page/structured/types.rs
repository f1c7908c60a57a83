//! Names of types and properties, and which type is a kind of which.
//!
//! The part of schema.org's hierarchy that matters to a page about something is kept in
//! `data/schema-types.json`.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::data;
use crate::table::Table;

data::words! { struct Hierarchy {
    subtypes: HashMap<String, Vec<String>>,
} }

static PARENTS: LazyLock<HashMap<String, Vec<String>>> = LazyLock::new(|| {
    let hierarchy: Hierarchy = data::read!("schema-types.json");
    let mut parents: HashMap<String, Vec<String>> = HashMap::new();
    for (parent, children) in hierarchy.subtypes {
        for child in children {
            parents.entry(child).or_default().push(parent.clone());
        }
    }
    parents
});

/// By type: every type that it is a kind of.
static ANCESTORS: LazyLock<Table<&str, Vec<&str>>> = LazyLock::new(|| {
    let above = |name: &str| {
        let mut found: Vec<&str> = Vec::new();
        let mut open: Vec<&str> = vec![name];
        while let Some(name) = open.pop() {
            let parents = PARENTS.get(name).into_iter().flatten().map(String::as_str);
            let new: Vec<&str> = parents.filter(|parent| !found.contains(parent)).collect();
            found.extend(&new);
            open.extend(new);
        }
        found
    };
    PARENTS.keys().map(|name| (name.as_str(), above(name))).collect()
});

/// Whether the type is that one or a kind of it: a `NewsArticle` is an `Article`. Names of
/// schema.org without the prefix; an unknown type is only itself.
#[must_use]
pub fn is_a(type_name: &str, ancestor: &str) -> bool {
    type_name == ancestor || ancestors(type_name).contains(&ancestor)
}

/// Every type that the type is a kind of; none of an unknown one.
pub(super) fn ancestors(type_name: &str) -> &'static [&'static str] {
    ANCESTORS.get(type_name).map(Vec::as_slice).unwrap_or_default()
}

/// The name of a type or property without the prefix of schema.org; any other as it is.
pub(super) fn local_name(name: &str) -> &str {
    let name = name.trim();
    let local = name.strip_prefix("schema:").or_else(|| after_schema_org(name));
    local.filter(|local| !local.is_empty()).unwrap_or(name)
}

/// Whether the address is that of schema.org, or of its context file.
pub(super) fn is_schema_org(address: &str) -> bool {
    let rest = after_schema_org(address.trim());
    let address = address.trim().trim_end_matches(['/', '#']);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("docs/jsonldcontext"))
        || after_schema_org(&format!("{address}/")).is_some_and(str::is_empty)
}

/// Whether a `@context` is one that has readers of its own and says nothing to others: that of
/// Baidu's accounts for publishers, and of ActivityPub (W3C, section 3).
pub(super) fn is_of_others(address: &str) -> bool {
    const ENDS: [&str; 2] = ["baidu.com/contexts/cambrian.jsonld", "www.w3.org/ns/activitystreams"];
    ENDS.iter().any(|end| address.trim().ends_with(end))
}

/// What follows `https://schema.org/`, with either scheme and with or without `www.`.
fn after_schema_org(address: &str) -> Option<&str> {
    [
        "https://schema.org/",
        "http://schema.org/",
        "https://www.schema.org/",
        "http://www.schema.org/",
    ]
    .iter()
    .find(|start| address.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start)))
    .map(|start| &address[start.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_kinds_are_kinds() {
        for (name, ancestor) in [
            ("Article", "Article"),
            ("OpinionNewsArticle", "Article"),
            ("BlogPosting", "Article"),
            ("APIReference", "TechArticle"),
            ("DiscussionForumPosting", "SocialMediaPosting"),
            ("Bakery", "LocalBusiness"),
            ("Bakery", "Organization"),
            ("Bakery", "Place"),
            ("NewsMediaOrganization", "Organization"),
            ("FAQPage", "WebPage"),
            ("ProductGroup", "Product"),
            ("Recipe", "HowTo"),
            ("Unknown", "Unknown"),
        ] {
            assert!(is_a(name, ancestor), "{name} {ancestor}");
        }
        for (name, ancestor) in
            [("Article", "NewsArticle"), ("WebPage", "Article"), ("article", "Article")]
        {
            assert!(!is_a(name, ancestor), "{name} {ancestor}");
        }
    }

    #[test]
    fn the_hierarchy_has_no_cycles() {
        for start in PARENTS.keys() {
            let mut open: Vec<&str> = PARENTS[start].iter().map(String::as_str).collect();
            for _ in 0..100 {
                let Some(name) = open.pop() else { break };
                assert_ne!(name, start);
                open.extend(PARENTS.get(name).into_iter().flatten().map(String::as_str));
            }
            assert!(open.is_empty(), "{start}");
        }
    }

    #[test]
    fn names_lose_the_prefix_of_schema_org_alone() {
        for (name, local) in [
            ("Article", "Article"),
            ("https://schema.org/Article", "Article"),
            ("http://www.schema.org/Article ", "Article"),
            ("HTTP://Schema.org/Article", "Article"),
            ("schema:Article", "Article"),
            ("schema:", "schema:"),
            ("https://example.org/Article", "https://example.org/Article"),
        ] {
            assert_eq!(local_name(name), local);
        }
    }

    #[test]
    fn the_vocabulary_is_known_by_its_addresses() {
        for address in [
            "https://schema.org",
            "http://schema.org/",
            "https://www.schema.org#",
            "https://schema.org/docs/jsonldcontext.json",
        ] {
            assert!(is_schema_org(address), "{address}");
        }
        for address in ["schema.org", "https://schema.org.example/", "https://schema.com", ""] {
            assert!(!is_schema_org(address), "{address}");
        }
    }
}
