//! One POST to one checked address: how the service tells others something. It passes the same
//! gate as a scan, each time anew.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::io::AsyncReadExt as _;
use http::header::{ACCEPT, CONTENT_TYPE, HeaderValue, RETRY_AFTER, USER_AGENT};
use isahc::config::Configurable as _;
use isahc::net::Dialer;
use isahc::{AsyncBody, HttpClient, Request};

use super::client::{client_builder, from_there, header_bytes};
use super::failure::RequestError;
use super::gather::FetchError;
use super::resolve::Resolver;
use super::settings::FetchSettings;
use super::target::{TargetError, TargetUrl, parse_as_spelled};

/// Bytes that are read of an answer's body. Nobody looks at them, but a receiver that is read to
/// its end sees no broken connection.
const ANSWER_BYTES: u64 = 64 * 1024;
/// How long that may take once the status is known.
const ANSWER_TIME: Duration = Duration::from_secs(2);

/// What is sent.
#[derive(Clone, Debug)]
pub(crate) struct Posting {
    /// Where to.
    pub(crate) url: String,
    /// Header fields besides those of every posting.
    pub(crate) headers: Vec<(&'static str, String)>,
    /// A JSON document.
    pub(crate) body: String,
    /// How long all of it may take.
    pub(crate) limit: Duration,
}

/// What was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Posted {
    /// The status, of whatever kind.
    pub(crate) status: u16,
    /// The `Retry-After`, as it is written.
    pub(crate) retry_after: Option<String>,
}

/// Why there is no answer. What was sent may have arrived all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PostError {
    /// The address does not lead to the public internet, or not any more.
    #[error("blocked_address")]
    BlockedAddress,
    /// The name has no address.
    #[error("dns_failed")]
    DnsFailed,
    /// No connection, or one that broke.
    #[error("connect_failed")]
    ConnectFailed,
    /// No trusted TLS connection.
    #[error("tls_failed")]
    TlsFailed,
    /// It took too long.
    #[error("timed_out")]
    TimedOut,
}

impl From<RequestError> for PostError {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::NotPublic => Self::BlockedAddress,
            RequestError::NoAddress | RequestError::NameServers | RequestError::TooManyAliases => {
                Self::DnsFailed
            }
            RequestError::Tls => Self::TlsFailed,
            RequestError::TimedOut | RequestError::ConnectTimedOut => Self::TimedOut,
            RequestError::Unreachable
            | RequestError::Broken
            | RequestError::HeadersTooLarge
            | RequestError::Coding
            | RequestError::Unsendable
            | RequestError::Misdirected => Self::ConnectFailed,
        }
    }
}

/// Posts to pinned addresses: no redirects, no proxies, no cookies.
pub(crate) struct Outbound {
    http: HttpClient,
    user_agent: HeaderValue,
    resolver: Resolver,
    settings: FetchSettings,
}

impl Outbound {
    /// # Errors
    /// The base URL, the certificates, the name servers or the machine do not permit a client.
    pub(crate) fn new(settings: &FetchSettings) -> Result<Self, FetchError> {
        let version = env!("CARGO_PKG_VERSION");
        let base_url = settings.base_url.trim_end_matches('/');
        let user_agent = HeaderValue::try_from(format!("Citable-Webhooks/{version} (+{base_url})"))
            .map_err(|_| FetchError::BaseUrl)?;
        // Messages to one endpoint are far apart. A kept connection would most likely be dead, and
        // a message must not be sent twice to find out.
        let http = client_builder(settings)?.connection_cache_size(0).build();
        Ok(Self {
            http: http.map_err(FetchError::Client)?,
            user_agent,
            resolver: Resolver::new(settings)?,
            settings: settings.clone(),
        })
    }

    /// The address, if it may be posted to as far as is known now. A name that does not resolve at
    /// the moment may.
    ///
    /// # Errors
    /// Says what is wrong with the address.
    pub(crate) async fn judge(&self, url: &str) -> Result<String, TargetError> {
        let target = parse_as_spelled(url, &self.settings)?;
        match self.resolver.resolve(&target).await {
            Err(RequestError::NotPublic) => Err(TargetError::NotPublic),
            _ => Ok(target.as_str().to_owned()),
        }
    }

    /// Posts, through the gate.
    ///
    /// # Errors
    /// Every [`PostError`]. A status is none, whatever it says.
    pub(crate) async fn post(&self, posting: Posting) -> Result<Posted, PostError> {
        let deadline = Instant::now() + posting.limit;
        let posted = tokio::time::timeout_at(deadline.into(), self.post_until(&posting, deadline));
        posted.await.unwrap_or(Err(PostError::TimedOut))
    }

    async fn post_until(&self, posting: &Posting, deadline: Instant) -> Result<Posted, PostError> {
        // The rules may be stricter now than when the address was stored.
        let target = parse_as_spelled(&posting.url, &self.settings)
            .map_err(|_refused| PostError::BlockedAddress)?;
        let addresses = self.resolver.resolve(&target).await?;
        let mut outcome = Err(RequestError::Unreachable);
        for address in addresses {
            outcome = self.post_to(&target, address, posting, deadline).await;
            if !matches!(outcome, Err(RequestError::Unreachable | RequestError::ConnectTimedOut)) {
                break;
            }
        }
        Ok(outcome?)
    }

    async fn post_to(
        &self,
        target: &TargetUrl,
        address: SocketAddr,
        posting: &Posting,
        deadline: Instant,
    ) -> Result<Posted, RequestError> {
        // The client reads `file:` addresses too; none may come this far.
        if target.url().scheme() != "https" {
            return Err(RequestError::Unsendable);
        }
        let mut request = Request::post(target.as_str())
            .header(USER_AGENT, self.user_agent.clone())
            .header(ACCEPT, "*/*")
            .header(CONTENT_TYPE, "application/json")
            .dial(Dialer::ip_socket(address))
            .timeout(deadline.saturating_duration_since(Instant::now()));
        for (name, value) in &posting.headers {
            request = request.header(*name, value);
        }
        let request = request.body(posting.body.clone()).map_err(|_| RequestError::Unsendable)?;
        let response = from_there(target, address, self.http.send_async(request).await?)?;
        if header_bytes(response.headers()) > self.settings.limits.header_bytes {
            return Err(RequestError::HeadersTooLarge);
        }
        let retry_after = response.headers().get(RETRY_AFTER);
        let posted = Posted {
            status: response.status().as_u16(),
            retry_after: retry_after.and_then(|value| value.to_str().ok()).map(str::to_owned),
        };
        discard(response.into_body()).await;
        Ok(posted)
    }
}

/// Reads a body and throws it away. The status was said, so however this ends does not matter.
async fn discard(body: AsyncBody) {
    let mut body = body.take(ANSWER_BYTES);
    let mut buffer = [0; 4 * 1024];
    let reading = async { while matches!(body.read(&mut buffer).await, Ok(1..)) {} };
    let _it_was_too_long = tokio::time::timeout(ANSWER_TIME, reading).await;
}

#[cfg(test)]
#[path = "post_tests.rs"]
mod tests;
