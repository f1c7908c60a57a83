//! A page that a server on this machine serves, judged as if it stood at a public URL.
//!
//! Commands alone have this client: what the service fetches goes through the gate of
//! [`citable_actors::fetch`], which knows no way to its own machine.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, bail};
use citable_actors::fetch::FetchLimits;
use citable_actors::render::{Resource, Resources};
use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::page::snapshot::{
    Exchange, FileFetch, FileOutcome, PageEnd, PageFetch, Snapshot, Source,
};
use futures_util::future::{BoxFuture, FutureExt};
use http::{HeaderMap, Request, header};
use http_body_util::{BodyExt, Empty};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpStream, lookup_host};
use url::{Host, Url};

use super::local_site::another_machine;
use crate::cli::output;
use crate::http::MIB;

/// Timeout for one response: many development servers build a page when it is first requested.
const PATIENCE: Duration = Duration::from_mins(1);
/// What is asked for: the page as a browser gets it, in no content coding.
const HEADERS: [(header::HeaderName, &str); 2] =
    [(header::ACCEPT, "text/html,*/*;q=0.8"), (header::ACCEPT_ENCODING, "identity")];

/// A server on this machine, and the public origin that it stands in for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct OwnMachine {
    page: Url,
    stands_at: Url,
    user_agent: String,
}

/// Why a server gave no answer.
#[derive(Debug, thiserror::Error)]
#[error("{cause}")]
struct Unanswered {
    code: FailureCode,
    cause: String,
}

impl Unanswered {
    fn broken(error: impl std::error::Error) -> Self {
        Self { code: FailureCode::ConnectFailed, cause: error.to_string() }
    }
}

/// An answer, its body in no content coding and cut at a limit.
struct Answer {
    exchange: Exchange,
    body: Vec<u8>,
    truncated: bool,
}

impl OwnMachine {
    /// The page at that address of this machine, as the one of the public URL.
    ///
    /// # Errors
    /// Says that the address isn't one of `http`.
    pub(super) fn new(page: &str, stands_at: Url, user_agent: String) -> anyhow::Result<Self> {
        let whole = if page.contains("://") { page.to_owned() } else { format!("http://{page}") };
        let url = Url::parse(&whole).with_context(|| format!("{page} isn't a URL"))?;
        if url.scheme() != "http" || !url.has_host() {
            bail!(
                "--as is for a server on this machine over http, such as \
                 http://localhost:3000/pricing"
            )
        }
        let is_elsewhere = match url.host() {
            Some(Host::Ipv4(ip)) => !ip.is_loopback(),
            Some(Host::Ipv6(ip)) => !ip.to_canonical().is_loopback(),
            // Whose name it is shows when it is resolved.
            _ => false,
        };
        if is_elsewhere {
            bail!(another_machine(&url, &stands_at))
        }
        Ok(Self { page: url, stands_at, user_agent })
    }

    /// Fetches the page with its redirects, robots.txt and llms.txt.
    ///
    /// The outer error is the machine's; the inner one says that the answer is no page.
    pub(in crate::cli) async fn fetch(
        &self,
        fetched_at: i64,
    ) -> anyhow::Result<Result<Snapshot, ScanFailure>> {
        let fetched = self.snapshot(fetched_at).await;
        fetched.or_else(|error| match error.downcast_ref::<Unanswered>() {
            Some(Unanswered { code, .. }) => {
                Ok(Err(ScanFailure::new(*code, format!("{}.", output::chain(&error)))))
            }
            None => Err(error),
        })
    }

    async fn snapshot(&self, fetched_at: i64) -> anyhow::Result<Result<Snapshot, ScanFailure>> {
        let limits = FetchLimits::default();
        let (exchanges, last) = self.page(&limits).await?;
        if let Some(failure) = refusal(&self.page, &last.exchange) {
            return Ok(Err(failure));
        }
        if last.truncated {
            let most = limits.page_bytes / MIB;
            output::note(&format!(
                "the page is larger than {most} MiB; only the first {most} MiB count"
            ));
        }
        output::note(&format!("{} is judged as {}", self.page, self.stands_at));
        let mut snapshot = Snapshot::of_answer(last.exchange, last.body, fetched_at);
        snapshot.source = Source::File;
        snapshot.requested_url = self.stands_at.clone();
        snapshot.page = PageFetch {
            exchanges,
            end: PageEnd::Answered,
            truncated: last.truncated,
            ..snapshot.page
        };
        let file = |path, limit| self.file(path, limit, fetched_at);
        snapshot.robots = vec![file("/robots.txt", limits.robots_bytes).await?];
        snapshot.supporting.llms_txt = Some(file("/llms.txt", limits.llms_txt_bytes).await?);
        Ok(Ok(snapshot))
    }

    /// Every answer on the way to the page, and the last with its body.
    async fn page(&self, limits: &FetchLimits) -> anyhow::Result<(Vec<Exchange>, Answer)> {
        let mut url = self.page.clone();
        let mut exchanges = Vec::new();
        loop {
            let answer = self.get(&url, limits.page_bytes).await?;
            exchanges.push(answer.exchange.clone());
            let Some(next) = self.redirected(&url, &answer.exchange)? else {
                return Ok((exchanges, answer));
            };
            if exchanges.len() > limits.redirects {
                bail!("{} redirects more than {} times", self.page, limits.redirects)
            }
            url = next;
        }
    }

    /// Where a redirect leads on the same server; none where the answer is no redirect.
    fn redirected(&self, from: &Url, answer: &Exchange) -> anyhow::Result<Option<Url>> {
        let is_redirect = matches!(answer.status, 301 | 302 | 303 | 307 | 308);
        let Some(target) = answer.header("location").filter(|_| is_redirect) else {
            return Ok(None);
        };
        let next = from.join(target).with_context(|| format!("{from} redirects to no URL"))?;
        match next.origin() == self.page.origin() {
            true => Ok(Some(next)),
            false => bail!(
                "{from} redirects to {next}, which isn't on the same server. Scan a page that \
                 doesn't redirect, or make the server redirect to its own address"
            ),
        }
    }

    async fn file(&self, path: &str, limit: usize, fetched_at: i64) -> anyhow::Result<FileFetch> {
        let Answer { exchange, body, truncated } = self.get(&self.page.join(path)?, limit).await?;
        let outcome = FileOutcome::Answered { body, truncated };
        Ok(FileFetch { url: exchange.url.clone(), fetched_at, exchanges: vec![exchange], outcome })
    }

    async fn get(&self, url: &Url, limit: usize) -> anyhow::Result<Answer> {
        let asked = tokio::time::timeout(PATIENCE, self.ask(url, limit)).await;
        let late = format!("no response within {} seconds", PATIENCE.as_secs());
        asked
            .map_err(|_elapsed| Unanswered { code: FailureCode::TimedOut, cause: late }.into())
            .and_then(|asked| asked)
            .with_context(|| format!("can't fetch {url}"))
    }

    async fn ask(&self, url: &Url, limit: usize) -> anyhow::Result<Answer> {
        let addresses = self.own_addresses(url).await?;
        let stream = TcpStream::connect(addresses.as_slice()).await.map_err(Unanswered::broken)?;
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(Unanswered::broken)?;
        tokio::spawn(connection);
        let target = &url[url::Position::BeforePath..url::Position::AfterQuery];
        let host = &url[url::Position::BeforeHost..url::Position::AfterPort];
        let mut request = Request::get(target)
            .header(header::HOST, host)
            .header(header::USER_AGENT, &self.user_agent);
        for (name, value) in HEADERS {
            request = request.header(name, value);
        }
        let request = request.body(Empty::<Bytes>::new())?;
        let answer = sender.send_request(request).await.map_err(Unanswered::broken)?;
        let (head, body) = answer.into_parts();
        let exchange = Exchange {
            url: self.public(url),
            status: head.status.as_u16(),
            headers: self.headers(&head.headers),
        };
        if let Some(coding) = exchange.header("content-encoding").filter(|it| *it != "identity") {
            bail!("it responded with the content encoding {coding}, which wasn't requested")
        }
        let (body, truncated) = read(body, limit).await?;
        Ok(Answer { exchange, body, truncated })
    }

    /// The addresses of the URL's host, all of them this machine's.
    async fn own_addresses(&self, url: &Url) -> anyhow::Result<Vec<SocketAddr>> {
        let found = addresses(url).await?;
        match found.iter().all(|address| address.ip().to_canonical().is_loopback()) {
            true => Ok(found),
            false => bail!(another_machine(url, &self.stands_at)),
        }
    }

    /// The public URL of an address of the server.
    fn public(&self, url: &Url) -> Url {
        let is_page = url.path() == self.page.path() && url.query() == self.page.query();
        if is_page {
            return self.stands_at.clone();
        }
        let mut public = self.stands_at.clone();
        public.set_path(url.path());
        public.set_query(url.query());
        public
    }

    /// The header fields, with the server's own origin replaced where a redirect or a link names it.
    fn headers(&self, fields: &HeaderMap) -> Vec<(String, String)> {
        let own = self.page.origin().ascii_serialization();
        let public = self.stands_at.origin().ascii_serialization();
        let fields = fields.iter().map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes()).replace(&own, &public);
            (name.as_str().to_owned(), value)
        });
        fields.collect()
    }
}

/// Scripts and data that the page asks for come from the same server, and from nowhere else.
impl Resources for OwnMachine {
    fn get<'a>(&'a self, url: &'a Url) -> BoxFuture<'a, Option<Resource>> {
        async move {
            if url.origin() != self.stands_at.origin() {
                return None;
            }
            let mut own = self.page.clone();
            own.set_path(url.path());
            own.set_query(url.query());
            let answer = self.get(&own, FetchLimits::default().page_bytes).await.ok()?;
            let Exchange { status, headers, .. } = answer.exchange;
            Some(Resource { status, headers, body: answer.body })
        }
        .boxed()
    }
}

async fn addresses(url: &Url) -> anyhow::Result<Vec<SocketAddr>> {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let port = url.port_or_known_default().unwrap_or(80);
    let found = lookup_host((host, port))
        .await
        .map_err(|error| Unanswered { code: FailureCode::DnsFailed, cause: error.to_string() })?;
    Ok(found.collect())
}

/// Why an answer is no page to judge.
fn refusal(page: &Url, answer: &Exchange) -> Option<ScanFailure> {
    if !(200..300).contains(&answer.status) {
        let code =
            if answer.status >= 500 { FailureCode::OriginError } else { FailureCode::Refused };
        let message = format!("{page} responded with status {}. Expected a page.", answer.status);
        return Some(ScanFailure::new(code, message));
    }
    let written = answer.header("content-type").unwrap_or("text/html");
    let kind = written.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_html = ["text/html", "application/xhtml+xml"].contains(&kind.as_str());
    (!is_html).then(|| {
        let message = format!("{page} responded with `{kind}`. Expected HTML.");
        ScanFailure::new(FailureCode::NotHtml, message)
    })
}

/// At most `limit` bytes, and whether there were more.
async fn read(mut body: Incoming, limit: usize) -> anyhow::Result<(Vec<u8>, bool)> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(Unanswered::broken)?.into_data() else { continue };
        bytes.extend_from_slice(&data);
        if bytes.len() > limit {
            bytes.truncate(limit);
            return Ok((bytes, true));
        }
    }
    Ok((bytes, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(page: &str, stands_at: &str) -> OwnMachine {
        OwnMachine::new(page, Url::parse(stands_at).unwrap(), String::new()).unwrap()
    }

    #[test]
    fn an_address_of_the_server_has_a_public_one() {
        let server = server("localhost:3000/draft?p=1", "https://www.example.org/pricing");
        let public = |url: &str| server.public(&Url::parse(url).unwrap()).to_string();
        assert_eq!(public("http://localhost:3000/draft?p=1"), "https://www.example.org/pricing");
        assert_eq!(public("http://localhost:3000/draft"), "https://www.example.org/draft");
        assert_eq!(public("http://localhost:3000/a?b=c"), "https://www.example.org/a?b=c");
    }

    #[tokio::test]
    async fn only_this_machine_is_asked() {
        for (url, is_own) in [
            ("http://127.0.0.1:3000/", true),
            ("http://127.9.9.9/", true),
            ("http://[::1]:3000/", true),
            ("http://[::ffff:127.0.0.1]/", true),
            ("http://0.0.0.0:3000/", false),
            ("http://10.0.0.7/", false),
            ("http://169.254.169.254/", false),
            ("http://[fe80::1]/", false),
            ("http://93.184.215.14/", false),
        ] {
            let own = server("http://localhost:3000/", "https://www.example.org/");
            let asked = own.own_addresses(&Url::parse(url).unwrap()).await;
            assert_eq!(asked.is_ok(), is_own, "{url}");
            let stands_at = Url::parse("https://www.example.org/").unwrap();
            assert_eq!(OwnMachine::new(url, stands_at, String::new()).is_ok(), is_own, "{url}");
        }
    }

    #[test]
    fn a_redirect_stays_on_the_server() {
        let server = server("http://localhost:3000/a", "https://www.example.org/a");
        let redirect = |target: &str| {
            let headers = vec![("location".to_owned(), target.to_owned())];
            let answer = Exchange { url: server.page.clone(), status: 301, headers };
            server.redirected(&server.page, &answer)
        };
        let next = redirect("/b").unwrap().unwrap();
        assert_eq!(next.as_str(), "http://localhost:3000/b");
        for elsewhere in ["http://localhost:3001/", "https://www.example.org/b", "//10.0.0.7/"] {
            assert!(redirect(elsewhere).is_err(), "{elsewhere}");
        }
    }

    #[test]
    fn another_scheme_is_refused() {
        for page in ["https://localhost:3000/", "file:///etc/passwd"] {
            let stands_at = Url::parse("https://www.example.org/").unwrap();
            assert!(OwnMachine::new(page, stands_at, String::new()).is_err(), "{page}");
        }
    }
}
