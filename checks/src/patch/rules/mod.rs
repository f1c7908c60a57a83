//! The edits that are tried, in the order in which they are.

mod canonical;
mod certain;
mod charset;
mod dates;
mod day;
mod element;
mod heading;
mod json_ld;
mod language;
mod levels;
mod list;
mod noindex;
mod notice;
mod own_address;
mod proposal;
mod site_name;
mod snippet;
mod tables;
mod tag_edits;
mod times;

use super::view::View;

pub(super) use element::Element;
pub(super) use proposal::{Keeps, Proposal};

/// Whether an edit needs the eyes of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// What it means is certain from the page itself.
    Safe,
    /// It is safe where the owner says that the page is to be found.
    Public,
    /// A person should look at it.
    Unsafe,
}

/// A kind of edit.
#[derive(Debug)]
pub struct Rule {
    /// The check whose finding it fixes.
    pub name: &'static str,
    /// The checks of which one has to improve; none where no check measures what it does, and then
    /// it only has to harm nothing.
    pub(super) checks: &'static [&'static str],
    /// Checks that measure paragraphs, out of which the edit takes text: the same words aren't read
    /// worse for it.
    pub(super) measures: &'static [&'static str],
    /// Whether it is made without being asked for.
    pub safety: Safety,
    /// What it would do on a page.
    pub(super) propose: fn(&View<'_>) -> Vec<Proposal>,
}

const fn safe(
    name: &'static str,
    checks: &'static [&'static str],
    propose: fn(&View<'_>) -> Vec<Proposal>,
) -> Rule {
    Rule { name, checks, measures: &[], safety: Safety::Safe, propose }
}

const fn looked_at(
    name: &'static str,
    checks: &'static [&'static str],
    propose: fn(&View<'_>) -> Vec<Proposal>,
) -> Rule {
    Rule { name, checks, measures: &[], safety: Safety::Unsafe, propose }
}

impl Rule {
    /// One that takes text out of paragraphs.
    const fn out_of_paragraphs(self) -> Self {
        Self { measures: &["prose-readability"], ..self }
    }
}

/// Every rule. The charset stands first: where it is declared, nothing else can change how the
/// bytes are read.
pub(super) const RULES: &[Rule] = &[
    safe("charset", &[], charset::propose),
    safe("language", &["language"], language::propose),
    Rule {
        name: "indexable",
        checks: &["indexable"],
        measures: &[],
        safety: Safety::Public,
        propose: noindex::propose,
    },
    safe("canonical", &["canonical"], canonical::propose),
    safe("snippet-eligible", &["snippet-eligible"], snippet::propose),
    safe("jsonld-valid", &["jsonld-valid", "schema-type-complete"], json_ld::repair::propose),
    safe("dates-declared", &["dates-declared", "schema-type-complete"], dates::propose),
    safe("dates-declared", &["dates-declared"], times::propose),
    safe(
        "schema-type-complete",
        &["schema-type-complete", "dates-declared", "author-byline"],
        json_ld::complete::propose,
    ),
    safe("jsonld-valid", &["jsonld-valid", "schema-type-complete"], json_ld::add::propose),
    safe("publisher-identity", &[], site_name::propose),
    safe("lists-tables", &["lists-tables"], tables::propose),
    looked_at("title-h1-match", &["title-h1-match"], heading::propose).out_of_paragraphs(),
    looked_at("heading-outline", &["heading-outline"], levels::propose),
    looked_at("lists-tables", &["lists-tables"], list::propose).out_of_paragraphs(),
    looked_at("answer-first", &["answer-first"], notice::propose),
];
