//! One request to one checked address.

use std::error::Error;
use std::net::SocketAddr;
use std::time::Instant;

use citable_checks::page::snapshot::Exchange;
use http::header::{
    ACCEPT, ACCEPT_ENCODING, CONTENT_LENGTH, HeaderMap, HeaderName, HeaderValue, TRANSFER_ENCODING,
    USER_AGENT,
};
use http::{StatusCode, Version};
use isahc::config::{Configurable, RedirectPolicy};
use isahc::error::ErrorKind;
use isahc::net::Dialer;
use isahc::{AsyncBody, HttpClient, HttpClientBuilder, Request, Response, ResponseExt};

use super::body::{self, Body, Pace, Source};
use super::careful::{CarefulClient, CarefulOrigins};
use super::decode::{Caps, Coding};
use super::failure::RequestError;
use super::settings::{FetchLimits, FetchSettings};
use super::target::TargetUrl;
use super::trust;
use crate::fetch::error::FetchError;

/// The content codings that are undone here.
const CODINGS: HeaderValue = HeaderValue::from_static("gzip, br");

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// What it is, in one word.
    pub(super) kind: &'static str,
    /// The `Accept` header.
    pub(super) accept: &'static str,
    /// Decoded bytes that are kept of the body.
    pub(super) bytes: usize,
    /// Who asks.
    pub(super) agent: Agent,
}

/// Who asks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Agent {
    /// The scanner.
    Own,
    /// The scanner, with the product token of a crawler before its own name.
    Probe(&'static str),
}

/// One answer.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) exchange: Exchange,
    /// The body; not read where the answer is a redirect.
    pub(super) body: Body,
}

/// What the scanner calls itself, with the page about it.
pub fn user_agent(about: &str) -> String {
    format!("CitableBot/1.0 (+{about})")
}

/// What it calls itself where it names a crawler as well.
pub fn probe_agent(token: &str, about: &str) -> String {
    format!("Mozilla/5.0 (compatible; {token}/1.0; probe by CitableBot/1.0; +{about})")
}

/// Sends requests to pinned addresses: no redirects, no proxies, no name look-ups, no cookies, no
/// decompression of its own.
pub(super) struct Client {
    http: HttpClient,
    careful: CarefulClient,
    user_agent: HeaderValue,
    /// The page about the scanner.
    about: String,
    limits: FetchLimits,
    pace: Pace,
}

impl Client {
    /// # Errors
    /// The base URL, the certificates or the machine do not permit a client.
    pub(super) fn new(settings: &FetchSettings) -> Result<Self, FetchError> {
        let base_url = settings.base_url.trim_end_matches('/');
        let about = format!("{base_url}/bot");
        let user_agent =
            HeaderValue::try_from(user_agent(&about)).map_err(|_| FetchError::BaseUrl)?;
        let limits = settings.limits.clone();
        let pace = Pace { bytes: limits.low_speed_bytes, within: limits.low_speed };
        let http = client_builder(settings)?.build().map_err(FetchError::Client)?;
        let careful = CarefulClient::new(settings)?;
        Ok(Self { http, careful, user_agent, about, limits, pace })
    }

    /// Asks the addresses in turn until one takes the connection, and reads its answer. Origins
    /// that turn out to need the careful client are added to `careful`.
    pub(super) async fn get(
        &self,
        target: &TargetUrl,
        addresses: &[SocketAddr],
        wanted: Wanted,
        deadline: Instant,
        careful: &CarefulOrigins,
    ) -> Result<Answer, RequestError> {
        let deadline = deadline.min(Instant::now() + self.limits.request);
        let mut outcome = Err(RequestError::Unreachable);
        for address in addresses {
            let attempt = self.get_from(target, *address, wanted, deadline, careful);
            outcome = tokio::time::timeout_at(deadline.into(), attempt)
                .await
                .unwrap_or(Err(RequestError::TimedOut));
            if !matches!(outcome, Err(RequestError::Unreachable | RequestError::ConnectTimedOut)) {
                break;
            }
        }
        outcome
    }

    async fn get_from(
        &self,
        target: &TargetUrl,
        address: SocketAddr,
        wanted: Wanted,
        deadline: Instant,
        careful: &CarefulOrigins,
    ) -> Result<Answer, RequestError> {
        if !careful.contains(target) {
            let outcome = self.get_usually(target, address, wanted, deadline).await;
            if !matches!(outcome, Err(RequestError::Broken)) {
                return outcome;
            }
        }
        // The answer may be whole all the same; or a kept connection died meanwhile, or could not be
        // used again after a body that was cut. Once more, on a fresh one, with care.
        let answer = self.get_carefully(target, address, wanted).await?;
        careful.add(target);
        Ok(answer)
    }

    async fn get_usually(
        &self,
        target: &TargetUrl,
        address: SocketAddr,
        wanted: Wanted,
        deadline: Instant,
    ) -> Result<Answer, RequestError> {
        // The client reads `file:` addresses too; none may come this far.
        if target.url().scheme() != "https" {
            return Err(RequestError::Unsendable);
        }
        let fields = self.fields(wanted)?.into_iter();
        let request = fields.fold(Request::get(target.as_str()), |request, (name, value)| {
            request.header(name, value)
        });
        let request = request
            .dial(Dialer::ip_socket(address))
            .timeout(deadline.saturating_duration_since(Instant::now()))
            .body(())
            .map_err(|_| RequestError::Unsendable)?;
        let sent = tokio::time::timeout(self.limits.first_byte, self.http.send_async(request));
        let response = sent.await.map_err(|_| RequestError::TimedOut)??;
        let response = from_there(target, address, response)?;
        let ends_unmarked = ends_unmarked(&response);
        let (head, mut body) = response.into_parts();
        let answer = self.read(target, head.status, &head.headers, &mut body, wanted).await?;
        if answer.body.bytes.is_empty() && ends_unmarked {
            return Err(RequestError::Broken);
        }
        Ok(answer)
    }

    async fn get_carefully(
        &self,
        target: &TargetUrl,
        address: SocketAddr,
        wanted: Wanted,
    ) -> Result<Answer, RequestError> {
        let sent = self.careful.get(target, address, &self.fields(wanted)?).await;
        let (head, mut body) = sent.map_err(|error| match error {
            // The usual client took its certificate.
            RequestError::Tls => RequestError::Broken,
            error => error,
        })?;
        let read = self.read(target, head.status, &head.headers, &mut body, wanted).await;
        if body.broke() && !read.as_ref().is_ok_and(|answer| shows_its_end(answer, &head.headers)) {
            return Err(RequestError::Broken);
        }
        read
    }

    /// The header fields of a request.
    fn fields(&self, wanted: Wanted) -> Result<[(HeaderName, HeaderValue); 3], RequestError> {
        let agent = match wanted.agent {
            Agent::Own => self.user_agent.clone(),
            Agent::Probe(token) => HeaderValue::try_from(probe_agent(token, &self.about))
                .map_err(|_| RequestError::Unsendable)?,
        };
        let accept = HeaderValue::from_static(wanted.accept);
        Ok([(USER_AGENT, agent), (ACCEPT, accept), (ACCEPT_ENCODING, CODINGS)])
    }

    async fn read(
        &self,
        target: &TargetUrl,
        status: StatusCode,
        headers: &HeaderMap,
        source: &mut impl Source,
        wanted: Wanted,
    ) -> Result<Answer, RequestError> {
        if header_bytes(headers) > self.limits.header_bytes {
            return Err(RequestError::HeadersTooLarge);
        }
        let exchange = Exchange {
            url: target.url().clone(),
            status: status.as_u16(),
            headers: owned_headers(headers),
        };
        if is_redirect(exchange.status) {
            return Ok(Answer { exchange, body: Body::default() });
        }
        let caps = Caps {
            bytes: wanted.bytes,
            ratio: self.limits.expansion_ratio,
            ratio_floor: self.limits.ratio_floor,
        };
        let body = body::read(source, Coding::of(headers)?, caps, self.pace).await?;
        Ok(Answer { exchange, body })
    }
}

/// Whether a body shows by itself that nothing of it is missing: by the end of its compression, or
/// by that of the document.
fn shows_its_end(answer: &Answer, headers: &HeaderMap) -> bool {
    let body = &answer.body;
    let is_packed = Coding::of(headers) != Ok(Coding::Identity) && !body.bytes.is_empty();
    is_packed || body.truncated || body::ends_document(&body.bytes)
}

/// Builder of a client that connects only to the given addresses.
pub(super) fn client_builder(settings: &FetchSettings) -> Result<HttpClientBuilder, FetchError> {
    let builder = HttpClient::builder()
        .tls_config(trust::tls_config(settings.extra_ca_file.as_deref())?)
        // Proxies named in the environment would be dialled instead of the checked address.
        .proxy(None)
        .redirect_policy(RedirectPolicy::None)
        .automatic_decompression(false)
        .connect_timeout(settings.limits.connect);
    Ok(builder)
}

/// The answer, if it came from the address that was dialled.
pub(super) fn from_there(
    target: &TargetUrl,
    address: SocketAddr,
    response: Response<AsyncBody>,
) -> Result<Response<AsyncBody>, RequestError> {
    if response.remote_addr() == Some(address) {
        return Ok(response);
    }
    tracing::error!(host = target.host(), "a response came from an unexpected address");
    Err(RequestError::Misdirected)
}

/// Whether only the end of the connection marks the end of the body (RFC 9112 section 6.3). Where
/// nothing at all came then, the answer may as well have broken off within its headers.
fn ends_unmarked(response: &Response<AsyncBody>) -> bool {
    let headers = response.headers();
    response.version() < Version::HTTP_2
        && !is_redirect(response.status().as_u16())
        && !matches!(response.status(), StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED)
        && !headers.contains_key(CONTENT_LENGTH)
        && !headers.contains_key(TRANSFER_ENCODING)
}

pub(super) fn header_bytes(headers: &HeaderMap) -> usize {
    headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum()
}

fn owned_headers(headers: &HeaderMap) -> Vec<(String, String)> {
    headers
        .iter()
        .map(|(name, value)| {
            (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
        })
        .collect()
}

impl From<isahc::Error> for RequestError {
    fn from(error: isahc::Error) -> Self {
        match error.kind() {
            _ if curl_error(&error).is_some_and(curl::Error::is_ssl_cacert_badfile) => {
                Self::NoTrust
            }
            ErrorKind::ConnectionFailed if is_refused_handshake(&error) => Self::Tls,
            ErrorKind::ConnectionFailed => Self::Unreachable,
            ErrorKind::BadServerCertificate | ErrorKind::TlsEngine => Self::Tls,
            // There is a peer only once the connection stands.
            ErrorKind::Timeout if error.remote_addr().is_none() => Self::ConnectTimedOut,
            ErrorKind::Timeout => Self::TimedOut,
            ErrorKind::InvalidRequest => Self::Unsendable,
            _ => Self::Broken,
        }
    }
}

/// Whether a failed connection failed in the TLS handshake: its kind does not tell.
fn is_refused_handshake(error: &isahc::Error) -> bool {
    curl_error(error).is_some_and(curl::Error::is_ssl_connect_error)
}

fn curl_error(error: &isahc::Error) -> Option<&curl::Error> {
    error.source()?.downcast_ref()
}

/// Whether an answer of that status is a redirect (Fetch standard, "redirect status").
pub(super) fn is_redirect(status: u16) -> bool {
    matches!(status, 301 | 302 | 303 | 307 | 308)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use isahc::tls::{TlsConfig, TrustStore};

    use super::*;

    #[test]
    fn a_site_is_not_blamed_for_certificates_that_cannot_be_read_here() {
        let site = TcpListener::bind("127.0.0.1:0").unwrap();
        let trust = TrustStore::from_file("/proc/self/fd/no-such-file");
        let tls = TlsConfig::builder().trust_store(trust).build();
        let client = HttpClient::builder().tls_config(tls).build().unwrap();
        let error = client.get(format!("https://{}/", site.local_addr().unwrap())).unwrap_err();
        assert_eq!(RequestError::from(error), RequestError::NoTrust);
    }
}
