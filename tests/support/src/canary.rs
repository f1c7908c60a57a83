//! A listener that nobody may reach.

use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};

/// Listens on both loopback addresses and notices every connection.
#[derive(Debug)]
pub struct Canary {
    listeners: Vec<TcpListener>,
    port: u16,
}

impl Default for Canary {
    fn default() -> Self {
        Self::start()
    }
}

impl Canary {
    /// Listens on a free port of 127.0.0.1, and on the same one of `::1` where the machine has it.
    pub fn start() -> Self {
        Self::on_port(0)
    }

    /// Listens on that port; 0 stands for a free one.
    pub fn on_port(port: u16) -> Self {
        let v4 = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).expect("a port of 127.0.0.1");
        let port = v4.local_addr().expect("a bound address").port();
        let mut listeners = vec![v4];
        listeners.extend(TcpListener::bind((Ipv6Addr::LOCALHOST, port)));
        for listener in &listeners {
            listener.set_nonblocking(true).expect("a listener that does not block");
        }
        Self { listeners, port }
    }

    /// The port of both addresses.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Whether anybody connected since the last call. A connection is seen here as soon as it is
    /// complete for its other end, so there is nothing to wait for.
    pub fn is_touched(&self) -> bool {
        self.listeners.iter().filter(|listener| listener.accept().is_ok()).count() > 0
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn a_connection_is_noticed() {
        let canary = Canary::start();
        assert!(!canary.is_touched());
        let connection = TcpStream::connect((Ipv4Addr::LOCALHOST, canary.port())).unwrap();
        drop(connection);
        assert!(canary.is_touched());
    }
}
