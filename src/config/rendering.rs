//! How pages are rendered.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use citable_actors::render::{BrowserSource, RenderSettings, RendererHandle};
use clap::Args;
use url::Url;

use super::values;

/// How pages are rendered.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Rendering")]
pub struct RenderArgs {
    /// Browser that renders pages whose content JavaScript may add: `auto` for the installed
    /// Chromium, the path of a program, `unix:PATH` for the socket of `citable browser`, or a
    /// DevTools URL (`ws://…`). Default: pages aren't rendered
    #[arg(long, env = "CITABLE_CHROMIUM", value_name = "BROWSER", value_parser = named)]
    pub chromium: Option<NamedBrowser>,

    /// Number of pages rendered at once, each in its own browser of about 200 MB
    #[arg(long, env = "CITABLE_CHROMIUM_PAGES", default_value = "2", value_name = "NUMBER", value_parser = values::count)]
    pub chromium_pages: NonZeroUsize,
}

/// What the setting names: no browser where it is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedBrowser(Option<BrowserSource>);

impl Default for RenderArgs {
    fn default() -> Self {
        Self { chromium: None, chromium_pages: NonZeroUsize::MIN.saturating_add(1) }
    }
}

impl RenderArgs {
    /// How pages are rendered; none where they aren't.
    pub fn settings(&self) -> Option<RenderSettings> {
        let source = self.chromium.clone()?.0?;
        Some(RenderSettings { pages: self.chromium_pages, ..RenderSettings::new(source) })
    }

    /// Who renders pages; none where nobody does.
    pub fn renderer(&self) -> Option<RendererHandle> {
        self.settings().map(RendererHandle::new)
    }
}

fn named(text: &str) -> Result<NamedBrowser, String> {
    match text.is_empty() {
        true => Ok(NamedBrowser(None)),
        false => source(text).map(|source| NamedBrowser(Some(source))),
    }
}

fn source(text: &str) -> Result<BrowserSource, String> {
    if text == "auto" {
        return Ok(BrowserSource::Auto);
    }
    if let Some(path) = text.strip_prefix("unix:") {
        return Ok(BrowserSource::Socket(PathBuf::from(path)));
    }
    match Url::parse(text) {
        Ok(url) if url.scheme() == "ws" && url.has_host() => Ok(BrowserSource::Remote(url)),
        Ok(url) if matches!(url.scheme(), "wss" | "http" | "https") => {
            Err("use a ws:// DevTools URL, such as ws://127.0.0.1:9222/devtools/browser/…"
                .to_owned())
        }
        _ if text.starts_with('/') => Ok(BrowserSource::Program(PathBuf::from(text))),
        _ => Err("use auto, the absolute path of a browser, unix:PATH or ws://…".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_named_in_four_ways() {
        let program = |path: &str| BrowserSource::Program(PathBuf::from(path));
        assert_eq!(source("auto"), Ok(BrowserSource::Auto));
        assert_eq!(source("/usr/bin/chromium"), Ok(program("/usr/bin/chromium")));
        let socket = BrowserSource::Socket(PathBuf::from("/run/citable/browser.sock"));
        assert_eq!(source("unix:/run/citable/browser.sock"), Ok(socket));
        let url = "ws://127.0.0.1:9222/devtools/browser/1";
        assert_eq!(source(url), Ok(BrowserSource::Remote(url.parse().unwrap())));
        for wrong in ["chromium", "http://127.0.0.1:9222/", "wss://example.org/", " "] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_empty_setting_names_none() {
        let settings = |browser: &str| {
            let chromium = Some(named(browser).unwrap());
            RenderArgs { chromium, chromium_pages: NonZeroUsize::MIN }.settings()
        };
        assert!(settings("").is_none());
        assert!(settings("auto").is_some_and(|settings| settings.source == BrowserSource::Auto));
    }
}
