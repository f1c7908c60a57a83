//! `citable load`: load-tests an actor. Its calls are made in this process, through its public
//! handle, on a real store; nothing is fetched and nothing is sent.

mod args;
mod drive;
mod idempotency;
mod identity;
mod ledger;
mod measure;
mod operation;
mod pages;
mod reader;
mod recovery;
mod report;
mod scans;
mod world;

use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use tokio::time::Instant;

pub(super) use self::args::LoadArgs;
use self::drive::Drive;
use self::measure::{Record, Watch};
use self::operation::Workload;
use self::pages::AtOnce;
use self::report::{Findings, LoadReport};
use self::world::World;
use super::output;
use crate::cli::exit::Exit;
use crate::process::resident_bytes;

/// Loads the actor and prints what was measured.
pub(super) async fn load(args: &LoadArgs) -> anyhow::Result<Exit> {
    let places = args.places.and_then(|places| usize::try_from(places).ok());
    let found = AtOnce::new(args.pages.as_deref())?;
    let world = World::start(args, found, places).await?;
    let measured = measure(args, &world).await;
    let crashes = world.crashes();
    world.stop().await;
    let report = measured?;
    output::print(&if args.json { report.json() } else { report.text() })?;
    verdict(args, &report, crashes)
}

async fn measure(args: &LoadArgs, world: &World) -> anyhow::Result<LoadReport> {
    let workload = world.workload(args.actor, args.seed).await?;
    let drive = Drive::new(Arc::clone(&workload));
    let normal = recovery::normal_time(&drive).await?;
    let findings = put_under_load(args, &workload, &drive, normal).await?;
    Ok(LoadReport::new(args, world, workload.operation(), findings))
}

async fn put_under_load(
    args: &LoadArgs,
    workload: &Arc<dyn Workload>,
    drive: &Arc<Drive>,
    normal: Duration,
) -> anyhow::Result<Findings> {
    let record = Record::new()?;
    let memory_before = resident_bytes();
    let (watch, began) = (Watch::start(Arc::clone(workload)), Instant::now());
    let under_way = drive.load(&record, args.pace(), args.extent()).await;
    let last_ends = async {
        under_way.join_all().await;
        began.elapsed()
    };
    let (took, recovered) = tokio::join!(last_ends, recovery::until_normal(drive, normal));
    let (seen, memory_after) = (watch.end().await, resident_bytes());
    let counts = record.counts();
    Ok(Findings { counts, seen, took, normal, recovered, memory_before, memory_after })
}

fn verdict(args: &LoadArgs, report: &LoadReport, crashes: u64) -> anyhow::Result<Exit> {
    if crashes > 0 {
        bail!("{crashes} actors crashed under the load; run again with --log error to see why");
    }
    if let Some(how) = report.first_failure() {
        bail!("{} operations failed; the first one: {how}", report.failed());
    }
    if !report.recovered() {
        output::tell("the actor didn't recover from the load\n");
        return Ok(Exit::Missed);
    }
    match (args.fail_p99, report.p99_ms()) {
        (Some(limit), Some(p99)) if p99 > limit => {
            output::tell(&format!("p99 is {p99:.3} ms, above {limit} ms\n"));
            Ok(Exit::Missed)
        }
        (Some(_), None) => {
            output::tell("no operation finished, so there is no p99\n");
            Ok(Exit::Missed)
        }
        _ => Ok(Exit::Good),
    }
}
