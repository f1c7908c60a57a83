//! The whole program as a child process.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::database;

/// How long the program may take to start listening or to stop.
const PATIENCE: Duration = Duration::from_secs(60);

/// A command that knows nothing of the settings of whoever runs the tests.
pub fn command(binary: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(binary);
    for (name, _) in std::env::vars() {
        if name.starts_with("CITABLE_") || name.to_lowercase().ends_with("_proxy") {
            command.env_remove(name);
        }
    }
    command
}

/// `citable serve` on a free port.
#[derive(Debug)]
pub struct Program {
    child: Child,
    base: String,
    metrics: Option<String>,
    log: Arc<Log>,
    reader: Option<JoinHandle<()>>,
}

/// What a program has logged so far.
#[derive(Debug, Default)]
struct Log {
    text: Mutex<String>,
    longer: Condvar,
}

impl Log {
    fn push(&self, line: &str) {
        let mut text = self.text.lock().expect("no reader panics");
        text.push_str(line);
        text.push('\n');
        self.longer.notify_all();
    }

    fn text(&self) -> String {
        self.text.lock().expect("no reader panics").clone()
    }

    /// Waits until it holds those words.
    fn wait_for(&self, words: &str) {
        let text = self.text.lock().expect("no reader panics");
        let waited = self.longer.wait_timeout_while(text, PATIENCE, |text| !text.contains(words));
        let (text, end) = waited.expect("no reader panics");
        let so_far = end.timed_out().then(|| text.clone());
        // Whoever stops the program afterwards reads the log.
        drop(text);
        assert!(
            so_far.is_none(),
            "the program never logs {words:?}:\n{}",
            so_far.unwrap_or_default()
        );
    }
}

impl Program {
    /// Starts `citable serve` over that data folder and waits until it listens.
    ///
    /// # Panics
    /// When the program ends before it listens, with what it logged.
    pub fn serve(binary: &str, data: &Path, adjust: impl FnOnce(&mut Command)) -> Self {
        let mut command = command(binary);
        command.arg("serve").env("CITABLE_LISTEN", "127.0.0.1:0");
        command.envs(database::settings(data));
        adjust(&mut command);
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("program starts");
        let stderr = child.stderr.take().expect("stderr is piped");
        let (found, listening) = mpsc::channel();
        let log = Arc::new(Log::default());
        let copy = Arc::clone(&log);
        let reader = std::thread::spawn(move || {
            let mut metrics = None;
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                metrics = address_after("metrics at ", &line).or(metrics);
                if let Some(address) = address_after("listening on ", &line) {
                    let _receiver_is_gone = found.send((address, metrics.clone()));
                }
                copy.push(&line);
            }
        });
        match listening.recv_timeout(PATIENCE) {
            Ok((base, metrics)) => Self { child, base, metrics, log, reader: Some(reader) },
            Err(_) => {
                let _already_gone = child.kill();
                let _ended = reader.join();
                panic!("the program does not listen:\n{}", log.text());
            }
        }
    }

    /// Where it listens, such as `http://127.0.0.1:40123`.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Where its metrics are, such as `http://127.0.0.1:40124/metrics`.
    ///
    /// # Panics
    /// When it was not told to have any.
    pub fn metrics(&self) -> &str {
        self.metrics.as_deref().expect("the program serves metrics")
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it has logged those words.
    ///
    /// # Panics
    /// When it never does.
    pub fn wait_until_logged(&self, words: &str) {
        self.log.wait_for(words);
    }

    /// Kills it at once, as `kill -9` does, and returns what it logged.
    pub fn kill(mut self) -> String {
        self.child.kill().expect("the program can be killed");
        self.child.wait().expect("the program can be waited for");
        all_of(&self.log, self.reader.take())
    }

    /// Asks it to stop, as `kill` does.
    pub fn terminate(&self) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &pid]).status().expect("kill runs");
        assert!(sent.success(), "the program is gone already");
    }

    /// Waits for its end; returns how it ended, how long that took, and what it logged.
    ///
    /// # Panics
    /// When it does not end.
    pub fn wait(mut self) -> (ExitStatus, Duration, String) {
        let asked = Instant::now();
        let mut child = self.child;
        let (ended, end) = mpsc::channel();
        let pid = child.id();
        std::thread::spawn(move || ended.send(child.wait()));
        let status = end.recv_timeout(PATIENCE).unwrap_or_else(|_| {
            let _gone = Command::new("kill").args(["-KILL", &pid.to_string()]).status();
            panic!("the program does not stop")
        });
        let log = all_of(&self.log, self.reader.take());
        (status.expect("the program can be waited for"), asked.elapsed(), log)
    }
}

/// What a program that has ended had logged.
fn all_of(log: &Log, reader: Option<JoinHandle<()>>) -> String {
    if let Some(reader) = reader {
        reader.join().expect("the log can be read");
    }
    log.text()
}

/// The folder of the workspace.
pub fn workspace() -> PathBuf {
    let mut folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    folder.pop();
    folder.pop();
    folder
}

fn address_after(words: &str, line: &str) -> Option<String> {
    let start = line.find(&format!("{words}http://"))? + words.len();
    let address: String =
        line[start..].chars().take_while(|c| !c.is_whitespace() && *c != '"').collect();
    Some(address.trim_end_matches('/').to_owned())
}
