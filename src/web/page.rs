//! How pages are sent.

use askama::Template;
use hyper::header::{CACHE_CONTROL, HeaderName, LOCATION, VARY};

use crate::http::call::Call;
use crate::http::problem::{OK, Problem, SEE_OTHER, Status};
use crate::http::reply::{self, Response, With};
use crate::http::{compress, conditional};

/// What pages may load and where their forms may go: this site and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const CONTENT_SECURITY_POLICY: HeaderName = HeaderName::from_static("content-security-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
/// Says what the next request may tell of this one.
pub(super) const REFERRER_POLICY: HeaderName = HeaderName::from_static("referrer-policy");
const HTML: &str = "text/html; charset=utf-8";

/// Sends a page that only this visitor may see: nobody keeps it, and it isn't compressed.
pub(crate) fn private(template: &impl Template) -> Result<Response, Problem> {
    private_with(OK, template)
}

/// The same with another status.
pub(crate) fn private_with(status: Status, template: &impl Template) -> Result<Response, Problem> {
    let html = render(template)?;
    Ok(guarded(reply::bytes(status, HTML, html)).with_static(CACHE_CONTROL, "no-store"))
}

/// Sends a page that contains no secret. Browsers keep it and ask whether it has changed.
pub(crate) fn open(call: &Call, template: &impl Template) -> Result<Response, Problem> {
    let html = render(template)?;
    let packs = html.len() > compress::WORTH && compress::is_accepted(call.headers());
    let response = match packs {
        true => {
            let packed = compress::gzip(&html);
            compress::marked(conditional::tagged(call.headers(), HTML, packed))
        }
        false => conditional::tagged(call.headers(), HTML, html),
    };
    Ok(guarded(response)
        .with_static(CACHE_CONTROL, "private, no-cache")
        .with_static(VARY, "Accept-Encoding, Cookie"))
}

/// Sends the browser to another page with GET.
pub(crate) fn redirect(path: &str) -> Response {
    reply::empty(SEE_OTHER)
        .with(LOCATION, reply::header(path))
        .with_static(CACHE_CONTROL, "no-store")
}

/// Allows a page to load the human check from that origin.
pub(crate) fn with_human_check(response: Response, origin: &str) -> Response {
    let policy = POLICY
        .replace("script-src 'self'", &format!("script-src 'self' {origin}"))
        .replace("connect-src 'self'", &format!("connect-src 'self' {origin}; frame-src {origin}"));
    response.with(CONTENT_SECURITY_POLICY, reply::header(&policy))
}

fn render(template: &impl Template) -> Result<Vec<u8>, Problem> {
    let html = template.render().map_err(|error| {
        tracing::error!(%error, "a page could not be written");
        Problem::internal()
    })?;
    Ok(html.into_bytes())
}

fn guarded(response: Response) -> Response {
    response
        .with_static(CONTENT_SECURITY_POLICY, POLICY)
        .with_static(OPENER_POLICY, "same-origin")
        .with_static(PERMISSIONS_POLICY, "camera=(), geolocation=(), microphone=(), payment=()")
        .with_static(REFERRER_POLICY, "same-origin")
}
