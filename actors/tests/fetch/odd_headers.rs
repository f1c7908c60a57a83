//! Headers of which some lines cannot be read, or that are too many.

use std::sync::{Arc, Mutex};

use citable_checks::failure::FailureCode;
use citable_test_support::raw_origin::{AfterBytes, RawReply};

use crate::raw::{BOTH, HTML, Raw, with_length};

#[tokio::test]
async fn a_header_line_that_cannot_be_read_is_passed_over_alone() {
    for line in [
        &b"X-Odd: a\x01b"[..],
        b"X-Odd: a\0b",
        b"X-Odd: a\rb",
        b"X-Odd: a\x7f",
        b"X Odd: a",
        b"X-Odd : a",
        b"X-\xe9: a",
        b"no colon at all",
        b": no name",
        b"X-Odd: one\r\n two\x02",
    ] {
        let fields = [line, b"\r\n", HTML.as_bytes(), b"X-Robots-Tag: noarchive\r\n"].concat();
        for after in [AfterBytes::Close, AfterBytes::CloseRudely] {
            let head = [b"HTTP/1.1 200 OK\r\n", fields.as_slice(), b"Content-Length: 7\r\n\r\n"];
            let raw = Raw::start(&BOTH, &[&head.concat(), &b"<p>Page"[..]].concat(), after).await;
            let page = raw.scan().await.map(|snapshot| snapshot.page);
            let page =
                page.unwrap_or_else(|failure| panic!("{}: {failure:?}", line.escape_ascii()));
            let exchange = &page.exchanges[0];
            let names: Vec<_> = exchange.headers.iter().map(|(name, _)| name.as_str()).collect();
            let kept = ["content-type", "x-robots-tag", "content-length"];
            assert_eq!(names, kept, "{}", line.escape_ascii());
            assert_eq!(page.body, b"<p>Page");
        }
    }
}

#[tokio::test]
async fn folded_and_odd_but_readable_header_lines_are_kept() {
    let lines = b"X-Folded: one\r\n  two\r\nX-Latin: caf\xe9\r\nX-Empty:\r\n";
    let bytes =
        [b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n", &lines[..], HTML.as_bytes(), b"\r\n<p>Page"]
            .concat();
    for after in [AfterBytes::Close, AfterBytes::CloseRudely] {
        let raw = Raw::start(&BOTH, &bytes, after).await;
        let page = raw.scan().await.unwrap().page;
        let exchange = &page.exchanges[0];
        assert_eq!(exchange.header("x-folded"), Some("one two"));
        assert_eq!(exchange.header("x-latin"), Some("caf\u{fffd}"));
        assert_eq!(exchange.header("x-empty"), Some(""));
        assert_eq!(exchange.header("content-type"), Some("text/html"));
    }
}

#[tokio::test]
async fn a_bad_line_in_a_redirect_or_a_not_found_changes_neither() {
    let raw = Raw::answering(&BOTH, |path| match path {
        "/" => RawReply::new(
            "HTTP/1.1 302 Found\r\nX-Odd: \u{1}\r\nLocation: /gone\r\n\r\n",
            AfterBytes::Close,
        ),
        "/gone" => RawReply::new(
            "HTTP/1.1 404 Not Found\r\nX-Odd: \u{1}\r\nContent-Length: 4\r\n\r\ngone",
            AfterBytes::Close,
        ),
        _ => RawReply::not_found(),
    })
    .await;
    let page = raw.scan().await.unwrap().page;
    assert_eq!(page.exchanges.iter().map(|e| e.status).collect::<Vec<_>>(), [302, 404]);
    assert_eq!(page.body, b"gone");
}

#[tokio::test]
async fn a_flood_of_header_names_fails_its_own_scan_alone() {
    // About as many as fit into what the usual client reads of headers; more than a map of them may
    // hold.
    let names: String = (0..40_000).map(|number| format!("{number:x}:\r\n")).collect();
    let flood = format!("HTTP/1.1 200 OK\r\n{names}Content-Length: 4\r\n\r\n<p>P");
    let asked = Arc::<Mutex<usize>>::default();
    let raw = Raw::answering(&BOTH, move |path| {
        let mut asked = asked.lock().unwrap();
        *asked += usize::from(path == "/");
        match path {
            // Each scan asks twice; the third gets a page.
            "/" if *asked <= 4 => RawReply::new(flood.as_bytes(), AfterBytes::Close),
            "/" => RawReply::new(with_length(HTML, b"<p>Page"), AfterBytes::Close),
            _ => RawReply::not_found(),
        }
    })
    .await;
    for _ in 0..2 {
        let failure = raw.scan().await.unwrap_err();
        assert_eq!(failure.code, FailureCode::ConnectFailed);
        assert!(failure.message.contains("too large header fields"), "{}", failure.message);
    }
    assert_eq!(raw.scan().await.unwrap().page.body, b"<p>Page");
}

#[tokio::test]
async fn an_origin_that_needs_care_is_not_asked_twice_each_time() {
    let asked = Arc::<Mutex<Vec<String>>>::default();
    let seen = Arc::clone(&asked);
    let raw = Raw::answering(&BOTH, move |path| {
        seen.lock().unwrap().push(path.to_owned());
        let status = if path == "/" { "200 OK" } else { "404 Not Found" };
        let head = format!("HTTP/1.1 {status}\r\nX-Odd: \u{1}\r\n{HTML}Content-Length: 7\r\n\r\n");
        RawReply::new(head + "<p>Page", AfterBytes::Close)
    })
    .await;
    raw.scan().await.unwrap();
    let mut asked = asked.lock().unwrap().clone();
    let robots = asked.iter().filter(|path| *path == "/robots.txt").count();
    assert_eq!((robots, asked.remove(0).as_str()), (2, "/robots.txt"));
    asked.sort();
    assert_eq!(asked, ["/", "/llms.txt", "/robots.txt", "/sitemap.xml"]);
}
