//! Starting the service and stopping it.
//!
//! On SIGTERM or SIGINT nothing new begins, event streams are asked to reconnect, requests and then
//! scans in flight get time to finish, the rest is given back, and the store is closed. A second
//! signal, or a stop that takes too long, ends the process at once; nothing that was promised is
//! lost.
//!
//! At a stop requests get 10 seconds, then actors 5; after 20 seconds the process ends.

use std::io::{self, ErrorKind, IsTerminal as _};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use citable_actors::fetch::{FetchError, Fetcher, Rendering};
use citable_actors::store::{ServeLock, StoreError};
use citable_actors::{StartError, System};
use metrics_exporter_prometheus::BuildError;
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinSet;
use url::Url;

use crate::cli::output::tell;
use crate::config::{self, Settings, SettingsError};
use crate::http::scrape::Recording;
use crate::http::{App, HttpSettings, join};
use crate::routes;
use crate::{dev_payments, process};

/// Connections that may wait to be accepted. One more would be tried again by its client only after
/// a second; the system may allow fewer.
const BACKLOG: u32 = 4_096;

/// How long the actors may take to give their work back, after the last request is over.
const ACTORS_STOP: Duration = Duration::from_secs(5);

/// How long a stop may take in all before the process ends anyway, beside the delay that was asked
/// for: the time of the requests, that of the actors, and some to close the store.
const HARD_STOP: Duration = Duration::from_secs(20);

/// What the process ends with when it could not stop in order.
const HARD_STOP_CODE: i32 = 2;

/// Why the service does not run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BootError {
    /// The settings contradict each other.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The fetch cannot start.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// An actor cannot start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The address cannot be listened on.
    #[error("can't listen on {address}: {}", why_not(.cause, .setting))]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What names it.
        setting: &'static str,
        /// Why.
        cause: io::Error,
    },
    /// The simulated payment provider cannot be started.
    #[error("can't start the simulated payment provider: {0}")]
    Payments(io::Error),
    /// Nothing can be measured.
    #[error("can't collect metrics: {0}")]
    Metrics(#[from] BuildError),
    /// The process can't receive signals.
    #[error("can't receive signals: {0}")]
    Signals(io::Error),
    /// A part of the service stopped for good.
    #[error("a part of the service couldn't be restarted; see the log")]
    GivenUp,
}

/// Why an address can't be listened on, and what to do.
fn why_not(error: &io::Error, setting: &str) -> String {
    let flag = setting.trim_start_matches("CITABLE_").to_lowercase().replace('_', "-");
    let other = format!("choose another with --{flag} ({setting})");
    match error.kind() {
        ErrorKind::AddrInUse => {
            format!("the address is in use. Stop the program that uses it, or {other}")
        }
        ErrorKind::PermissionDenied => {
            format!("permission denied. Use a port of 1024 or higher, or {other}")
        }
        ErrorKind::AddrNotAvailable => {
            format!("this machine doesn't have that IP address; {other}")
        }
        _ => format!("{error}; {other}"),
    }
}

/// Runs the service until it is told to stop; `development` is whether it runs for its developer
/// alone.
///
/// # Errors
/// Every [`BootError`].
pub(crate) async fn serve(settings: &Settings, development: bool) -> Result<(), BootError> {
    let started_at = Instant::now();
    let mut signals = StopSignals::listen().map_err(BootError::Signals)?;
    let clock = settings.hooks.clock()?;
    settings.hooks.arm_fault()?;
    let _lock = ServeLock::acquire(&settings.service.database())?;
    let (listener, address) = bind(settings.service.listen, "CITABLE_LISTEN")?;
    let metrics = Metrics::bind(settings)?;
    let base_url = settings.service.base_url(address)?;
    if development && !address.ip().is_loopback() {
        return Err(SettingsError::OpenDevelopment(address).into());
    }
    if development && !config::is_loopback(&base_url) {
        return Err(SettingsError::PublicDevelopment(base_url).into());
    }
    let own = std::iter::once(address).chain(metrics.as_ref().map(|metrics| metrics.address));
    let fetch = settings.fetch.settings(&base_url, own.collect(), &settings.hooks)?;
    let fetcher = Fetcher::new(fetch)?;
    let fetch = Arc::new(fetcher.settings().clone());

    let mut system_settings = settings.system(Arc::clone(&fetch), development)?;
    let renderer = system_settings.renderer.clone();
    let renders = renderer.is_some();
    let fetcher =
        fetcher.rendering(renderer.map(|renderer| Rendering { renderer, by_signs: true }));
    if development && settings.billing.names_nobody() && !settings.plans.unlimited {
        let simulated = dev_payments::start(address, Arc::clone(&clock)).await;
        system_settings.billing = Some(simulated.map_err(BootError::Payments)?);
    }
    let (role, limits) = (system_settings.role, system_settings.limits);
    let mail = settings.mail.is_configured();
    let system = System::start(system_settings, Arc::new(fetcher), clock).await?;
    let app = Arc::new(App {
        handles: system.handles(),
        role,
        clock: system.clock(),
        fetch,
        mcp_url: settings.service.mcp_url(&base_url),
        base_url,
        limits,
        development,
        renders,
        operator: settings.service.operator(),
        started_at,
        http: http_settings(settings),
    });

    if settings.service.base_url.is_none() && address.ip().is_unspecified() {
        tracing::warn!(
            "links in responses begin with http://{address}; set CITABLE_BASE_URL to the public URL"
        );
    }
    if settings.hooks.allow_test_hooks && !config::is_loopback(&app.base_url) {
        tracing::warn!(
            "CITABLE_ALLOW_TEST_HOOKS is set with a public base URL, so test settings take effect; \
             unset it in production"
        );
    }
    let _served_to_the_end = metrics.map(|metrics| metrics.serve(&app));
    tracing::info!("citable listening on http://{address}");
    if role.answers() && io::stderr().is_terminal() {
        tell(&banner(&app.base_url, development, mail));
    }
    let mut given_up = false;
    let shutdown_delay = app.http.shutdown_delay;
    let stop = async {
        tokio::select! {
            () = signals.next() => {}
            () = system.given_up() => given_up = true,
        }
        tracing::info!("stopping");
        tokio::spawn(end_hard(signals, shutdown_delay + HARD_STOP));
    };
    routes::serve(listener, app, stop).await;
    system.shutdown(ACTORS_STOP).await;
    tracing::info!("stopped");
    if given_up { Err(BootError::GivenUp) } else { Ok(()) }
}

/// What to do next, for someone who started the service on a terminal.
fn banner(base_url: &Url, development: bool, mail: bool) -> String {
    let at = |path: &str| join(base_url, path);
    let sign_in = match (development, mail) {
        (true, _) => format!("{} (the link arrives in Sent mail)", at("/login")),
        (false, true) => at("/login"),
        (false, false) => "citable admin login-link you@example.org".to_owned(),
    };
    let scan =
        format!("curl {} --json '{{\"url\": \"https://www.example.org/\"}}'", at("/api/v1/scan"));
    let mut lines = vec![
        ("Scan a page", at("/")),
        ("With the API", scan),
        ("Sign in", sign_in),
        ("API docs", at("/docs")),
    ];
    if development {
        lines.push(("Sent mail", at("/dev/outbox")));
    }
    lines.push(("Stop", "Ctrl-C".to_owned()));
    let lines: String = lines.iter().map(|(what, how)| format!("  {what:<12} {how}\n")).collect();
    format!("\nCitable is ready at {}\n\n{lines}\n", at("/").trim_end_matches('/'))
}

/// The server's limits, within what the system allows.
fn http_settings(settings: &Settings) -> HttpSettings {
    let wanted = settings.http.settings(settings.service.proxies());
    let (connections, files) = (wanted.max_connections, process::raise_file_limit());
    let http = wanted.within(files);
    if http.max_connections < connections {
        tracing::warn!(
            files,
            "only {} of {connections} connections can be open at once; raise the limit on open \
             files, or lower CITABLE_MAX_CONNECTIONS",
            http.max_connections,
        );
    }
    http
}

fn bind(
    address: SocketAddr,
    setting: &'static str,
) -> Result<(TcpListener, SocketAddr), BootError> {
    let failed = |cause| BootError::Listen { address, setting, cause };
    let listener = listen(address).map_err(failed)?;
    let bound = listener.local_addr().map_err(failed)?;
    Ok((listener, bound))
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A new process takes the port over at once, as `TcpListener::bind` has it.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Where the service's numbers are, and what records them.
struct Metrics {
    recording: Recording,
    listener: TcpListener,
    address: SocketAddr,
}

impl Metrics {
    /// None if metrics are off.
    fn bind(settings: &Settings) -> Result<Option<Self>, BootError> {
        let Some(wanted) = settings.service.metrics_listen else { return Ok(None) };
        let (listener, address) = bind(wanted, "CITABLE_METRICS_LISTEN")?;
        Ok(Some(Self { recording: Recording::begin()?, listener, address }))
    }

    /// Serves them until what is returned is dropped.
    fn serve(self, app: &Arc<App>) -> JoinSet<()> {
        tracing::info!("metrics at http://{}/metrics", self.address);
        self.recording.serve(self.listener, app)
    }
}

/// Ends the process when a second signal comes or the stop takes too long.
async fn end_hard(mut signals: StopSignals, limit: Duration) {
    tokio::select! {
        () = signals.next() => tracing::warn!("second signal: exiting now"),
        () = tokio::time::sleep(limit) => tracing::warn!("stopping took too long: exiting now"),
    }
    std::process::exit(HARD_STOP_CODE)
}

/// The signals that ask the service to stop.
struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl StopSignals {
    fn listen() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_in_use_is_said_once_with_what_to_do() {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = taken.local_addr().unwrap();
        let cause = std::net::TcpListener::bind(address).unwrap_err();
        let error = BootError::Listen { address, setting: "CITABLE_LISTEN", cause };
        assert_eq!(
            error.to_string(),
            format!(
                "can't listen on {address}: the address is in use. Stop the program that uses it, \
                 or choose another with --listen (CITABLE_LISTEN)"
            )
        );
    }

    #[test]
    fn the_banner_says_what_to_do_next() {
        let url = Url::parse("http://127.0.0.1:8080/").unwrap();
        let told = banner(&url, true, false);
        assert!(told.contains("  Sign in      http://127.0.0.1:8080/login (the link"), "{told}");
        assert!(told.contains("  Scan a page  http://127.0.0.1:8080/\n"), "{told}");
        assert!(told.contains("http://127.0.0.1:8080/dev/outbox"), "{told}");
        assert!(banner(&url, false, true).contains("  Sign in      http://127.0.0.1:8080/login\n"));
        assert!(banner(&url, false, false).contains("citable admin login-link"));
    }

    #[test]
    fn the_store_has_time_to_close_before_the_hard_stop() {
        let closing = HARD_STOP - HttpSettings::default().drain_timeout - ACTORS_STOP;
        assert!(closing >= Duration::from_secs(5), "{closing:?}");
    }
}
