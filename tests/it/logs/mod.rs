//! `citable logs`, on logs whose counts are known.

mod formats;
mod forms;
mod hostile;
mod pages;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::world::citable;

/// Logs in a folder of their own.
pub(super) struct Logs(TempDir);

impl Logs {
    pub(super) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(super) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    pub(super) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    /// Runs `citable logs` in the folder, with something on standard input.
    pub(super) fn run_on(&self, arguments: &[&str], input: &[u8]) -> Output {
        let mut command = citable(&["logs"]);
        command.args(arguments).current_dir(&self.0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The program may end before it has read everything.
        let _closed = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        let printed = [output.stdout.as_slice(), &output.stderr].concat();
        let printed = String::from_utf8_lossy(&printed);
        for address in CLIENTS {
            assert!(!printed.contains(address), "{address} is printed: {printed}");
        }
        output
    }

    pub(super) fn run(&self, arguments: &[&str]) -> Output {
        self.run_on(arguments, b"")
    }

    /// The report as JSON.
    pub(super) fn json(&self, arguments: &[&str]) -> Value {
        let output = self.run(&[arguments, &["--format", "json"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

/// The clients of all logs here. None is ever printed.
pub(super) const CLIENTS: [&str; 4] =
    ["192.0.2.7", "198.51.100.8", "2001:db8::9", "crawl-7.example.net"];

pub(super) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A line in the combined format.
pub(super) fn line(client: &str, path: &str, status: u16, agent: &str) -> String {
    format!(
        "{client} - - [22/Nov/2026:10:15:30 +0000] \"GET {path} HTTP/1.1\" {status} 100 \"-\" \
         \"{agent}\"\n"
    )
}

/// The row of an agent.
pub(super) fn agent<'a>(report: &'a Value, name: &str) -> &'a Value {
    let rows = report["agents"].as_array().unwrap();
    rows.iter().find(|row| row["agent"] == name).unwrap_or_else(|| panic!("no {name}: {report:#}"))
}
