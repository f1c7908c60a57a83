use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use citable_test_support::authority::Authority;
use citable_test_support::canary::Canary;
use citable_test_support::dns::{DnsAnswer, ScriptedDns};
use citable_test_support::https_origin::HttpsOrigin;
use citable_test_support::raw_origin::{AfterBytes, RawOrigin};
use citable_test_support::reply::Reply;

use super::*;

const HOST: &str = "hooks.test";
const NAMED: &str = "named.hooks-for-citable.org";
/// What counts as public.
const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

/// A receiver, and settings that reach it.
async fn receiver() -> (HttpsOrigin, FetchSettings) {
    let names = [HOST, NAMED];
    let origin = HttpsOrigin::start_on((PUBLIC, 0).into(), Arc::default(), &names).await;
    let mut settings = FetchSettings {
        base_url: "https://citable.example/".to_owned(),
        extra_ca_file: Some(origin.ca_file()),
        allow_cidrs: vec![PUBLIC.into()],
        allow_ports: vec![origin.address().port()],
        ..FetchSettings::default()
    };
    settings.resolve.add(HOST, PUBLIC);
    (origin, settings)
}

fn posting(url: String) -> Posting {
    Posting {
        url,
        headers: vec![("webhook-id", "msg_1".to_owned())],
        body: r#"{"a":"ü"}"#.to_owned(),
        limit: Duration::from_secs(10),
    }
}

#[tokio::test]
async fn a_message_arrives_as_it_was_given() {
    let (origin, settings) = receiver().await;
    origin.route(HOST, "/Hook%7E?a=%62", Reply::new(204));
    let outbound = Outbound::new(&settings).unwrap();
    let url = outbound.judge(&origin.url(HOST, "/Hook%7E?a=%62#x")).await.unwrap();
    let posted = outbound.post(posting(url)).await;
    assert_eq!(posted, Ok(Posted { status: 204, retry_after: None }));
    let seen = origin.requests().remove(0);
    assert_eq!((seen.method.as_str(), seen.path.as_str()), ("POST", "/Hook%7E?a=%62"));
    assert_eq!((seen.body.as_str(), seen.header("webhook-id")), (r#"{"a":"ü"}"#, Some("msg_1")));
    assert_eq!(seen.header("content-type"), Some("application/json"));
    let agent = seen.header("user-agent").unwrap();
    assert!(agent.starts_with("Citable-Webhooks/"), "{agent}");
    assert!(agent.ends_with("(+https://citable.example)"), "{agent}");
}

#[tokio::test]
async fn every_answer_is_an_answer_and_no_redirect_is_followed() {
    let (origin, settings) = receiver().await;
    let canary = Canary::start();
    let inwards = format!("https://127.0.0.1:{}/", canary.port());
    origin.route(HOST, "/later", Reply::new(429).header("retry-after", "7"));
    origin.route(HOST, "/gone", Reply::new(410));
    origin.route(HOST, "/inwards", Reply::redirect(307, &inwards));
    origin.route(HOST, "/elsewhere", Reply::redirect(302, &origin.url(HOST, "/gone")));
    origin.route(HOST, "/endless", Reply::new(200).endless("x".repeat(1024)));
    origin.route(HOST, "/stalled", Reply::new(200).stalled("x"));
    let outbound = Outbound::new(&settings).unwrap();
    for (path, status, retry_after) in [
        ("/later", 429, Some("7")),
        ("/gone", 410, None),
        ("/inwards", 307, None),
        ("/elsewhere", 302, None),
        ("/endless", 200, None),
        ("/stalled", 200, None),
    ] {
        let posted = outbound.post(posting(origin.url(HOST, path))).await.unwrap();
        assert_eq!((posted.status, posted.retry_after.as_deref()), (status, retry_after), "{path}");
    }
    assert_eq!(origin.requests().len(), 6);
    assert!(!canary.is_touched());
}

#[tokio::test]
async fn what_brings_no_answer_is_told_apart() {
    let (origin, mut settings) = receiver().await;
    origin.route(HOST, "/slow", Reply::never());
    origin.route(HOST, "/broken", Reply::hangup());
    let dns = ScriptedDns::start().await;
    dns.script("nowhere.hooks-for-citable.org", [DnsAnswer::NoSuchName]);
    dns.script("other-name.hooks-for-citable.org", [DnsAnswer::Addresses(vec![PUBLIC])]);
    settings.dns_servers = vec![dns.address()];
    let outbound = Outbound::new(&settings).unwrap();
    for (url, error) in [
        (origin.url(HOST, "/slow"), PostError::TimedOut),
        (origin.url(HOST, "/broken"), PostError::ConnectFailed),
        (origin.url("nowhere.hooks-for-citable.org", "/"), PostError::DnsFailed),
        (origin.url("other-name.hooks-for-citable.org", "/"), PostError::TlsFailed),
        (format!("http://{HOST}/"), PostError::BlockedAddress),
        ("file:///etc/hostname".to_owned(), PostError::BlockedAddress),
    ] {
        let limit = Duration::from_millis(if url.ends_with("/slow") { 300 } else { 10_000 });
        let posted = outbound.post(Posting { limit, ..posting(url.clone()) }).await;
        assert_eq!(posted, Err(error), "{url}");
    }
}

#[tokio::test]
async fn a_name_that_turns_inwards_is_refused_at_the_next_message() {
    let (origin, mut settings) = receiver().await;
    let canary = Canary::start();
    let dns = ScriptedDns::start().await;
    let outwards = DnsAnswer::Addresses(vec![PUBLIC]);
    let inwards = DnsAnswer::Addresses(vec!["127.0.0.1".parse().unwrap()]);
    let both = DnsAnswer::Addresses(vec![PUBLIC, "127.0.0.1".parse().unwrap()]);
    dns.script(NAMED, [outwards.clone(), outwards, inwards.clone()]);
    dns.script("inwards.hooks-for-citable.org", [inwards]);
    dns.script("both.hooks-for-citable.org", [both]);
    dns.script("nowhere.hooks-for-citable.org", [DnsAnswer::NoSuchName]);
    dns.script("failing.hooks-for-citable.org", [DnsAnswer::Failure]);
    settings.dns_servers = vec![dns.address()];
    settings.allow_ports.push(canary.port());
    origin.route(NAMED, "/", Reply::new(200));
    let outbound = Outbound::new(&settings).unwrap();
    let url = outbound.judge(&origin.url(NAMED, "/")).await.unwrap();
    assert_eq!(outbound.post(posting(url.clone())).await.unwrap().status, 200);
    assert_eq!(outbound.post(posting(url)).await, Err(PostError::BlockedAddress));
    assert_eq!(origin.requests().len(), 1);
    for (host, admitted) in
        [("inwards", false), ("both", false), ("nowhere", true), ("failing", true)]
    {
        let url = format!("https://{host}.hooks-for-citable.org:{}/", canary.port());
        let judged = outbound.judge(&url).await;
        let expected = if admitted { Ok(url.clone()) } else { Err(TargetError::NotPublic) };
        assert_eq!(judged, expected, "{host}");
    }
    assert!(!canary.is_touched());
}

/// How often each answer is waited for: what goes wrong here went wrong now and then.
const ROUNDS: usize = 16;

#[tokio::test]
async fn an_answer_counts_however_its_connection_ends() {
    let authority = Authority::new();
    for bytes in [
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "HTTP/1.0 200 OK\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nX-Odd: \u{1}\r\nContent-Length: 0\r\n\r\n",
    ] {
        let after = AfterBytes::CloseRudely;
        let origin = RawOrigin::start_on(PUBLIC, &authority, &[HOST], bytes, after).await;
        let mut settings = FetchSettings {
            extra_ca_file: Some(authority.ca_file()),
            allow_cidrs: vec![PUBLIC.into()],
            allow_ports: vec![origin.address().port()],
            ..FetchSettings::default()
        };
        settings.resolve.add(HOST, PUBLIC);
        let outbound = Outbound::new(&settings).unwrap();
        let url = format!("https://{HOST}:{}/", origin.address().port());
        let mut taken = 0;
        for _ in 0..ROUNDS {
            taken += usize::from(outbound.post(posting(url.clone())).await.is_ok());
        }
        assert_eq!(taken, ROUNDS, "{bytes:?}");
    }
}
