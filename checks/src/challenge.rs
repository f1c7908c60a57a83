//! Challenge pages: what stands between a visitor without a browser and the page.
//!
//! The signatures are in `data/challenges.json`. They match on headers, element ids and markup,
//! never on words alone, and still stand in ordinary pages: ask only where the status is not 200
//! or where there is hardly any text.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::data;
use crate::page::snapshot::Exchange;
use crate::weights::HARDLY_ANY_TEXT;

/// How much of a body is searched; challenge pages are short.
const SEARCHED_BYTES: usize = 256 * 1024;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Signature {
    /// For the reader of the file.
    #[serde(rename = "id")]
    _id: String,
    vendor: String,
    /// The statuses it counts with; empty is any.
    #[serde(default)]
    statuses: Vec<u16>,
    header: Option<HeaderSignature>,
    /// Any one of these.
    #[serde(default)]
    markup: Vec<String>,
    /// Whether the body must be blank.
    #[serde(default)]
    blank_body: bool,
    /// The most words of a page of status 200 that has it: those explain themselves.
    #[serde(default = "hardly_any_text")]
    most_words: usize,
}

const fn hardly_any_text() -> usize {
    HARDLY_ANY_TEXT - 1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeaderSignature {
    name: String,
    contains: String,
}

static SIGNATURES: LazyLock<Vec<Signature>> = LazyLock::new(|| data::read!("challenges.json"));

/// Who challenges, if this answer carries a signature of a challenge page.
pub fn detect(answer: &Exchange, body: &[u8]) -> Option<&'static str> {
    let searched = String::from_utf8_lossy(&body[..body.len().min(SEARCHED_BYTES)]);
    SIGNATURES
        .iter()
        .find(|signature| signature.matches(answer, &searched))
        .map(|signature| signature.vendor.as_str())
}

/// Who challenges, if this answer with a status of success and so many words of main content is a
/// challenge page.
pub fn detect_among(answer: &Exchange, body: &[u8], words: usize) -> Option<&'static str> {
    let mut may_be = SIGNATURES.iter().filter(|signature| words <= signature.most_words).peekable();
    may_be.peek()?;
    let searched = String::from_utf8_lossy(&body[..body.len().min(SEARCHED_BYTES)]);
    may_be
        .find(|signature| signature.matches(answer, &searched))
        .map(|signature| signature.vendor.as_str())
}

impl Signature {
    fn matches(&self, answer: &Exchange, body: &str) -> bool {
        (self.statuses.is_empty() || self.statuses.contains(&answer.status))
            && self.header.as_ref().is_none_or(|header| header.matches(answer))
            && (!self.blank_body || body.trim().is_empty())
            && (self.markup.is_empty()
                || self.markup.iter().any(|part| body.contains(part.as_str())))
    }
}

impl HeaderSignature {
    fn matches(&self, answer: &Exchange) -> bool {
        answer
            .header_values(&self.name)
            .any(|value| value.to_ascii_lowercase().contains(&self.contains))
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    type Headers = &'static [(&'static str, &'static str)];

    fn answer(status: u16, headers: Headers) -> Exchange {
        Exchange {
            url: Url::parse("https://example.com/").unwrap(),
            status,
            headers: headers.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect(),
        }
    }

    #[test]
    fn known_challenges_are_told() {
        let cases: [(u16, Headers, &str, &str); 9] = [
            (403, &[("cf-mitigated", "challenge")], "", "Cloudflare"),
            (503, &[("server", "cloudflare")], "<title>Just a moment...</title>", "Cloudflare"),
            (403, &[("x-datadome", "protected")], "", "DataDome"),
            (
                200,
                &[],
                r#"<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9">"#,
                "Imperva",
            ),
            (403, &[], r#"<script src="/_sec/verify?provider=interstitial">"#, "Akamai"),
            (403, &[], r#"<div id="px-captcha"></div>"#, "HUMAN"),
            (202, &[("set-cookie", "aws-waf-token=abc")], " \n", "AWS WAF"),
            (200, &[], "<script>var sucuri_cloudproxy_js='';</script>", "Sucuri"),
            (200, &[], r#"<script id="anubis_challenge" type="application/json">"#, "Anubis"),
        ];
        for (status, headers, body, vendor) in cases {
            assert_eq!(detect(&answer(status, headers), body.as_bytes()), Some(vendor), "{body}");
        }
    }

    #[test]
    fn ordinary_answers_of_guarded_sites_are_not() {
        let cases: [(u16, Headers, &str); 5] = [
            (404, &[("x-datadome", "protected")], "Not found"),
            (404, &[("server", "cloudflare")], "<title>Page not found</title>"),
            (200, &[], "<script src=/cdn-cgi/challenge-platform/scripts/jsd/main.js></script>"),
            (404, &[], "<script src=\"/_Incapsula_Resource?SWJIYLWA=719\"></script>"),
            (200, &[("set-cookie", "aws-waf-token=abc")], "<p>Hello</p>"),
        ];
        for (status, headers, body) in cases {
            assert_eq!(detect(&answer(status, headers), body.as_bytes()), None, "{body}");
        }
    }

    #[test]
    fn challenges_that_explain_themselves_are_told_at_some_length() {
        let told = |body: &str, words| detect_among(&answer(200, &[]), body.as_bytes(), words);
        let explained = r#"<script id="anubis_challenge" type="application/json">{}</script>"#;
        assert_eq!(told(explained, 180), Some("Anubis"));
        assert_eq!(told(explained, 900), None, "an article about it");
        let bare = r#"<div id="px-captcha"></div>"#;
        assert_eq!(told(bare, 49), Some("HUMAN"));
        assert_eq!(told(bare, 50), None, "a page with a form");
    }

    #[test]
    fn no_signature_matches_an_empty_answer() {
        for status in [200, 202, 401, 403, 404, 429, 503] {
            assert_eq!(detect(&answer(status, &[]), b""), None);
        }
    }
}
