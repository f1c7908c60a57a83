//! What an answer says of itself, for the verdict and for its fix.

use super::not_found::says_not_found;
use crate::check::Context;
use crate::page::snapshot::{PageEnd, Source};
use crate::page::sniff::has_html_type;
use crate::page::{Located, MetaRefresh, Page};
use crate::url::only_adds_parameter;
use crate::weights::{HARDLY_ANY_TEXT, HOPS_PASS, NOT_FOUND_WORDS};

/// The key of these fixes.
pub(crate) const KEY: &str = "http-fetch";

/// The title or heading of a page that has little else, where it says that there is none. With
/// some more text only its heading counts, and no bare number: there are pages on things that are
/// called "404".
pub(super) fn regret(page: &Page) -> Option<&Located<String>> {
    let document = &page.document;
    match document.main.word_equivalents {
        ..HARDLY_ANY_TEXT => {
            let mut said = document.titles.iter().chain(&document.h1);
            said.find(|text| says_not_found(&text.value))
        }
        HARDLY_ANY_TEXT..NOT_FOUND_WORDS => {
            let [only] = document.h1.as_slice() else { return None };
            let is_worded = only.value.chars().any(char::is_alphabetic);
            (is_worded && says_not_found(&only.value)).then_some(only)
        }
        _ => None,
    }
}

/// The meta refresh that acts like a redirect.
pub(super) fn quick_refresh(page: &Page) -> Option<&Located<MetaRefresh>> {
    let mut refreshes = page.document.refreshes.iter();
    let base = page.document.base(&page.final_url);
    refreshes.find(|one| {
        let target = one.value.url.as_deref().and_then(|url| base.join(url).ok());
        one.value.is_redirect()
            && !target.is_some_and(|target| only_adds_parameter(&page.final_url, &target))
    })
}

/// The script that leads on, on a page that does nothing else.
pub(super) fn leading_script<'a>(context: &Context<'a>) -> Option<&'a Located<String>> {
    context.page.document.script_redirect.as_ref().filter(|_| context.subject.is_forwarding)
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
        && leading_script(context).is_none()
        && page.exchanges.len() <= HOPS_PASS + 1
        && page.answer().is_some_and(|answer| answer.status == 200 && has_html_type(answer))
}
