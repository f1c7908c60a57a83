//! `citable health`: asks the running service how it is.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, bail};
use http::{Request, header};
use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::output;
use crate::api::health::{Health, HealthStatus};
use crate::cli::exit::Exit;

/// How long the service may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Bytes that the answer may have; it has a few hundred.
const ANSWER_BYTES: usize = 64 * 1024;

/// The database is asked too, so that a service that cannot read is not called well.
const PATH: &str = "/api/v1/healthz?deep=1";

/// Asks the service that listens on this machine at that address.
pub(super) async fn health(listening: SocketAddr) -> anyhow::Result<Exit> {
    let address = reachable(listening);
    let health = tokio::time::timeout(PATIENCE, ask(address))
        .await
        .map_err(|_| anyhow::anyhow!("no answer within {} seconds", PATIENCE.as_secs()))
        .and_then(|asked| asked)
        .with_context(|| format!("no service can be reached at http://{address}"))?;
    let (word, exit) = match health.status {
        HealthStatus::Ok => ("ok", Exit::Good),
        HealthStatus::Degraded => ("degraded", Exit::Missed),
    };
    output::print(&format!(
        "{word}: citable {} at http://{address}, up {} s\n",
        health.version, health.uptime_sec
    ))?;
    Ok(exit)
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
        bail!("it answered with status {status}");
    }
    let body = Limited::new(response.into_body(), ANSWER_BYTES)
        .collect()
        .await
        .map_err(|error| anyhow::anyhow!("its answer broke off: {error}"))?;
    serde_json::from_slice(&body.to_bytes()).context("its answer is not that of Citable")
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
        assert!(format!("{other:#}").contains("not that of Citable"));
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
