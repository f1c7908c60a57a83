//! The canonicals of a page, as evidence.

use crate::check::quote;
use crate::page::Page;
use crate::page::canonical::declared::{Declaration, Declared, Place};
use crate::page::canonical::difference::Difference;
use crate::report::Detail;

/// Every declaration, below the address of the page.
pub(super) fn details(all: &Declared, page: &Page) -> Vec<Detail> {
    if all.readable.is_empty() && all.unreadable.is_empty() {
        return Vec::new();
    }
    let mut details = vec![quote("Address of the page", page.final_url.as_str())];
    details.extend(all.readable.iter().map(detail));
    details.extend(all.unreadable.iter().map(|(line, href)| Detail {
        line: Some(*line),
        measured: Some("not a public http or https address".to_owned()),
        ..quote("Canonical in an element", href)
    }));
    details
}

fn detail(one: &Declaration) -> Detail {
    let label = match one.place {
        Place::Header => "Canonical in the Link header",
        Place::Head => "Canonical in an element",
        Place::Body => "Canonical in the body, where engines ignore it",
    };
    let differs = match one.difference {
        Difference::Same => "the same address",
        Difference::QueryDropped => "the same address without query parameters",
        Difference::Spelling(part) => part,
        Difference::Variant(cause) => cause,
        Difference::OtherPath => "the same name under another path",
        Difference::OtherDocument => "another document of this site",
        Difference::OtherSite => "another site",
    };
    Detail { line: one.line, measured: Some(differs.to_owned()), ..quote(label, &one.written) }
}
