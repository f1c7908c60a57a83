//! What each wall holds back, by a recorder of every packet. The tests run in a network of their
//! own, in which packets to anywhere may leave and none arrives.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use citable_checks::page::snapshot::RenderEnd;
use citable_test_support::foreign::REQUIRED;
use futures_util::future::{BoxFuture, FutureExt};
use url::Url;

use super::browser::Browser;
use super::document::Document;
use super::page;
use super::resources::{Resource, Resources};
use super::settings::{BrowserSource, RenderLimits, Walls};

/// The build of Chromium without windows. Both builds behave differently.
const LEAN: &str = "/usr/bin/chromium-headless-shell";
/// The whole browser.
const WHOLE: &str = "/usr/bin/chromium";
/// Ways out of a page, to one target; more than forty-five.
const WAYS_OUT: &str = include_str!("../../tests/render/ways_out.html");
const RECORDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/render/recorder.py");
/// Says that this process is in a network of its own.
const INSIDE: &str = "CITABLE_TEST_NETWORK_OF_WALLS";
/// What makes that network: an interface over which packets leave, for nobody.
const NETWORK: &str = "ip link set lo up && ip link add v0 type veth peer name v1 && \
    ip addr add 198.51.100.2/24 dev v0 && ip link set v0 arp off up && \
    ip link set v1 arp off up && ip route add default via 198.51.100.1";
/// A public address.
const PUBLIC: &str = "93.184.215.14:8443";
/// Names that some server would have to be asked for end so.
const NAMED: &str = "leak.example";

/// The ways out to one target.
fn ways_to(http: &str, socket: &str, tcp: &str, udp: &str) -> String {
    WAYS_OUT
        .replace("HTTP_TARGET", http)
        .replace("SOCKET_TARGET", socket)
        .replace("TCP_TARGET", tcp)
        .replace("UDP_TARGET", udp)
}

/// The ways out, each to a name of its own, so that the recorder tells which one was taken.
fn ways_to_names() -> String {
    let mut ways =
        ways_to("HTTP_TARGET", "SOCKET_TARGET", "turn.leak.example:3478", "stun.leak.example:3478");
    for (target, scheme) in [("HTTP_TARGET/", "https"), ("SOCKET_TARGET/", "wss")] {
        let mut parts = ways.split(target);
        let mut named = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let way: String = part.chars().take_while(char::is_ascii_alphanumeric).collect();
            named += &format!("{scheme}://{way}.{NAMED}/{part}");
        }
        ways = named;
    }
    ways
}

/// Whether this process is in such a network; where not, the test of that build is run again in one.
fn is_inside(build: &Path, test: &str) -> bool {
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let can = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let has_tools = can("python3", &["--version"]) && can("ip", &["-V"]);
    if !(build.is_file() && has_tools && can("unshare", &["--net", "true"])) {
        assert!(std::env::var_os(REQUIRED).is_none(), "{build:?} and namespaces are required");
        eprintln!("skipped: no {build:?}, or no network namespaces, python3 and ip");
        return false;
    }
    let own = std::env::current_exe().unwrap();
    let script = format!("{NETWORK} && exec \"$@\"");
    let status = Command::new("unshare")
        .args(["--net", "sh", "-c", &script, "sh"])
        .arg(own)
        .args(["--exact", test, "--nocapture"])
        .env(INSIDE, "1")
        .status();
    assert!(status.unwrap().success(), "{test} failed in its own network");
    false
}

/// A recorder of every packet.
struct Recorder {
    child: Child,
    told: BufReader<ChildStdout>,
}

impl Recorder {
    fn start() -> Self {
        let mut python = Command::new("python3");
        python.arg(RECORDER).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = python.spawn().unwrap();
        let mut told = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        told.read_line(&mut line).unwrap();
        assert_eq!(line, "recording\n");
        Self { child, told }
    }

    fn recorded(mut self) -> BTreeSet<String> {
        drop(self.child.stdin.take());
        let recorded = serde_json::from_reader(&mut self.told).unwrap();
        self.child.wait().unwrap();
        recorded
    }
}

/// The page's own site: it takes its time, so that what runs beside the page's clock is seen too.
struct Slow;

impl Resources for Slow {
    fn get<'a>(&'a self, _url: &'a Url) -> BoxFuture<'a, Option<Resource>> {
        let late = async {
            tokio::time::sleep(Duration::from_secs(2)).await;
            None
        };
        late.boxed()
    }
}

/// What a browser sends that tries all ways behind those walls.
async fn sent(build: &Path, walls: Walls) -> BTreeSet<String> {
    let mut limits = RenderLimits { walls, ..RenderLimits::default() };
    limits.start = Duration::from_secs(60);
    limits.page = Duration::from_secs(30);
    limits.capture = Duration::from_secs(20);
    let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let udp = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let here = (tcp.local_addr().unwrap().to_string(), udp.local_addr().unwrap().to_string());
    let ways = [
        ways_to(&format!("http://{}", here.0), &format!("ws://{}", here.0), &here.0, &here.1),
        ways_to(&format!("https://{PUBLIC}"), &format!("wss://{PUBLIC}"), PUBLIC, PUBLIC),
        ways_to_names(),
    ]
    .concat();
    let html = format!("<!doctype html><script>fetch('/late').catch(() => {{}})</script>{ways}");
    let at = "https://www.example.org/page".parse().unwrap();
    let document = Document::of_file(at, html.into_bytes(), 1_793_491_200_000);

    let recorder = Recorder::start();
    let source = BrowserSource::Program(build.to_owned());
    let mut browser = Browser::start(&source, &limits).await.unwrap();
    let rendered = page::render(&mut browser, &document, &Slow, &limits, limits.page).await;
    let (seen, _closed) = rendered.unwrap();
    assert!(!matches!(seen.end, RenderEnd::Crashed), "{build:?}, {walls:?}: {seen:?}");
    // Without interception the last way out may take the page elsewhere.
    let is_whole = seen.html.contains("all ways tried");
    assert!(is_whole || !walls.interception, "{build:?}, {walls:?}: {seen:?}");
    drop(browser);
    let recorded = recorder.recorded();
    let of_this_machine = |entry: &String| entry.replace(&here.0, "HERE").replace(&here.1, "HERE");
    recorded.iter().map(of_this_machine).collect()
}

/// Tries each wall alone and all of them on one build of the browser.
async fn try_walls(build: &str, test: &str) {
    const NONE: Walls = Walls { network: false, flags: false, interception: false };
    let build = Path::new(build);
    if !is_inside(build, test) {
        return;
    }
    for walls in [
        Walls::ALL,
        Walls { network: false, ..Walls::ALL },
        Walls { network: true, ..NONE },
        Walls { flags: true, ..NONE },
        Walls { interception: true, ..NONE },
        NONE,
    ] {
        let sent = sent(build, walls).await;
        eprintln!("{build:?} {walls:?}: {sent:#?}");
        let which = format!("{build:?} {walls:?}: {sent:#?}");
        let has = |way: &str| sent.iter().any(|entry| entry.starts_with(way));
        // The box alone holds everything.
        assert!(!walls.network || sent.is_empty(), "{which}");
        if walls.flags {
            // The lean build sends datagrams all the same, unless interception takes away what
            // sends them.
            let holds = walls.network || walls.interception;
            assert!(holds || build != Path::new(LEAN) || has("udp "), "{which}");
            assert!(!has("dns ") && !has("tcp ") && !has("http "), "{which}");
        }
        if walls.interception {
            // Names of workers' connections and of pages fetched ahead are looked up.
            assert!(!has("dns script.") && !has("http GET /script"), "{which}");
        }
        if !walls.network && !walls.flags {
            assert!(has("tcp 93.184.215.14"), "{which}");
        }
        if walls == NONE {
            assert!(has("dns script."), "{which}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_leaves_the_lean_build_and_each_wall_holds_something_back() {
    let test =
        "render::walls_tests::nothing_leaves_the_lean_build_and_each_wall_holds_something_back";
    try_walls(LEAN, test).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_leaves_the_whole_build_and_each_wall_holds_something_back() {
    let test =
        "render::walls_tests::nothing_leaves_the_whole_build_and_each_wall_holds_something_back";
    try_walls(WHOLE, test).await;
}
