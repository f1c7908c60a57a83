//! One browser, ready for pages.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::net::{TcpStream, UnixStream};
use tokio_tungstenite::client_async_with_config;

use super::devtools::{Devtools, DevtoolsError, Events};
use super::sandbox::{BoxError, Boxed, program};
use super::self_test::{self, Leak};
use super::settings::{BrowserSource, RenderLimits, Walls};
use super::wire::{Wire, websocket_config};

/// Where a browser on a socket has its DevTools; such a path is ignored there.
const ON_SOCKET: &str = "ws://localhost/devtools/browser";

/// Why there is no browser.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    /// Its box can't be made.
    #[error(transparent)]
    Box(#[from] BoxError),
    /// It didn't start, or not as we need it.
    #[error("the browser didn't start: {0}")]
    Browser(String),
    /// It can't be reached.
    #[error("can't connect to the browser: {0}")]
    Connect(String),
    /// What it does can reach a network.
    #[error("the browser isn't isolated: {0}")]
    NotIsolated(#[from] Leak),
}

/// One browser, its interception on. It renders a page at a time. Dropping it ends it.
#[derive(Debug)]
pub(crate) struct Browser {
    pub(super) devtools: Devtools,
    pub(super) events: Events,
    /// Such as `HeadlessChrome/156.0.8078.79`.
    pub(super) version: String,
    started: Instant,
    pages: u32,
    /// Bytes of memory that it had taken before its first page.
    idle_memory: Option<u64>,
    boxed: Option<Boxed>,
}

impl Browser {
    /// Starts or reaches one, and makes sure that it is on its own.
    ///
    /// # Errors
    /// Every [`StartError`].
    pub(super) async fn start(
        source: &BrowserSource,
        limits: &RenderLimits,
    ) -> Result<Self, StartError> {
        let started = tokio::time::timeout(limits.start, Self::start_at_last(source, limits));
        let late = |_elapsed| StartError::Browser("it took too long".to_owned());
        started.await.map_err(late)?
    }

    async fn start_at_last(
        source: &BrowserSource,
        limits: &RenderLimits,
    ) -> Result<Self, StartError> {
        let (boxed, wire, canary) = connect(source, limits).await?;
        let (devtools, mut events) = Devtools::over(wire);
        let version = match ready(&devtools, canary, limits.walls()).await {
            Ok(version) => version,
            Err(error) => return Err(in_its_words(error, boxed).await),
        };
        events.clear();
        let idle_memory = boxed.as_ref().and_then(Boxed::memory);
        Ok(Self {
            devtools,
            events,
            version,
            started: Instant::now(),
            pages: 0,
            idle_memory,
            boxed,
        })
    }

    /// Whether it is known to have ended.
    pub(super) fn is_gone(&self) -> bool {
        self.devtools.is_gone()
    }

    /// Counts a page that it rendered, and says whether it may render another one.
    pub(super) fn has_rendered(&mut self, limits: &RenderLimits) -> bool {
        self.pages += 1;
        self.pages < limits.pages_of_a_browser
            && self.started.elapsed() < limits.age_of_a_browser
            && self.grown().is_none_or(|grown| grown < limits.growth_of_a_browser)
    }

    /// Bytes of memory that it has taken since it started; none for a browser that isn't ours.
    fn grown(&self) -> Option<u64> {
        Some(self.boxed.as_ref()?.memory()?.saturating_sub(self.idle_memory?))
    }
}

/// Why a browser did not start, as it said itself where it did.
async fn in_its_words(error: StartError, boxed: Option<Boxed>) -> StartError {
    let (StartError::Browser(_), Some(mut boxed)) = (&error, boxed) else { return error };
    match boxed.last_words().await {
        words if words.is_empty() => error,
        words => StartError::Browser(words),
    }
}

/// Reaches a browser; with it, the address at which a canary would hear of it.
async fn connect(
    source: &BrowserSource,
    limits: &RenderLimits,
) -> Result<(Option<Boxed>, Wire, String), StartError> {
    let unreached = |error: &dyn std::fmt::Display| StartError::Connect(error.to_string());
    let here = "127.0.0.1".to_owned();
    match source {
        BrowserSource::Auto | BrowserSource::Program(_) => {
            let (boxed, wire) = Boxed::start(&program(source)?, limits)?;
            Ok((Some(boxed), wire, here))
        }
        BrowserSource::Socket(path) => Ok((None, on_socket(path).await?, here)),
        BrowserSource::Remote(url) => {
            let (host, port) = (url.host_str().unwrap_or_default(), url.port().unwrap_or(80));
            let stream = TcpStream::connect((host.trim_matches(['[', ']']), port)).await;
            let stream = stream.map_err(|error| unreached(&error))?;
            let canary = stream.local_addr().map_err(|error| unreached(&error))?.ip().to_string();
            let opened = client_async_with_config(url.as_str(), stream, Some(websocket_config()));
            let (socket, _) = opened.await.map_err(|error| unreached(&error))?;
            Ok((None, Wire::over_websocket(socket), canary))
        }
    }
}

async fn on_socket(path: &Path) -> Result<Wire, StartError> {
    let unreached =
        |error: &dyn std::fmt::Display| StartError::Connect(format!("{}: {error}", path.display()));
    let stream = UnixStream::connect(path).await.map_err(|error| unreached(&error))?;
    let opened = client_async_with_config(ON_SOCKET, stream, Some(websocket_config()));
    let (socket, _) = opened.await.map_err(|error| unreached(&error))?;
    Ok(Wire::over_websocket(socket))
}

/// Waits for the browser, tests its isolation and turns interception on; returns its version.
async fn ready(devtools: &Devtools, canary: String, walls: Walls) -> Result<String, StartError> {
    let failed = |error: DevtoolsError| StartError::Browser(error.to_string());
    let asked = devtools.call_within(Duration::MAX, None, "Browser.getVersion", json!({}));
    let version = asked.await.map_err(failed)?;
    if walls.network {
        self_test::run(devtools, &canary).await.map_err(failed)??;
    }
    let everything = json!({ "patterns": [{ "urlPattern": walls.intercepted() }] });
    devtools.call(None, "Fetch.enable", everything).await.map_err(failed)?;
    let targets = json!({ "discover": true });
    devtools.call(None, "Target.setDiscoverTargets", targets).await.map_err(failed)?;
    Ok(version["product"].as_str().unwrap_or_default().to_owned())
}
