//! What a page is once its scripts have run: a local browser, in a box without a network.
//!
//! Three walls stand between a page and any network. The box ([`sandbox`]) holds by itself; flags
//! and interception ([`requests`]) make things orderly. Whatever a page asks for is fetched by the
//! same gate as the page, or not at all ([`Resources`]).
//!
//! **Owns** the browsers: which are idle, how many are lent, when the next may start.
//! **Invariants** a browser renders one page at a time, and is never used again after a page that
//! it could not close; one that reached a canary of ours renders nothing.
//! **Messages** call `Lend`; `Started` and `Back` come from its tasks and from those who borrowed.
//! **Restart** permanent: its browsers end with it.
//! **Backpressure** a permit travels in each message; whoever gets no browser in time goes without,
//! and a scan is never failed by it.

mod browser;
mod devtools;
mod document;
mod memory;
mod page;
mod relay;
mod requests;
mod resources;
mod sandbox;
mod self_test;
mod settings;
#[cfg(test)]
mod walls_tests;
mod wire;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use citable_checks::page::snapshot::{RenderEnd, RenderFetch};
use citable_metrics::RENDERINGS;
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::address::Address;
use crate::tasks::{TaskPanicked, Tasks};
use browser::{Browser, StartError};

pub use document::Document;
pub use relay::serve_browsers;
pub use resources::{NoResources, Resource, Resources};
pub use settings::{BrowserSource, RenderLimits, RenderSettings};

/// How long the actor may take to stop.
const STOP: Duration = Duration::from_secs(2);

/// Why no page can be rendered, in words for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unavailable(String);

/// How the rest of the program has pages rendered.
#[derive(Clone, Debug)]
pub struct RendererHandle {
    address: Address<RendererMessage>,
    settings: Arc<RenderSettings>,
    places: Arc<Semaphore>,
}

impl RendererHandle {
    /// A handle whose actor is not started yet.
    pub fn new(settings: RenderSettings) -> Self {
        let places = Arc::new(Semaphore::new(settings.limits.waiting));
        Self { address: Address::vacant(), settings: Arc::new(settings), places }
    }

    /// Starts the actor without a supervisor, for a command that ends with its page.
    ///
    /// # Errors
    /// [`Unavailable`].
    pub async fn start_alone(&self) -> Result<(), Unavailable> {
        let spawned = Actor::spawn(None, Renderer, self.args()).await;
        let (actor, _) = spawned.map_err(|error| Unavailable(error.to_string()))?;
        self.address.occupy(actor);
        Ok(())
    }

    /// Ends the actor that [`Self::start_alone`] started, with its browsers.
    pub async fn stop(&self) {
        if let Ok(actor) = self.address.occupant() {
            let _stopped = actor.stop_and_wait(None, Some(STOP)).await;
        }
    }

    /// Renders a page. What it asks for is answered by `resources`.
    pub async fn render(&self, document: &Document, resources: &dyn Resources) -> RenderFetch {
        self.render_within(Duration::MAX, document, resources).await
    }

    /// The same in no more than that much time; it never takes more than [`RenderLimits::whole`].
    pub async fn render_within(
        &self,
        time: Duration,
        document: &Document,
        resources: &dyn Resources,
    ) -> RenderFetch {
        let mut limits = self.settings.limits.clone();
        limits.whole = limits.whole.min(time);
        let fetch = match self.try_render(document, resources, &limits).await {
            Ok(fetch) => fetch,
            Err(Unavailable(why)) => RenderFetch::not_available(document.now_ms(), why),
        };
        RENDERINGS.one([match fetch.end {
            RenderEnd::Settled => "settled",
            RenderEnd::Deadline => "deadline",
            RenderEnd::Crashed => "crashed",
            RenderEnd::NotAvailable { .. } => "not_available",
        }]);
        fetch
    }

    /// An idle browser may have ended unnoticed, one for each page at once; the page is then
    /// another one's.
    async fn try_render(
        &self,
        document: &Document,
        resources: &dyn Resources,
        limits: &RenderLimits,
    ) -> Result<RenderFetch, Unavailable> {
        let begun = Instant::now();
        for _ in 0..=self.settings.pages.get() {
            let wait = limits.wait.min(limits.whole.saturating_sub(begun.elapsed()));
            let lease = self.borrow(wait).await?;
            let time = limits.page_after(begun.elapsed());
            if let Some(fetch) = lease.render(document, resources, limits, time).await {
                return Ok(fetch);
            }
        }
        Err(Unavailable("every browser quit before it had loaded the page".to_owned()))
    }

    /// The limits of a rendering.
    pub fn limits(&self) -> &RenderLimits {
        &self.settings.limits
    }

    async fn borrow(&self, wait: Duration) -> Result<Lease, Unavailable> {
        let busy = || Unavailable("every browser is busy".to_owned());
        let permit = Arc::clone(&self.places).try_acquire_owned().map_err(|_none_free| busy())?;
        let lend = |reply| RendererMessage::Lend { permit, reply };
        let lent = self.address.call(wait, lend).await;
        lent.unwrap_or_else(|_error| Err(busy()))
    }

    pub(crate) fn address(&self) -> &Address<RendererMessage> {
        &self.address
    }

    pub(crate) fn args(&self) -> RendererArgs {
        RendererArgs { settings: Arc::clone(&self.settings) }
    }
}

/// A browser that somebody borrowed. It goes back when this is dropped, unless a page was under
/// way: then it ends.
#[derive(Debug)]
pub(crate) struct Lease {
    browser: Option<Box<Browser>>,
    owner: ActorRef<RendererMessage>,
}

impl Lease {
    async fn render(
        mut self,
        document: &Document,
        resources: &dyn Resources,
        limits: &RenderLimits,
        time: Duration,
    ) -> Option<RenderFetch> {
        // Were this future dropped, the browser would be too.
        let mut browser = self.browser.take()?;
        let (fetch, closed) = page::render(&mut browser, document, resources, limits, time).await?;
        if browser.has_rendered(limits) && closed {
            self.browser = Some(browser);
        }
        Some(fetch)
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let back = RendererMessage::Back(self.browser.take());
        let _owner_is_gone = self.owner.send_message(back);
    }
}

/// The actor.
pub(crate) struct Renderer;

#[derive(Clone)]
pub(crate) struct RendererArgs {
    settings: Arc<RenderSettings>,
}

type Borrower = (OwnedSemaphorePermit, RpcReplyPort<Result<Lease, Unavailable>>);

pub(crate) struct RendererState {
    settings: Arc<RenderSettings>,
    idle: Vec<Browser>,
    /// Browsers that are lent.
    lent: usize,
    /// Browsers that are being started.
    starting: usize,
    waiting: VecDeque<Borrower>,
    failed_starts: u32,
    /// Until when none is started, and why.
    paused: Option<(Instant, Unavailable)>,
    tasks: Tasks,
}

pub(crate) enum RendererMessage {
    /// Somebody needs a browser.
    Lend { permit: OwnedSemaphorePermit, reply: RpcReplyPort<Result<Lease, Unavailable>> },
    /// A start is over.
    Started(Box<Result<Result<Browser, StartError>, TaskPanicked>>),
    /// A browser that was lent is back; none if it is no more.
    Back(Option<Box<Browser>>),
}

impl Actor for Renderer {
    type Msg = RendererMessage;
    type State = RendererState;
    type Arguments = RendererArgs;

    async fn pre_start(
        &self,
        myself: ActorRef<Self::Msg>,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        let mut state = RendererState {
            settings: args.settings,
            idle: Vec::new(),
            lent: 0,
            starting: 0,
            waiting: VecDeque::new(),
            failed_starts: 0,
            paused: None,
            tasks: Tasks::apart("Renderer"),
        };
        if state.settings.ahead {
            // So that the first page finds one, and an operator learns at once where there is none.
            state.start(&myself);
        }
        Ok(state)
    }

    async fn handle(
        &self,
        myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            RendererMessage::Lend { permit, reply } => state.waiting.push_back((permit, reply)),
            RendererMessage::Started(started) => {
                state.starting -= 1;
                state.started(*started);
            }
            RendererMessage::Back(browser) => {
                state.lent -= 1;
                state.idle.extend(browser.map(|browser| *browser));
            }
        }
        state.lend(&myself);
        Ok(())
    }
}

impl RendererState {
    /// Gives browsers to whoever waits, and starts one where that helps.
    fn lend(&mut self, myself: &ActorRef<RendererMessage>) {
        self.waiting.retain(|(_, reply)| !reply.is_closed());
        self.idle.retain(|browser| !browser.is_gone());
        while let Some(borrower) = self.waiting.pop_front() {
            if let Some(browser) = self.idle.pop() {
                self.lent += 1;
                let lease = Lease { browser: Some(Box::new(browser)), owner: myself.clone() };
                let _gone = borrower.1.send(Ok(lease));
            } else if let Some(why) = self.paused() {
                let _gone = borrower.1.send(Err(why));
            } else {
                self.waiting.push_front(borrower);
                let live = self.lent + self.starting;
                if self.starting < self.waiting.len() && live < self.settings.pages.get() {
                    self.start(myself);
                }
                return;
            }
        }
    }

    /// Why no browser is started now; none if one may be.
    fn paused(&self) -> Option<Unavailable> {
        let (until, why) = self.paused.as_ref()?;
        (Instant::now() < *until).then(|| why.clone())
    }

    fn start(&mut self, myself: &ActorRef<RendererMessage>) {
        self.starting += 1;
        let settings = Arc::clone(&self.settings);
        let start = async move { Browser::start(&settings.source, &settings.limits).await };
        self.tasks.attach(myself, start, |started| RendererMessage::Started(Box::new(started)));
    }

    fn started(&mut self, started: Result<Result<Browser, StartError>, TaskPanicked>) {
        let reason = match started {
            Ok(Ok(browser)) => {
                tracing::info!(version = browser.version, "a browser is ready to render pages");
                self.failed_starts = 0;
                self.idle.push(browser);
                return;
            }
            Ok(Err(error)) => error.to_string(),
            Err(panic) => panic.to_string(),
        };
        tracing::warn!(reason, "pages can't be rendered");
        let why = Unavailable(match self.settings.exact_reasons {
            true => reason,
            false => "no browser could be started".to_owned(),
        });
        self.failed_starts += 1;
        if self.failed_starts >= self.settings.limits.failed_starts {
            self.failed_starts = 0;
            self.paused = Some((Instant::now() + self.settings.limits.pause, why.clone()));
        }
        for (_permit, reply) in self.waiting.drain(..) {
            let _gone = reply.send(Err(why.clone()));
        }
    }
}
