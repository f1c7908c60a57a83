//! What is rendered: a page as it was fetched once.

use citable_checks::page::charset_of;
use citable_checks::page::snapshot::PageFetch;
use url::Url;

use super::resources::Resource;

/// Header fields of the page's answer that tell a browser how to read it.
const READ_WITH: [&str; 9] = [
    "content-type",
    "content-language",
    "content-security-policy",
    "cross-origin-embedder-policy",
    "cross-origin-opener-policy",
    "document-policy",
    "permissions-policy",
    "referrer-policy",
    "x-content-type-options",
];

/// A page to render: the bytes that were fetched once, so that both readings are of the same.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) url: Url,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    now_ms: i64,
    pub(super) user_agent: String,
}

impl Document {
    /// The page of a file, as if it stood at that address. `now_ms` is the instant that the page's
    /// clock starts at, in milliseconds since 1970-01-01T00:00:00Z.
    pub fn of_file(url: Url, body: Vec<u8>, now_ms: i64) -> Self {
        let html = ("content-type".to_owned(), "text/html".to_owned());
        Self { url, headers: vec![html], body, now_ms, user_agent: String::new() }
    }

    /// A page that was answered.
    pub fn of_answer(page: &PageFetch, now_ms: i64, user_agent: &str) -> Option<Self> {
        let answer = page.exchanges.last()?;
        let headers = answer.headers.iter();
        let headers = headers.filter(|(name, _)| READ_WITH.contains(&name.as_str())).cloned();
        Some(Self {
            url: answer.url.clone(),
            headers: headers.collect(),
            body: page.body.clone(),
            now_ms,
            user_agent: user_agent.to_owned(),
        })
    }

    /// The instant that its clock starts at, in milliseconds since 1970-01-01T00:00:00Z.
    pub(super) fn now_ms(&self) -> i64 {
        self.now_ms
    }

    /// Whether the page stands at that address.
    pub(super) fn is_at(&self, url: &Url) -> bool {
        let without_fragment = |url: &Url| {
            let mut url = url.clone();
            url.set_fragment(None);
            url
        };
        without_fragment(&self.url) == without_fragment(url)
    }

    /// The answer that the browser gets. It names the charset that the HTML is read in, as browsers
    /// guess another one where nothing declares it.
    pub(super) fn answer(&self) -> Resource {
        let mut headers = self.headers.clone();
        let is_type = |(name, _): &&mut (String, String)| name == "content-type";
        let given = headers.iter_mut().find(is_type);
        let value = given.as_ref().map(|(_, value)| value.clone());
        let kind = value.as_deref().and_then(|value| value.split(';').next()).map(str::trim);
        let kind = kind.filter(|kind| !kind.is_empty()).unwrap_or("text/html");
        let charset = charset_of(&self.body, value.as_deref());
        let named = format!("{kind}; charset={charset}");
        match given {
            Some((_, value)) => *value = named,
            None => headers.push(("content-type".to_owned(), named)),
        }
        Resource { status: 200, headers, body: self.body.clone() }
    }
}
