//! `citable health`: asks the running service how it is.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use http::{Request, header};
use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::output;
use crate::api::health::{Health, HealthStatus};
use crate::cli::exit::Exit;

/// How long the service may take to answer: longer than it waits for a database that is away.
const PATIENCE: Duration = Duration::from_secs(15);

/// Bytes that the answer may have; it has a few hundred.
const ANSWER_BYTES: usize = 64 * 1024;

/// The database is asked too, so that a service that can't read isn't called healthy.
const PATH: &str = "/api/v1/healthz?deep=1";

/// Asks the service that listens on this machine at that address.
pub(super) async fn health(listening: SocketAddr) -> anyhow::Result<Exit> {
    let address = reachable(listening);
    let health = tokio::time::timeout(PATIENCE, ask(address))
        .await
        .map_err(|_| anyhow!("no response within {} seconds", PATIENCE.as_secs()))
        .and_then(|asked| asked)
        .with_context(|| {
            format!("can't reach the service at http://{address} (set --listen to its address)")
        })?;
    let (word, exit) = verdict(&health);
    output::print(&format!(
        "{word}: citable {} at http://{address}, up {}\n",
        health.version,
        duration(health.uptime_sec)
    ))?;
    Ok(exit)
}

fn verdict(health: &Health) -> (&'static str, Exit) {
    let is_paused = health.paused == Some(true);
    match (health.status, is_paused) {
        (HealthStatus::Ok, false) => ("ok", Exit::Good),
        (HealthStatus::Ok, true) => ("paused (end it with `citable admin resume`)", Exit::Good),
        (HealthStatus::Degraded, false) => ("degraded", Exit::Missed),
        (HealthStatus::Degraded, true) => ("degraded and paused", Exit::Missed),
    }
}

/// The two largest units, such as `3 h 12 min`.
fn duration(seconds: u64) -> String {
    let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, _) => format!("{minutes} min {} s", seconds % 60),
        (0, _, _) => format!("{hours} h {} min", minutes % 60),
        _ => format!("{days} d {} h", hours % 24),
    }
}

async fn ask(address: SocketAddr) -> anyhow::Result<Health> {
    let stream = TcpStream::connect(address).await?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let request =
        Request::get(PATH).header(header::HOST, address.to_string()).body(Empty::<Bytes>::new())?;
    let response = sender.send_request(request).await?;
    let status = response.status();
    if !status.is_success() {
        bail!("it responded with status {status}");
    }
    let body = Limited::new(response.into_body(), ANSWER_BYTES)
        .collect()
        .await
        .map_err(|error| anyhow!("its response broke off: {error}"))?;
    serde_json::from_slice(&body.to_bytes()).context("its response isn't from Citable")
}

/// The address by which a service that listens on all interfaces is reached from here.
fn reachable(listening: SocketAddr) -> SocketAddr {
    let ip = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listening.port())
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    async fn asked(answer: &'static str) -> anyhow::Result<Exit> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 1024];
            let _read = stream.read(&mut request).await;
            let head = "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n";
            stream.write_all(format!("{head}{answer}").as_bytes()).await.unwrap();
        });
        health(address).await
    }

    #[tokio::test]
    async fn the_status_decides() {
        let ok = r#"{"status":"ok","version":"1","uptimeSec":1,"now":"2026-11-20T10:00:00.000Z"}"#;
        assert_eq!(asked(ok).await.unwrap(), Exit::Good);
        let degraded =
            r#"{"status":"degraded","version":"1","uptimeSec":1,"now":"2026-11-20T10:00:00.000Z"}"#;
        assert_eq!(asked(degraded).await.unwrap(), Exit::Missed);
        let other = asked("<html>").await.unwrap_err();
        assert!(format!("{other:#}").contains("isn't from Citable"));
        let paused = r#"{"status":"ok","version":"1","uptimeSec":1,"now":"2026-11-20T10:00:00.000Z","paused":true}"#;
        assert_eq!(asked(paused).await.unwrap(), Exit::Good, "an operator paused it");
    }

    #[test]
    fn a_pause_is_said() {
        let health = |status, paused| Health {
            status,
            version: String::new(),
            uptime_sec: 0,
            now: String::new(),
            checks: None,
            paused,
        };
        assert_eq!(verdict(&health(HealthStatus::Ok, None)), ("ok", Exit::Good));
        let (paused, _) = verdict(&health(HealthStatus::Ok, Some(true)));
        assert!(paused.starts_with("paused"));
        let (both, _) = verdict(&health(HealthStatus::Degraded, Some(true)));
        assert_eq!(both, "degraded and paused");
    }

    #[test]
    fn times_have_two_units() {
        for (seconds, expected) in
            [(9, "9 s"), (61, "1 min 1 s"), (3_660, "1 h 1 min"), (90_000, "1 d 1 h")]
        {
            assert_eq!(duration(seconds), expected);
        }
    }

    #[tokio::test]
    async fn a_closed_port_is_named() {
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let error = health(free).await.unwrap_err();
        assert!(format!("{error:#}").contains(&free.to_string()));
    }

    #[test]
    fn all_interfaces_are_reached_by_loopback() {
        for (listening, expected) in [
            ("0.0.0.0:80", "127.0.0.1:80"),
            ("[::]:80", "[::1]:80"),
            ("192.0.2.1:80", "192.0.2.1:80"),
        ] {
            assert_eq!(reachable(listening.parse().unwrap()), expected.parse().unwrap());
        }
    }
}
