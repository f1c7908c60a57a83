//! Documents that are the same for everybody: hashed and compressed once, when first asked for.

use std::sync::OnceLock;

use hyper::body::Bytes;
use hyper::header::{HeaderMap, VARY};

use super::compress;
use super::conditional::Tagged;
use super::reply::{Response, With};

/// A document that stays the same while the program runs.
#[derive(Debug)]
pub(crate) struct Document {
    media: &'static str,
    bytes: Bytes,
    plain: OnceLock<Tagged>,
    /// In the gzip format; none where that saves nothing.
    packed: OnceLock<Option<Tagged>>,
}

impl Document {
    /// Keeps the bytes.
    pub(crate) fn new(media: &'static str, bytes: impl Into<Bytes>) -> Self {
        let (plain, packed) = (OnceLock::new(), OnceLock::new());
        Self { media, bytes: bytes.into(), plain, packed }
    }

    /// Returns the document as it is, without compression.
    pub(crate) fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// Returns the response to that request: compressed if the client accepts it, and without a
    /// body if the client has the document already. Each coding has its own entity tag.
    pub(crate) fn respond(&self, request: &HeaderMap) -> Response {
        let packed = match compress::is_accepted(request) {
            true => self.packed.get_or_init(|| self.pack()).as_ref(),
            false => None,
        };
        let response = match packed {
            Some(packed) => compress::marked(packed.respond(request)),
            None => self.plain().respond(request),
        };
        response.with_static(VARY, "Accept-Encoding")
    }

    fn plain(&self) -> &Tagged {
        self.plain.get_or_init(|| Tagged::new(self.media, self.bytes.clone()))
    }

    fn pack(&self) -> Option<Tagged> {
        if self.bytes.len() <= compress::WORTH {
            return None;
        }
        let packed = compress::gzip(&self.bytes);
        (packed.len() < self.bytes.len()).then(|| Tagged::new(self.media, packed))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use hyper::header::{ACCEPT_ENCODING, CONTENT_ENCODING, ETAG, IF_NONE_MATCH};

    use super::*;
    use crate::http::conditional::entity_tag;
    use crate::http::problem::{NOT_MODIFIED, OK};
    use crate::http::reply::{MARKDOWN, own_bytes};

    fn asking(fields: &[(hyper::header::HeaderName, &str)]) -> HeaderMap {
        fields.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn each_coding_has_a_tag_of_its_own() {
        let document = Document::new(MARKDOWN, "the same again and again, ".repeat(100));
        let plain = document.respond(&asking(&[]));
        assert_eq!(plain.headers()[ETAG], entity_tag(document.bytes()).as_str());
        assert!(!plain.headers().contains_key(CONTENT_ENCODING));
        let packed = document.respond(&asking(&[(ACCEPT_ENCODING, "gzip")]));
        assert_eq!(packed.headers()[CONTENT_ENCODING], "gzip");
        assert_ne!(packed.headers()[ETAG], plain.headers()[ETAG]);
        for response in [&plain, &packed] {
            assert_eq!((response.status(), own_bytes(response)), (OK, 0));
            assert_eq!(response.headers()[VARY], "Accept-Encoding");
        }
        let mut unpacked = String::new();
        let bytes = compress::gzip(document.bytes());
        flate2::read::GzDecoder::new(&*bytes).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked.as_bytes(), document.bytes());
        let tag = packed.headers()[ETAG].to_str().unwrap();
        assert_eq!(tag, entity_tag(&bytes));
        let known = [(ACCEPT_ENCODING, "gzip"), (IF_NONE_MATCH, tag)];
        let unchanged = document.respond(&asking(&known));
        assert_eq!(unchanged.status(), NOT_MODIFIED);
        assert!(!unchanged.headers().contains_key(CONTENT_ENCODING));
        assert_eq!(document.respond(&asking(&known[1..])).status(), OK);
    }

    #[test]
    fn what_is_short_is_not_compressed() {
        let document = Document::new(MARKDOWN, "short");
        let response = document.respond(&asking(&[(ACCEPT_ENCODING, "gzip")]));
        assert!(!response.headers().contains_key(CONTENT_ENCODING));
    }
}
