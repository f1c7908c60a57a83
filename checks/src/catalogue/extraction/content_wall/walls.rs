//! What may stand in front of a text.

use super::words::wall_part;
use crate::page::structured::{NodeRef, Syntax};
use crate::page::{Located, Page};
use crate::weights::{HARDLY_ANY_TEXT, REDIRECT_TEXT_FAIL_UNDER};

/// The part of the final address that says what it asks for, where a redirect led to it.
pub(super) fn redirected_to(page: &Page) -> Option<String> {
    let part = wall_part(&page.final_url).filter(|_| page.exchanges.len() > 1)?;
    let is_short = page.document.main.word_equivalents < REDIRECT_TEXT_FAIL_UNDER;
    (is_short && wall_part(&page.requested_url).is_none()).then_some(part)
}

/// A field for a password, and nothing to read beside it.
pub(super) fn password(page: &Page) -> Option<&Located<String>> {
    let is_bare = page.document.main.word_equivalents < HARDLY_ANY_TEXT;
    page.document.markup.password_fields.first().filter(|_| is_bare)
}

/// The main entity, or the node of the page, where it says that it is not free.
pub(super) fn paid_entity(page: &Page) -> Option<NodeRef<'_>> {
    let addresses = page.addresses();
    let addresses: Vec<_> = addresses.iter().collect();
    let data = &page.document.markup.structured;
    let of_page = [Syntax::JsonLd, Syntax::Microdata]
        .map(|syntax| data.main_entity_in(syntax, &addresses, &["WebPage"]));
    let main = [Syntax::JsonLd, Syntax::Microdata].map(|syntax| page.main_entity(syntax));
    let says = main
        .into_iter()
        .chain(of_page)
        .flatten()
        .find_map(|node| Some((node, node.boolean("isAccessibleForFree")?)));
    says.filter(|(_, is_free)| !is_free).map(|(node, _)| node)
}
