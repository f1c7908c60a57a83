//! The requests that a page makes while it is rendered: which are asked for, which are not, and
//! how many of each kind.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use citable_checks::page::snapshot::RequestCount;
use futures_util::StreamExt;
use futures_util::future::{BoxFuture, FutureExt};
use futures_util::stream::FuturesOrdered;
use serde_json::{Value, json};
use url::Url;

use super::devtools::Devtools;
use super::document::Document;
use super::resources::{Resource, Resources};
use super::settings::RenderLimits;

/// Failed addresses that are kept.
const FAILED_KEPT: usize = 20;
/// The longest address that is kept, in characters.
const ADDRESS_CHARACTERS: usize = 500;
/// Kinds of requests that bring text: they are asked for.
const ASKED: [&str; 3] = ["Script", "Fetch", "XHR"];

/// What is done with one request.
#[derive(Debug, PartialEq, Eq)]
enum Decision {
    /// It is the page itself.
    Page,
    /// It would leave the page: the page stays.
    Stay,
    /// It is asked for.
    Ask(Url),
    /// It is answered with nothing.
    Empty,
    /// It fails.
    Fail,
}

/// The requests of one page.
pub(super) struct Requests<'a> {
    document: &'a Document,
    resources: &'a dyn Resources,
    limits: &'a RenderLimits,
    main_frame: String,
    page_answered: bool,
    asked: usize,
    bytes: usize,
    counts: BTreeMap<String, (u32, u32)>,
    pub(super) failed: Vec<String>,
    pub(super) held_navigation: Option<String>,
    under_way: FuturesOrdered<BoxFuture<'a, Asked>>,
}

/// A request that was asked for, and what came of it.
struct Asked {
    id: String,
    url: Url,
    kind: String,
    got: Option<Resource>,
}

impl<'a> Requests<'a> {
    pub(super) fn new(
        document: &'a Document,
        resources: &'a dyn Resources,
        limits: &'a RenderLimits,
        main_frame: String,
    ) -> Self {
        Self {
            document,
            resources,
            limits,
            main_frame,
            page_answered: false,
            asked: 0,
            bytes: 0,
            counts: BTreeMap::new(),
            failed: Vec::new(),
            held_navigation: None,
            under_way: FuturesOrdered::new(),
        }
    }

    /// How many requests of each kind were answered, and how many were not.
    pub(super) fn counts(&self) -> Vec<RequestCount> {
        let counts = self.counts.iter();
        counts
            .map(|(kind, (answered, refused))| RequestCount {
                kind: kind.clone(),
                answered: *answered,
                refused: *refused,
            })
            .collect()
    }

    /// Takes a request that the browser holds back.
    pub(super) async fn take(&mut self, devtools: &Devtools, params: &Value) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let id = text(&params["requestId"]);
        let kind = text(&params["resourceType"]);
        let address = text(&params["request"]["url"]);
        match self.decide(params, &kind, &address) {
            Decision::Page => {
                self.page_answered = true;
                fulfil(devtools, &id, &self.document.answer()).await;
            }
            Decision::Stay => {
                self.held_navigation.get_or_insert_with(|| shortened(&address));
                fulfil(devtools, &id, &Resource { status: 204, ..Resource::default() }).await;
            }
            Decision::Empty => {
                self.count(&kind, true);
                fulfil(devtools, &id, &empty_style()).await;
            }
            Decision::Ask(url) => {
                self.asked += 1;
                let resources = self.resources;
                let time = self.limits.fetching;
                let asked = async move {
                    let got = tokio::time::timeout(time, resources.get(&url)).await;
                    let got = got.unwrap_or_default();
                    Asked { id, url, kind, got }
                };
                self.under_way.push_back(asked.boxed());
            }
            Decision::Fail => {
                self.count(&kind, false);
                self.note(&kind, &address);
                fail(devtools, &id).await;
            }
        }
    }

    /// Gives the browser the next answer, in the order of the requests. Pends while there is none.
    pub(super) async fn answer_next(&mut self, devtools: &Devtools) {
        if self.under_way.is_empty() {
            return std::future::pending().await;
        }
        let Some(Asked { id, url, kind, got }) = self.under_way.next().await else { return };
        let left = self.limits.all_bytes.saturating_sub(self.bytes);
        match got.filter(|resource| resource.body.len() <= left) {
            Some(resource) => {
                self.bytes += resource.body.len();
                self.count(&kind, true);
                if resource.status >= 400 {
                    self.note(&kind, url.as_str());
                }
                fulfil(devtools, &id, &resource).await;
            }
            None => {
                self.count(&kind, false);
                self.note(&kind, url.as_str());
                fail(devtools, &id).await;
            }
        }
    }

    fn decide(&self, params: &Value, kind: &str, address: &str) -> Decision {
        let Ok(url) = Url::parse(address) else { return Decision::Fail };
        let is_get = params["request"]["method"] == "GET";
        if kind == "Document" {
            let is_main = params["frameId"] == self.main_frame.as_str();
            return match (is_main, self.page_answered) {
                (true, false) if is_get && self.document.is_at(&url) => Decision::Page,
                (true, _) => Decision::Stay,
                (false, _) => Decision::Fail,
            };
        }
        if kind == "Stylesheet" {
            return Decision::Empty;
        }
        let is_asked = ASKED.contains(&kind) && is_get && url.scheme() == "https";
        match is_asked && self.asked < self.limits.requests {
            true => Decision::Ask(url),
            false => Decision::Fail,
        }
    }

    fn count(&mut self, kind: &str, answered: bool) {
        // Which of the two a page uses, the protocol does not tell reliably.
        let kind = if kind == "XHR" { "fetch".to_owned() } else { kind.to_ascii_lowercase() };
        let (yes, no) = self.counts.entry(kind).or_default();
        *(if answered { yes } else { no }) += 1;
    }

    /// Keeps the address of something that would have brought text.
    fn note(&mut self, kind: &str, address: &str) {
        if ASKED.contains(&kind) && self.failed.len() < FAILED_KEPT {
            let address = shortened(address);
            if !self.failed.contains(&address) {
                self.failed.push(address);
            }
        }
    }
}

fn shortened(address: &str) -> String {
    address.chars().take(ADDRESS_CHARACTERS).collect()
}

/// A style sheet that says nothing: only its absence would be an error to a page.
fn empty_style() -> Resource {
    Resource {
        status: 200,
        headers: vec![
            ("content-type".to_owned(), "text/css".to_owned()),
            ("access-control-allow-origin".to_owned(), "*".to_owned()),
        ],
        body: Vec::new(),
    }
}

async fn fulfil(devtools: &Devtools, id: &str, resource: &Resource) {
    let headers: Vec<Value> = resource
        .headers
        .iter()
        .map(|(name, value)| json!({ "name": name, "value": value }))
        .collect();
    let answer = json!({
        "requestId": id,
        "responseCode": resource.status,
        "responseHeaders": headers,
        "body": STANDARD.encode(&resource.body),
    });
    devtools.post(None, "Fetch.fulfillRequest", answer).await;
}

async fn fail(devtools: &Devtools, id: &str) {
    let failure = json!({ "requestId": id, "errorReason": "BlockedByClient" });
    devtools.post(None, "Fetch.failRequest", failure).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::resources::NoResources;

    const PAGE: &str = "https://www.example.org/page?x=1";

    fn decided(answered: bool, asked: usize, request: (&str, &str, &str, &str)) -> Decision {
        let (kind, method, address, frame) = request;
        let document = Document::of_file(PAGE.parse().unwrap(), Vec::new(), 0);
        let limits = RenderLimits::default();
        let mut requests = Requests::new(&document, &NoResources, &limits, "main".to_owned());
        (requests.page_answered, requests.asked) = (answered, asked);
        let params = json!({ "frameId": frame, "request": { "method": method } });
        requests.decide(&params, kind, address)
    }

    #[test]
    fn only_what_may_bring_text_is_asked_for() {
        let ask = |address: &str| Decision::Ask(address.parse().unwrap());
        let script = "https://cdn.example.net/app.js";
        for (request, expected) in [
            (("Document", "GET", PAGE, "main"), Decision::Page),
            (("Document", "GET", "https://other.example/", "main"), Decision::Stay),
            (("Document", "POST", PAGE, "main"), Decision::Stay),
            (("Document", "GET", PAGE, "frame"), Decision::Fail),
            (("Script", "GET", script, "main"), ask(script)),
            (("Fetch", "GET", script, "frame"), ask(script)),
            (("XHR", "GET", script, "main"), ask(script)),
            (("XHR", "POST", script, "main"), Decision::Fail),
            (("XHR", "GET", "http://127.0.0.1/", "main"), Decision::Fail),
            (("Script", "GET", "file:///etc/passwd", "main"), Decision::Fail),
            (("Stylesheet", "GET", "https://cdn.example.net/a.css", "main"), Decision::Empty),
            (("Image", "GET", "https://cdn.example.net/a.png", "main"), Decision::Fail),
            (("Ping", "POST", "https://cdn.example.net/", "main"), Decision::Fail),
            (("Preflight", "OPTIONS", script, "main"), Decision::Fail),
            (("Other", "GET", "no address", "main"), Decision::Fail),
        ] {
            assert_eq!(decided(false, 0, request), expected, "{request:?}");
        }
        let again = ("Document", "GET", PAGE, "main");
        assert_eq!(decided(true, 0, again), Decision::Stay, "a page that loads itself again");
        let most = RenderLimits::default().requests;
        assert_eq!(decided(true, most, ("Script", "GET", script, "main")), Decision::Fail);
    }
}
