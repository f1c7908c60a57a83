//! The numbers that an operator watches the service by: every name, with what it says, in
//! [`table`], and the means to count.
//!
//! The value of a label is part of the program's text (`&'static str`), so no address, no host and
//! no id can become one, and their number is bounded. Numbers are counted where a recorder was
//! installed before the first of them; elsewhere counting does nothing.

mod counting;
mod table;

pub use counting::{Count, CountBy, Held, Level, LevelBy, Sizes, Timing, TimingBy};
pub use table::*;

/// One number.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// Its name, after the conventions of Prometheus.
    pub name: &'static str,
    /// What it counts, as it was written: line breaks and blanks are for nobody.
    help: &'static str,
    /// The names of its labels.
    pub labels: &'static [&'static str],
    /// What kind of number it is.
    pub kind: Kind,
}

/// Kinds of numbers.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// It only grows.
    Counter,
    /// It goes up and down.
    Gauge,
    /// Values by size, with the upper bounds of the buckets.
    Histogram(&'static [f64]),
}

impl Kind {
    /// Its name in the format of Prometheus.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram(_) => "histogram",
        }
    }
}

impl Metric {
    /// What it counts.
    pub fn help(&self) -> &'static str {
        self.help.trim()
    }

    /// Says to the recorder what it counts, and lets it stand at nothing where it has no labels.
    fn announce(&self) {
        let (name, help) = (self.name, self.help());
        let is_one = self.labels.is_empty();
        match self.kind {
            Kind::Counter => {
                metrics::describe_counter!(name, help);
                if is_one {
                    metrics::counter!(name).absolute(0);
                }
            }
            Kind::Gauge => {
                metrics::describe_gauge!(name, help);
                if is_one {
                    metrics::gauge!(name).increment(0.0);
                }
            }
            Kind::Histogram(_) => {
                metrics::describe_histogram!(name, help);
                if is_one {
                    let _registered = metrics::histogram!(name);
                }
            }
        }
    }
}

/// Describes every metric to the recorder.
pub fn announce() {
    METRICS.iter().for_each(|metric| metric.announce());
}

/// Returns the table of all metrics, in Markdown.
pub fn markdown() -> String {
    let mut table = "| Name | Kind | Labels | What it measures |\n|---|---|---|---|\n".to_owned();
    for metric in METRICS {
        let labels: Vec<String> = metric.labels.iter().map(|label| format!("`{label}`")).collect();
        let (name, kind, help) = (metric.name, metric.kind.as_str(), metric.help());
        table += &format!("| `{name}` | {kind} | {} | {help} |\n", labels.join(", "));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_conventions() {
        for metric in METRICS {
            let name = metric.name;
            let ours = name.starts_with("citable_") || name.starts_with("process_");
            let plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
            assert!(ours && name.bytes().all(plain), "{name}");
            let is_counter = matches!(metric.kind, Kind::Counter);
            assert_eq!(name.ends_with("_total"), is_counter, "{name}");
            let help = metric.help();
            assert!(help.ends_with('.') && !help.contains('|'), "{name}: {help}");
            if let Kind::Histogram(bounds) = metric.kind {
                assert!(bounds.is_sorted() && !bounds.is_empty(), "{name}");
            }
        }
    }

    #[test]
    fn no_name_is_used_twice() {
        let mut names: Vec<&str> = METRICS.iter().map(|metric| metric.name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
