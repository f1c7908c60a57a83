use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::{Notify, oneshot};

use super::*;
use crate::http::problem::OK;
use crate::http::reply;

/// A server on a free port around a closure.
struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: tokio::task::JoinHandle<()>,
}

async fn start<F, R>(settings: HttpSettings, handler: F) -> Running
where
    F: Fn(Request<Incoming>, Drain) -> R + Send + Sync + 'static,
    R: Future<Output = Response> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (switch, drain) = DrainSwitch::new();
    let seen = drain.clone();
    let inner = service_fn(move |request| {
        let answer = handler(request, seen.clone());
        async move { Ok::<_, Infallible>(answer.await) }
    });
    let edge = Edge::below(|path| format!("http://site.test{path}"));
    let server = Server::around(settings, edge, inner, drain);
    let (stop, stopped) = oneshot::channel();
    let ended = tokio::spawn(server.run(listener, switch, async {
        let _sender_gone = stopped.await;
    }));
    Running { address, stop, ended }
}

async fn fine(_: Request<Incoming>, _: Drain) -> Response {
    reply::json(OK, &"fine")
}

async fn open(running: &Running) -> TcpStream {
    TcpStream::connect(running.address).await.unwrap()
}

fn request(method: &str, path: &str, headers: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nHost: x\r\n{headers}\r\n")
}

/// Sends a request that ends its connection, and returns the whole answer.
async fn ask(running: &Running, method: &str, path: &str, headers: &str) -> String {
    let mut stream = open(running).await;
    let text = request(method, path, &format!("Connection: close\r\n{headers}"));
    stream.write_all(text.as_bytes()).await.unwrap();
    rest(&mut stream).await
}

async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _reset_counts_as_end = stream.read_to_end(&mut bytes).await;
    String::from_utf8(bytes).unwrap().to_lowercase()
}

#[tokio::test]
async fn every_answer_carries_version_id_and_nosniff() {
    let running = start(HttpSettings::default(), fine).await;
    let answer = ask(&running, "GET", "/", "X-Request-Id: mine-1\r\n").await;
    assert!(answer.starts_with("http/1.1 200 ok\r\n"), "{answer}");
    assert!(answer.contains("\r\napi-version: v1\r\n"), "{answer}");
    assert!(answer.contains("\r\nx-request-id: mine-1\r\n"), "{answer}");
    assert!(answer.contains("\r\nx-content-type-options: nosniff\r\n"), "{answer}");
    assert!(!answer.contains("deprecation"), "{answer}");
}

#[tokio::test]
async fn the_unversioned_base_names_its_successor() {
    let running = start(HttpSettings::default(), fine).await;
    let answer = ask(&running, "GET", "/api/scan/1?x=1", "").await;
    assert!(answer.contains("\r\ndeprecation: @1787443200\r\n"), "{answer}");
    let successor = "link: <http://site.test/api/v1/scan/1>; rel=\"successor-version\"\r\n";
    assert!(answer.contains(successor), "{answer}");
    let policy = "link: <http://site.test/api-versioning.md>; rel=\"deprecation\"\r\n";
    assert!(answer.contains(policy), "{answer}");
    assert!(!ask(&running, "GET", "/api/v1/scan/1", "").await.contains("deprecation"));
}

#[tokio::test]
async fn head_has_the_length_and_not_the_body() {
    let running = start(HttpSettings::default(), fine).await;
    let answer = ask(&running, "HEAD", "/", "").await;
    assert!(answer.contains("\r\ncontent-length: 6\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\n"), "{answer}");
}

#[tokio::test]
async fn a_panic_is_answered_in_json_and_hurts_nobody_else() {
    let running = start(HttpSettings::default(), |request, drain| async move {
        assert!(request.uri().path() != "/panic", "as told");
        fine(request, drain).await
    })
    .await;
    let answer = ask(&running, "GET", "/", "").await;
    assert!(answer.contains("200 ok"), "{answer}");
    let answer = ask(&running, "GET", "/panic", "X-Request-Id: mine-2\r\n").await;
    assert!(answer.contains("\r\napi-version: v1\r\n"), "{answer}");
    assert!(answer.contains(r#""error":"internal_error""#), "{answer}");
    assert!(answer.contains(r#""requestid":"mine-2""#), "{answer}");
}

#[tokio::test]
async fn one_network_may_not_take_all_connections() {
    let settings = HttpSettings { max_connections_per_network: 1, ..HttpSettings::default() };
    let running = start(settings, fine).await;
    let mut first = open(&running).await;
    first.write_all(request("GET", "/", "").as_bytes()).await.unwrap();
    first.read_u8().await.unwrap();
    assert_eq!(rest(&mut open(&running).await).await, "");
}

#[tokio::test]
async fn half_a_head_is_not_waited_for() {
    let settings =
        HttpSettings { header_timeout: Duration::from_millis(50), ..HttpSettings::default() };
    let running = start(settings, fine).await;
    for half in ["", "PRI * HT", "GET / HTTP/1.1\r\nHost:"] {
        let mut stream = open(&running).await;
        stream.write_all(half.as_bytes()).await.unwrap();
        assert_eq!(rest(&mut stream).await, "", "{half}");
    }
}

#[tokio::test]
async fn whoever_does_not_read_is_not_waited_for() {
    let settings = HttpSettings {
        stall_timeout: Duration::from_millis(50),
        drain_timeout: Duration::from_secs(600),
        ..HttpSettings::default()
    };
    // More than the buffers between the two hold.
    let large = |_, _| async { reply::bytes(OK, "text/plain", vec![b'x'; 64 << 20]) };
    let running = start(settings, large).await;
    let mut stream = open(&running).await;
    stream.write_all(request("GET", "/", "").as_bytes()).await.unwrap();
    stream.readable().await.unwrap();
    running.stop.send(()).unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(60), running.ended).await;
    assert!(ended.is_ok());
    assert!(rest(&mut stream).await.len() < 64 << 20);
}

#[tokio::test]
async fn a_stop_lets_the_request_in_flight_finish_and_takes_no_other() {
    let (arrived, go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (in_handler, released) = (Arc::clone(&arrived), Arc::clone(&go));
    let running = start(HttpSettings::default(), move |request, mut drain| {
        let (arrived, go) = (Arc::clone(&in_handler), Arc::clone(&released));
        async move {
            arrived.notify_one();
            drain.started().await;
            go.notified().await;
            fine(request, drain).await
        }
    })
    .await;
    let mut stream = open(&running).await;
    stream.write_all(request("GET", "/", "").as_bytes()).await.unwrap();
    arrived.notified().await;
    running.stop.send(()).unwrap();
    go.notify_one();
    let answer = rest(&mut stream).await;
    assert!(answer.starts_with("http/1.1 200 ok\r\n"), "{answer}");
    running.ended.await.unwrap();
    assert!(TcpStream::connect(running.address).await.is_err());
}

#[tokio::test]
async fn a_stop_closes_connections_that_sent_nothing() {
    let patience = Duration::from_secs(600);
    let settings = HttpSettings {
        header_timeout: patience,
        drain_timeout: patience,
        ..HttpSettings::default()
    };
    let running = start(settings, fine).await;
    let mut silent = open(&running).await;
    let answer = ask(&running, "GET", "/", "").await;
    assert!(answer.contains("200 ok"), "the server has taken the one before: {answer}");
    running.stop.send(()).unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(60), running.ended).await;
    assert!(ended.is_ok());
    assert_eq!(rest(&mut silent).await, "");
}

#[tokio::test]
async fn a_stop_does_not_wait_for_ever() {
    let settings =
        HttpSettings { drain_timeout: Duration::from_millis(50), ..HttpSettings::default() };
    let arrived = Arc::new(Notify::new());
    let in_handler = Arc::clone(&arrived);
    let running = start(settings, move |_, _| {
        let arrived = Arc::clone(&in_handler);
        async move {
            arrived.notify_one();
            std::future::pending().await
        }
    })
    .await;
    let mut stream = open(&running).await;
    stream.write_all(request("GET", "/", "").as_bytes()).await.unwrap();
    arrived.notified().await;
    running.stop.send(()).unwrap();
    running.ended.await.unwrap();
    assert_eq!(rest(&mut stream).await, "");
}
