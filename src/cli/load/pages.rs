//! Pages that are there at once: nothing is fetched.

use std::sync::Arc;

use anyhow::Context;
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

/// Answers every address with the same tiny page.
pub(super) struct AtOnce;

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
        Box::pin(std::future::ready(Ok(snapshot(target, now_ms))))
    }
}

fn snapshot(target: &TargetUrl, now_ms: i64) -> Snapshot {
    let headers = vec![("content-type".to_owned(), "text/html; charset=utf-8".to_owned())];
    let answer = Exchange { url: target.url().clone(), status: 200, headers };
    Snapshot::of_answer(answer, PAGE.into(), now_ms)
}
