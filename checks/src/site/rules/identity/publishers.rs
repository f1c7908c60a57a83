//! Publishers whose name, address or logo differs from page to page.

use std::collections::{BTreeMap, HashMap};

use url::Url;

use super::values::{Named, Values, named};
use crate::page::text::is_number;
use crate::paste::in_finding;
use crate::site::address::Address;
use crate::site::facts::{Entity, EntityKind};
use crate::site::finding::SiteFinding;
use crate::site::fold;
use crate::site::groups::Groups;
use crate::site::view::View;
use crate::url::without_query;

/// What of a publisher is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Name,
    Url,
    Logo,
}

impl Part {
    const ALL: [Self; 3] = [Self::Name, Self::Url, Self::Logo];

    fn of(self, entity: &Entity) -> Option<&str> {
        match self {
            Self::Name => entity.name.as_deref(),
            Self::Url => entity.url.as_deref(),
            Self::Logo => entity.logo.as_deref(),
        }
    }

    /// The form in which values are compared.
    fn form(self, written: &str) -> String {
        match self {
            Self::Name => fold::name(written),
            Self::Url => key(written),
            Self::Logo => logo(written),
        }
    }

    const fn said(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Url => "URL",
            Self::Logo => "logo",
        }
    }
}

pub(super) fn judge(view: &View<'_>) -> Vec<SiteFinding> {
    let all = named(view, EntityKind::Publisher);
    let mut found = Vec::new();
    for same in publishers(&all) {
        let mut languages: BTreeMap<&str, Vec<&Named<'_>>> = BTreeMap::new();
        for one in same {
            // A name may be translated, and each language has its own front page.
            languages.entry(one.language).or_default().push(one);
        }
        for of_language in languages.values() {
            found.extend(Part::ALL.into_iter().filter_map(|part| of_part(part, of_language)));
        }
    }
    found
}

/// The names of one publisher, by the `@id`, the address or the name that they share.
fn publishers<'a, 'b>(all: &'b [Named<'a>]) -> Vec<Vec<&'b Named<'a>>> {
    let mut groups = Groups::of(all.len());
    let mut first: HashMap<(u8, String), usize> = HashMap::new();
    for (place, one) in all.iter().enumerate() {
        let entity = one.entity;
        let keys = [
            entity.id.clone(),
            entity.url.as_deref().map(key),
            entity.name.as_deref().map(fold::name),
        ];
        for (sort, key) in (0_u8..).zip(keys) {
            if let Some(key) = key.filter(|key| !key.is_empty()) {
                groups.join(place, *first.entry((sort, key)).or_insert(place));
            }
        }
    }
    let mut found: BTreeMap<usize, Vec<&Named<'_>>> = BTreeMap::new();
    for (place, one) in all.iter().enumerate() {
        found.entry(groups.leader(place)).or_default().push(one);
    }
    found.into_values().collect()
}

fn of_part(part: Part, named: &[&Named<'_>]) -> Option<SiteFinding> {
    let mut values = Values::default();
    for one in named {
        if let Some(written) = part.of(one.entity) {
            let form = part.form(written);
            if !form.is_empty() {
                values.add(form, written, &one.pages);
            }
        }
    }
    let said = |count: usize, usual: &str, on: usize, all: usize| {
        format!(
            "The publisher's {} has {count} values in the structured data. {} is on {on} of {all} \
             pages.",
            part.said(),
            in_finding(usual)
        )
    };
    let fix = match part {
        Part::Name => "Use one name in the structured data of every page.",
        Part::Url => "Give the publisher one `url` on every page: its home page.",
        Part::Logo => "Give the publisher one `logo` on every page.",
    };
    values.finding(said, fix)
}

fn key(written: &str) -> String {
    Url::parse(written)
        .map_or_else(|_| written.to_owned(), |url| format!("{:016x}", Address::of(&url).loose.0))
}

/// The address of a picture without protocol, query and the size that resizing added to its name.
fn logo(written: &str) -> String {
    let path = without_query(written).to_lowercase();
    let path = path.split_once("://").map_or(path.as_str(), |(_, rest)| rest);
    let path = path.strip_prefix("www.").unwrap_or(path);
    let Some((stem, end)) = path.rsplit_once('.') else { return path.to_owned() };
    let is_size = |text: &str| {
        let size = text.split_once('x');
        size.is_some_and(|(width, height)| is_number(width) && is_number(height))
    };
    match stem.rsplit_once('-') {
        Some((stem, size)) if is_size(size) => format!("{stem}.{end}"),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_a_logo_are_one() {
        let form = logo("https://example.com/logo.png");
        for same in ["http://www.example.com/logo-150x150.png", "https://example.com/Logo.png?v=3"]
        {
            assert_eq!(logo(same), form, "{same}");
        }
        for other in ["https://example.com/logo-dark.png", "https://example.com/logo.svg"] {
            assert_ne!(logo(other), form, "{other}");
        }
    }
}
