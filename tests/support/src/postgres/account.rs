//! Who runs servers that refuse to run as root.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// `initdb` refuses to run as root; this account comes with the server.
const UNPRIVILEGED_ACCOUNT: &str = "postgres";

/// Who runs the servers.
pub(super) struct Account {
    /// The words before a command that make it run as that account; none where we are not root.
    prefix: Vec<String>,
}

impl Account {
    pub(super) fn find() -> Result<Self, String> {
        if run(Command::new("id").arg("-u"))?.trim() != "0" {
            return Ok(Self { prefix: Vec::new() });
        }
        let name = UNPRIVILEGED_ACCOUNT;
        let ways: [Vec<String>; 2] = [
            ["runuser", "-u", name, "--"].map(str::to_owned).to_vec(),
            vec![
                "setpriv".to_owned(),
                format!("--reuid={name}"),
                format!("--regid={name}"),
                "--init-groups".to_owned(),
                "--".to_owned(),
            ],
        ];
        let works = |prefix: &Vec<String>| {
            run(&mut Self { prefix: prefix.clone() }.command(Path::new("true"))).is_ok()
        };
        match ways.into_iter().find(works) {
            Some(prefix) => Ok(Self { prefix }),
            None => Err(format!(
                "initdb does not run as root, and neither runuser nor setpriv can become {name}"
            )),
        }
    }

    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = match self.prefix.split_first() {
            Some((first, rest)) => {
                let mut command = Command::new(first);
                command.args(rest).arg(program);
                command
            }
            None => Command::new(program),
        };
        // The tests' own folder may be closed to that account.
        command.current_dir("/");
        command
    }

    /// Writes a file that only this account can read.
    pub(super) fn write(&self, path: &Path, text: &str) -> Result<(), String> {
        let mut shell = self.command(Path::new("/bin/sh"));
        shell.args(["-c", "umask 077; cat >\"$1\"", "sh"]).arg(path).stdin(Stdio::piped());
        let mut shell = shell.spawn().map_err(|error| error.to_string())?;
        let mut input = shell.stdin.take().ok_or("the shell has no standard input")?;
        input.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
        drop(input);
        match shell.wait() {
            Ok(status) if status.success() => Ok(()),
            other => Err(format!("{} can't be written: {other:?}", path.display())),
        }
    }

    pub(super) fn make_folder(&self) -> Result<PathBuf, String> {
        let template = std::env::temp_dir().join("citable-postgres-XXXXXX");
        let made = run(self.command(Path::new("mktemp")).arg("-d").arg(template))?;
        Ok(PathBuf::from(made.trim()))
    }
}

/// Runs a command to its end and answers what it printed.
pub(super) fn run(command: &mut Command) -> Result<String, String> {
    let output =
        command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let message = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?} ended with {}: {}", output.status, message.trim()))
}
