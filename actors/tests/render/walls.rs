//! Nothing of a page leaves its box.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, UdpSocket};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use citable_actors::render::{BrowserSource, RenderSettings};
use citable_checks::page::snapshot::RenderEnd;
use citable_test_support::canary::Canary;
use tempfile::TempDir;

use crate::browsers::{installed, one, render, renderer, settings};

/// Ways out of a page, to a port of this machine.
const WAYS_OUT: &str = include_str!("ways_out.html");

#[tokio::test(flavor = "multi_thread")]
async fn no_way_out_leads_to_this_machine() {
    for program in installed() {
        let canary = Canary::start();
        let udp = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        udp.set_nonblocking(true).unwrap();
        let ports = [canary.port(), udp.local_addr().unwrap().port()];
        let [tcp_target, udp_target] = ports.map(|port| format!("127.0.0.1:{port}"));
        let ways = WAYS_OUT
            .replace("HTTP_TARGET", &format!("http://{tcp_target}"))
            .replace("SOCKET_TARGET", &format!("ws://{tcp_target}"))
            .replace("TCP_TARGET", &tcp_target)
            .replace("UDP_TARGET", &udp_target);
        let page = format!("<!doctype html><title>Ways out</title>{ways}");
        let renderer = renderer(settings(program.clone())).await;
        let seen = render(&renderer, &page).await;
        assert!(seen.html.contains("all ways tried"), "{program:?}: {seen:?}");
        renderer.stop().await;
        assert!(!canary.is_touched(), "{program:?} reached a TCP port");
        assert!(udp.recv(&mut [0; 1]).is_err(), "{program:?} reached a UDP port");
    }
}

/// A browser without a box, as an operator may have one.
struct Unboxed {
    child: Child,
    url: String,
    _profile: TempDir,
}

impl Unboxed {
    fn start(program: &Path) -> Self {
        let profile = TempDir::new().unwrap();
        // Whoever is root has no sandbox of the browser's own.
        let mut child = Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--remote-debugging-port=0", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            // What is started may be a script that starts the browser.
            .process_group(0)
            .spawn()
            .unwrap();
        let told = BufReader::new(child.stderr.take().unwrap()).lines();
        let url = told.map_while(Result::ok).find_map(|line| {
            line.strip_prefix("DevTools listening on ").map(|url| url.trim().to_owned())
        });
        Self { child, url: url.unwrap(), _profile: profile }
    }
}

impl Drop for Unboxed {
    fn drop(&mut self) {
        let group = format!("-{}", self.child.id());
        let _gone = Command::new("kill").args(["-9", "--", &group]).status();
        let _reaped = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_reaches_this_machine_renders_nothing() {
    let Some(program) = one() else { return };
    let browser = Unboxed::start(&program);
    let mut settings = RenderSettings::new(BrowserSource::Remote(browser.url.parse().unwrap()));
    settings.exact_reasons = true;
    settings.limits.whole = Duration::from_secs(180);
    settings.limits.wait = Duration::from_secs(60);
    settings.limits.start = Duration::from_secs(60);
    let renderer = renderer(settings).await;
    let seen = render(&renderer, "<!doctype html><p>Tea</p>").await;
    let RenderEnd::NotAvailable { why } = seen.end else { panic!("{:?}", seen.end) };
    assert!(why.contains("isn't isolated"), "{why}");
    renderer.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_browser_the_reason_is_said() {
    let missing = BrowserSource::Program("/nonexistent/chromium".into());
    let mut settings = RenderSettings::new(missing);
    settings.exact_reasons = true;
    settings.limits.whole = Duration::from_secs(60);
    settings.limits.wait = Duration::from_secs(30);
    let renderer = renderer(settings).await;
    let seen = render(&renderer, "<p>Tea").await;
    let RenderEnd::NotAvailable { why } = seen.end else { panic!("{:?}", seen.end) };
    assert!(why.contains("/nonexistent/chromium"), "{why}");
    renderer.stop().await;
}
