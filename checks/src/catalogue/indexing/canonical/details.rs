//! The canonicals of a page, as evidence.

use crate::check::quote;
use crate::page::Page;
use crate::page::canonical::declared::{Declaration, Declared, Place};
use crate::page::canonical::difference::Difference;
use crate::page::canonical::trial::Trial;
use crate::report::Detail;

/// Every declaration, below the address of the page.
pub(super) fn details(all: &Declared, page: &Page) -> Vec<Detail> {
    if all.readable.is_empty() && all.unreadable.is_empty() {
        return Vec::new();
    }
    let mut details = vec![quote("Page URL", page.final_url.as_str())];
    details.extend(all.readable.iter().map(detail));
    details.extend(all.unreadable.iter().map(|(line, href)| Detail {
        line: Some(*line),
        measured: Some("not a public http or https URL".to_owned()),
        ..quote("Canonical link", href)
    }));
    details
}

fn detail(one: &Declaration) -> Detail {
    let label = match one.place {
        Place::Header => "Canonical in the Link header",
        Place::Head => "Canonical link",
        Place::Body => "Canonical link in the body, where engines ignore it",
    };
    let differs = match one.difference {
        Difference::Same => "the same URL",
        Difference::QueryDropped => "the same URL without query parameters",
        Difference::Spelling(part) => &format!("differs in {part}"),
        Difference::Variant(cause) => cause,
        Difference::OtherPath => "the same last path segment under another path",
        Difference::Leftover(Trial::Sure) => "the same path on a staging host",
        Difference::Leftover(Trial::Maybe) => "the same path on what looks like a staging host",
        Difference::OtherDocument => "another page of this site",
        Difference::OtherSite => "another site",
    };
    Detail { line: one.line, measured: Some(differs.to_owned()), ..quote(label, &one.written) }
}
