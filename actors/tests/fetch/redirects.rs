//! Redirects, followed by hand.

use citable_checks::failure::FailureCode;
use citable_checks::page::snapshot::PageEnd;
use citable_test_support::canary::Canary;
use citable_test_support::reply::Reply;

use crate::site::{HOST, OTHER, Site, chain};

#[tokio::test]
async fn every_redirect_status_is_followed() {
    let site = Site::start().await;
    site.page("/end", Reply::html("<p>End"));
    for status in [301, 302, 303, 307, 308] {
        site.page("/start", Reply::redirect(status, "end?a#b"));
        let snapshot = site.scan("/start").await.unwrap();
        assert_eq!(chain(&snapshot), (vec![status, 200], &PageEnd::Answered));
        assert_eq!(snapshot.page.exchanges[1].url.as_str(), site.origin.url(HOST, "/end?a"));
        assert_eq!(snapshot.page.body, b"<p>End");
        assert_eq!(snapshot.requested_url.as_str(), site.origin.url(HOST, "/start"));
    }
}

#[tokio::test]
async fn other_statuses_with_a_target_are_answers() {
    let site = Site::start().await;
    for status in [200, 201, 300, 304, 404] {
        site.page("/", Reply::redirect(status, "/end"));
        let snapshot = site.scan("/").await.unwrap();
        assert_eq!(chain(&snapshot), (vec![status], &PageEnd::Answered));
    }
}

/// `/0` redirects to `/1` and so on, `/{hops}` is a page.
fn route_hops(site: &Site, hops: usize) {
    for hop in 0..hops {
        site.page(&format!("/{hop}"), Reply::redirect(302, &format!("/{}", hop + 1)));
    }
    site.page(&format!("/{hops}"), Reply::html("<p>End"));
}

#[tokio::test]
async fn five_redirects_are_followed_and_the_sixth_is_not() {
    let site = Site::start().await;
    route_hops(&site, 5);
    let snapshot = site.scan("/0").await.unwrap();
    assert_eq!(chain(&snapshot), (vec![302, 302, 302, 302, 302, 200], &PageEnd::Answered));

    route_hops(&site, 6);
    let snapshot = site.scan("/0").await.unwrap();
    let end = PageEnd::TooManyRedirects { to: site.origin.url(HOST, "/6") };
    assert_eq!(chain(&snapshot), (vec![302; 6], &end));
    assert!(snapshot.page.body.is_empty());
    assert!(!site.origin.paths(HOST).contains(&"/6".to_owned()));
}

#[tokio::test]
async fn a_loop_is_seen() {
    let site = Site::start().await;
    site.page("/a", Reply::redirect(302, "/b"));
    site.page("/b", Reply::redirect(302, "/a#again"));
    let snapshot = site.scan("/a").await.unwrap();
    let end = PageEnd::RedirectLoop { to: site.origin.url(HOST, "/a") };
    assert_eq!(chain(&snapshot), (vec![302, 302], &end));
}

#[tokio::test]
async fn a_redirect_to_another_spelling_is_no_loop() {
    let site = Site::start().await;
    site.page("/~a", Reply::redirect(301, "/%7Ea"));
    site.page("/%7Ea", Reply::html("<p>Page"));
    let snapshot = site.scan("/~a").await.unwrap();
    assert_eq!(chain(&snapshot), (vec![301, 200], &PageEnd::Answered));
}

#[tokio::test]
async fn a_redirect_that_only_sets_a_cookie_is_a_loop_to_clients_without_cookies() {
    let site = Site::start().await;
    site.origin.route_with(HOST, "/", |request| match request.header("cookie") {
        Some(_) => Reply::html("<p>Page"),
        None => Reply::redirect(302, "/").header("set-cookie", "seen=1"),
    });
    let snapshot = site.scan("/").await.unwrap();
    let end = PageEnd::RedirectLoop { to: site.origin.url(HOST, "/") };
    assert_eq!(chain(&snapshot), (vec![302], &end));
}

#[tokio::test]
async fn redirects_without_a_target_end_the_chain() {
    let site = Site::start().await;
    for reply in [Reply::new(302), Reply::redirect(302, ""), Reply::redirect(302, "/a\tb")] {
        site.page("/", reply);
        let snapshot = site.scan("/").await.unwrap();
        assert_eq!(chain(&snapshot), (vec![302], &PageEnd::RedirectWithoutTarget));
    }
}

#[tokio::test]
async fn other_schemes_are_never_fetched() {
    let canary = Canary::start();
    let site = Site::start().await;
    for to in [format!("http://{HOST}:{}/", canary.port()), "http://example.org/".to_owned()] {
        site.page("/", Reply::redirect(301, &to));
        let failure = site.scan("/").await.unwrap_err();
        assert_eq!(failure.code, FailureCode::RedirectedToHttp);
        assert!(failure.message.contains(&to) && !canary.is_touched(), "{}", failure.message);
    }
    for to in ["file:///etc/hostname".to_owned(), format!("ws://127.0.0.1:{}/", canary.port())] {
        site.page("/", Reply::redirect(301, &to));
        let snapshot = site.scan("/").await.unwrap();
        assert_eq!(chain(&snapshot), (vec![301], &PageEnd::RedirectWithoutTarget));
        assert!(snapshot.page.body.is_empty() && !canary.is_touched());
    }
}

#[tokio::test]
async fn refused_targets_fail_the_scan() {
    let canary = Canary::start();
    let mut site = Site::start().await;
    site.settings.allow_ports.push(canary.port());
    for to in [
        format!("//127.0.0.1:{}/", canary.port()),
        format!("https://localhost:{}/", canary.port()),
        format!("https://user:pass@{HOST}:{}/", site.port()),
        format!("https://{HOST}:6379/"),
        "https://metadata.google.internal/".to_owned(),
        "https://citable.example/".to_owned(),
    ] {
        site.page("/", Reply::redirect(302, &to));
        let failure = site.scan("/").await.unwrap_err();
        assert_eq!(failure.code, FailureCode::BlockedAddress, "{to}");
        assert!(!canary.is_touched(), "{to}");
    }
}

#[tokio::test]
async fn a_meta_refresh_is_not_followed() {
    let site = Site::start().await;
    site.page("/", Reply::html("<meta http-equiv=refresh content='0;url=/next'>"));
    let snapshot = site.scan("/").await.unwrap();
    assert_eq!(chain(&snapshot), (vec![200], &PageEnd::Answered));
    assert!(!site.origin.paths(HOST).contains(&"/next".to_owned()));
}

#[tokio::test]
async fn another_host_gets_its_own_connection_and_its_own_name() {
    let site = Site::start().await;
    site.page("/", Reply::redirect(301, &format!("//{OTHER}:{}/x", site.port())));
    site.origin.route(OTHER, "/x", Reply::html("<p>Other"));
    let snapshot = site.scan("/").await.unwrap();
    assert_eq!(chain(&snapshot), (vec![301, 200], &PageEnd::Answered));
    let requests = site.origin.requests();
    let other = requests.iter().find(|request| request.host == OTHER).unwrap();
    assert_eq!(other.server_name.as_deref(), Some(OTHER));
}
