//! The means to count. What has no labels keeps its place in the recorder, for the hot paths.

use std::sync::OnceLock;
use std::time::Duration;

use metrics::{Counter, Gauge, Histogram, Label};

use crate::{Kind, Metric};

type Text = &'static str;
type Labels = &'static [Text];

/// Makes a metric of one kind; fails to compile where it has not so many labels.
const fn metric(name: Text, help: Text, labels: Labels, kind: Kind, count: usize) -> Metric {
    assert!(labels.len() == count, "so many labels has the kind");
    Metric { name, help, labels, kind }
}

fn labelled<const N: usize>(metric: &Metric, values: [Text; N]) -> Vec<Label> {
    let pairs = metric.labels.iter().zip(values);
    pairs.map(|(name, value)| Label::from_static_parts(name, value)).collect()
}

/// A number that only grows.
pub struct Count {
    pub(crate) metric: Metric,
    place: OnceLock<Counter>,
}

impl Count {
    pub(crate) const fn new(name: Text, help: Text, labels: Labels) -> Self {
        Self { metric: metric(name, help, labels, Kind::Counter, 0), place: OnceLock::new() }
    }

    /// One more.
    pub fn one(&self) {
        self.add(1);
    }

    /// So many more.
    pub fn add(&self, more: u64) {
        self.place.get_or_init(|| metrics::counter!(self.metric.name)).increment(more);
    }
}

/// Numbers that only grow, by labels.
pub struct CountBy<const N: usize> {
    pub(crate) metric: Metric,
}

impl<const N: usize> CountBy<N> {
    pub(crate) const fn new(name: Text, help: Text, labels: Labels) -> Self {
        Self { metric: metric(name, help, labels, Kind::Counter, N) }
    }

    /// One more of those.
    pub fn one(&self, values: [Text; N]) {
        self.add(values, 1);
    }

    /// So many more of those.
    pub fn add(&self, values: [Text; N], more: u64) {
        metrics::counter!(self.metric.name, labelled(&self.metric, values)).increment(more);
    }
}

/// A number that goes up and down.
pub struct Level {
    pub(crate) metric: Metric,
    place: OnceLock<Gauge>,
}

/// Counts for one as long as it lives.
#[derive(Debug)]
pub struct Held(Gauge);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.decrement(1.0);
    }
}

impl Level {
    pub(crate) const fn new(name: Text, help: Text, labels: Labels) -> Self {
        Self { metric: metric(name, help, labels, Kind::Gauge, 0), place: OnceLock::new() }
    }

    /// It stands at that.
    pub fn set(&self, value: usize) {
        self.set_to(value as f64);
    }

    /// It stands at that.
    pub fn set_to(&self, value: f64) {
        self.gauge().set(value);
    }

    /// One more, until what is returned is dropped.
    pub fn hold(&self) -> Held {
        let gauge = self.gauge().clone();
        gauge.increment(1.0);
        Held(gauge)
    }

    fn gauge(&self) -> &Gauge {
        self.place.get_or_init(|| metrics::gauge!(self.metric.name))
    }
}

/// Numbers that go up and down, by labels.
pub struct LevelBy<const N: usize> {
    pub(crate) metric: Metric,
}

impl<const N: usize> LevelBy<N> {
    pub(crate) const fn new(name: Text, help: Text, labels: Labels) -> Self {
        Self { metric: metric(name, help, labels, Kind::Gauge, N) }
    }

    /// That one stands at that.
    pub fn set(&self, values: [Text; N], value: f64) {
        metrics::gauge!(self.metric.name, labelled(&self.metric, values)).set(value);
    }
}

/// Bounds of what takes from a fraction of a millisecond to some seconds.
const QUICK: &[f64] =
    &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
/// Bounds of what takes from some milliseconds to a minute.
const SLOW: &[f64] = &[0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 30.0, 60.0];
/// Bounds of what is a handful or some hundreds.
const MANY: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];

/// How long something takes that is quick, as a rule.
pub struct Timing {
    pub(crate) metric: Metric,
    place: OnceLock<Histogram>,
}

impl Timing {
    pub(crate) const fn new(name: Text, help: Text, labels: Labels) -> Self {
        let metric = metric(name, help, labels, Kind::Histogram(QUICK), 0);
        Self { metric, place: OnceLock::new() }
    }

    /// It took so long.
    pub fn record(&self, took: Duration) {
        let place = self.place.get_or_init(|| metrics::histogram!(self.metric.name));
        place.record(took.as_secs_f64());
    }
}

/// How long something takes, by labels.
pub struct TimingBy<const N: usize> {
    pub(crate) metric: Metric,
}

impl<const N: usize> TimingBy<N> {
    pub(crate) const fn new(name: Text, help: Text, labels: Labels) -> Self {
        Self { metric: metric(name, help, labels, Kind::Histogram(SLOW), N) }
    }

    pub(crate) const fn quick(name: Text, help: Text, labels: Labels) -> Self {
        Self { metric: metric(name, help, labels, Kind::Histogram(QUICK), N) }
    }

    /// That took so long.
    pub fn record(&self, values: [Text; N], took: Duration) {
        let place = metrics::histogram!(self.metric.name, labelled(&self.metric, values));
        place.record(took.as_secs_f64());
    }
}

/// How many there are at once.
pub struct Sizes {
    pub(crate) metric: Metric,
    place: OnceLock<Histogram>,
}

impl Sizes {
    pub(crate) const fn new(name: Text, help: Text, labels: Labels) -> Self {
        let metric = metric(name, help, labels, Kind::Histogram(MANY), 0);
        Self { metric, place: OnceLock::new() }
    }

    /// There were so many.
    pub fn record(&self, count: usize) {
        let place = self.place.get_or_init(|| metrics::histogram!(self.metric.name));
        place.record(count as f64);
    }
}
