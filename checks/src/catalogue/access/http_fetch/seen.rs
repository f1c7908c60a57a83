//! What an answer says of itself, for the verdict and for its fix.

use super::not_found::says_not_found;
use crate::check::Context;
use crate::page::snapshot::{PageEnd, Source};
use crate::page::sniff::has_html_type;
use crate::page::{Located, MetaRefresh, Page};
use crate::weights::{HARDLY_ANY_TEXT, HOPS_PASS, REFRESH_SECONDS};

/// The key of these fixes.
pub(crate) const KEY: &str = "http-fetch";

/// The title or heading of a page that has little else, where it says that there is none.
pub(super) fn regret(page: &Page) -> Option<&Located<String>> {
    let document = &page.document;
    if document.main.word_equivalents >= HARDLY_ANY_TEXT {
        return None;
    }
    document.titles.iter().chain(&document.h1).find(|text| says_not_found(&text.value))
}

/// The meta refresh that acts like a redirect.
pub(super) fn quick_refresh(page: &Page) -> Option<&Located<MetaRefresh>> {
    let mut refreshes = page.document.refreshes.iter();
    refreshes.find(|one| one.value.url.is_some() && one.value.seconds <= REFRESH_SECONDS)
}

/// Whether the verdict is that there is no visible text, which is mended with the text.
pub(crate) fn lacks_text_only(context: &Context<'_>) -> bool {
    let page = context.page;
    page.source == Source::Web
        && page.end == PageEnd::Answered
        && !context.body_is_blank
        && page.document.visible_text.trim().is_empty()
        && regret(page).is_none()
        && quick_refresh(page).is_none()
        && page.exchanges.len() <= HOPS_PASS + 1
        && page.answer().is_some_and(|answer| answer.status == 200 && has_html_type(answer))
}
