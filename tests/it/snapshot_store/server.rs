//! A server of objects that others wrote: moto (Python), which checks signatures and policies.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

use citable_test_support::foreign::Packages;
use serde_json::Value;

const MOTO: Packages = Packages {
    name: "object-server",
    python: &["moto[s3,iam]==5.2.5", "flask==3.1.2", "flask-cors==6.0.1"],
    javascript: &[],
};

/// The bucket that there is.
pub(super) const BUCKET: &str = "snapshots";
/// What keys begin with.
pub(super) const PREFIX: &str = "of/citable";

/// A running server.
pub(super) struct Server {
    process: Child,
    wires: Mutex<(ChildStdin, BufReader<ChildStdout>)>,
    endpoint: String,
    key: (String, String),
}

impl Server {
    /// None, with a message, where it cannot be had.
    pub(super) fn start() -> Option<Self> {
        let mut python = MOTO.installed()?.python();
        python.args(["-c", include_str!("server.py")]);
        let mut process = python
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let (endpoint, id, secret) = serde_json::from_str(&line).unwrap();
        Some(Self { process, wires: Mutex::new((input, output)), endpoint, key: (id, secret) })
    }

    /// Lets a program keep its snapshots here.
    pub(super) fn give_to(&self, command: &mut Command) {
        command
            .env("CITABLE_SNAPSHOT_STORE_URL", format!("s3://{BUCKET}/{PREFIX}"))
            .env("CITABLE_SNAPSHOT_STORE_ENDPOINT", &self.endpoint)
            .env("CITABLE_SNAPSHOT_STORE_ALLOW_HTTP", "1")
            .env("CITABLE_SNAPSHOT_STORE_ACCESS_KEY_ID", &self.key.0)
            .env("CITABLE_SNAPSHOT_STORE_SECRET_ACCESS_KEY", &self.key.1)
            .env("CITABLE_SNAPSHOT_STORE_TIMEOUT", "12s");
    }

    /// What its user signs with.
    pub(super) fn secret(&self) -> &str {
        &self.key.1
    }

    /// Every object, without the prefix, and its size.
    pub(super) fn objects(&self) -> Vec<(String, u64)> {
        let listed: Vec<(String, u64)> = serde_json::from_value(self.say("list")).unwrap();
        let without = |key: String| key.strip_prefix(&format!("{PREFIX}/")).unwrap().to_owned();
        listed.into_iter().map(|(key, size)| (without(key), size)).collect()
    }

    /// The keys alone.
    pub(super) fn keys(&self) -> Vec<String> {
        self.objects().into_iter().map(|(key, _)| key).collect()
    }

    /// Waits until there are so many.
    pub(super) fn comes_to(&self, objects: usize) {
        assert_eq!(
            self.say(&format!("wait {objects}")),
            true,
            "never {objects}: {:?}",
            self.keys()
        );
    }

    /// How many requests came so far.
    pub(super) fn requests(&self) -> u64 {
        self.say("requests").as_u64().unwrap()
    }

    /// Tells it something, see `server.py`.
    pub(super) fn say(&self, order: &str) -> Value {
        let mut wires = self.wires.lock().unwrap();
        let (input, output) = &mut *wires;
        writeln!(input, "{order}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _already_gone = self.process.kill();
        let _reaped = self.process.wait();
    }
}
