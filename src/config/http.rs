//! What clients may take of the service, as settings.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use ipnet::IpNet;

use super::values;
use crate::http::{HttpSettings, MIB};

/// What clients may take. The defaults are those of [`HttpSettings::default`], which a test holds
/// against them.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Connections")]
pub struct HttpArgs {
    /// Maximum number of open connections; fewer if the system's limit on open files is lower. When
    /// more than half of them are in use, the limit per network drops to 1/8 of its value; when
    /// more than 3/4 are in use, to 1/32. A network may always have 1 connection while any is free
    #[arg(long, env = "CITABLE_MAX_CONNECTIONS", default_value = "4096", value_name = "NUMBER", value_parser = values::count)]
    pub max_connections: NonZeroUsize,

    /// Maximum number of open connections per network (an IPv4 address or an IPv6 /64). Further
    /// connections are closed immediately. Trusted proxies are exempt
    #[arg(long, env = "CITABLE_MAX_CONNECTIONS_PER_NETWORK", default_value = "64", value_name = "NUMBER", value_parser = values::count)]
    pub max_connections_per_network: NonZeroUsize,

    /// Number of spare connections for when all others are in use. Each serves one request: health
    /// checks are answered, every other request gets 503. Half of them are reserved for trusted
    /// proxies and this machine
    #[arg(long, env = "CITABLE_SPARE_CONNECTIONS", default_value = "64", value_name = "NUMBER", value_parser = values::count)]
    pub spare_connections: NonZeroUsize,

    /// Maximum number of concurrent requests per HTTP/2 connection
    #[arg(long, env = "CITABLE_MAX_STREAMS", default_value = "32", value_name = "NUMBER", value_parser = values::count)]
    pub max_streams: NonZeroUsize,

    /// Memory for request bodies and unread responses, in MiB. As it fills up, the limit per
    /// network drops, as it does for connections. When it is full, further requests get 503
    #[arg(long, env = "CITABLE_MAX_BODY_MEMORY_MIB", default_value = "64", value_name = "MIB", value_parser = values::count)]
    pub max_body_memory_mib: NonZeroUsize,

    /// Memory per network for request bodies and unread responses, in MiB
    #[arg(long, env = "CITABLE_MAX_BODY_MEMORY_MIB_PER_NETWORK", default_value = "8", value_name = "MIB", value_parser = values::count)]
    pub max_body_memory_mib_per_network: NonZeroUsize,

    /// Seconds that a client may leave a response unread before its connection is closed. At 15 or
    /// less, idle event streams are closed too
    #[arg(long, env = "CITABLE_STALL_SECONDS", default_value = "30", value_name = "SECONDS", value_parser = values::count)]
    pub stall_seconds: NonZeroUsize,

    /// How long the service still answers requests after it is told to stop, such as `7s`. During
    /// that time, `/readyz` returns 503. Set it to more than the interval of the proxy's health
    /// checks, and no request is refused while nodes are restarted one by one
    #[arg(long, env = "CITABLE_SHUTDOWN_DELAY", default_value = "0s", value_name = "TIME", value_parser = values::time)]
    pub shutdown_delay: Duration,

    /// Memory for finished reports that are kept ready to be sent, in MiB. 0 keeps none
    #[arg(long, env = "CITABLE_REPORT_CACHE_MIB", default_value_t = 16, value_name = "MIB")]
    pub report_cache_mib: usize,
}

impl HttpArgs {
    /// The server's limits.
    pub fn settings(&self, trusted_proxies: Vec<IpNet>) -> HttpSettings {
        let mebibytes = |number: NonZeroUsize| number.get().saturating_mul(MIB);
        HttpSettings {
            trusted_proxies,
            max_connections: self.max_connections.get(),
            max_connections_per_network: self.max_connections_per_network.get(),
            spare_connections: self.spare_connections.get(),
            max_streams: u32::try_from(self.max_streams.get()).unwrap_or(u32::MAX),
            max_body_memory: mebibytes(self.max_body_memory_mib),
            max_body_memory_per_network: mebibytes(self.max_body_memory_mib_per_network),
            report_cache: self.report_cache_mib.saturating_mul(MIB),
            stall_timeout: Duration::from_secs(self.stall_seconds.get() as u64),
            shutdown_delay: self.shutdown_delay,
            ..HttpSettings::default()
        }
    }
}
