//! One line of an access log, whatever its format.

use std::borrow::Cow;
use std::net::IpAddr;

/// A request, as a server logged it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::cli::logs) struct Request<'a> {
    /// When, in seconds since 1970-01-01T00:00:00Z.
    pub(in crate::cli::logs) time: Option<i64>,
    /// Who: kept only to compare it with address ranges.
    pub(in crate::cli::logs) client: Option<IpAddr>,
    /// The host that was asked, in the formats that have one.
    pub(in crate::cli::logs) host: Option<Cow<'a, [u8]>>,
    /// The request target: a path with its query, or a URL. Empty if the request was malformed.
    pub(in crate::cli::logs) target: Cow<'a, [u8]>,
    /// The status code.
    pub(in crate::cli::logs) status: u16,
    /// Bytes that were sent.
    pub(in crate::cli::logs) bytes: u64,
    /// `User-Agent`, in the formats that have one.
    pub(in crate::cli::logs) agent: Option<Cow<'a, [u8]>>,
}

/// The target in a request line such as `GET /a HTTP/1.1`; empty in what is none.
pub(super) fn target(line: &[u8]) -> &[u8] {
    let Some(space) = memchr::memchr(b' ', line) else { return b"" };
    let rest = &line[space + 1..];
    match memchr::memrchr(b' ', rest) {
        Some(end) if rest[end + 1..].starts_with(b"HTTP/") => &rest[..end],
        _ => rest,
    }
}

/// Reads an address, with brackets, a port or a zone if it has them.
pub(super) fn address(text: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(text).ok()?.trim();
    let bare = text.strip_prefix('[').map_or(text, |rest| rest.split(']').next().unwrap_or(rest));
    let bare = bare.split('%').next().unwrap_or(bare);
    let without_port = || {
        let (address, port) = bare.rsplit_once(':')?;
        port.parse::<u16>().ok().and(address.parse().ok())
    };
    bare.parse().ok().or_else(without_port)
}

/// Reads a status code.
pub(super) fn status(text: &[u8]) -> Option<u16> {
    let is_code = text.len() == 3 && text.iter().all(u8::is_ascii_digit);
    is_code.then(|| text.iter().fold(0, |code, digit| code * 10 + u16::from(digit - b'0')))
}

/// Reads a number of bytes; servers write `-` for none.
pub(super) fn size(text: &[u8]) -> u64 {
    std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_what_is_between_method_and_protocol() {
        for (line, expected) in [
            ("GET /a HTTP/1.1", "/a"),
            ("GET /a b HTTP/2.0", "/a b"),
            ("GET /a", "/a"),
            ("-", ""),
            ("", ""),
        ] {
            assert_eq!(target(line.as_bytes()), expected.as_bytes(), "{line}");
        }
    }

    #[test]
    fn addresses_may_have_ports_and_brackets() {
        for text in ["192.0.2.1", "192.0.2.1:443"] {
            assert_eq!(address(text.as_bytes()), "192.0.2.1".parse().ok(), "{text}");
        }
        for text in ["2001:db8::1", "[2001:db8::1]:443", "2001:db8::1%eth0"] {
            assert_eq!(address(text.as_bytes()), "2001:db8::1".parse().ok(), "{text}");
        }
        for text in ["example.org", "-", ""] {
            assert_eq!(address(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_status_has_three_digits() {
        assert_eq!(status(b"404"), Some(404));
        for text in ["", "40", "4040", "4x4", "-"] {
            assert_eq!(status(text.as_bytes()), None, "{text}");
        }
    }
}
