//! Standard output and standard error.

use std::io::{self, ErrorKind, IsTerminal, Write};

use anyhow::Context;

use super::Exit;

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
    // Where not even that can be written there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "error: {message}");
}

/// Whether somebody looks at standard output.
pub(super) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}
