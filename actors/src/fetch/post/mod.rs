//! One POST to one checked address: how the service tells others something. It passes the same
//! gate as a scan, each time anew.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use http::header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER, USER_AGENT};

use super::body::Source as _;
use super::careful::{CarefulBody, CarefulClient};
use super::client::header_bytes;
use super::failure::RequestError;
use super::resolve::Resolver;
use super::settings::FetchSettings;
use super::target::{TargetError, TargetUrl, parse_as_spelled};
use crate::fetch::error::FetchError;

/// Bytes that are read of an answer's body. Nobody looks at them, but a receiver that is read to
/// its end sees no broken connection.
const ANSWER_BYTES: usize = 64 * 1024;
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
            | RequestError::NotHttp
            | RequestError::HeadersTooLarge
            | RequestError::Coding
            | RequestError::Unsendable
            | RequestError::Misdirected
            | RequestError::NoTrust => Self::ConnectFailed,
        }
    }
}

/// Posts to pinned addresses: no redirects, no proxies, no cookies, each message on a connection of
/// its own. Messages to one endpoint are far apart: a kept connection would most likely be dead, and
/// a message must not be sent twice to find out. For the same reason an answer is read with care at
/// once: one that is lost makes a message that arrived count as one that did not.
pub(crate) struct Outbound {
    http: CarefulClient,
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
        Ok(Self {
            http: CarefulClient::new(settings)?,
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
        let posted = tokio::time::timeout_at(deadline.into(), self.post_through_the_gate(&posting));
        posted.await.unwrap_or(Err(PostError::TimedOut))
    }

    async fn post_through_the_gate(&self, posting: &Posting) -> Result<Posted, PostError> {
        // The rules may be stricter now than when the address was stored.
        let target = parse_as_spelled(&posting.url, &self.settings)
            .map_err(|_refused| PostError::BlockedAddress)?;
        let addresses = self.resolver.resolve(&target).await?;
        let mut outcome = Err(RequestError::Unreachable);
        for address in addresses {
            outcome = self.post_to(&target, address, posting).await;
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
    ) -> Result<Posted, RequestError> {
        let mut fields = vec![
            (USER_AGENT, self.user_agent.clone()),
            (ACCEPT, HeaderValue::from_static("*/*")),
            (CONTENT_TYPE, HeaderValue::from_static("application/json")),
        ];
        for (name, value) in &posting.headers {
            let value = HeaderValue::from_str(value).map_err(|_| RequestError::Unsendable)?;
            let name = HeaderName::try_from(*name).map_err(|_| RequestError::Unsendable)?;
            fields.push((name, value));
        }
        let (head, body) = self.http.post(target, address, &fields, &posting.body).await?;
        if header_bytes(&head.headers) > self.settings.limits.header_bytes {
            return Err(RequestError::HeadersTooLarge);
        }
        let retry_after = head.headers.get(RETRY_AFTER);
        let posted = Posted {
            status: head.status.as_u16(),
            retry_after: retry_after.and_then(|value| value.to_str().ok()).map(str::to_owned),
        };
        discard(body).await;
        Ok(posted)
    }
}

/// Reads a body and throws it away. The status was said, so however this ends does not matter.
async fn discard(mut body: CarefulBody) {
    let mut buffer = [0; 4 * 1024];
    let reading = async {
        let mut left = ANSWER_BYTES;
        while let Ok(length @ 1..) = body.read(&mut buffer).await {
            left = left.saturating_sub(length);
            if left == 0 {
                break;
            }
        }
    };
    let _it_was_too_long = tokio::time::timeout(ANSWER_TIME, reading).await;
}

#[cfg(test)]
mod tests;
