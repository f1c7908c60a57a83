//! Who is named on which pages, and which of several values is the usual one.

use std::collections::{BTreeMap, BTreeSet};

use crate::paste::in_finding;
use crate::site::facts::{Entity, EntityKind};
use crate::site::finding::{FoundPage, Severity, SiteFinding};
use crate::site::rule::Rule;
use crate::site::view::{View, finding};

/// Somebody as pages of one language name them.
pub(super) struct Named<'a> {
    pub(super) entity: &'a Entity,
    pub(super) language: &'a str,
    /// The addresses of the pages.
    pub(super) pages: BTreeSet<&'a str>,
}

/// Everybody of that kind on the indexable pages, in the order of what is said of them.
pub(super) fn named<'a>(view: &View<'a>, kind: EntityKind) -> Vec<Named<'a>> {
    let mut all: BTreeMap<(&Entity, &str), BTreeSet<&str>> = BTreeMap::new();
    for (_, page) in view.indexable() {
        let language = view.site.languages.text(page.language);
        let entities = page.entities.iter().filter_map(|one| view.site.entities.get(*one));
        for entity in entities.filter(|entity| entity.kind == kind) {
            all.entry((entity, language)).or_default().insert(page.address());
        }
    }
    let named = all.into_iter();
    named.map(|((entity, language), pages)| Named { entity, language, pages }).collect()
}

/// Values of one thing, each with the pages that have it.
#[derive(Default)]
pub(super) struct Values<'a> {
    /// By the form in which values are compared: as written, and where.
    forms: BTreeMap<String, BTreeMap<&'a str, BTreeSet<&'a str>>>,
}

impl<'a> Values<'a> {
    /// Adds a value that is compared by that form.
    pub(super) fn add(&mut self, form: String, written: &'a str, pages: &BTreeSet<&'a str>) {
        self.forms.entry(form).or_default().entry(written).or_default().extend(pages);
    }

    /// The finding about several values: `said` is given how many there are, the usual one, and on
    /// how many of how many pages it stands.
    pub(super) fn finding(
        &self,
        said: impl FnOnce(usize, &str, usize, usize) -> String,
        fix: &'static str,
    ) -> Option<SiteFinding> {
        if self.forms.len() < 2 {
            return None;
        }
        let pages_of = |form: &BTreeMap<&'a str, BTreeSet<&'a str>>| -> BTreeSet<&'a str> {
            form.values().flatten().copied().collect()
        };
        // The first of those that stand on equally many pages.
        let usual = self.forms.iter().rev().max_by_key(|(_, form)| pages_of(form).len())?;
        let written = usual.1.iter().rev().max_by_key(|(_, pages)| pages.len())?.0;
        let others = self.forms.iter().filter(|(form, _)| *form != usual.0);
        let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (value, pages) in others.flat_map(|(_, form)| form) {
            for page in pages {
                found.entry(page).or_default().insert(value);
            }
        }
        let pages = found.iter().map(|(page, values)| FoundPage {
            url: (*page).to_owned(),
            detail: values
                .iter()
                .map(|value| in_finding(value).to_string())
                .collect::<Vec<_>>()
                .join(", "),
        });
        let all: BTreeSet<&str> = self.forms.values().flat_map(pages_of).collect();
        let summary = said(self.forms.len(), written, pages_of(usual.1).len(), all.len());
        let found = finding(Rule::Identity, Severity::Warn, (summary, fix), pages.collect());
        Some(SiteFinding { proposed: Some((*written).to_owned()), ..found })
    }
}
