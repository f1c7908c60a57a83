//! What `citable load` is asked to do.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::drive::{Extent, Pace};
use super::world;
use crate::config::LogSettings;

/// The most operations a second that are asked for.
const HIGHEST_RATE: f64 = 1_000_000.0;
/// The longest load in seconds.
const LONGEST: f64 = 24.0 * 60.0 * 60.0;

/// What `citable load` is asked to do.
#[derive(Args, Debug)]
pub(crate) struct LoadArgs {
    /// The actor whose calls are made
    #[arg(value_enum)]
    pub(super) actor: Actor,

    /// Callers, each of which waits for its answer before it asks again
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(super) callers: u32,

    /// Begin so many operations a second instead, whatever becomes of earlier ones; each is timed
    /// from the instant at which it was to begin
    #[arg(long, value_name = "R", conflicts_with = "callers", value_parser = rate)]
    pub(super) rate: Option<f64>,

    /// Seconds for which operations begin
    #[arg(long, default_value_t = 10.0, value_name = "S", value_parser = seconds)]
    pub(super) duration: f64,

    /// Begin so many operations instead, however long that takes
    #[arg(long, value_name = "N", conflicts_with = "duration", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) calls: Option<u64>,

    /// What the operations are drawn from: the same seed gives the same sequence
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(super) seed: u64,

    /// `sqlite` for a new file in the folder for temporary files (TMPDIR), or the URL of an empty
    /// database
    #[arg(long, default_value = world::TEMPORARY, value_name = "sqlite|URL")]
    pub(super) database: String,

    /// Load a database that was used before. Scans that wait in it are finished with a made-up
    /// page, and thousands of rows stay behind
    #[arg(long)]
    pub(super) reuse: bool,

    /// Calls that may wait or run in the actor (of the scans: scans that may wait), to see what
    /// happens when there are more; without it, as many as the service allows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) places: Option<u32>,

    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,

    /// Exit with 1 where 99 of a hundred operations took longer than so many milliseconds
    #[arg(long, value_name = "MS", value_parser = threshold)]
    pub(super) fail_p99: Option<f64>,

    #[command(flatten)]
    pub(crate) log: LogSettings,
}

/// Actors that can be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Actor {
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
    pub(super) fn pace(&self) -> Pace {
        self.rate.map_or(Pace::Callers(self.callers), Pace::PerSecond)
    }

    pub(super) fn extent(&self) -> Extent {
        let time = Extent::Time(Duration::from_secs_f64(self.duration));
        self.calls.map_or(time, Extent::Calls)
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
