//! Standard output and standard error.

use std::io::{self, ErrorKind, IsTerminal, Write};

use anyhow::Context;

use crate::cli::exit::Exit;

/// Writes data to standard output. A closed pipe is not an error.
pub(super) fn print(text: &str) -> anyhow::Result<Exit> {
    print_bytes(text.as_bytes())
}

/// Writes bytes to standard output: those of files may be in any encoding. A closed pipe is not an
/// error.
pub(super) fn print_bytes(bytes: &[u8]) -> anyhow::Result<Exit> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("can't write to standard output")
        }
        _ => Ok(Exit::Good),
    }
}

/// Prints an error to standard error.
pub(super) fn complain(message: &str) {
    tell(&format!("error: {}\n", printable(message)));
}

/// Prints each warning on standard error.
pub(super) fn warn_of(warnings: &[String]) {
    for warning in warnings {
        tell(&format!("warning: {}\n", printable(warning)));
    }
}

/// Prints a note to standard error.
pub(super) fn note(message: &str) {
    tell(&format!("note: {}\n", printable(message)));
}

/// Writes text to standard error.
pub(crate) fn tell(text: &str) {
    // Where not even that can be written there is nobody to tell.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// An error and its causes on one line. Many errors quote their cause; it is not repeated.
pub(crate) fn chain(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let cause = without_os_code(&cause.to_string());
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// The text without the numbers of the operating system: "(os error 98)".
pub(crate) fn without_os_code(text: &str) -> String {
    const START: &str = " (os error ";
    let Some((before, rest)) = text.split_once(START) else { return text.to_owned() };
    let after = rest.split_once(')').map_or("", |(_, after)| after);
    format!("{before}{}", without_os_code(after))
}

/// Replaces control characters: the URLs and file names in messages may contain terminal escapes.
fn printable(message: &str) -> String {
    message.chars().map(|char| if char.is_control() && char != '\n' { ' ' } else { char }).collect()
}

/// Whether standard output is a terminal.
pub(super) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("can't listen on {address}: {source}; choose another address")]
    struct Listen {
        address: &'static str,
        source: io::Error,
    }

    #[test]
    fn a_cause_is_said_once() {
        let source = io::Error::from_raw_os_error(98);
        let listen = Listen { address: "127.0.0.1:80", source };
        let told = chain(&anyhow::Error::from(listen).context("the service didn't start"));
        assert_eq!(told.matches("in use").count(), 1, "{told}");
        assert!(told.starts_with("the service didn't start: can't listen on 127.0.0.1:80"));
        assert!(!told.contains("os error"), "{told}");
        let file = anyhow::Error::from(io::Error::from_raw_os_error(2)).context("can't read a");
        assert_eq!(chain(&file), "can't read a: No such file or directory");
    }
}
