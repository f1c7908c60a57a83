//! What may stand in front of a text.

use super::words::{is_invitation, wall_part};
use crate::check::Context;
use crate::page::outline::BlockKind;
use crate::page::structured::{NodeRef, Syntax};
use crate::page::{Located, Page};
use crate::report::PageKind;
use crate::weights::{HARDLY_ANY_TEXT, PAID_TEXT_FAIL_UNDER, REDIRECT_TEXT_FAIL_UNDER};

/// Bytes of a paragraph from which it is prose that can break off.
const PROSE_BYTES: usize = 60;
/// Blocks around the main content in which an invitation is looked for.
const BLOCKS_AROUND: usize = 12;
/// Bytes of a block that invites.
const INVITATION_BYTES: usize = 300;

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

/// A text that breaks off, and what invites to pay or to sign in for the rest.
pub(super) struct Cut<'a> {
    pub(super) invitation: &'a str,
    pub(super) end: &'a str,
}

/// A short text whose last paragraph ends in dots, with an invitation in it or beside it.
pub(super) fn cut<'a>(context: &Context<'a>) -> Option<Cut<'a>> {
    let document = &context.page.document;
    let is_text = matches!(context.subject.kind, PageKind::Article | PageKind::Docs | PageKind::Qa);
    let words = document.main.word_equivalents;
    if !is_text || !(HARDLY_ANY_TEXT..PAID_TEXT_FAIL_UNDER).contains(&words) {
        return None;
    }
    let blocks = &document.outline.blocks;
    let first = blocks.iter().position(|block| block.place.in_main)?;
    let last = blocks.iter().rposition(|block| block.place.in_main)?;
    let text = |at: usize| {
        document.visible_text.get(blocks[at].place.text.clone()).unwrap_or_default().trim()
    };
    let near = first.saturating_sub(BLOCKS_AROUND)..blocks.len().min(last + 1 + BLOCKS_AROUND);
    let invites = |at: &usize| {
        let text = text(*at);
        !blocks[*at].place.is_around && text.len() <= INVITATION_BYTES && is_invitation(text)
    };
    let invitation = near.clone().find(invites).map(text)?;
    let is_prose = |at: &usize| {
        let block = &blocks[*at];
        let is_own = block.place.in_main && block.kind == BlockKind::Paragraph;
        is_own && text(*at).len() >= PROSE_BYTES && !is_invitation(text(*at))
    };
    let end = (first..=last).rev().find(is_prose).map(text)?;
    let is_cut = ["…", "...", "[…]", "[...]", "……"].iter().any(|dots| end.ends_with(dots));
    is_cut.then_some(Cut { invitation, end })
}

/// The main entity, or the node of the page, where it says that it is not free.
pub(crate) fn paid_entity(page: &Page) -> Option<NodeRef<'_>> {
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
