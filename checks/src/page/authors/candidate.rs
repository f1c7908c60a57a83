//! A name that may be the author's, and what bears it.

use super::site::SiteNames;
use crate::page::markup::BylineMark;
use crate::page::names::{is_nobody, is_organisation, looks_like_a_person};

/// A name that may be the author's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorCandidate {
    /// Where it stands.
    pub source: AuthorSource,
    /// The name, without what the page writes around it. Untrusted.
    pub name: String,
    /// What bears it.
    pub kind: AuthorKind,
    /// The address of a profile, as written.
    pub url: Option<String>,
    /// Line in the decoded source.
    pub line: u32,
    /// Whether a label for authors stands before it: “Author:”.
    pub is_labelled: bool,
}

/// Where an author's name stands, surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AuthorSource {
    /// The main entity in JSON-LD.
    JsonLd,
    /// The main entity in Microdata.
    Microdata,
    /// A `meta` element.
    Meta,
    /// An element of the page.
    Byline(BylineMark),
}

/// What bears a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthorKind {
    /// A person, as is declared or as nothing speaks against.
    Person,
    /// An organisation, or the site.
    Organisation,
    /// An account of somebody whose name is not told: "jdoe1984".
    Account,
    /// Nobody in particular: "admin", "Editorial team".
    Nobody,
}

/// The most names of one source.
pub(super) const NAMES_MAX: usize = 20;

/// What bears a name of a page with those names of its site.
pub(super) fn kind(name: &str, sites: &SiteNames) -> AuthorKind {
    match () {
        () if is_nobody(name) => AuthorKind::Nobody,
        // Whoever works alone names the site after themselves and their trade.
        () if looks_like_a_person(name) && sites.is_trade_of(name) => AuthorKind::Person,
        () if sites.is_one(name) || is_organisation(name) => AuthorKind::Organisation,
        () => AuthorKind::Person,
    }
}
