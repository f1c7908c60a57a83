//! Rendering a page for a command: in a browser that ends with it.

use citable_actors::fetch::Rendering;
use citable_actors::render::{BrowserSource, Document, RenderSettings, RendererHandle, Resources};
use citable_checks::page::snapshot::Snapshot;
use citable_checks::supporting::asks_for_rendering;

use super::PageArgs;
use crate::config::RenderArgs;

/// Starts who renders: the installed browser, if none is named. A command waits for its start.
pub(in crate::cli) async fn start_renderer(args: &RenderArgs) -> anyhow::Result<RendererHandle> {
    let auto = || RenderSettings::new(BrowserSource::Auto);
    let mut settings = args.settings().unwrap_or_else(auto);
    settings.limits.wait = settings.limits.start;
    settings.exact_reasons = true;
    let renderer = RendererHandle::new(settings);
    renderer.start_alone().await?;
    Ok(renderer)
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

/// The page with what a browser makes of it that gets nothing but these.
pub(in crate::cli) async fn render_with(
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
    rendering.renderer.stop().await;
    snapshot.with_rendering(Some(rendered))
}
