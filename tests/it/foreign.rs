//! Tools that others have written, each in a folder of its own beside the build's other products.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder of a tool, which is installed where it is not there yet; none where it cannot be
/// had.
///
/// # Panics
/// Where it cannot be had and the variable `required` says that it must.
pub(crate) fn tool(
    name: &str,
    required: &str,
    is_there: impl Fn(&Path) -> bool,
    install: impl Fn(&Path),
) -> Option<PathBuf> {
    let deps = std::env::current_exe().ok()?;
    let place = deps.ancestors().nth(3)?.join(name);
    if !is_there(&place) {
        // Another process may be at it too: each installs for itself, and one takes the place.
        let own = place.with_extension(std::process::id().to_string());
        install(&own);
        let _taken_by_another = std::fs::rename(&own, &place);
    }
    let found = is_there(&place).then_some(place);
    if found.is_none() {
        assert!(std::env::var_os(required).is_none(), "{name} is required");
        eprintln!("skipped: {name} cannot be had here");
    }
    found
}

/// Installs packages of Python.
pub(crate) fn pip(place: &Path, packages: &[&str]) {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"]);
    succeeds(pip.arg(place).args(packages));
}

/// Installs packages of JavaScript.
pub(crate) fn npm(place: &Path, packages: &[&str]) {
    let mut npm = Command::new("npm");
    npm.args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"]);
    succeeds(npm.arg(place).args(packages));
}

/// Whether a command can be run and says nothing is wrong.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    silent.status().is_ok_and(|status| status.success())
}
