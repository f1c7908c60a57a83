//! Authors that are spelled in several ways, and an `@id` that several of them share.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use unicode_normalization::UnicodeNormalization;
use url::Url;

use super::people::PersonName;
use super::values::{Named, Values, named};
use crate::paste::in_finding;
use crate::site::address::Address;
use crate::site::facts::EntityKind;
use crate::site::finding::{FoundPage, Severity, SiteFinding};
use crate::site::groups::Groups;
use crate::site::rule::Rule;
use crate::site::view::{View, finding};
use crate::wording::how_many;

/// Words of a name by which alone somebody is known.
const WORDS_MIN: usize = 2;

/// An author with the parts of the name.
struct Author<'a> {
    named: Named<'a>,
    written: &'a str,
    name: PersonName,
}

pub(super) fn judge(view: &View<'_>) -> Vec<SiteFinding> {
    let all: Vec<Author<'_>> = named(view, EntityKind::Author)
        .into_iter()
        .filter_map(|named| {
            let written = named.entity.name.as_deref()?;
            Some(Author { written, name: PersonName::of(written), named })
        })
        .collect();
    let mut groups = Groups::of(all.len());
    let mut found = join_by_id(&all, &mut groups);
    join_by_address(&all, &mut groups);
    join_by_name(&all, &mut groups);
    let mut people: BTreeMap<(usize, &str), Vec<&Author<'_>>> = BTreeMap::new();
    for (place, author) in all.iter().enumerate() {
        // Names are written with other letters in other languages.
        let key = (groups.leader(place), author.named.language);
        people.entry(key).or_default().push(author);
    }
    found.extend(people.values().filter_map(|same| spelled(same)));
    found
}

/// Places of authors by what they share.
fn sharing<'a, K: std::hash::Hash + Eq + Ord>(
    all: &'a [Author<'_>],
    key: impl Fn(&'a Author<'_>) -> Option<K>,
) -> BTreeMap<K, Vec<usize>> {
    let mut found: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    for (place, author) in all.iter().enumerate() {
        if let Some(key) = key(author) {
            found.entry(key).or_default().push(place);
        }
    }
    found
}

/// Puts together whom one `@id` names; returns the findings about those that name several people.
fn join_by_id(all: &[Author<'_>], groups: &mut Groups) -> Vec<SiteFinding> {
    let mut found = Vec::new();
    for (id, places) in sharing(all, |author| author.named.entity.id.as_deref()) {
        let same: Vec<&Author<'_>> = places.iter().filter_map(|place| all.get(*place)).collect();
        let languages: BTreeSet<&str> = same.iter().map(|author| author.named.language).collect();
        let is_one = languages.iter().all(|language| {
            let own: Vec<_> = same.iter().filter(|one| one.named.language == *language).collect();
            own.iter().all(|one| own.iter().all(|other| one.name.is_like(&other.name)))
        });
        match is_one {
            true => join(&places, groups),
            false => found.push(shared_id(id, &same)),
        }
    }
    found
}

fn join(places: &[usize], groups: &mut Groups) {
    for (one, other) in places.iter().zip(places.iter().skip(1)) {
        groups.join(*one, *other);
    }
}

/// Puts together those with one profile whose names are like each other. Several people may have
/// one address: that of their team, or of the site.
fn join_by_address(all: &[Author<'_>], groups: &mut Groups) {
    let profile = |author: &Author<'_>| {
        let url = Url::parse(author.named.entity.url.as_deref()?).ok()?;
        (url.path() != "/").then(|| Address::of(&url).loose)
    };
    for places in sharing(all, profile).values() {
        let name = |place: &usize| all.get(*place).map(|author| &author.name);
        let is_one = places.iter().all(|one| {
            places.iter().all(|other| {
                name(one).zip(name(other)).is_some_and(|(one, other)| one.is_like(other))
            })
        });
        if is_one {
            join(places, groups);
        }
    }
}

/// Puts together those whose names are equal without case, accents and initials, unless initials
/// tell some of them apart.
fn join_by_name(all: &[Author<'_>], groups: &mut Groups) {
    let words = |author: &Author<'_>| {
        (author.name.words.len() >= WORDS_MIN).then(|| author.name.words.join(" "))
    };
    for places in sharing(all, words).values() {
        let same: Vec<&Author<'_>> = places.iter().filter_map(|place| all.get(*place)).collect();
        let agree =
            same.iter().all(|one| same.iter().all(|two| one.name.initials_agree(&two.name)));
        let ids: BTreeSet<&str> =
            same.iter().filter_map(|author| author.named.entity.id.as_deref()).collect();
        // Two of one name have an `@id` each.
        if agree && ids.len() < 2 {
            join(places, groups);
        }
    }
}

fn spelled(same: &[&Author<'_>]) -> Option<SiteFinding> {
    let mut values = Values::default();
    for author in same {
        values.add(author.written.nfc().collect(), author.written, &author.named.pages);
    }
    let said = |count: usize, usual: &str, on: usize, all: usize| {
        format!(
            "An author's name is spelled in {count} ways. {} is on {on} of {all} pages.",
            in_finding(usual)
        )
    };
    values.finding(said, "Spell the author's name the same way on every page.")
}

fn shared_id(id: &str, same: &[&Author<'_>]) -> SiteFinding {
    let mut pages: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for author in same {
        for page in &author.named.pages {
            pages.entry(page).or_default().insert(author.written);
        }
    }
    let names: BTreeSet<&str> = same.iter().map(|author| author.written).collect();
    let pages = pages.into_iter().map(|(page, names)| FoundPage {
        url: page.to_owned(),
        detail: names
            .iter()
            .map(|name| in_finding(name).to_string())
            .collect::<Vec<_>>()
            .join(", "),
    });
    let summary = format!(
        "The `@id` {} identifies {} in the structured data.",
        in_finding(id),
        how_many(names.len(), "author")
    );
    let fix = "Give each author a separate `@id`, such as the URL of their page.";
    finding(Rule::Identity, Severity::Fail, (summary, fix), pages.collect())
}
