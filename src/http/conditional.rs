//! Conditional reads (RFC 9110 section 13): strong entity tags and `If-None-Match`.

use std::fmt::Write as _;

use hyper::body::Bytes;
use hyper::header::{ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH};
use sha2::{Digest, Sha256};

use super::problem::{NOT_MODIFIED, OK, Status};
use super::reply::{self, Response, With};
use crate::http::doc::{Form, Parameter, Place};

/// How routes with entity tags describe the request header.
pub(crate) const IF_NONE_MATCH_PARAMETER: Parameter = Parameter {
    name: "If-None-Match",
    place: Place::Header,
    required: false,
    description: "Entity tag of the version you have. If it is still current, the response is 304 \
        without a body.",
    form: Form::Text,
    example: "\"0123\"",
};

/// A representation with its entity tag, made once and sent many times. Clones share the bytes.
#[derive(Clone, Debug)]
pub(crate) struct Tagged {
    media: &'static str,
    body: Bytes,
    tag: HeaderValue,
}

impl Tagged {
    pub(crate) fn new(media: &'static str, body: impl Into<Bytes>) -> Self {
        let body = body.into();
        let tag = reply::header(&entity_tag(&body));
        Self { media, body, tag }
    }

    /// Bytes of the body.
    pub(crate) fn len(&self) -> usize {
        self.body.len()
    }

    /// The representation, or only the tag where the caller already has it.
    pub(crate) fn respond(&self, request: &HeaderMap) -> Response {
        self.respond_as(request, reply::bytes)
    }

    /// The same where the bytes may be dropped while they are sent, so that the answer counts them.
    pub(crate) fn respond_counted(&self, request: &HeaderMap) -> Response {
        self.respond_as(request, reply::counted)
    }

    fn respond_as(
        &self,
        request: &HeaderMap,
        with_body: fn(Status, &'static str, Bytes) -> Response,
    ) -> Response {
        let response = match is_known(request, self.tag.to_str().unwrap_or_default()) {
            true => reply::empty(NOT_MODIFIED),
            false => with_body(OK, self.media, self.body.clone()),
        };
        response.with(ETAG, self.tag.clone())
    }
}

/// The representation with its entity tag, or only the tag where the caller already has it.
pub(crate) fn tagged(request: &HeaderMap, media: &'static str, body: impl Into<Bytes>) -> Response {
    Tagged::new(media, body).respond_counted(request)
}

/// The strong entity tag of that representation.
pub(crate) fn entity_tag(body: &[u8]) -> String {
    let mut tag = String::with_capacity(66);
    tag.push('"');
    for byte in Sha256::digest(body) {
        let _infallible = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    tag
}

/// Whether `If-None-Match` names the tag. The comparison is the weak one, as the RFC asks.
fn is_known(request: &HeaderMap, tag: &str) -> bool {
    let lists = request.get_all(IF_NONE_MATCH).into_iter().filter_map(|list| list.to_str().ok());
    lists
        .flat_map(|list| list.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(values: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(IF_NONE_MATCH, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn equal_bytes_have_equal_tags_and_no_others() {
        assert_eq!(entity_tag(b"one"), entity_tag(b"one"));
        assert_ne!(entity_tag(b"one"), entity_tag(b"two"));
        assert_eq!(entity_tag(b"").len(), 66);
    }

    #[test]
    fn a_known_representation_is_not_sent_again() {
        let response = tagged(&asking(&["*"]), reply::JSON, b"{}".to_vec());
        assert_eq!(response.status(), NOT_MODIFIED);
        assert_eq!(response.headers()[ETAG], entity_tag(b"{}").as_str());
        let response = tagged(&asking(&["\"other\""]), reply::JSON, b"{}".to_vec());
        assert_eq!(response.status(), OK);
    }

    #[test]
    fn the_tag_is_found_in_any_list_and_form() {
        assert!(is_known(&asking(&["\"a\", \"b\""]), "\"b\""));
        assert!(is_known(&asking(&["\"a\"", "W/\"b\""]), "\"b\""));
        assert!(!is_known(&asking(&["\"a\", b"]), "\"b\""));
        assert!(!is_known(&asking(&[]), "\"b\""));
    }
}
