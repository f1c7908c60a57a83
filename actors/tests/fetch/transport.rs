//! Connections: who is dialled, what is trusted, what is said.

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use citable_actors::fetch::{FetchError, FetchSettings, Fetcher, Gather, parse_target};
use citable_checks::failure::FailureCode;
use citable_test_support::authority::Authority;
use citable_test_support::canary::Canary;
use citable_test_support::raw_origin::{AfterBytes, RawOrigin};
use citable_test_support::reply::Reply;
use tokio::net::TcpListener;
use tokio::sync::Notify;

use crate::site::{HOST, NOW, OTHER, PUBLIC, Site};

async fn failure(site: &Site, host: &str) -> FailureCode {
    site.scan_host(host, "/").await.unwrap_err().code
}

#[tokio::test]
async fn the_name_stands_in_the_handshake_and_in_the_request() {
    let mut site = Site::start().await;
    site.settings.edge_probes = false;
    site.page("/a?q=1", Reply::html("<p>Page"));
    site.scan("/a?q=1").await.unwrap();
    for request in site.origin.requests() {
        assert_eq!(request.server_name.as_deref(), Some(HOST));
        assert_eq!(request.host, HOST);
        assert_eq!(request.method, "GET");
        let agent = "CitableBot/1.0 (+https://citable.example/bot)";
        assert_eq!(request.header("user-agent"), Some(agent));
        assert_eq!(request.header("accept-encoding"), Some("gzip, br"));
        assert!(request.header("cookie").is_none() && request.header("referer").is_none());
    }
    assert_eq!(site.asked(HOST), ["/robots.txt", "/a?q=1"]);
}

#[tokio::test]
async fn a_certificate_for_another_name_is_refused() {
    let mut site = Site::start().await;
    site.settings.resolve.add("unnamed.test", PUBLIC);
    assert_eq!(failure(&site, "unnamed.test").await, FailureCode::TlsFailed);
    assert!(site.origin.requests().is_empty());
}

#[tokio::test]
async fn an_unknown_authority_is_refused() {
    let stranger = Authority::new();
    let mut site = Site::start().await;
    site.settings.extra_ca_file = Some(stranger.ca_file());
    assert_eq!(failure(&site, HOST).await, FailureCode::TlsFailed);
    assert!(site.origin.requests().is_empty());
}

#[tokio::test]
async fn an_address_literal_is_dialled_and_its_certificate_decides() {
    let site = Site::start().await;
    assert_eq!(failure(&site, "127.0.0.2").await, FailureCode::TlsFailed);
}

#[tokio::test]
async fn our_own_listener_is_never_dialled() {
    let mut site = Site::start().await;
    site.settings.own_listeners = vec![site.origin.address()];
    assert_eq!(failure(&site, HOST).await, FailureCode::BlockedAddress);
    assert!(site.origin.requests().is_empty());
}

/// A site whose port is that of a bare TCP listener.
async fn site_on(listener: &TcpListener) -> Site {
    let mut site = Site::start().await;
    site.settings.allow_ports.push(listener.local_addr().unwrap().port());
    site
}

async fn failure_on(site: &Site, port: u16) -> FailureCode {
    let target = format!("https://{HOST}:{port}/");
    let target = parse_target(&target, &site.settings).unwrap();
    let fetcher = Fetcher::new(site.settings.clone()).unwrap();
    fetcher.gather(&target, NOW, Arc::new(|_| {})).await.unwrap_err().code
}

#[tokio::test]
async fn a_closed_port_is_a_failed_connection() {
    let listener = TcpListener::bind((PUBLIC, 0)).await.unwrap();
    let site = site_on(&listener).await;
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    assert_eq!(failure_on(&site, port).await, FailureCode::ConnectFailed);
}

#[tokio::test]
async fn a_server_that_speaks_no_tls_is_a_tls_failure() {
    let listener = TcpListener::bind((PUBLIC, 0)).await.unwrap();
    let site = site_on(&listener).await;
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let plain = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
            // The other end breaks off in the middle of this.
            let _ = tokio::io::AsyncWriteExt::write_all(&mut stream, plain).await;
        }
    });
    assert_eq!(failure_on(&site, port).await, FailureCode::TlsFailed);
}

#[tokio::test]
async fn a_handshake_that_stalls_is_given_up() {
    let listener = TcpListener::bind((PUBLIC, 0)).await.unwrap();
    let mut site = site_on(&listener).await;
    site.settings.limits.connect = Duration::from_millis(300);
    let port = listener.local_addr().unwrap().port();
    assert_eq!(failure_on(&site, port).await, FailureCode::TimedOut);
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_a_broken_connection() {
    let authority = Authority::new();
    for bytes in [
        "not http\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Le",
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<p>short",
        "",
    ] {
        let origin =
            RawOrigin::start_on(PUBLIC, &authority, &[HOST], bytes, AfterBytes::Close).await;
        let mut site = Site::start().await;
        site.settings.extra_ca_file = Some(authority.ca_file());
        site.settings.allow_ports.push(origin.address().port());
        let port = origin.address().port();
        assert_eq!(failure_on(&site, port).await, FailureCode::ConnectFailed, "{bytes}");
    }
}

/// Scans a page that never answers within that time and, once that is under way, `other`; tells
/// which ended first.
async fn first_to_end(request: Duration, other: &'static str) -> &'static str {
    let mut site = Site::start().await;
    site.settings.limits.request = request;
    let begun = Arc::new(Notify::new());
    let begins = Arc::clone(&begun);
    site.origin.route_with(HOST, "/stuck", move |_| {
        begins.notify_one();
        Reply::never()
    });
    let fetcher = Fetcher::new(site.settings.clone()).unwrap();
    let (stuck, page) = (site.target(HOST, "/stuck"), site.target(other, "/"));
    let first = async {
        let _ = fetcher.gather(&stuck, NOW, Arc::new(|_| {})).await;
        "stuck"
    };
    let second = async {
        begun.notified().await;
        fetcher.gather(&page, NOW, Arc::new(|_| {})).await.unwrap();
        "page"
    };
    tokio::select! { ended = first => ended, ended = second => ended }
}

#[tokio::test]
async fn a_host_is_asked_one_thing_at_a_time_and_other_hosts_are_not_kept_waiting() {
    assert_eq!(first_to_end(Duration::from_millis(500), HOST).await, "stuck");
    assert_eq!(first_to_end(Duration::from_secs(15), OTHER).await, "page");
}

/// Run by the next test in a process whose environment names proxies.
#[tokio::test]
#[ignore = "run by proxies_in_the_environment_are_ignored"]
async fn a_page_is_fetched_directly() {
    let site = Site::start().await;
    site.page("/", Reply::html("<p>Page"));
    site.scan("/").await.unwrap();
    assert_eq!(site.asked(HOST), ["/robots.txt", "/"]);
}

#[test]
fn proxies_in_the_environment_are_ignored() {
    let canary = Canary::start();
    let proxy = format!("http://127.0.0.1:{}", canary.port());
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "transport::a_page_is_fetched_directly", "--ignored"]);
    for variable in ["http_proxy", "https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"] {
        child.env(variable, &proxy);
    }
    let output = child.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
    assert!(!canary.is_touched());
}

#[tokio::test]
async fn settings_that_cannot_work_say_what_to_do() {
    let with = |path: &std::path::Path| {
        let extra_ca_file = Some(path.to_owned());
        Fetcher::new(FetchSettings { extra_ca_file, ..FetchSettings::default() }).unwrap_err()
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ca.pem");
    assert!(matches!(with(&file), FetchError::ExtraCa { .. }));
    std::fs::write(&file, "nothing").unwrap();
    assert!(matches!(with(&file), FetchError::NoCertificate { .. }));
    let base_url = "https://citable.example/\n".to_owned();
    let odd = Fetcher::new(FetchSettings { base_url, ..FetchSettings::default() });
    assert!(matches!(odd.unwrap_err(), FetchError::BaseUrl));
}
