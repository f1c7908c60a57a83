//! One page in a browser, from its bytes to the document that its scripts make of it.

use std::time::Duration;

use citable_checks::page::snapshot::{RenderEnd, RenderFetch};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout, timeout_at};

use super::browser::Browser;
use super::devtools::{Devtools, DevtoolsError, Event, Events};
use super::document::Document;
use super::requests::Requests;
use super::resources::Resources;
use super::settings::{RenderLimits, Walls};

/// Runs before the page's scripts.
const BEFORE: &str = include_str!("before.js");
/// Reads the document.
const CAPTURE: &str = include_str!("capture.js");
/// UTF-16 code units that are read at once: escaped, they fit into one message.
const PIECE: usize = 2 * 1024 * 1024;
/// The window of Google's crawler for phones, in CSS pixels: wide as a phone, and so high that
/// nothing has to be scrolled to.
const WINDOW: (u32, u32) = (412, 10_000);
/// How often the clock of a page may starve before it moves on by itself.
const STARVATION: u32 = 100_000;

/// Renders the page, which may run for that `time`, and says whether the browser may be used again;
/// none if the browser was gone, or silent, before it had the page.
pub(super) async fn render(
    browser: &mut Browser,
    document: &Document,
    resources: &dyn Resources,
    limits: &RenderLimits,
    time: Duration,
) -> Option<(RenderFetch, bool)> {
    let until = Instant::now() + time;
    let Browser { devtools, events, version, .. } = browser;
    events.clear();
    let mut fetch = RenderFetch {
        engine: version.clone(),
        rendered_at: document.now_ms(),
        end: RenderEnd::Crashed,
        html: String::new(),
        truncated: false,
        requests: Vec::new(),
        failed: Vec::new(),
        held_navigation: None,
    };
    let tab = timeout_at(until, Tab::open(devtools, document, limits.walls())).await.ok()?.ok()?;
    let mut requests = Requests::new(document, resources, limits, tab.target.clone());
    let seen = {
        let rendered = tab.render(devtools, document, limits, until);
        tokio::pin!(rendered);
        loop {
            tokio::select! {
                seen = &mut rendered => break seen,
                event = events.next() => match event {
                    Some(event) => tab.take(devtools, &mut requests, event).await,
                    None => break Err(DevtoolsError::Gone),
                },
                () = requests.answer_next(devtools) => {}
            }
        }
    };
    fetch.requests = requests.counts();
    fetch.failed = std::mem::take(&mut requests.failed);
    fetch.held_navigation = requests.held_navigation.take();
    match seen {
        Ok(Seen { settled, html, truncated }) => {
            fetch.end = if settled { RenderEnd::Settled } else { RenderEnd::Deadline };
            (fetch.html, fetch.truncated) = (html, truncated);
        }
        Err(error) => {
            tracing::info!(%error, url = %document.url, "a page couldn't be rendered");
            if matches!(error, DevtoolsError::TimedOut(_)) {
                fetch.end = RenderEnd::Deadline;
            }
        }
    }
    let closed = tab.close(devtools, events, limits.close).await;
    Some((fetch, closed))
}

/// What was read of a rendered page.
struct Seen {
    settled: bool,
    html: String,
    truncated: bool,
}

/// A page's place in the browser, with a profile of its own.
struct Tab {
    context: String,
    target: String,
    session: String,
    settled: tokio::sync::watch::Sender<Option<bool>>,
    walls: Walls,
}

impl Tab {
    async fn open(
        devtools: &Devtools,
        document: &Document,
        walls: Walls,
    ) -> Result<Self, DevtoolsError> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let context = devtools.call(None, "Target.createBrowserContext", json!({})).await?;
        let context = text(&context["browserContextId"]);
        let (width, height) = WINDOW;
        let blank = json!({
            "url": "about:blank", "browserContextId": context, "width": width, "height": height,
        });
        let target = devtools.call(None, "Target.createTarget", blank).await?;
        let target = text(&target["targetId"]);
        let attach = json!({ "targetId": target, "flatten": true });
        let session = devtools.call(None, "Target.attachToTarget", attach).await?;
        let session = text(&session["sessionId"]);
        let settled = tokio::sync::watch::Sender::new(None);
        let tab = Self { context, target, session, settled, walls };
        tab.prepare(devtools, document).await?;
        Ok(tab)
    }

    async fn prepare(&self, devtools: &Devtools, document: &Document) -> Result<(), DevtoolsError> {
        let (width, height) = WINDOW;
        let before = if self.walls.interception { BEFORE } else { "" };
        let denied = json!({ "behavior": "deny", "browserContextId": self.context });
        devtools.call(None, "Browser.setDownloadBehavior", denied).await?;
        for (method, params) in [
            ("Page.enable", json!({})),
            ("Inspector.enable", json!({})),
            ("Network.enable", json!({ "maxTotalBufferSize": 0, "maxResourceBufferSize": 0 })),
            ("Network.setBypassServiceWorker", json!({ "bypass": true })),
            ("Page.addScriptToEvaluateOnNewDocument", json!({ "source": before })),
            (
                "Emulation.setDeviceMetricsOverride",
                json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": true }),
            ),
        ] {
            self.call(devtools, method, params).await?;
        }
        if !document.user_agent.is_empty() {
            let agent = json!({ "userAgent": document.user_agent });
            self.call(devtools, "Emulation.setUserAgentOverride", agent).await?;
        }
        let seconds = document.now_ms() / 1_000;
        let paused = json!({ "policy": "pause", "initialVirtualTime": seconds });
        self.call(devtools, "Emulation.setVirtualTimePolicy", paused).await?;
        Ok(())
    }

    async fn render(
        &self,
        devtools: &Devtools,
        document: &Document,
        limits: &RenderLimits,
        until: Instant,
    ) -> Result<Seen, DevtoolsError> {
        let settled = match timeout_at(until, self.settle(devtools, document, limits)).await {
            Ok(settled) => settled?,
            Err(_elapsed) => false,
        };
        let captured = timeout(limits.capture, self.capture(devtools, limits)).await;
        let (html, truncated) =
            captured.map_err(|_elapsed| DevtoolsError::TimedOut("Runtime.evaluate"))??;
        Ok(Seen { settled, html, truncated })
    }

    /// Opens the page and waits until it has nothing left to do.
    async fn settle(
        &self,
        devtools: &Devtools,
        document: &Document,
        limits: &RenderLimits,
    ) -> Result<bool, DevtoolsError> {
        let url = json!({ "url": document.url.as_str() });
        self.call(devtools, "Page.navigate", url).await?;
        let runs = json!({
            "policy": "pauseIfNetworkFetchesPending",
            "budget": limits.virtual_time.as_millis(),
            "maxVirtualTimeTaskStarvationCount": STARVATION,
        });
        self.call(devtools, "Emulation.setVirtualTimePolicy", runs).await?;
        let mut settled = self.settled.subscribe();
        let settled = settled.wait_for(Option::is_some).await;
        match settled.ok().and_then(|settled| *settled) {
            Some(true) => Ok(true),
            _ => Err(DevtoolsError::Gone),
        }
    }

    async fn capture(
        &self,
        devtools: &Devtools,
        limits: &RenderLimits,
    ) -> Result<(String, bool), DevtoolsError> {
        let world = json!({ "frameId": self.target, "worldName": "citable" });
        let world = self.call(devtools, "Page.createIsolatedWorld", world).await?;
        let world = &world["executionContextId"];
        let evaluate = |expression: String| {
            let params = json!({
                "contextId": world, "expression": expression, "returnByValue": true,
            });
            async move {
                let result = self.call(devtools, "Runtime.evaluate", params).await?;
                Ok::<Value, DevtoolsError>(result["result"]["value"].clone())
            }
        };
        let read = evaluate(format!("({CAPTURE})({PIECE}, {})", limits.html_units)).await?;
        let mut html = String::new();
        for at in 0..read["pieces"].as_u64().unwrap_or_default() {
            let piece = evaluate(format!("globalThis.pieces[{at}]")).await?;
            html.push_str(piece.as_str().unwrap_or_default());
        }
        Ok((html, read["truncated"] == true))
    }

    /// Takes something that happened.
    async fn take(&self, devtools: &Devtools, requests: &mut Requests<'_>, event: Event) {
        let is_ours = event.session.as_deref() == Some(self.session.as_str());
        match event.method.as_str() {
            "Fetch.requestPaused" => requests.take(devtools, &event.params).await,
            "Emulation.virtualTimeBudgetExpired" if is_ours => {
                self.settled.send_replace(Some(true));
            }
            "Inspector.targetCrashed" if is_ours => {
                self.settled.send_replace(Some(false));
            }
            "Page.javascriptDialogOpening" => {
                let refused = json!({ "accept": false });
                let session = event.session.as_deref();
                devtools.post(session, "Page.handleJavaScriptDialog", refused).await;
            }
            "Target.targetCreated" => {
                let target = &event.params["targetInfo"];
                let is_other = target["targetId"] != self.target.as_str();
                if self.walls.interception && is_other && target["type"] == "page" {
                    let close = json!({ "targetId": target["targetId"] });
                    devtools.post(None, "Target.closeTarget", close).await;
                }
            }
            _ => {}
        }
    }

    /// Closes the page with everything that belongs to it; false if the browser does not manage.
    async fn close(&self, devtools: &Devtools, events: &mut Events, time: Duration) -> bool {
        let context = json!({ "browserContextId": self.context });
        let closed =
            devtools.call_within(time, None, "Target.disposeBrowserContext", context).await;
        events.clear();
        closed.is_ok()
    }

    async fn call(
        &self,
        devtools: &Devtools,
        method: &'static str,
        params: Value,
    ) -> Result<Value, DevtoolsError> {
        devtools.call(Some(&self.session), method, params).await
    }
}
