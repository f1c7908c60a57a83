//! Origins that end their connections rudely, write headers that cannot be read, or serve pages at
//! which libraries take offence.

use citable_test_support::authority::{Authority, TlsVersion};
use citable_test_support::client::Answer;
use citable_test_support::raw_origin::{AfterBytes, RawOrigin, RawReply};
use citable_test_support::reply::Reply;
use serde_json::Value;

use crate::world::{GOOD_PAGE, HOST, LOUD, World, block_on};

/// How often each page is scanned: what goes wrong here went wrong now and then.
const ROUNDS: usize = 8;

/// A page of 300 kB.
fn large_page() -> String {
    let text = "<p>The Moon pulls hardest, since it is near.</p>\n".repeat(6000);
    GOOD_PAGE.replace("</main>", &format!("{text}</main>"))
}

fn chunked(body: &str) -> Vec<u8> {
    let mut answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\
        Transfer-Encoding: chunked\r\n\r\n"
        .to_vec();
    for chunk in body.as_bytes().chunks(8192) {
        answer.extend(format!("{:x}\r\n", chunk.len()).into_bytes());
        answer.extend_from_slice(chunk);
        answer.extend_from_slice(b"\r\n");
    }
    [&answer, &b"0\r\n\r\n"[..]].concat()
}

fn with_length(fields: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 200 OK\r\n{fields}Content-Type: text/html\r\nContent-Length: {length}\r\n\r\n{body}")
        .into_bytes()
}

/// What came of scans of one such page, and what the program logged.
fn scans(versions: &'static [TlsVersion], page: RawReply) -> (Vec<Answer>, String) {
    let authority = Authority::new();
    let reply = move |path: &str| {
        if path.starts_with("/page") { page.clone() } else { RawReply::not_found() }
    };
    let started =
        RawOrigin::start_with([127, 0, 0, 1].into(), &authority, &[HOST], versions, reply);
    let origin = block_on(started);
    let port = origin.address().port();
    let mut world = World::with(|command| {
        command
            .env("CITABLE_FETCH_EXTRA_CA_FILE", authority.ca_file())
            .env("CITABLE_FETCH_ALLOW_PORTS", port.to_string());
    });
    let scan = |round| {
        let id = world.client.scan(&format!("https://{HOST}:{port}/page{round}"));
        world.client.finished(&id)
    };
    let answers = (0..ROUNDS).map(scan).collect();
    (answers, logged(&mut world))
}

fn logged(world: &mut World) -> String {
    let program = world.take_program();
    program.terminate();
    program.wait().2
}

/// Nobody but the service itself wrote to its log, and it found nothing amiss.
fn assert_quiet(log: &str) {
    for line in log.lines() {
        let parsed: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        assert_eq!(parsed["level"], "INFO", "{line}");
    }
}

#[test]
fn a_page_that_came_whole_is_scored_although_its_connection_ends_rudely() {
    for versions in [&[TlsVersion::Tls12][..], &[TlsVersion::Tls13]] {
        for bytes in [with_length("", GOOD_PAGE), chunked(&large_page())] {
            let (answers, log) = scans(versions, RawReply::new(bytes, AfterBytes::CloseRudely));
            let scored = answers.iter().filter(|answer| answer.status == 200).count();
            assert_eq!(scored, ROUNDS, "{versions:?}: {}", answers[0].body);
            assert!(answers.iter().all(|answer| answer.json()["score"].as_u64() > Some(0)));
            assert_quiet(&log);
        }
    }
}

#[test]
fn a_page_that_did_not_come_whole_fails_for_one_reason() {
    let cut = |mut bytes: Vec<u8>, less: usize| {
        bytes.truncate(bytes.len() - less);
        bytes
    };
    for bytes in [cut(with_length("", GOOD_PAGE), 1), cut(chunked(&large_page()), 7)] {
        let (answers, log) =
            scans(&[TlsVersion::Tls13], RawReply::new(bytes, AfterBytes::CloseRudely));
        for answer in answers {
            let failed = answer.json();
            assert_eq!(failed["reason"]["code"], "connect_failed", "{}", answer.body);
            let message = format!(
                "The connection to `{HOST}` closed before the response was complete. Answer \
                 engines may get a different response."
            );
            assert_eq!(failed["reason"]["message"], message);
        }
        assert_quiet(&log);
    }
}

#[test]
fn a_header_line_that_cannot_be_read_changes_nothing() {
    for line in ["X-Odd: a\u{1}b\r\n", "X-Odd: a\0b\r\n", "no colon\r\n"] {
        let bytes = with_length(line, GOOD_PAGE);
        let (answers, log) = scans(&[TlsVersion::Tls13], RawReply::new(bytes, AfterBytes::Close));
        for answer in &answers {
            assert_eq!(answer.status, 200, "{line:?}: {}", answer.body);
        }
        assert_quiet(&log);
    }
}

#[test]
fn no_page_writes_into_the_log() {
    // Each of these tags is one that the parser warns of.
    let tags = "<b>".repeat(20_000);
    let page = GOOD_PAGE.replace("</main>", &format!("<table>{tags}</table></main>"));
    let mut world = World::start();
    world.origin.route(HOST, "/table", Reply::html(&page));
    let report = world.client.finished(&world.client.scan(&world.url("/table")));
    assert_eq!(report.status, 200, "{}", report.body);
    assert_quiet(&logged(&mut world));
}

#[test]
fn a_bare_level_is_that_of_the_service_alone() {
    let page =
        GOOD_PAGE.replace("</main>", &format!("<table>{}</table></main>", "<b>".repeat(500)));
    let said = |filter: &str| {
        let mut world = World::with(|command| {
            command.env("CITABLE_LOG", filter);
        });
        world.origin.route(HOST, "/table", Reply::html(&page));
        world.client.finished(&world.client.scan(&world.url("/table")));
        let log = logged(&mut world);
        let lines = log.lines().map(|line| serde_json::from_str(line).unwrap());
        lines.map(|line: Value| line["target"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for filter in ["debug", "trace"] {
        let stranger = said(filter).into_iter().find(|target| !target.starts_with("citable"));
        assert_eq!(stranger, None, "{filter}");
    }
    let loud = said(LOUD);
    assert!(loud.iter().any(|target| target.starts_with("isahc")));
}
