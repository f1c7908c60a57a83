//! What the declarations of a page get wrong.

use crate::page::Page;
use crate::page::canonical::declared::{Declaration, Declared};
use crate::page::canonical::difference::{Difference, difference};
use crate::page::snapshot::Exchange;
use crate::url::tracking_parameter;

/// Declarations that name different documents. Those that differ in spelling only do not
/// contradict each other.
pub(super) fn contradiction(all: &Declared) -> Option<(&Declaration, &Declaration)> {
    let first = all.effective().next()?;
    let other = all.effective().find(|one| {
        !matches!(
            difference(&first.target, &one.target),
            Difference::Same | Difference::Spelling(_)
        )
    })?;
    Some((first, other))
}

/// The answer of the redirect chain that led here whose address a canonical names.
pub(super) fn hop_named<'a>(page: &'a Page, all: &Declared) -> Option<&'a Exchange> {
    let (_, before) = page.exchanges.split_last()?;
    before.iter().find(|hop| {
        all.effective().any(|one| {
            one.difference != Difference::Same
                && difference(&hop.url, &one.target) == Difference::Same
        })
    })
}

/// The tracking parameter that a canonical keeps, where one does.
pub(super) fn tracked(all: &Declared) -> Option<&str> {
    all.effective().find_map(|one| tracking_parameter(&one.target))
}
