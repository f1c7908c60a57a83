//! How a page is sent.

use askama::Template;
use hyper::header::{CACHE_CONTROL, HeaderName};

use crate::http::problem::{OK, Problem};
use crate::http::reply::{self, Response, With};

/// What pages may load and where their forms may go: this site and nothing else.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
pub(super) const CONTENT_SECURITY_POLICY: HeaderName =
    HeaderName::from_static("content-security-policy");
pub(super) const REFERRER_POLICY: HeaderName = HeaderName::from_static("referrer-policy");
pub(super) const HTML: &str = "text/html; charset=utf-8";

/// A page as an answer. What it shows depends on who looks, and its address may hold a token, so
/// nobody keeps it.
pub(super) fn page(template: &impl Template) -> Result<Response, Problem> {
    let html = template.render().map_err(|error| {
        tracing::error!(%error, "a page could not be written");
        Problem::internal()
    })?;
    Ok(reply::bytes(OK, HTML, html.into_bytes())
        .with_static(CACHE_CONTROL, "no-store")
        .with_static(CONTENT_SECURITY_POLICY, POLICY)
        .with_static(REFERRER_POLICY, "same-origin"))
}
