//! The result of a load test, as text and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use clap::ValueEnum;
use serde::Serialize;

use super::drive::{Extent, Pace};
use super::measure::{Counts, Seen};
use super::operation::Refusal;
use super::world::World;
use crate::cli::load::args::LoadArgs;

/// What was measured.
pub(super) struct Findings {
    pub(super) counts: Counts,
    pub(super) seen: Seen,
    /// From the first operation to the end of the last one.
    pub(super) took: Duration,
    pub(super) normal: Duration,
    pub(super) recovered: Option<Duration>,
    pub(super) memory_before: Option<u64>,
    pub(super) memory_after: Option<u64>,
}

/// What a load test measured. Times are in milliseconds.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoadReport {
    actor: String,
    operation: &'static str,
    seed: u64,
    settings: LoadSettings,
    operations: Operations,
    seconds: f64,
    /// Operations per second.
    throughput: f64,
    latency_ms: Option<Latency>,
    mailbox: Mailbox,
    memory: Memory,
    recovery: Recovery,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LoadSettings {
    database: &'static str,
    callers: Option<u32>,
    rate_per_second: Option<f64>,
    duration_seconds: Option<f64>,
    calls: Option<u64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Operations {
    begun: u64,
    done: u64,
    refused: u64,
    failed: u64,
    first_failure: Option<String>,
    done_by_kind: BTreeMap<&'static str, u64>,
    refused_by_reason: BTreeMap<Refusal, u64>,
    /// Within this 99 of a hundred refusals came.
    refusal_p99_ms: Option<f64>,
}

#[derive(Serialize)]
struct Latency {
    p50: f64,
    p95: f64,
    p99: f64,
    max: f64,
}

/// Calls that waited or ran.
#[derive(Serialize)]
struct Mailbox {
    places: usize,
    highest: u64,
    mean: f64,
}

/// Memory of the whole process in RAM; none where the system does not tell.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Memory {
    start_bytes: Option<u64>,
    peak_bytes: Option<u64>,
    end_bytes: Option<u64>,
}

/// How long after the last operation began one was done in normal time again.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Recovery {
    normal_ms: f64,
    after_ms: Option<f64>,
}

impl LoadReport {
    pub(super) fn new(
        args: &LoadArgs,
        world: &World,
        operation: &'static str,
        findings: Findings,
    ) -> Self {
        let Findings { counts, seen, took, .. } = &findings;
        let seconds = took.as_secs_f64();
        let actor = args.actor.to_possible_value();
        Self {
            actor: actor.map_or_else(String::new, |value| value.get_name().to_owned()),
            operation,
            seed: args.seed,
            settings: LoadSettings::new(args.pace(), args.extent(), world.database),
            seconds,
            throughput: counts.all_done() as f64 / seconds,
            latency_ms: latency(counts),
            mailbox: Mailbox {
                places: world.places,
                highest: seen.most_waiting,
                mean: seen.mean_waiting(),
            },
            memory: Memory {
                start_bytes: findings.memory_before,
                peak_bytes: seen.most_memory.max(findings.memory_after),
                end_bytes: findings.memory_after,
            },
            recovery: Recovery {
                normal_ms: milliseconds(findings.normal),
                after_ms: findings.recovered.map(milliseconds),
            },
            operations: Operations::new(findings.counts),
        }
    }

    pub(super) fn p99_ms(&self) -> Option<f64> {
        self.latency_ms.as_ref().map(|latency| latency.p99)
    }

    pub(super) fn failed(&self) -> u64 {
        self.operations.failed
    }

    pub(super) fn first_failure(&self) -> Option<&str> {
        self.operations.first_failure.as_deref()
    }

    pub(super) fn recovered(&self) -> bool {
        self.recovery.after_ms.is_some()
    }

    /// One object.
    pub(super) fn json(&self) -> String {
        let object = serde_json::to_value(self).unwrap_or_default();
        format!("{object:#}\n")
    }

    /// For people.
    pub(super) fn text(&self) -> String {
        let mut lines = vec![
            (self.actor.clone(), self.operation.to_owned()),
            ("load".to_owned(), format!("{}, seed {}", self.settings, self.seed)),
        ];
        let mut line = |name: &str, text: String| lines.push((name.to_owned(), text));
        line("operations", self.operations.in_words());
        line("done", format!("{:.0} per second for {:.1} s", self.throughput, self.seconds));
        if let Some(Latency { p50, p95, p99, max }) = &self.latency_ms {
            line("latency", format!("p50 {p50:.2}, p95 {p95:.2}, p99 {p99:.2}, max {max:.2} ms"));
        }
        if self.operations.refused > 0 {
            line("rejected", self.operations.refusals_in_words());
        }
        let Mailbox { places, highest, mean } = &self.mailbox;
        line("mailbox", format!("up to {highest} of {places} slots used, {mean:.1} on average"));
        let Memory { start_bytes, peak_bytes, end_bytes } = &self.memory;
        let [start, peak, end] =
            [start_bytes, peak_bytes, end_bytes].map(|bytes| mebibytes(*bytes));
        line("memory", format!("{start} at start, {peak} peak, {end} at end"));
        let Recovery { normal_ms, after_ms } = &self.recovery;
        let after = after_ms.map_or("not recovered".to_owned(), |ms| format!("after {ms:.2} ms"));
        line("recovery", format!("{after} (an operation normally takes up to {normal_ms:.2} ms)"));
        let mut text = String::new();
        for (name, words) in lines {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name:<12} {words}");
        }
        text
    }
}

impl LoadSettings {
    fn new(pace: Pace, extent: Extent, database: &'static str) -> Self {
        let (callers, rate_per_second) = match pace {
            Pace::Callers(callers) => (Some(callers), None),
            Pace::PerSecond(rate) => (None, Some(rate)),
        };
        let (duration_seconds, calls) = match extent {
            Extent::Time(time) => (Some(time.as_secs_f64()), None),
            Extent::Calls(calls) => (None, Some(calls)),
        };
        Self { database, callers, rate_per_second, duration_seconds, calls }
    }
}

impl std::fmt::Display for LoadSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(callers) = self.callers {
            write!(f, "{callers} callers")?;
        }
        if let Some(rate) = self.rate_per_second {
            write!(f, "{rate} operations per second")?;
        }
        if let Some(seconds) = self.duration_seconds {
            write!(f, " for {seconds} s")?;
        }
        if let Some(calls) = self.calls {
            write!(f, ", {calls} operations")?;
        }
        write!(f, ", {}", self.database)
    }
}

impl Operations {
    fn new(counts: Counts) -> Self {
        Self {
            begun: counts.begun,
            done: counts.all_done(),
            refused: counts.all_refused(),
            failed: counts.failed,
            refusal_p99_ms: counts.refusals_p99_ms(),
            first_failure: counts.first_failure,
            done_by_kind: counts.done,
            refused_by_reason: counts.refused,
        }
    }

    fn in_words(&self) -> String {
        let Self { begun, refused, failed, .. } = self;
        let kinds = self.done_by_kind.iter().map(|(kind, count)| format!("{count} {kind}, "));
        format!("{begun} started: {}{refused} rejected, {failed} failed", kinds.collect::<String>())
    }

    fn refusals_in_words(&self) -> String {
        let reasons = self.refused_by_reason.iter();
        let reasons = reasons.map(|(reason, count)| format!("{count} {}", reason.in_words()));
        let p99 = self.refusal_p99_ms.unwrap_or_default();
        format!("{} (p99 {p99:.2} ms)", reasons.collect::<Vec<_>>().join(", "))
    }
}

fn latency(counts: &Counts) -> Option<Latency> {
    Some(Latency {
        p50: counts.percentile_ms(0.5)?,
        p95: counts.percentile_ms(0.95)?,
        p99: counts.percentile_ms(0.99)?,
        max: counts.longest_ms()?,
    })
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

fn mebibytes(bytes: Option<u64>) -> String {
    bytes.map_or("unknown".to_owned(), |bytes| format!("{:.1} MiB", bytes as f64 / 1_048_576.0))
}
