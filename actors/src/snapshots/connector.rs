//! How the library of object stores reaches a server: through the actors' own HTTP client, which
//! trusts the same certificates and knows no proxy of the environment.

use std::time::Duration;

use async_trait::async_trait;
use http::{Request, Response, StatusCode};
use http_body_util::BodyExt as _;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
};

use crate::provider::{Provider, ProviderError};

/// The largest object that is read. A snapshot holds no more than its pages, compressed.
const LARGEST: u64 = 64 * 1024 * 1024;
/// What of an answer that says "not now" is told.
const TOLD_BYTES: usize = 300;

/// Gives the library our client.
#[derive(Clone, Debug)]
pub(super) struct Connector {
    pub(super) provider: Provider,
    /// How long one request may take.
    pub(super) limit: Duration,
}

/// The server cannot do it now, and may later.
#[derive(Debug, thiserror::Error)]
#[error("the server responded with {status}: {told}")]
struct NotNow {
    status: StatusCode,
    told: String,
}

impl HttpConnector for Connector {
    fn connect(&self, _options: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

#[async_trait]
impl HttpService for Connector {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (head, body) = request.into_parts();
        let body = body.collect().await?.to_bytes().to_vec();
        let request = Request::from_parts(head, body);
        let answer = self.provider.forward(request, self.limit, LARGEST).await.map_err(failed)?;
        if is_not_now(answer.status) {
            let told: String =
                String::from_utf8_lossy(&answer.body).chars().take(TOLD_BYTES).collect();
            // Of this kind, the library knows that it may try again.
            let kind = HttpErrorKind::Request;
            return Err(HttpError::new(kind, NotNow { status: answer.status, told }));
        }
        let mut response = Response::new(answer.body.into());
        *response.status_mut() = answer.status;
        *response.headers_mut() = answer.headers;
        Ok(response)
    }
}

/// Whether the same request may be answered otherwise later: faults of the server (RFC 9110
/// section 15.6), and too many requests (RFC 6585 section 4).
fn is_not_now(status: StatusCode) -> bool {
    status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS
}

fn failed(error: ProviderError) -> HttpError {
    let kind = match &error {
        ProviderError::Unreachable(_) => HttpErrorKind::Connect,
        ProviderError::TimedOut => HttpErrorKind::Timeout,
        ProviderError::TooLarge => HttpErrorKind::Decode,
        ProviderError::Unsendable => HttpErrorKind::Unknown,
    };
    HttpError::new(kind, error)
}
