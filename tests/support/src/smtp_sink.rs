//! A mail server that others have written: Python's `aiosmtpd`.

use std::path::{Path, PathBuf};
use std::process::{Command as StdCommand, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/smtp_sink.py");
const REQUIREMENT: &str = "aiosmtpd==1.4.6";
const PATIENCE: Duration = Duration::from_secs(60);

/// Where Python finds the server's library; none where it cannot be had.
fn library() -> Option<&'static Path> {
    static LIBRARY: OnceLock<Option<PathBuf>> = OnceLock::new();
    let library = LIBRARY.get_or_init(install).as_deref();
    if library.is_none() {
        assert!(
            std::env::var_os("CITABLE_REQUIRE_SMTP_SINK").is_none(),
            "python3 with {REQUIREMENT} is required"
        );
        eprintln!("skipped: python3 with {REQUIREMENT} cannot be had here");
    }
    library
}

/// Installs the library beside the build's other products, once.
fn install() -> Option<PathBuf> {
    let deps = std::env::current_exe().ok()?;
    let place = deps.ancestors().nth(3)?.join("smtp-sink");
    if has_library(&place) {
        return Some(place);
    }
    // Another process may be at it too: each installs for itself, and one takes the place.
    let own = place.with_extension(std::process::id().to_string());
    let installed = python()
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"])
        .arg(&own)
        .arg(REQUIREMENT)
        .status();
    let _taken_by_another = std::fs::rename(&own, &place);
    (installed.is_ok_and(|status| status.success()) && has_library(&place)).then_some(place)
}

fn has_library(place: &Path) -> bool {
    let import = python().env("PYTHONPATH", place).args(["-c", "import aiosmtpd.smtp"]).status();
    import.is_ok_and(|status| status.success())
}

fn python() -> StdCommand {
    let mut command = StdCommand::new("python3");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A running mail server; it ends when dropped.
#[derive(Debug)]
pub struct Sink {
    process: Child,
    lines: UnboundedReceiver<String>,
    /// Where it listens on loopback.
    pub port: u16,
}

impl Sink {
    /// None where there is no such server on this machine.
    ///
    /// # Panics
    /// Where the server fails.
    pub async fn start(arguments: &[&str]) -> Option<Self> {
        let library = library()?;
        let mut process = Command::new("python3")
            .arg(SCRIPT)
            .args(arguments)
            .env("PYTHONPATH", library)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the sink works");
        let mut output = BufReader::new(process.stdout.take().expect("the sink works")).lines();
        let (heard, lines) = unbounded_channel();
        // Read at once: a server whose output is full stands still.
        tokio::spawn(async move {
            while let Ok(Some(line)) = output.next_line().await {
                let _test_is_over = heard.send(line);
            }
        });
        let mut sink = Self { process, lines, port: 0 };
        let listening = sink.next("listening").await;
        sink.port = u16::try_from(listening["port"].as_u64().expect("the sink works"))
            .expect("the sink works");
        Some(sink)
    }

    /// What happened next; panics where it is something else.
    ///
    /// # Panics
    /// Where the server fails.
    pub async fn next(&mut self, expected: &str) -> Value {
        let event = self.any().await;
        assert_eq!(event["event"], expected, "{event}");
        event
    }

    /// Whatever happened next.
    ///
    /// # Panics
    /// Where the server fails.
    pub async fn any(&mut self) -> Value {
        let line = tokio::time::timeout(PATIENCE, self.lines.recv()).await.expect("the sink works");
        serde_json::from_str(&line.expect("the sink works")).expect("the sink works")
    }

    /// Ends the server; what it still had to say first, if anything.
    ///
    /// # Panics
    /// Where the server fails.
    pub async fn end(&mut self) -> Option<String> {
        drop(self.process.stdin.take());
        tokio::time::timeout(PATIENCE, self.lines.recv()).await.expect("the sink works")
    }
}
