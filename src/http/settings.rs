//! Every limit of the HTTP side, in one place.

use std::time::Duration;

use ipnet::IpNet;

/// Bytes of a mebibyte.
pub(crate) const MIB: usize = 1024 * 1024;
/// Files that the service opens besides connections of its clients: the database, scans, mail,
/// webhooks.
const OTHER_FILES: usize = 256;

/// The limits of the HTTP server. [`HttpSettings::default`] is what the program ships with.
#[derive(Clone, Debug)]
pub struct HttpSettings {
    /// Connections open at once, as shares of networks (`shares.rs`).
    pub max_connections: usize,
    /// Connections open at once from one network. Further ones are closed at once.
    pub max_connections_per_network: usize,
    /// Connections that are taken once all others are, for one request each, which is refused
    /// unless it asks for health. Half of them are for trusted proxies and for this machine.
    pub spare_connections: usize,
    /// How long such a connection may last.
    pub spare_timeout: Duration,
    /// Bytes that bodies of requests and of answers may take at once, as shares of networks.
    pub max_body_memory: usize,
    /// Bytes that those of one network may take at once.
    pub max_body_memory_per_network: usize,
    /// Requests of one network that are worked on at once: half of the calls that an actor takes, so
    /// that others find room. An answer that waits for its client counts as memory instead.
    pub max_requests_per_network: usize,
    /// Peers that speak for many clients; limits per network do not count for them.
    pub trusted_proxies: Vec<IpNet>,
    /// How long a request's head may take: the first one of a connection, and on HTTP/1 each.
    pub header_timeout: Duration,
    /// Bytes a request's head may have.
    pub max_header_bytes: usize,
    /// How long an HTTP/2 connection may stay open without a request.
    pub idle_timeout: Duration,
    /// How long a client may take no part of an answer that is there, and how long the rest of the
    /// answers may take once a connection is to end. Longer than an event stream is quiet.
    pub stall_timeout: Duration,
    /// Requests open at once on one HTTP/2 connection.
    pub max_streams: u32,
    /// How often an HTTP/2 peer is asked whether it is still there.
    pub ping_interval: Duration,
    /// How long an HTTP/2 peer may take to say so.
    pub ping_timeout: Duration,
    /// How long the server waits after the system had no file descriptor left for a connection.
    pub accept_pause: Duration,
    /// How long everything is still answered once the server is told to stop, so that a proxy can
    /// notice by `/readyz` before requests are refused.
    pub shutdown_delay: Duration,
    /// How long requests in flight may take to finish once the server stops.
    pub drain_timeout: Duration,
    /// Bytes a request's body may have.
    pub max_body_bytes: usize,
    /// Bytes an event of the payment provider may have.
    pub max_event_bytes: usize,
    /// Bytes read and thrown away over `max_body_bytes`, so that a client that writes before it
    /// reads sees the refusal and not a broken connection.
    pub discarded_body_bytes: usize,
    /// How long a request's body may take.
    pub body_timeout: Duration,
    /// How long an event stream may be quiet before a comment is sent.
    pub stream_quiet: Duration,
    /// Bytes of finished reports that are kept ready to be sent. None are with 0.
    pub report_cache: usize,
    /// How long a report is kept ready that nobody reads.
    pub report_idle: Duration,
}

impl HttpSettings {
    /// The same with no more connections than a process can have that may open so many files. At
    /// least a quarter of them is for connections.
    pub(crate) fn within(self, files: usize) -> Self {
        let others = OTHER_FILES + self.spare_connections;
        let affordable = files.saturating_sub(others).max(files / 4);
        Self { max_connections: self.max_connections.min(affordable), ..self }
    }

    /// The same where events of the payment provider are read.
    pub(crate) fn for_events(&self) -> Self {
        Self { max_body_bytes: self.max_event_bytes, ..self.clone() }
    }
}

impl Default for HttpSettings {
    fn default() -> Self {
        Self {
            max_connections: 4096,
            max_connections_per_network: 64,
            spare_connections: 64,
            spare_timeout: Duration::from_secs(5),
            max_body_memory: 64 * MIB,
            max_body_memory_per_network: 8 * MIB,
            max_requests_per_network: 1_024 / 2,
            trusted_proxies: Vec::new(),
            header_timeout: Duration::from_secs(10),
            max_header_bytes: 16 * 1024,
            idle_timeout: Duration::from_secs(60),
            stall_timeout: Duration::from_secs(30),
            max_streams: 32,
            ping_interval: Duration::from_secs(20),
            ping_timeout: Duration::from_secs(20),
            accept_pause: Duration::from_millis(100),
            shutdown_delay: Duration::ZERO,
            drain_timeout: Duration::from_secs(10),
            max_body_bytes: 64 * 1024,
            max_event_bytes: 1024 * 1024,
            discarded_body_bytes: 1024 * 1024,
            body_timeout: Duration::from_secs(10),
            stream_quiet: Duration::from_secs(15),
            report_cache: 16 * MIB,
            report_idle: Duration::from_secs(10 * 60),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_files_for_everything_else() {
        let within = |files| HttpSettings::default().within(files).max_connections;
        assert_eq!(within(usize::MAX), 4_096);
        assert_eq!(within(1_024), 1_024 - 256 - 64);
        assert_eq!(within(256), 64);
    }
}
