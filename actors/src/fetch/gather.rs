//! Gathering everything that a verdict needs into a snapshot.

use std::sync::Arc;
use std::time::Instant;

use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::{
    FileFetch, PageEnd, PageFetch, RenderFetch, SNAPSHOT_FORMAT, Snapshot, Source, Supporting,
};
use citable_checks::robots::own_agent_refused;
use citable_checks::stage::Stage;
use citable_checks::supporting::asks_for_rendering;
use futures_util::future::{BoxFuture, FutureExt, join};

use super::client::{Client, user_agent};
use super::error::FetchError;
use super::kept::KeptFiles;
use super::manners::Manners;
use super::permits::HostPermits;
use super::resolve::Resolver;
use super::session::{Session, Tools};
use super::settings::FetchSettings;
use super::step::ProgressSink;
use super::subresource::Subresources;
use super::target::{TargetUrl, check_url};
use super::{page, robots, sitemaps, supporting};
use crate::render::{Document, RendererHandle};

/// Gathers what a scan needs. Tests put their own in its place.
pub trait Gather: Send + Sync {
    /// Fetches the page and the small files around it. `now_ms` is the instant that the snapshot
    /// carries, in milliseconds since 1970-01-01T00:00:00Z.
    ///
    /// The stages [`Stage::Resolving`], [`Stage::Fetching`] and [`Stage::Supporting`] are reported
    /// in that order. Dropping the future aborts what is under way.
    ///
    /// # Errors
    /// Whatever may be about us or about the moment; it never becomes a score.
    fn gather<'a>(
        &'a self,
        target: &'a TargetUrl,
        now_ms: i64,
        progress: ProgressSink,
    ) -> BoxFuture<'a, Result<Snapshot, ScanFailure>>;
}

/// Which pages are rendered, and by whom.
#[derive(Clone, Debug)]
pub struct Rendering {
    /// Who renders them.
    pub renderer: RendererHandle,
    /// Whether only pages are rendered that show a sign of scripts which bring text.
    pub by_signs: bool,
}

/// The real thing: fetches over HTTPS. Clones share connections, politeness, and the small files
/// of each origin for a while.
#[derive(Clone)]
pub struct Fetcher {
    tools: Arc<Tools>,
    rendering: Option<Rendering>,
    probes: bool,
}

impl Fetcher {
    /// A fetcher with these settings.
    ///
    /// # Errors
    /// Says which setting or which part of the machine does not permit it.
    pub fn new(settings: FetchSettings) -> Result<Self, FetchError> {
        let tools = Tools {
            client: Client::new(&settings)?,
            resolver: Resolver::new(&settings)?,
            permits: HostPermits::default(),
            kept: KeptFiles::new(&settings.limits),
            settings,
        };
        Ok(Self { tools: Arc::new(tools), rendering: None, probes: true })
    }

    /// The same fetcher, which has pages rendered too.
    #[must_use]
    pub fn rendering(self, rendering: Option<Rendering>) -> Self {
        Self { rendering, ..self }
    }

    /// The same fetcher, which doesn't fetch pages again under the names of crawlers.
    #[must_use]
    pub fn without_probes(self) -> Self {
        Self { probes: false, ..self }
    }

    /// Has the page of a file rendered that stands at a known address, where pages are. What it
    /// asks for is fetched.
    pub async fn render(&self, snapshot: Snapshot) -> Snapshot {
        let session = Session::start(&self.tools, snapshot.fetched_at);
        let Ok(at) = check_url(snapshot.requested_url.clone(), self.settings()) else {
            return snapshot;
        };
        let page = Arc::new(snapshot.page.clone());
        // A page at hand may come without the rules of its site.
        let robots = match snapshot.robots.as_slice() {
            [] => vec![robots::fetch(&session, &at).await],
            known => known.to_vec(),
        };
        let rendered = self.rendered(&session, &page, &at, &robots).await;
        snapshot.with_rendering(rendered)
    }

    /// The settings, by which addresses are judged too.
    pub fn settings(&self) -> &FetchSettings {
        &self.tools.settings
    }

    /// Fetches only the robots.txt of that address's origin, for a page that is at hand already.
    pub async fn robots_txt(&self, target: &TargetUrl, now_ms: i64) -> FileFetch {
        robots::fetch(&Session::start(&self.tools, now_ms), target).await
    }

    /// Fetches a sitemap, as its host's robots.txt permits. A large one comes compressed by gzip,
    /// however it was sent.
    pub async fn sitemap(&self, target: &TargetUrl, now_ms: i64) -> FileFetch {
        let session = Session::start(&self.tools, now_ms);
        let robots = robots::fetch(&session, target).await;
        let manners = Manners { origin: target, robots: Some(&robots) };
        sitemaps::fetch(&session, &manners, target.url().clone()).await
    }

    /// Fetches the page alone, and the robots.txt that our own agent obeys; nothing around it.
    /// `now_ms` as in [`Gather::gather`]. The stages [`Stage::Resolving`] and [`Stage::Fetching`]
    /// are reported.
    ///
    /// # Errors
    /// Those of [`Gather::gather`].
    pub async fn page(
        &self,
        target: &TargetUrl,
        now_ms: i64,
        progress: ProgressSink,
    ) -> Result<Snapshot, ScanFailure> {
        let session = Session::start(&self.tools, now_ms);
        let obeyed = obeyed(&session, target, &progress).await?;
        Ok(Snapshot {
            format: SNAPSHOT_FORMAT,
            source: Source::Web,
            requested_url: target.url().clone(),
            fetched_at: now_ms,
            page: obeyed.page,
            robots: vec![obeyed.robots],
            supporting: Supporting::default(),
            given_kind: None,
            rendered: None,
        })
    }

    /// Ends a renderer that no supervisor ends.
    pub async fn stop_rendering(&self) {
        if let Some(rendering) = &self.rendering {
            rendering.renderer.stop().await;
        }
    }

    async fn snapshot(
        &self,
        target: &TargetUrl,
        now_ms: i64,
        progress: ProgressSink,
    ) -> Result<Snapshot, ScanFailure> {
        let session = Session::start(&self.tools, now_ms);
        let Obeyed { page, last, robots } = obeyed(&session, target, &progress).await?;
        progress(Stage::Supporting.into());
        let session = session.telling(progress);
        let mut robots = vec![robots];
        if page.end == PageEnd::Answered && !last.same_origin(target) {
            robots.push(robots::fetch(&session.waiting_for("robots.txt"), &last).await);
        }
        let page = Arc::new(page);
        let robots = Arc::new(robots);
        let (supporting, rendered) = match page.end {
            PageEnd::Answered => {
                let supporting = supporting::fetch(&session, &page, &last, &robots, self.probes);
                join(supporting, self.rendered(&session, &page, &last, &robots)).await
            }
            _ => (Supporting::default(), None),
        };
        let snapshot = Snapshot {
            format: SNAPSHOT_FORMAT,
            source: Source::Web,
            requested_url: target.url().clone(),
            fetched_at: now_ms,
            page: Arc::unwrap_or_clone(page),
            robots: Arc::unwrap_or_clone(robots),
            supporting,
            given_kind: None,
            rendered: None,
        };
        Ok(snapshot.with_rendering(rendered))
    }

    /// What a browser makes of the page; none where it is not asked.
    async fn rendered(
        &self,
        session: &Session<'_>,
        page: &Arc<PageFetch>,
        at: &TargetUrl,
        robots: &[FileFetch],
    ) -> Option<RenderFetch> {
        let Rendering { renderer, by_signs } = self.rendering.as_ref()?;
        let (looked_at, by_signs) = (Arc::clone(page), *by_signs);
        let asks = move || asks_for_rendering(&looked_at, by_signs);
        if !tokio::task::spawn_blocking(asks).await.is_ok_and(|asks| asks) {
            return None;
        }
        let agent = user_agent(&format!("{}/bot", session.settings().base_url));
        let document = Document::of_answer(page, session.now_ms(), &agent)?;
        let session = session.waiting_for("rendering");
        let resources = Subresources::new(&session, at, robots, renderer.limits());
        let time = session.deadline().saturating_duration_since(Instant::now());
        Some(renderer.render_within(time, &document, &resources).await)
    }
}

/// A page, fetched as its robots.txt permits.
struct Obeyed {
    page: PageFetch,
    /// Where the redirects ended.
    last: TargetUrl,
    /// robots.txt of the requested origin.
    robots: FileFetch,
}

async fn obeyed(
    session: &Session<'_>,
    target: &TargetUrl,
    progress: &ProgressSink,
) -> Result<Obeyed, ScanFailure> {
    progress(Stage::Resolving.into());
    session.resolve(target).await?;
    let robots = robots::fetch(session, target).await;
    if let Some(refusal) = own_agent_refused(&robots, target.url()) {
        return Err(refusal);
    }
    progress(Stage::Fetching.into());
    let fetched = page::fetch(session, target, &robots).await;
    let (page, last) = fetched.map_err(|failure| session.blame(failure, target.host()))?;
    Ok(Obeyed { page, last, robots })
}

impl std::fmt::Debug for Fetcher {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Fetcher").field("settings", self.settings()).finish_non_exhaustive()
    }
}

impl Gather for Fetcher {
    fn gather<'a>(
        &'a self,
        target: &'a TargetUrl,
        now_ms: i64,
        progress: ProgressSink,
    ) -> BoxFuture<'a, Result<Snapshot, ScanFailure>> {
        self.snapshot(target, now_ms, progress).boxed()
    }
}
