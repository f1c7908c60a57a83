//! The arguments of `citable load`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::drive::{Extent, Pace};
use super::world;
use crate::config::LogSettings;

/// The highest rate that can be set, in operations per second.
const HIGHEST_RATE: f64 = 1_000_000.0;
/// The longest load in seconds.
const LONGEST: f64 = 24.0 * 60.0 * 60.0;

/// The arguments of `citable load`.
#[derive(Args, Debug)]
pub(crate) struct LoadArgs {
    /// Actor to load
    #[arg(value_enum)]
    pub(super) actor: Actor,

    /// Concurrent callers; each waits for its response before the next call
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(super) callers: u32,

    /// Start this many operations per second instead, and time each from its scheduled start
    #[arg(long, value_name = "R", conflicts_with = "callers", value_parser = rate)]
    pub(super) rate: Option<f64>,

    /// Seconds during which operations start
    #[arg(long, default_value_t = 10.0, value_name = "S", value_parser = seconds)]
    pub(super) duration: f64,

    /// Start this many operations instead, however long they take
    #[arg(long, value_name = "N", conflicts_with = "duration", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) calls: Option<u64>,

    /// Seed of the random sequence of operations
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(super) seed: u64,

    /// `sqlite` for a temporary file, or the URL of an empty database
    #[arg(long, default_value = world::TEMPORARY, value_name = "sqlite|URL")]
    pub(super) database: String,

    /// Use a database that isn't empty. Finishes its waiting scans with a made-up page and leaves
    /// thousands of rows behind
    #[arg(long)]
    pub(super) reuse: bool,

    /// Queue size of the actor. Default: the service's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) places: Option<u32>,

    /// For `scans`: pages of this folder instead of a tiny page
    #[arg(long, value_name = "FOLDER")]
    pub(super) pages: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,

    /// Exit with 1 if the 99th percentile is over this many milliseconds
    #[arg(long, value_name = "MS", value_parser = threshold)]
    pub(super) fail_p99: Option<f64>,

    #[command(flatten)]
    pub(crate) log: LogSettings,
}

/// Actors that can be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Actor {
    /// Charges and stores scans without running them
    Ledger,
    /// Stores first responses and replays them
    Idempotency,
    /// Runs scans of a tiny page, or of those of `--pages`, in memory
    Scans,
    /// Signs people in and creates keys
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
    number.ok_or_else(|| format!("use a number from {least} to {most}"))
}
