//! The failures of a fetch in words for a person. They name what the caller or the page named, and
//! never an address that a name resolved to.

use citable_checks::failure::{FailureCode, NO_VERDICT, ScanFailure};
use citable_checks::quoted::span;

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
    /// The trusted certificate authorities could not be read on this machine.
    NoTrust,
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
            Self::NoAddress => {
                (Code::DnsFailed, format!("DNS lookup found no IP address for {host}."))
            }
            Self::NameServers => {
                (Code::DnsFailed, format!("DNS lookup for {host} got no response."))
            }
            Self::TooManyAliases => {
                (Code::DnsFailed, format!("DNS lookup for {host} follows too many aliases."))
            }
            Self::NotPublic => {
                (Code::BlockedAddress, format!("The host {host} isn't on the public internet."))
            }
            Self::Unreachable => (Code::ConnectFailed, format!("Couldn't connect to {host}.")),
            Self::Tls => (
                Code::TlsFailed,
                format!("TLS connection to {host} failed. Check its certificate."),
            ),
            Self::NoTrust => (
                Code::Internal,
                "The trusted certificates couldn't be read on this machine. Scan again.".to_owned(),
            ),
            Self::ConnectTimedOut => {
                (Code::TimedOut, format!("Connecting to {host} took too long."))
            }
            Self::TimedOut => (Code::TimedOut, format!("{host} took too long to respond.")),
            Self::Broken => (
                Code::ConnectFailed,
                format!("The connection to {host} closed before the response was complete."),
            ),
            Self::NotHttp => {
                (Code::ConnectFailed, format!("The response from {host} isn't valid HTTP."))
            }
            Self::HeadersTooLarge => (
                Code::ConnectFailed,
                format!("The response from {host} has too many or too large header fields."),
            ),
            Self::Coding => {
                (Code::ConnectFailed, format!("The response from {host} couldn't be decompressed."))
            }
            Self::Unsendable => (
                Code::ConnectFailed,
                format!("The URL on {host} is too long or can't be requested."),
            ),
            Self::Misdirected => (
                Code::Internal,
                format!("The response for {host} came from an unexpected address."),
            ),
        };
        failure(code, &what)
    }
}

/// Other scans asked that host for so long that there was no time left.
pub(super) fn held_up(host: &str) -> ScanFailure {
    let host = span(host);
    let what = format!("Other scans of {host} left no time for this one. Scan again.");
    failure(FailureCode::Internal, &what)
}

/// The page redirects to an `http:` address, which is never asked.
pub(super) fn redirected_to_http(to: &str) -> ScanFailure {
    let what = format!("The page redirects to {}, and only HTTPS is scanned.", span(to));
    failure(FailureCode::RedirectedToHttp, &what)
}

/// The page redirects to where scans do not go.
pub(super) fn blocked_redirect(from: &str) -> ScanFailure {
    let what = format!("{} redirects to a URL that isn't on the public internet.", span(from));
    failure(FailureCode::BlockedAddress, &what)
}

/// An address that something names, and that is not one to be asked.
pub(super) fn blocked_file(host: &str) -> ScanFailure {
    let what = format!("A URL on {} can't be fetched: it isn't a public HTTPS URL.", span(host));
    failure(FailureCode::BlockedAddress, &what)
}
