//! The load on the reader: finished scans, their reports, keys and quotas are read.

use citable_actors::Handles;
use futures_util::future::BoxFuture;
use rand::RngExt;

use super::identity::{open_accounts, wanted_key};
use super::ledger::spender;
use super::operation::{Ended, Fault, Workload, draws};
use super::pages::Pages;
use super::recovery::patiently;
use super::scans::{follow, submit};

/// Scans that are done before the load begins.
const SCANS: u64 = 64;

/// Reads of a store that holds something.
pub(super) struct Reads {
    handles: Handles,
    scans: Vec<String>,
    keys: Vec<String>,
    seed: u64,
}

impl Reads {
    /// Runs the scans and makes the keys that are read.
    pub(super) async fn start(handles: Handles, pages: &Pages, seed: u64) -> anyhow::Result<Self> {
        let mut scans = Vec::new();
        for number in 0..SCANS {
            scans.push(patiently(async || finished(&handles, pages, number).await).await?);
        }
        let mut keys = Vec::new();
        for account in open_accounts(&handles).await? {
            let key = async || Ok(handles.identity.create_key(wanted_key(&account)).await?.token);
            keys.push(patiently(key).await?);
        }
        Ok(Self { handles, scans, keys, seed })
    }

    async fn read(&self, number: u64) -> Ended {
        let mut draws = draws(self.seed, number);
        let (reader, kind) = (&self.handles.reader, draws.random_range(0..10));
        let id = &self.scans[draws.random_range(0..self.scans.len())];
        let (found, done) = match kind {
            0..3 => (reader.scan(id.clone()).await?.is_some(), "scan read"),
            3..5 => (reader.report(id.clone()).await?.is_some(), "report read"),
            5..8 => {
                let key = &self.keys[draws.random_range(0..self.keys.len())];
                (reader.holder_of_key(key).await?.is_some(), "key looked up")
            }
            _ => {
                let usage = reader.usage_of(&spender(draws.random_range(0..SCANS))).await?;
                (usage.day.used > 0, "usage read")
            }
        };
        if found { Ok(done) } else { Err(Fault::Failed(format!("{done}, but nothing was found"))) }
    }
}

/// Runs a scan and answers its id.
async fn finished(handles: &Handles, pages: &Pages, number: u64) -> Result<String, Fault> {
    let id = submit(handles, pages.scan(number), number).await?;
    follow(handles, id.clone()).await?;
    Ok(id)
}

impl Workload for Reads {
    fn operation(&self) -> &'static str {
        "read a scan, a report, the owner of a key, or usage"
    }

    fn run(&self, number: u64) -> BoxFuture<'_, Ended> {
        Box::pin(self.read(number))
    }

    fn waiting(&self) -> usize {
        self.handles.reader.waiting()
    }
}
