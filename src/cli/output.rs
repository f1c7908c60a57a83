//! Standard output and standard error.

use std::io::{self, ErrorKind, IsTerminal, Write};

use anyhow::Context;

use crate::cli::exit::Exit;

/// Writes data to standard output. A reader that has seen enough and went away is no fault.
pub(super) fn print(text: &str) -> anyhow::Result<Exit> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("standard output cannot be written")
        }
        _ => Ok(Exit::Good),
    }
}

/// Says on standard error what went wrong.
pub(super) fn complain(message: &str) {
    tell(&format!("error: {}\n", printable(message)));
}

/// Says on standard error what is good to know.
pub(super) fn note(message: &str) {
    tell(&format!("note: {}\n", printable(message)));
}

/// Writes text to standard error.
pub(super) fn tell(text: &str) {
    // Where not even that can be written there is nobody to tell.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Messages name addresses and files, which may hold what acts on a terminal.
fn printable(message: &str) -> String {
    message.chars().map(|char| if char.is_control() && char != '\n' { ' ' } else { char }).collect()
}

/// Whether somebody looks at standard output.
pub(super) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}
