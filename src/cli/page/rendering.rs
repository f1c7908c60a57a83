//! Rendering pages for a command: in browsers that end with it.

use std::time::Duration;

use citable_actors::fetch::Rendering;
use citable_actors::render::{BrowserSource, Document, RenderSettings, RendererHandle, Resources};
use citable_checks::page::snapshot::Snapshot;
use citable_checks::supporting::asks_for_rendering;
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Deserialize;

use super::PageArgs;
use crate::config::RenderArgs;

/// How long one of many pages waits for its turn.
const TURN: Duration = Duration::from_mins(10);

/// When a page is rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum RenderWhen {
    /// Where something suggests that JavaScript adds content.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl RenderWhen {
    /// Starts who renders one page; none where it isn't to be rendered.
    pub(in crate::cli) async fn start(
        self,
        args: &RenderArgs,
    ) -> anyhow::Result<Option<Rendering>> {
        match self {
            Self::Never => Ok(None),
            Self::Auto => start_renderer(args, true).await.map(Some),
            Self::Always => start_renderer(args, false).await.map(Some),
        }
    }

    /// Starts who renders many pages, each in its turn; none where they aren't to be rendered.
    pub(in crate::cli) async fn start_for_many(
        self,
        args: &RenderArgs,
    ) -> anyhow::Result<Option<Rendering>> {
        match self {
            Self::Never => Ok(None),
            Self::Auto => start(args, true, TURN).await.map(Some),
            Self::Always => start(args, false, TURN).await.map(Some),
        }
    }
}

/// Starts who renders, with the installed browser if none is named. A command waits for its start.
/// `by_signs` is whether only pages are rendered that show a sign of scripts: most need no browser,
/// so it is started where one does.
pub(in crate::cli) async fn start_renderer(
    args: &RenderArgs,
    by_signs: bool,
) -> anyhow::Result<Rendering> {
    start(args, by_signs, Duration::ZERO).await
}

/// The same, where a page waits that long for its turn besides.
async fn start(args: &RenderArgs, by_signs: bool, turn: Duration) -> anyhow::Result<Rendering> {
    let auto = || RenderSettings::new(BrowserSource::Auto);
    let mut settings = args.settings().unwrap_or_else(auto);
    settings.limits.wait = settings.limits.start + turn;
    settings.limits.whole += settings.limits.wait;
    settings.exact_reasons = true;
    settings.ahead = !by_signs;
    let renderer = RendererHandle::new(settings);
    renderer.start_alone().await?;
    Ok(Rendering { renderer, by_signs })
}

/// The page with what a browser makes of it; what it asks for is fetched.
pub(in crate::cli) async fn render_online(
    page: &PageArgs,
    snapshot: Snapshot,
    rendering: Rendering,
) -> anyhow::Result<Snapshot> {
    let fetcher = page.fetcher()?.rendering(Some(rendering));
    let snapshot = fetcher.render(snapshot).await;
    fetcher.stop_rendering().await;
    Ok(snapshot)
}

/// The page with what a browser makes of it that gets nothing but these. The browser ends.
pub(in crate::cli) async fn render_with(
    snapshot: Snapshot,
    rendering: &Rendering,
    resources: &dyn Resources,
) -> Snapshot {
    let snapshot = render_one(snapshot, rendering, resources).await;
    rendering.renderer.stop().await;
    snapshot
}

/// The page with what a browser makes of it that gets nothing but these, if that is to be asked.
pub(in crate::cli) async fn render_one(
    snapshot: Snapshot,
    rendering: &Rendering,
    resources: &dyn Resources,
) -> Snapshot {
    if !asks_for_rendering(&snapshot.page, rendering.by_signs) {
        return snapshot;
    }
    let Some(document) = Document::of_answer(&snapshot.page, snapshot.fetched_at, "") else {
        return snapshot;
    };
    let rendered = rendering.renderer.render(&document, resources).await;
    snapshot.with_rendering(Some(rendered))
}
