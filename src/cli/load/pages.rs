//! Pages that are there at once: nothing is fetched.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use citable_actors::SubmitScan;
use citable_actors::fetch::{FetchSettings, Gather, ProgressSink, TargetUrl, parse_target};
use citable_actors::ids::{Prefix, new_id};
use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::{Exchange, Snapshot};
use citable_checks::stage::Stage;
use futures_util::future::BoxFuture;

/// Hosts that are scanned; two scans of one host wait for each other.
const HOSTS: usize = 4_096;

const PAGE: &str = "<!doctype html><html lang=en><title>A page</title><main><h1>A page</h1>\
    <p>Some text that says enough to be read.</main>";

/// The addresses that are scanned, in turn.
#[derive(Clone)]
pub(super) struct Pages {
    targets: Arc<[TargetUrl]>,
}

impl Pages {
    pub(super) fn new(settings: &FetchSettings) -> anyhow::Result<Self> {
        let target = |number: usize| {
            let address = format!("https://load-{number}.example.com/");
            parse_target(&address, settings).with_context(|| format!("`{address}`"))
        };
        Ok(Self { targets: (0..HOSTS).map(target).collect::<anyhow::Result<_>>()? })
    }

    /// A scan of the address of that number, with a new id.
    pub(super) fn scan(&self, number: u64) -> SubmitScan {
        let hosts = self.targets.len() as u64;
        let place = usize::try_from(number % hosts).unwrap_or(0);
        SubmitScan { id: new_id(Prefix::Scan), url: self.targets[place].clone() }
    }
}

/// Answers every address at once, with one of a few pages.
pub(super) struct AtOnce {
    /// At least one.
    pages: Vec<Vec<u8>>,
}

impl AtOnce {
    /// The HTML files of a folder in turn, or without one a tiny page.
    pub(super) fn new(folder: Option<&Path>) -> anyhow::Result<Self> {
        let Some(folder) = folder else { return Ok(Self { pages: vec![PAGE.into()] }) };
        let unreadable = |path: &Path| format!("can't read {}", path.display());
        let entries = std::fs::read_dir(folder).with_context(|| unreadable(folder))?;
        let mut paths: Vec<_> =
            entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
        if paths.is_empty() {
            bail!("{} contains no .html files", folder.display());
        }
        paths.sort();
        let read = |path: PathBuf| std::fs::read(&path).with_context(|| unreadable(&path));
        Ok(Self { pages: paths.into_iter().map(read).collect::<Result<_, _>>()? })
    }

    /// The same page for the same target.
    fn page(&self, target: &TargetUrl) -> &[u8] {
        let digits: String = target
            .url()
            .host_str()
            .unwrap_or_default()
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        let number: usize = digits.parse().unwrap_or_default();
        &self.pages[number % self.pages.len()]
    }
}

impl Gather for AtOnce {
    fn gather<'a>(
        &'a self,
        target: &'a TargetUrl,
        now_ms: i64,
        progress: ProgressSink,
    ) -> BoxFuture<'a, Result<Snapshot, ScanFailure>> {
        for stage in [Stage::Resolving, Stage::Fetching, Stage::Supporting] {
            progress(stage.into());
        }
        let page = self.page(target);
        Box::pin(std::future::ready(Ok(snapshot(target, page, now_ms))))
    }
}

fn snapshot(target: &TargetUrl, page: &[u8], now_ms: i64) -> Snapshot {
    let headers = vec![("content-type".to_owned(), "text/html; charset=utf-8".to_owned())];
    let answer = Exchange { url: target.url().clone(), status: 200, headers };
    Snapshot::of_answer(answer, page.to_vec(), now_ms)
}
