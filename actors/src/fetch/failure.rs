//! The failures of a fetch in words for a person. They name what the caller or the page named, and
//! never an address that a name resolved to.

use citable_checks::failure::{FailureCode, ScanFailure};
use citable_checks::quoted::span;

/// Ends every message: a failed fetch is no verdict.
const NO_VERDICT: &str = "This says nothing about what answer engines get.";

/// A failure of that kind; `what` is a sentence.
fn failure(code: FailureCode, what: &str) -> ScanFailure {
    ScanFailure::new(code, format!("{what} {NO_VERDICT}"))
}

/// Why one request got no usable answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RequestError {
    /// The name has no address.
    NoAddress,
    /// The name servers did not answer.
    NameServers,
    /// The name is an alias of an alias of an alias ...
    TooManyAliases,
    /// At least one address of the name may not be dialled.
    NotPublic,
    /// No connection could be made.
    Unreachable,
    /// Connecting took too long.
    ConnectTimedOut,
    /// The TLS handshake or the certificate was refused.
    Tls,
    /// It took too long.
    TimedOut,
    /// The connection ended before the answer did.
    Broken,
    /// What came was no HTTP.
    NotHttp,
    /// The header fields are larger than the limit.
    HeadersTooLarge,
    /// The body's content coding is unknown, doubled or damaged.
    Coding,
    /// The address cannot be put into a request.
    Unsendable,
    /// The answer came from another address than the one that was dialled.
    Misdirected,
}

impl RequestError {
    /// The same for a person, naming the host that was asked.
    pub(super) fn about(self, host: &str) -> ScanFailure {
        use FailureCode as Code;
        // A page may have named it, by a redirect.
        let host = span(host);
        let (code, what) = match self {
            Self::NoAddress => (Code::DnsFailed, format!("The name {host} has no address.")),
            Self::NameServers => {
                (Code::DnsFailed, format!("The name servers did not answer for {host}."))
            }
            Self::TooManyAliases => {
                (Code::DnsFailed, format!("The name {host} leads through too many aliases."))
            }
            Self::NotPublic => (
                Code::BlockedAddress,
                format!("The name {host} does not lead to the public internet."),
            ),
            Self::Unreachable => {
                (Code::ConnectFailed, format!("No connection to {host} could be made."))
            }
            Self::Tls => (
                Code::TlsFailed,
                format!(
                    "No trusted TLS connection to {host} could be made; check its certificate."
                ),
            ),
            Self::ConnectTimedOut => {
                (Code::TimedOut, format!("Connecting to {host} took too long."))
            }
            Self::TimedOut => (Code::TimedOut, format!("{host} took too long to answer.")),
            Self::Broken => (
                Code::ConnectFailed,
                format!("The connection to {host} ended before the whole answer had come."),
            ),
            Self::NotHttp => {
                (Code::ConnectFailed, format!("The answer of {host} is not valid HTTP."))
            }
            Self::HeadersTooLarge => (
                Code::ConnectFailed,
                format!("The answer of {host} has more header fields than are read."),
            ),
            Self::Coding => (
                Code::ConnectFailed,
                format!("The compression of the answer of {host} could not be undone."),
            ),
            Self::Unsendable => (
                Code::ConnectFailed,
                format!("The address on {host} is too long or too odd to be asked for."),
            ),
            Self::Misdirected => {
                (Code::Internal, format!("The answer for {host} came from an unexpected place."))
            }
        };
        failure(code, &what)
    }
}

/// Other scans asked that host for so long that there was no time left.
pub(super) fn held_up(host: &str) -> ScanFailure {
    let host = span(host);
    let what = format!("Our other scans of {host} left this one no time; please scan again.");
    failure(FailureCode::Internal, &what)
}

/// The page redirects to an `http:` address, which is never asked.
pub(super) fn redirected_to_http(to: &str) -> ScanFailure {
    let what = format!(
        "The page redirects to {}. Engines may follow it; this service reads HTTPS only.",
        span(to)
    );
    failure(FailureCode::RedirectedToHttp, &what)
}

/// The page redirects to where scans do not go.
pub(super) fn blocked_redirect(from: &str) -> ScanFailure {
    let what =
        format!("{} redirects to an address that is not on the public internet.", span(from));
    failure(FailureCode::BlockedAddress, &what)
}

/// An address that something names, and that is not one to be asked.
pub(super) fn blocked_file(host: &str) -> ScanFailure {
    let what = format!("An address on {} is not one that is fetched.", span(host));
    failure(FailureCode::BlockedAddress, &what)
}
