//! Pages on which a site speaks of itself, by their addresses.

use url::form_urlencoded;

use super::words::{Purpose, is_whole_name, purpose};
use crate::check::Context;
use crate::report::PageKind;

/// Whether a page is the home page, or one of contacts.
pub(super) fn is_of_contacts(context: &Context<'_>) -> bool {
    context.subject.kind == PageKind::Home || has_part(context, &[Purpose::Contact])
}

/// Whether a page is one of contacts or a legal notice, by its address or its title.
pub(super) fn is_notice(context: &Context<'_>) -> bool {
    let path = context.page.final_url.path().trim_end_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default();
    let title = context.title.text.as_str();
    by_part(last) == Some(Purpose::Contact)
        || (is_whole_name(title) && purpose(title) == Some(Purpose::Contact))
}

/// Whether a page is the home page, or one about the site or of contacts.
pub(super) fn is_of_site(context: &Context<'_>) -> bool {
    context.subject.kind == PageKind::Home || has_part(context, &[Purpose::About, Purpose::Contact])
}

fn has_part(context: &Context<'_>, purposes: &[Purpose]) -> bool {
    let mut parts = context.page.final_url.path().split('/');
    parts.any(|part| by_part(part).is_some_and(|purpose| purposes.contains(&purpose)))
}

/// What a part of a path leads to.
pub(super) fn by_part(part: &str) -> Option<Purpose> {
    if !part.contains('%') {
        return purpose(part);
    }
    purpose(&form_urlencoded::parse(part.as_bytes()).next()?.0)
}
