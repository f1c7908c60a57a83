//! What the protocol's library does not do: one order in which every message is judged.
//!
//! Method 405, origin 403, body 413 and 408, media type 415, JSON 400, draining 503, JSON-RPC 400,
//! credentials 401, protocol version 400; then the library, which compares headers with bodies and
//! asks modern requests for what they must say of themselves. Its answers leave as JSON, whatever
//! they were.

use std::sync::Arc;

use futures_util::Stream;
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Buf, Bytes};
use hyper::header::{
    ACCEPT, ALLOW, AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName,
    HeaderValue, ORIGIN, WWW_AUTHENTICATE,
};
use hyper::{Method, Request};
use rmcp::model::{ProtocolVersion, RequestId};
use url::Url;

use super::endpoint::Endpoint;
use super::message::{Message, id_of};
use super::refusal::Refusal;
use super::site::McpSite;
use super::visitor::Visitor;
use crate::http::call::Head;
use crate::http::caller::{self, Caller};
use crate::http::policy::BodyForm;
use crate::http::problem::{Code, Problem, Status};
use crate::http::reply::{self, JSON, Response, With};
use crate::http::site::Site;
use crate::http::{App, body};

const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// What the library wants to be accepted. Every answer is JSON, so nobody is asked.
const BOTH: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");

/// Those of them at which a browser's page may stand.
const LOCAL_ORIGINS: [&str; 2] = ["localhost", "127.0.0.1"];

/// Answers one request to an endpoint.
///
/// # Errors
/// `method_not_allowed`; every other refusal is a JSON-RPC error in the answer.
pub(crate) async fn answer<S, B>(
    site: Arc<Site>,
    mcp: &McpSite,
    endpoint: Endpoint,
    head: Arc<Head>,
    body: S,
) -> Result<Response, Problem>
where
    S: Stream<Item = Result<B, warp::Error>> + Send,
    B: Buf,
{
    if head.parts.method != Method::POST {
        body::discard(&head.parts.headers, body, &site.app.http, &head.room).await;
        return match head.parts.method {
            Method::OPTIONS => Ok(reply::no_content().with_static(ALLOW, "POST, OPTIONS")),
            _ => Err(Problem::method_not_allowed(HeaderValue::from_static("POST"))),
        };
    }
    let mut entry = Entry { site, mcp, endpoint, head, id: None };
    let outcome = entry.pass(body).await;
    Ok(match outcome {
        Ok(response) => response,
        Err(refusal) => {
            let app = &entry.site.app;
            refusal.documented(app).respond(entry.id, &entry.head.request_id)
        }
    })
}

/// One message at the gate.
struct Entry<'a> {
    site: Arc<Site>,
    mcp: &'a McpSite,
    endpoint: Endpoint,
    head: Arc<Head>,
    /// Its id, as soon as it was read.
    id: Option<RequestId>,
}

impl Entry<'_> {
    async fn pass<S, B>(&mut self, body: S) -> Result<Response, Refusal>
    where
        S: Stream<Item = Result<B, warp::Error>> + Send,
        B: Buf,
    {
        let (app, headers) = (&self.site.app, &self.head.parts.headers);
        // Read in any case, see `body::discard`.
        let bytes = body::read(headers, body, &app.http, &self.head.room).await;
        check_origin(headers, app)?;
        let bytes = bytes?;
        let content = body::content(BodyForm::Json, headers, &bytes)?;
        let value = content.value.ok_or_else(no_message)?;
        self.id = id_of(&value);
        if self.site.drain.is_on() {
            return Err(Problem::draining().into());
        }
        let message = Message::read(&value).map_err(Refusal::invalid)?;
        let caller = self.caller(&message).await?;
        check_version(headers, &message)?;
        self.hand_over(bytes, caller).await
    }

    async fn caller(&self, message: &Message) -> Result<Caller, Refusal> {
        if !self.endpoint.has_accounts() || !message.needs_credentials() {
            return Ok(Caller::Anonymous);
        }
        let app = &self.site.app;
        let found = caller::by_key(&self.head.parts.headers, app).await.map_err(Refusal::from);
        found.map_err(|refusal| match refusal.is_about_credentials() {
            true => refusal.header(WWW_AUTHENTICATE, self.challenge()),
            false => refusal,
        })
    }

    /// What a bad credential is answered with (RFC 6750, RFC 9728).
    fn challenge(&self) -> HeaderValue {
        let metadata = self.endpoint.metadata(&self.site.app);
        let text = format!("Bearer resource_metadata=\"{metadata}\", error=\"invalid_token\"");
        reply::header(&text)
    }

    /// Gives the message to the library.
    async fn hand_over(&self, bytes: Bytes, caller: Caller) -> Result<Response, Refusal> {
        let mut request = Request::new(Full::new(bytes));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = self.head.parts.uri.clone();
        let mut headers = self.head.parts.headers.clone();
        for secret in [AUTHORIZATION, COOKIE, ORIGIN] {
            headers.remove(secret);
        }
        headers.insert(ACCEPT, BOTH);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(JSON));
        *request.headers_mut() = headers;
        request.extensions_mut().insert(Visitor {
            site: Arc::clone(&self.site),
            caller,
            client: self.head.client(&self.site.app),
            request_id: self.head.request_id.clone(),
        });
        let (parts, body) = self.mcp.handle(self.endpoint, request).await.into_parts();
        let bytes = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
        let is_json = parts.headers.get(CONTENT_TYPE).is_some_and(|media| media == JSON);
        if !is_json && !bytes.is_empty() {
            return Err(in_words(parts.status, &bytes).into());
        }
        let status = parts.status;
        let answer = match bytes.is_empty() {
            true => reply::empty(status),
            false => reply::bytes(status, JSON, bytes),
        };
        Ok(answer.with_static(CACHE_CONTROL, "no-store"))
    }
}

/// What the library said in plain text: that the host is not ours, or what was not foreseen.
fn in_words(status: Status, text: &[u8]) -> Problem {
    let text = String::from_utf8_lossy(text).into_owned();
    if status == Code::OriginNotAllowed.status() {
        return Problem::new(Code::OriginNotAllowed, text);
    }
    tracing::warn!(%status, text, "a message was rejected with a plain-text response");
    if status.is_server_error() { Problem::internal() } else { Problem::invalid_request(text) }
}

fn no_message() -> Refusal {
    Problem::new(Code::InvalidJson, "The body is empty. Send one JSON-RPC message.").into()
}

/// Whether a page of this origin may call the endpoint. Requests without the header aren't from a
/// page.
fn check_origin(headers: &HeaderMap, app: &App) -> Result<(), Problem> {
    let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().ok().and_then(|text| Url::parse(text).ok());
    let own =
        |url: &Url| [&app.base_url, &app.mcp_url].iter().any(|own| own.origin() == url.origin());
    let local = |url: &Url| {
        url.scheme() == "http" && url.host_str().is_some_and(|host| LOCAL_ORIGINS.contains(&host))
    };
    match origin {
        Some(url) if own(&url) || local(&url) => Ok(()),
        _ => Err(Problem::new(Code::OriginNotAllowed, "This origin may not use the MCP endpoint.")),
    }
}

/// Whether the header names a revision that is spoken here. Where the message names another one
/// than its header, the library says so.
fn check_version(headers: &HeaderMap, message: &Message) -> Result<(), Refusal> {
    let Some(value) = headers.get(PROTOCOL_VERSION) else { return Ok(()) };
    let named = String::from_utf8_lossy(value.as_bytes());
    let known = ProtocolVersion::KNOWN_VERSIONS.iter().any(|known| known.as_str() == named);
    let contradicts = message.version.as_deref().is_some_and(|version| version != named);
    match known || contradicts || message.is_initialize() {
        true => Ok(()),
        false => Err(Refusal::unknown_version(&named)),
    }
}
