//! A mail server that others have written: Python's `aiosmtpd`.

use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::foreign::Packages;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/smtp_sink.py");
const PATIENCE: Duration = Duration::from_secs(60);

/// The server's library.
const LIBRARY: Packages =
    Packages { name: "smtp-sink", python: &["aiosmtpd==1.4.6"], javascript: &[] };

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
        let library = LIBRARY.installed()?;
        let mut process = Command::from(library.python())
            .arg(SCRIPT)
            .args(arguments)
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
