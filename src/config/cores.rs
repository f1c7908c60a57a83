//! How pages are read.

use std::num::NonZeroUsize;
use std::time::Duration;

use citable_actors::cores::{CoreLimits, Cores};
use clap::Args;

use super::values;

/// How pages are read, and how long that may take.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Reading pages")]
pub struct CoreArgs {
    /// Number of pages that are read and checked at once. Default: the number of cores
    #[arg(long, env = "CITABLE_CORES", value_name = "NUMBER", value_parser = values::count)]
    pub cores: Option<NonZeroUsize>,

    /// How long a fetched page may wait for a core, such as `30s` or `500ms`. After that, the scan
    /// fails as `internal` and is refunded
    #[arg(long, env = "CITABLE_CORE_WAIT", default_value = "30s", value_name = "TIME", value_parser = values::time)]
    pub core_wait: Duration,

    /// CPU time to read and check one page, such as `10s`. After that, the scan fails as `internal`
    /// and is refunded
    #[arg(long, env = "CITABLE_PAGE_CPU", default_value = "10s", value_name = "TIME", value_parser = values::some_time)]
    pub page_cpu: Duration,
}

impl CoreArgs {
    /// The cores.
    pub fn cores(&self) -> Cores {
        let limits = CoreLimits { wait: self.core_wait, page: self.page_cpu };
        Cores::new(self.cores.unwrap_or_else(Cores::count), limits)
    }
}
