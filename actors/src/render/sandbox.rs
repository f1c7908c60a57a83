//! A browser of its own in a box without a network: the wall that everything else rests on.
//!
//! The box is a user, network and process namespace (namespaces(7)) with a limit of memory. Its
//! only interface is a loopback of its own that is down, so nothing that the browser tries can leave
//! it, whatever its flags and our interception miss. The browser's own sandbox stays on.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::process::{Child, Command};
use tokio::task::JoinSet;

use super::memory;
use super::settings::{BrowserSource, RenderLimits};
use super::wire::Wire;

/// The programs that `auto` looks for, the leaner one first.
const PROGRAMS: [&str; 2] = ["chromium-headless-shell", "chromium"];
/// The user (`nobody`) that the browser runs as where we are root, for whom it has no sandbox.
const NOBODY: u32 = 65_534;
/// Bytes of the browser's last words that are kept.
const LAST_WORDS: usize = 2_000;
/// How long a browser that failed is listened to.
const LAST_WORDS_WITHIN: Duration = Duration::from_secs(1);
/// How often, and after which pause, the removal of a profile is tried again.
const REMOVALS: u32 = 50;
/// What the folders of profiles are called, and those that nobody has locked yet.
const PROFILES: &str = "citable-browser-";
const NEW_PROFILES: &str = "citable-new-browser-";
const BETWEEN_REMOVALS: Duration = Duration::from_millis(100);
/// Flags that keep a browser from networks. Orderly rather than safe: builds differ in what they
/// make of them. The proxy is not there: its port is the one of the discard service (RFC 863).
const WITHOUT_NETWORK: [&str; 4] = [
    "--proxy-server=http://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
];

/// What else the browser is started with.
const FLAGS: [&str; 21] = [
    "--headless=new",
    "--remote-debugging-pipe",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-crash-reporter",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-sync",
    "--hide-scrollbars",
    "--metrics-recording-only",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    "--password-store=basic",
    "--js-flags=--random-seed=1 --max-old-space-size=256",
];

/// Why there is no browser.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BoxError {
    /// `auto` found none.
    #[error(
        "no browser was found; install chromium-headless-shell, or set one with CITABLE_CHROMIUM"
    )]
    NoBrowser,
    /// A program that makes the box is missing.
    #[error("`{0}` is missing; rendering needs Linux with util-linux")]
    NoTool(&'static str),
    /// The profile's folder can't be made.
    #[error("can't create a folder for the browser's profile: {0}")]
    Profile(io::Error),
    /// The box can't be started.
    #[error("can't start the browser's sandbox: {0}")]
    Start(io::Error),
}

/// A browser in its box. Dropping it kills every process in it and removes its profile.
#[derive(Debug)]
pub(super) struct Boxed {
    // Killed before the profile goes: fields are dropped in their order.
    unshare: Child,
    _profile: Profile,
    last_words: Arc<Mutex<String>>,
    listener: JoinSet<()>,
}

impl Boxed {
    /// Starts that program in a box, and what to talk with it over.
    ///
    /// # Errors
    /// Every [`BoxError`] but the first.
    pub(super) fn start(program: &Path, limits: &RenderLimits) -> Result<(Self, Wire), BoxError> {
        let is_root = rustix::process::geteuid().is_root();
        let profile = Profile::new(is_root).map_err(BoxError::Profile)?;
        let mut command = command(program, &profile.folder, limits, is_root)?;
        let mut unshare = command.spawn().map_err(BoxError::Start)?;
        let (Some(to), Some(from)) = (unshare.stdin.take(), unshare.stdout.take()) else {
            return Err(BoxError::Start(io::Error::other("it has no pipe")));
        };
        let last_words = Arc::<Mutex<String>>::default();
        let mut listener = JoinSet::new();
        if let Some(stderr) = unshare.stderr.take() {
            listener.spawn(listen(stderr, Arc::clone(&last_words)));
        }
        let boxed = Self { unshare, _profile: profile, last_words, listener };
        Ok((boxed, Wire::over_pipe(to, from)))
    }

    /// Bytes of memory that its processes have taken, where the system tells.
    pub(super) fn memory(&self) -> Option<u64> {
        memory::of_tree(self.unshare.id()?)
    }

    /// What a browser that failed wrote last, in one line: why it did not start, most likely. Its
    /// other pipes may close before it has been read.
    pub(super) async fn last_words(&mut self) -> String {
        let _still_running =
            tokio::time::timeout(LAST_WORDS_WITHIN, self.listener.join_next()).await;
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        words.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().to_owned()
    }
}

/// The program that a source of browsers of our own means.
///
/// # Errors
/// [`BoxError::NoBrowser`].
pub(super) fn program(source: &BrowserSource) -> Result<PathBuf, BoxError> {
    match source {
        BrowserSource::Program(path) => Ok(path.clone()),
        _ => PROGRAMS.iter().find_map(in_path).ok_or(BoxError::NoBrowser),
    }
}

fn command(
    program: &Path,
    profile: &Path,
    limits: &RenderLimits,
    is_root: bool,
) -> Result<Command, BoxError> {
    let mut words: Vec<OsString> = Vec::new();
    if is_root {
        words.push(tool("setpriv")?.into());
        let ids = [format!("--reuid={NOBODY}"), format!("--regid={NOBODY}")];
        words.extend(ids.map(OsString::from));
        words.push("--clear-groups".into());
    }
    words.push(tool("unshare")?.into());
    let namespaces = ["--user", "--map-current-user", "--pid", "--fork", "--kill-child"];
    words.extend(namespaces.map(OsString::from));
    let walls = limits.walls();
    if walls.network {
        words.push("--net".into());
    }
    words.push(tool("prlimit")?.into());
    words.push(format!("--data={}", limits.process_bytes).into());
    words.extend(["--core=0", "--"].map(OsString::from));
    // The browser reads commands from its file 3 and answers on 4.
    let pipes = "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null";
    words.extend(["/bin/sh", "-c", pipes, "sh"].map(OsString::from));
    words.push(program.into());
    words.extend(FLAGS.map(OsString::from));
    if walls.flags {
        words.extend(WITHOUT_NETWORK.map(OsString::from));
    }
    words.push(in_folder("--user-data-dir=", profile));
    words.push("about:blank".into());
    let (first, rest) = words.split_first().ok_or(BoxError::NoTool("unshare"))?;
    let mut command = Command::new(first);
    command
        .args(rest)
        .current_dir(profile)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("LANG", "C.UTF-8")
        .env("TZ", "UTC")
        .envs(["HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"].map(|name| (name, profile)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    Ok(command)
}

fn in_folder(flag: &str, folder: &Path) -> OsString {
    let mut word = OsString::from(flag);
    word.push(folder);
    word
}

fn tool(name: &'static str) -> Result<PathBuf, BoxError> {
    in_path(name).ok_or(BoxError::NoTool(name))
}

fn in_path(name: impl AsRef<OsStr>) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name.as_ref())).find(|at| at.is_file())
}

/// Keeps the end of what is written there.
async fn listen(mut from: impl tokio::io::AsyncRead + Unpin, kept: Arc<Mutex<String>>) {
    let mut bytes = [0; 1_024];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_str(&String::from_utf8_lossy(&bytes[..read]));
        let too_many = kept.len().saturating_sub(LAST_WORDS);
        let cut = kept.ceil_char_boundary(too_many);
        kept.drain(..cut);
    }
}

/// The folder of one browser's profile.
#[derive(Debug)]
struct Profile {
    folder: PathBuf,
    /// Locked as long as this program runs, however it ends.
    _lock: File,
}

impl Profile {
    /// Its path is short: that of the browser's socket in it has at most 107 bytes (unix(7)).
    fn new(is_root: bool) -> io::Result<Self> {
        static ABANDONED: Once = Once::new();
        ABANDONED.call_once(|| remove_abandoned(&std::env::temp_dir()));
        let new = tempfile::Builder::new()
            .prefix(NEW_PROFILES)
            .permissions(Permissions::from_mode(0o700))
            .tempdir()?
            .keep();
        let lock = File::open(&new)?;
        lock.lock()?;
        let name = new.file_name().unwrap_or_default().to_string_lossy();
        let folder = new.with_file_name(name.replacen(NEW_PROFILES, PROFILES, 1));
        // Renamed once it is locked, so that no other program finds it unlocked.
        std::fs::rename(&new, &folder)?;
        let profile = Self { folder, _lock: lock };
        if is_root {
            chown(&profile.folder, Some(NOBODY), Some(NOBODY))?;
        }
        Ok(profile)
    }
}

/// Removes the profiles of programs that were killed: nobody holds their locks.
fn remove_abandoned(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    // Anybody may put something else there under that name: opening a pipe would wait for ever.
    let profiles = entries.filter(|entry| {
        entry.file_name().to_string_lossy().starts_with(PROFILES)
            && entry.file_type().is_ok_and(|kind| kind.is_dir())
    });
    for profile in profiles.map(|entry| entry.path()) {
        let is_abandoned = File::open(&profile).is_ok_and(|lock| lock.try_lock().is_ok());
        if is_abandoned && let Err(error) = std::fs::remove_dir_all(&profile) {
            tracing::warn!(%error, folder = %profile.display(), "couldn't remove a browser's profile");
        }
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        let folder = std::mem::take(&mut self.folder);
        // Processes that are being killed may still write into it.
        let remove = move || {
            for _ in 0..REMOVALS {
                if std::fs::remove_dir_all(&folder).is_ok() || !folder.exists() {
                    return;
                }
                std::thread::sleep(BETWEEN_REMOVALS);
            }
            tracing::warn!(folder = %folder.display(), "couldn't remove a browser's profile");
        };
        // A program that ends waits for blocking work, and for no other thread.
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(remove)),
            Err(_) => drop(std::thread::spawn(remove)),
        }
    }
}
