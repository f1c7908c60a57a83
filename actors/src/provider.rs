//! Requests to the providers that the operator has chosen: forms and JSON by POST, reads by GET,
//! answers in JSON.
//!
//! The addresses are the operator's own, so they may be private and plain HTTP. What comes back is
//! bounded, and redirects are not followed: they would carry secrets elsewhere.

use std::path::Path;
use std::time::Duration;

use futures_util::io::AsyncReadExt;
use http::header::{CONTENT_TYPE, USER_AGENT};
use http::request::Builder;
use http::{HeaderMap, StatusCode};
use isahc::config::{Configurable, ExpectContinue, RedirectPolicy};
use isahc::error::ErrorKind;
use isahc::{AsyncBody, HttpClient, HttpClientBuilder, Request};
use serde_json::Value;
use tokio::time::timeout;
use url::Url;
use url::form_urlencoded::Serializer;

use crate::fetch::{FetchError, tls_config};

/// How we introduce ourselves.
const AGENT: &str = concat!("Citable/", env!("CARGO_PKG_VERSION"));
/// How long a provider may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(5);
/// The largest answer to a form that is read.
const BODY_BYTES: u64 = 1024 * 1024;

/// What a provider answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProviderAnswer {
    /// Its status, of whatever kind.
    pub(crate) status: StatusCode,
    /// Its header fields.
    pub(crate) headers: HeaderMap,
    /// Its body, whole.
    pub(crate) body: Vec<u8>,
}

/// Why there is no answer. What was sent may have been acted on all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ProviderError {
    /// Address or headers cannot be sent.
    #[error("the request can't be sent as it is")]
    Unsendable,
    /// No connection, or one that broke.
    #[error("can't reach the provider: {0}")]
    Unreachable(String),
    /// The answer did not come in time.
    #[error("the provider didn't respond in time")]
    TimedOut,
    /// The answer is larger than any that we expect.
    #[error("the provider's response is too large")]
    TooLarge,
}

/// Asks providers. Clones share connections.
#[derive(Clone, Debug)]
pub(crate) struct Provider {
    http: HttpClient,
}

impl Provider {
    /// Trusts the system's certificate authorities and those in the file.
    ///
    /// # Errors
    /// The certificates or the machine do not permit a client.
    pub(crate) fn new(extra_ca_file: Option<&Path>) -> Result<Self, FetchError> {
        Ok(Self { http: builder(extra_ca_file)?.build().map_err(FetchError::Client)? })
    }

    /// The same with a connection for each request: on a kept one that turns out to be dead, the
    /// client would send a request again that may have arrived.
    ///
    /// # Errors
    /// The certificates or the machine do not permit a client.
    pub(crate) fn sending_once(extra_ca_file: Option<&Path>) -> Result<Self, FetchError> {
        let http = builder(extra_ca_file)?.connection_cache_size(0).build();
        Ok(Self { http: http.map_err(FetchError::Client)? })
    }

    /// Sends a form, and reads the answer whole, all within `limit`. Dropping the future aborts
    /// the request.
    ///
    /// # Errors
    /// Every [`ProviderError`]. A status is none, whatever it says.
    pub(crate) async fn post_form(
        &self,
        url: &Url,
        fields: &[(&str, &str)],
        headers: &[(&str, &str)],
        limit: Duration,
    ) -> Result<ProviderAnswer, ProviderError> {
        let form = Serializer::new(String::new()).extend_pairs(fields).finish();
        let request =
            Request::post(url.as_str()).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(url, request, headers, form, limit, BODY_BYTES).await
    }

    /// The same with a JSON document.
    ///
    /// # Errors
    /// Every [`ProviderError`]. A status is none, whatever it says.
    pub(crate) async fn post_json(
        &self,
        url: &Url,
        document: &Value,
        headers: &[(&str, &str)],
        limit: Duration,
    ) -> Result<ProviderAnswer, ProviderError> {
        let request = Request::post(url.as_str()).header(CONTENT_TYPE, "application/json");
        self.send(url, request, headers, document.to_string(), limit, BODY_BYTES).await
    }

    /// Reads what is at the address, whole and of `largest` bytes at most, all within `limit`.
    /// Dropping the future aborts the request.
    ///
    /// # Errors
    /// Every [`ProviderError`]. A status is none, whatever it says.
    pub(crate) async fn get(
        &self,
        url: &Url,
        headers: &[(&str, &str)],
        limit: Duration,
        largest: u64,
    ) -> Result<ProviderAnswer, ProviderError> {
        self.send(url, Request::get(url.as_str()), headers, (), limit, largest).await
    }

    /// Sends a request as it is, and reads the answer whole and of `largest` bytes at most, all
    /// within `limit`. Dropping the future aborts the request.
    ///
    /// # Errors
    /// Every [`ProviderError`]. A status is none, whatever it says.
    pub(crate) async fn forward(
        &self,
        request: Request<Vec<u8>>,
        limit: Duration,
        largest: u64,
    ) -> Result<ProviderAnswer, ProviderError> {
        // The client reads `file:` addresses too.
        if !matches!(request.uri().scheme_str(), Some("https" | "http")) {
            return Err(ProviderError::Unsendable);
        }
        let (head, body) = request.into_parts();
        let body = if body.is_empty() { AsyncBody::empty() } else { body.into() };
        let mut request = Request::builder()
            .timeout(limit)
            // A server that does not know it would cost each request a second.
            .expect_continue(ExpectContinue::disabled())
            .method(head.method)
            .uri(head.uri)
            .body(body)
            .map_err(|_| ProviderError::Unsendable)?;
        *request.headers_mut() = head.headers;
        let exchange = self.exchange(request, largest);
        timeout(limit, exchange).await.map_err(|_| ProviderError::TimedOut)?
    }

    async fn send(
        &self,
        url: &Url,
        mut request: Builder,
        headers: &[(&str, &str)],
        body: impl Into<AsyncBody>,
        limit: Duration,
        largest: u64,
    ) -> Result<ProviderAnswer, ProviderError> {
        // The client reads `file:` addresses too.
        if !matches!(url.scheme(), "https" | "http") {
            return Err(ProviderError::Unsendable);
        }
        request = request.header(USER_AGENT, AGENT).timeout(limit);
        for &(name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.body(body.into()).map_err(|_| ProviderError::Unsendable)?;
        let exchange = self.exchange(request, largest);
        timeout(limit, exchange).await.map_err(|_| ProviderError::TimedOut)?
    }

    async fn exchange(
        &self,
        request: Request<AsyncBody>,
        largest: u64,
    ) -> Result<ProviderAnswer, ProviderError> {
        let response = self.http.send_async(request).await?;
        let (head, body) = response.into_parts();
        Ok(ProviderAnswer {
            status: head.status,
            headers: head.headers,
            body: read(body, largest).await?,
        })
    }
}

fn builder(extra_ca_file: Option<&Path>) -> Result<HttpClientBuilder, FetchError> {
    let builder = HttpClient::builder()
        .tls_config(tls_config(extra_ca_file)?)
        .proxy(None)
        .redirect_policy(RedirectPolicy::None)
        .automatic_decompression(false)
        .connect_timeout(CONNECT);
    Ok(builder)
}

async fn read(body: AsyncBody, largest: u64) -> Result<Vec<u8>, ProviderError> {
    let mut bytes = Vec::new();
    // One byte more, to tell a body of the full length from a longer one.
    let read = body.take(largest + 1).read_to_end(&mut bytes).await;
    let length = read.map_err(isahc::Error::from)?;
    if u64::try_from(length).is_ok_and(|length| length <= largest) {
        Ok(bytes)
    } else {
        Err(ProviderError::TooLarge)
    }
}

impl From<isahc::Error> for ProviderError {
    fn from(error: isahc::Error) -> Self {
        match error.kind() {
            ErrorKind::Timeout => Self::TimedOut,
            ErrorKind::InvalidRequest => Self::Unsendable,
            // The kind alone: the whole message may hold the address, and with it a password.
            kind => Self::Unreachable(kind.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use citable_test_support::form_server::{FormReply, FormServer};

    use super::*;

    const LIMIT: Duration = Duration::from_secs(10);

    async fn post(server: &FormServer, limit: Duration) -> Result<ProviderAnswer, ProviderError> {
        let provider = Provider::new(None).unwrap();
        let url = server.url("/v1/things").parse().unwrap();
        let fields = [("a", "1 & 2"), ("line_items[0][price]", "prïce")];
        let headers = [("Authorization", "Bearer key"), ("Idempotency-Key", "k")];
        provider.post_form(&url, &fields, &headers, limit).await
    }

    #[tokio::test]
    async fn a_form_arrives_as_it_was_given() {
        let server = FormServer::start(|_| FormReply::json(201, r#"{"id":"x"}"#)).await;
        let answer = post(&server, LIMIT).await.unwrap();
        assert_eq!((answer.status.as_u16(), answer.body.as_slice()), (201, &br#"{"id":"x"}"#[..]));
        let posts = server.posts();
        assert_eq!(posts.len(), 1);
        assert_eq!(posts[0].path, "/v1/things");
        assert_eq!(posts[0].field("a"), Some("1 & 2"));
        assert_eq!(posts[0].field("line_items[0][price]"), Some("prïce"));
        assert_eq!(posts[0].header("authorization"), Some("Bearer key"));
        assert_eq!(posts[0].header("idempotency-key"), Some("k"));
        assert!(posts[0].header("user-agent").unwrap().starts_with("Citable/"));
    }

    #[tokio::test]
    async fn a_document_arrives_as_it_was_given() {
        let server =
            FormServer::start(|_| FormReply::json(429, "{}").header("Retry-After", "7")).await;
        let provider = Provider::sending_once(None).unwrap();
        let url = server.url("/v1/things").parse().unwrap();
        let document = serde_json::json!({ "a": "\"ü\"" });
        let answer = provider.post_json(&url, &document, &[("x-key", "k")], LIMIT).await.unwrap();
        assert_eq!(
            (answer.status.as_u16(), answer.headers["retry-after"].as_bytes()),
            (429, &b"7"[..])
        );
        let post = server.posts().remove(0);
        assert_eq!(serde_json::from_str::<Value>(&post.body).unwrap(), document);
        assert_eq!(post.header("content-type"), Some("application/json"));
        assert_eq!(post.header("x-key"), Some("k"));
    }

    #[tokio::test]
    async fn what_is_read_has_its_headers_and_a_limit() {
        let server = FormServer::start(|_| FormReply::json(200, "[1]").header("Link", "<x>")).await;
        let provider = Provider::new(None).unwrap();
        let url = server.url("/things?page=2").parse().unwrap();
        let answer = provider.get(&url, &[("Accept", "text/x")], LIMIT, 3).await.unwrap();
        assert_eq!((answer.status.as_u16(), answer.body.as_slice()), (200, &b"[1]"[..]));
        assert_eq!(answer.headers["link"], "<x>");
        let seen = server.posts();
        assert_eq!(
            (seen[0].path.as_str(), seen[0].header("accept")),
            ("/things?page=2", Some("text/x"))
        );
        assert_eq!(provider.get(&url, &[], LIMIT, 2).await, Err(ProviderError::TooLarge));
    }

    #[tokio::test]
    async fn redirects_are_answers() {
        let elsewhere = FormServer::start(|_| FormReply::json(200, "{}")).await;
        let location = elsewhere.url("/");
        let server =
            FormServer::start(move |_| FormReply::json(307, "{}").header("Location", &location))
                .await;
        assert_eq!(post(&server, LIMIT).await.unwrap().status.as_u16(), 307);
        assert_eq!(elsewhere.posts().len(), 0);
    }

    #[tokio::test]
    async fn a_body_is_read_up_to_its_limit() {
        for (bytes, fits) in [(1_048_576, true), (1_048_577, false)] {
            let server = FormServer::start(move |_| FormReply::json(200, &"x".repeat(bytes))).await;
            let answer = post(&server, LIMIT).await;
            match fits {
                true => assert_eq!(answer.unwrap().body.len(), bytes),
                false => assert_eq!(answer, Err(ProviderError::TooLarge)),
            }
        }
    }

    #[tokio::test]
    async fn silence_and_absence_are_told_apart() {
        let server = FormServer::start(|_| FormReply::Silence).await;
        let silent = post(&server, Duration::from_millis(300)).await;
        assert_eq!(silent, Err(ProviderError::TimedOut));
        let server = FormServer::start(|_| FormReply::Hangup).await;
        let broken = post(&server, LIMIT).await;
        assert!(matches!(broken, Err(ProviderError::Unreachable(_))), "{broken:?}");
        let provider = Provider::new(None).unwrap();
        let file = "file:///etc/hostname".parse().unwrap();
        let unsendable = provider.post_form(&file, &[], &[], LIMIT).await;
        assert_eq!(unsendable, Err(ProviderError::Unsendable));
    }
}
