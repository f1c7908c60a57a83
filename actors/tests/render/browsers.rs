//! The installed browsers.

use std::path::PathBuf;
use std::time::Duration;

use citable_actors::render::{
    BrowserSource, Document, NoResources, RenderSettings, RendererHandle, Resources,
};
use citable_checks::page::snapshot::RenderFetch;
use citable_test_support::foreign::REQUIRED;

/// Both builds of Chromium behave differently.
const BUILDS: [&str; 2] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
/// Where the pages stand.
pub(crate) const PAGE: &str = "https://www.example.org/page";
/// The instant at which pages are rendered.
pub(crate) const NOW: i64 = 1_793_491_200_000;

/// The builds that are installed; none, with a message, where none is.
pub(crate) fn installed() -> Vec<PathBuf> {
    let found: Vec<PathBuf> =
        BUILDS.iter().map(PathBuf::from).filter(|path| path.is_file()).collect();
    if found.is_empty() {
        assert!(std::env::var_os(REQUIRED).is_none(), "a browser is required: {BUILDS:?}");
        eprintln!("skipped: no browser is installed ({})", BUILDS.join(", "));
    }
    found
}

/// The leaner build alone, for what does not depend on it.
pub(crate) fn one() -> Option<PathBuf> {
    installed().into_iter().next()
}

/// The settings of that build, with time for a busy machine.
pub(crate) fn settings(program: PathBuf) -> RenderSettings {
    let mut settings = RenderSettings::new(BrowserSource::Program(program));
    settings.exact_reasons = true;
    settings.limits.start = Duration::from_secs(60);
    settings.limits.wait = settings.limits.start;
    settings.limits.whole = Duration::from_secs(180);
    settings.limits.close = Duration::from_secs(20);
    settings.limits.page = Duration::from_secs(30);
    settings.limits.capture = Duration::from_secs(20);
    settings
}

/// A renderer with those settings.
pub(crate) async fn renderer(settings: RenderSettings) -> RendererHandle {
    let renderer = RendererHandle::new(settings);
    renderer.start_alone().await.unwrap();
    renderer
}

/// Has a document rendered that gets nothing but itself.
pub(crate) async fn render(renderer: &RendererHandle, html: &str) -> RenderFetch {
    render_with(renderer, html, &NoResources).await
}

/// The same with an origin behind it.
pub(crate) async fn render_with(
    renderer: &RendererHandle,
    html: &str,
    resources: &dyn Resources,
) -> RenderFetch {
    let document = Document::of_file(PAGE.parse().unwrap(), html.as_bytes().to_vec(), NOW);
    renderer.render(&document, resources).await
}
