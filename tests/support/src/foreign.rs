//! Software of others that tests are held against, installed beside the build's other products.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Set where a test may not be skipped because something cannot be had.
pub const REQUIRED: &str = "CITABLE_REQUIRE_FOREIGN_TOOLS";

/// Packages, named as their installers name them with a version.
#[derive(Clone, Copy, Debug)]
pub struct Packages {
    /// The folder that they have for themselves.
    pub name: &'static str,
    /// From the index of Python's packages.
    pub python: &'static [&'static str],
    /// From the registry of JavaScript's packages.
    pub javascript: &'static [&'static str],
}

/// Packages that are installed.
#[derive(Clone, Debug)]
pub struct Foreign {
    place: PathBuf,
}

impl Packages {
    /// Installs the packages, once for all tests; none, with a message, where they cannot be had.
    ///
    /// # Panics
    /// Where they cannot be had and `CITABLE_REQUIRE_FOREIGN_TOOLS` is set.
    #[must_use]
    pub fn installed(self) -> Option<Foreign> {
        static KNOWN: OnceLock<Mutex<BTreeMap<&'static str, Option<Foreign>>>> = OnceLock::new();
        let mut known =
            KNOWN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.entry(self.name).or_insert_with(|| self.install()).clone();
        if found.is_none() {
            assert!(std::env::var_os(REQUIRED).is_none(), "{self:?} are required");
            eprintln!("skipped: {self:?} cannot be had here");
        }
        found
    }

    fn install(&self) -> Option<Foreign> {
        let deps = std::env::current_exe().ok()?;
        let place = deps.ancestors().nth(3)?.join("foreign").join(self.name);
        let list = [self.python, self.javascript].concat().join("\n");
        let is_there =
            || std::fs::read_to_string(place.join("installed")).is_ok_and(|found| found == list);
        if !is_there() {
            let _outdated = std::fs::remove_dir_all(&place);
            // Another process may be at it too: each installs for itself, and one takes the place.
            let own = place.with_extension(std::process::id().to_string());
            std::fs::create_dir_all(&own).ok()?;
            let is_whole = self.install_python(&own) && self.install_javascript(&own);
            if is_whole {
                std::fs::write(own.join("installed"), &list).ok()?;
                let _taken_by_another = std::fs::rename(&own, &place);
            }
            let _taken = std::fs::remove_dir_all(&own);
        }
        is_there().then_some(Foreign { place })
    }

    fn install_python(&self, place: &Path) -> bool {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"])
            .arg(place.join("python"))
            .args(self.python);
        self.python.is_empty() || succeeds(pip)
    }

    fn install_javascript(&self, place: &Path) -> bool {
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"])
            .arg(place)
            .args(self.javascript);
        self.javascript.is_empty() || succeeds(npm)
    }
}

fn succeeds(mut command: Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

impl Foreign {
    /// Where the packages are: those of JavaScript in `node_modules`.
    #[must_use]
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Where Python finds its packages.
    #[must_use]
    pub fn python_path(&self) -> PathBuf {
        self.place.join("python")
    }

    /// Python, with its packages.
    #[must_use]
    pub fn python(&self) -> Command {
        let mut command = Command::new("python3");
        command.env("PYTHONPATH", self.python_path());
        command
    }

    /// A program of the JavaScript packages, with their own `node` first where they have one.
    #[must_use]
    pub fn javascript(&self, program: &str) -> Command {
        let programs = self.place.join("node_modules/.bin");
        let own = programs.join(program);
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new(if own.exists() { own } else { program.into() });
        command
            .env("PATH", format!("{}:{path}", programs.display()))
            .env("NODE_PATH", self.place.join("node_modules"));
        command
    }
}

/// What a command says when it is told something.
///
/// # Panics
/// Where it cannot be started, or fails.
#[must_use]
pub fn said(mut command: Command, told: &str) -> String {
    use std::io::Write as _;

    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().expect("it can be started");
    let mut input = process.stdin.take().expect("it listens");
    let told = told.to_owned();
    // It may speak before it has heard all.
    let telling = std::thread::spawn(move || input.write_all(told.as_bytes()));
    let output = process.wait_with_output().expect("it ends");
    let _stopped_listening = telling.join();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
