//! `citable load`: what an actor bears. Its calls are made in this process, through its public
//! handle, on a real store; nothing is fetched and nothing is sent.

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
use clap::{Args, ValueEnum};
use tokio::time::Instant;

use self::drive::{Drive, Extent, Pace};
use self::measure::{Record, Watch};
use self::operation::Workload;
use self::report::{Findings, LoadReport};
use self::world::World;
use super::{Exit, output};
use crate::config::LogSettings;
use crate::process::resident_bytes;

/// The most operations a second that are asked for.
const HIGHEST_RATE: f64 = 1_000_000.0;
/// The longest load in seconds.
const LONGEST: f64 = 24.0 * 60.0 * 60.0;

/// What `citable load` is asked to do.
#[derive(Args, Debug)]
pub(super) struct LoadArgs {
    /// The actor whose calls are made
    #[arg(value_enum)]
    actor: Actor,

    /// Callers, each of which waits for its answer before it asks again
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    callers: u32,

    /// Begin so many operations a second instead, whatever becomes of earlier ones; each is timed
    /// from the instant at which it was to begin
    #[arg(long, value_name = "R", conflicts_with = "callers", value_parser = rate)]
    rate: Option<f64>,

    /// Seconds for which operations begin
    #[arg(long, default_value_t = 10.0, value_name = "S", value_parser = seconds)]
    duration: f64,

    /// Begin so many operations instead, however long that takes
    #[arg(long, value_name = "N", conflicts_with = "duration", value_parser = clap::value_parser!(u64).range(1..))]
    calls: Option<u64>,

    /// What the operations are drawn from: the same seed gives the same sequence
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// `sqlite` for a new file in the folder for temporary files (TMPDIR), or the URL of an empty
    /// database
    #[arg(long, default_value = world::TEMPORARY, value_name = "sqlite|URL")]
    database: String,

    /// Load a database that was used before. Scans that wait in it are finished with a made-up
    /// page, and thousands of rows stay behind
    #[arg(long)]
    reuse: bool,

    /// Calls that may wait or run in the actor (of the scans: scans that may wait), to see what
    /// happens when there are more; without it, as many as the service allows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    places: Option<u32>,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// Exit with 1 where 99 of a hundred operations took longer than so many milliseconds
    #[arg(long, value_name = "MS", value_parser = threshold)]
    fail_p99: Option<f64>,

    #[command(flatten)]
    pub(super) log: LogSettings,
}

/// Actors that can be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Actor {
    /// Charges and stores scans; none runs
    Ledger,
    /// Keeps first answers
    Idempotency,
    /// Runs scans, over a tiny page that is there at once
    Scans,
    /// Signs people in and makes keys
    Identity,
    /// Reads scans, reports, keys and quotas
    Reader,
}

impl LoadArgs {
    fn pace(&self) -> Pace {
        self.rate.map_or(Pace::Callers(self.callers), Pace::PerSecond)
    }

    fn extent(&self) -> Extent {
        let time = Extent::Time(Duration::from_secs_f64(self.duration));
        self.calls.map_or(time, Extent::Calls)
    }
}

/// Loads the actor and tells how it bore it.
pub(super) async fn load(args: &LoadArgs) -> anyhow::Result<Exit> {
    let places = args.places.and_then(|places| usize::try_from(places).ok());
    let world = World::start(args.actor, &args.database, args.reuse, places).await?;
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
        bail!("{crashes} actors crashed under the load; see the log");
    }
    if let Some(how) = report.first_failure() {
        bail!("{} operations failed, the first one so: {how}", report.failed());
    }
    if !report.recovered() {
        output::tell("the actor did not recover from the load\n");
        return Ok(Exit::Missed);
    }
    match (args.fail_p99, report.p99_ms()) {
        (Some(limit), Some(p99)) if p99 > limit => {
            output::tell(&format!("p99 is {p99:.3} ms, over {limit} ms\n"));
            Ok(Exit::Missed)
        }
        (Some(_), None) => {
            output::tell("no operation was done, so there is no p99\n");
            Ok(Exit::Missed)
        }
        _ => Ok(Exit::Good),
    }
}

fn rate(text: &str) -> Result<f64, String> {
    number(text, 0.001, HIGHEST_RATE)
}

fn seconds(text: &str) -> Result<f64, String> {
    number(text, 0.001, LONGEST)
}

fn threshold(text: &str) -> Result<f64, String> {
    number(text, 0.0, LONGEST * 1_000.0)
}

fn number(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("write a number from {least} to {most}"))
}
