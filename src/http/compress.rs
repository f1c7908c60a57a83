//! Compression of what is sent to browsers (RFC 9110 section 8.4).
//!
//! Pages that contain a secret, a token or an account's data are never compressed: their length
//! would tell whoever can put text of their own into them what else they contain (BREACH).

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::header::{ACCEPT_ENCODING, CONTENT_ENCODING, HeaderMap};

use super::problem::NOT_MODIFIED;
use super::reply::{Response, With};

/// Bytes below which compression isn't worth it.
pub(crate) const WORTH: usize = 1_024;

/// Returns the bytes in the gzip format.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to a vector does not fail.
    let _infallible = packed.write_all(bytes);
    packed.finish().unwrap_or_default()
}

/// Marks a response whose body is in the gzip format; one without a body has none.
pub(crate) fn marked(response: Response) -> Response {
    match response.status() == NOT_MODIFIED {
        true => response,
        false => response.with_static(CONTENT_ENCODING, "gzip"),
    }
}

/// True if the client accepts the gzip format.
pub(crate) fn is_accepted(headers: &HeaderMap) -> bool {
    let fields =
        headers.get_all(ACCEPT_ENCODING).into_iter().filter_map(|value| value.to_str().ok());
    fields.flat_map(|field| field.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let refused = |part: &str| {
            part.strip_prefix("q=").and_then(|q| q.parse::<f32>().ok()).is_some_and(|q| q <= 0.0)
        };
        is_gzip && !parts.any(refused)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        let accepts = |value: &'static str| {
            is_accepted(&HeaderMap::from_iter([(ACCEPT_ENCODING, value.parse().unwrap())]))
        };
        for value in ["gzip", "br, gzip", "GZIP;q=0.5", "gzip, deflate, br, zstd"] {
            assert!(accepts(value), "{value}");
        }
        for value in ["", "br", "gzip;q=0", "gzip; q=0.0", "identity", "*"] {
            assert!(!accepts(value), "{value}");
        }
    }
}
