//! Questions about the service.

mod questions;

use serde_json::{Value, json};

use crate::people::{JSON, error};
use crate::world::{LOUD, World};
use questions::QUESTIONS;

/// How many of the questions must have their page first, and among the first three.
const FIRST: usize = 24;
const IN_THREE: usize = 28;

fn body(text: &str, streaming: bool) -> String {
    json!({ "query": { "text": text }, "prefer": { "streaming": streaming } }).to_string()
}

/// Asks, and returns the pages that were found.
fn found(world: &World, text: &str) -> Vec<Value> {
    let answer = world.client.post("/ask", &body(text, false));
    assert_eq!(answer.status, 200, "{text:?}: {}", answer.body);
    let answer = answer.json();
    assert_eq!(answer["query"], text.trim());
    let results = answer["results"].as_array().unwrap().clone();
    assert_eq!(answer["total"], results.len());
    results
}

/// Names and data of a stream that has ended.
fn events<'s>(stream: &'s str) -> Vec<(&'s str, Value)> {
    let blocks = stream.strip_suffix("\n\n").unwrap().split("\n\n");
    let event = |block: &'s str| {
        let (name, data) = block.split_once('\n').unwrap();
        let data = data.strip_prefix("data: ").unwrap();
        (name.strip_prefix("event: ").unwrap(), serde_json::from_str(data).unwrap())
    };
    blocks.map(event).collect()
}

#[test]
fn a_question_is_answered_with_pages_that_can_be_read() {
    let world = World::start();
    let answer = world.client.post("/ask", &body("  how do I verify a webhook?\n", false));
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/json"));
    assert_eq!(answer.header("cache-control"), "no-store");
    let base = world.program().base();
    for text in ["how do I verify a webhook?", "canonical", "start a scan", "api key"] {
        let results = found(&world, text);
        assert!((1..=10).contains(&results.len()), "{}", results.len());
        let mut last = f64::INFINITY;
        let mut pages = Vec::new();
        for result in &results {
            let part = |name: &str| result[name].as_str().unwrap().to_owned();
            let (page, _) =
                part("url").split_once('#').map(|(p, a)| (p.to_owned(), a.to_owned())).unwrap();
            let read = world.client.send_raw("GET", page.strip_prefix(base).unwrap(), &[], None);
            assert_eq!(read.status, 200, "{page}");
            let heading = part("section").replace('`', "");
            assert!(read.body.replace('`', "").contains(&heading), "{page}: {heading}");
            let snippet = part("snippet");
            assert!(!snippet.is_empty() && snippet.chars().count() <= 300, "{snippet}");
            assert!(!snippet.contains("](") && !snippet.chars().any(char::is_control), "{snippet}");
            assert!(!part("title").is_empty());
            let score = result["score"].as_f64().unwrap();
            assert!(score > 0.0 && score <= last);
            last = score;
            pages.push((part("title"), page));
        }
        let all = pages.len();
        pages.sort_unstable();
        pages.dedup();
        assert_eq!(pages.len(), all, "each page once");
    }
}

#[test]
fn a_question_is_answered_as_a_stream_that_ends() {
    let world = World::start();
    let text = "how is the score\ncomputed";
    let answer = world.client.post("/ask", &body(text, true));
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/event-stream"));
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("x-accel-buffering"), "no");
    let events = events(&answer.body);
    let (first, last) = (events.first().unwrap(), events.last().unwrap());
    assert_eq!(*first, ("start", json!({ "query": text })));
    let results = &events[1..events.len() - 1];
    assert!(results.iter().all(|(name, _)| *name == "result"));
    assert_eq!(*last, ("complete", json!({ "total": results.len() })));
    let told: Vec<Value> = results.iter().map(|(_, data)| data.clone()).collect();
    assert_eq!(told, found(&world, text));

    let nothing = world.client.post("/ask", &body("qwxzv", true));
    let expected = [("start", json!({ "query": "qwxzv" })), ("complete", json!({ "total": 0 }))];
    assert_eq!(self::events(&nothing.body), expected);
    assert_eq!(found(&world, "qwxzv").len(), 0);
}

#[test]
fn what_is_no_question_is_refused() {
    let world = World::start();
    let long = "why ".repeat(300);
    for (body, code) in [
        (json!({}), "invalid_request"),
        (json!({ "query": {} }), "invalid_request"),
        (json!({ "query": "score" }), "invalid_request"),
        (json!({ "query": { "text": 7 } }), "invalid_request"),
        (json!({ "query": { "text": "" } }), "invalid_request"),
        (json!({ "query": { "text": " \t\n" } }), "invalid_request"),
        (json!({ "query": { "text": long } }), "invalid_request"),
        (
            json!({ "query": { "text": "score" }, "prefer": { "streaming": "yes" } }),
            "invalid_request",
        ),
        (json!(["score"]), "invalid_request"),
    ] {
        let refused = world.client.post("/ask", &body.to_string());
        assert_eq!(error(&refused), (400, code.to_owned()), "{body}");
    }
    assert_eq!(error(&world.client.post("/ask", "{")), (400, "invalid_json".to_owned()));
    assert_eq!(
        error(&world.client.send("POST", "/ask", &[], None)),
        (400, "invalid_request".to_owned())
    );
    let typed = [("content-type", "text/plain")];
    let refused = world.client.send("POST", "/ask", &typed, Some("score"));
    assert_eq!(error(&refused), (415, "unsupported_media_type".to_owned()));
    let read = world.client.send("GET", "/ask", &[], None);
    assert_eq!((read.status, read.header("allow")), (405, "POST, OPTIONS"));
    // What is not known is passed over, and so are credentials.
    let more = json!({
        "query": { "text": "score", "site": "x" }, "prefer": { "mode": "list" }, "num": 3,
    });
    let bad = [JSON, ("authorization", "Bearer nothing"), ("sec-fetch-site", "cross-site")];
    let answer = world.client.send("POST", "/ask", &bad, Some(&more.to_string()));
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(answer.json()["total"].as_u64().unwrap() > 0);
}

#[test]
fn hostile_questions_do_no_harm_and_are_not_logged() {
    let mut world = World::with(|command| {
        command.env("CITABLE_LOG", LOUD);
    });
    let secret = "xyloquarantine";
    let many = (0..1_000).map(|number| if number % 2 == 0 { "e" } else { " " }).collect();
    let hostile: [String; 9] = [
        "?!.,;:-_()[]{}<>|\\/\"'".to_owned(),
        "\u{0}\u{1}\u{7f}\u{202e}\u{feff}".to_owned(),
        "検索エンジンにページが引用されない理由は何ですか".to_owned(),
        "a\u{300}\u{301}".repeat(300),
        "score\r\n\r\nevent: complete\r\ndata: {}".to_owned(),
        "s".repeat(1_000),
        many,
        "👩‍👩‍👧‍👦".repeat(80),
        format!("{secret} robots"),
    ];
    for text in &hostile {
        for streaming in [false, true] {
            let answer = world.client.post("/ask", &body(text, streaming));
            assert_eq!(answer.status, 200, "{text:?}: {}", answer.body);
            if streaming {
                assert_eq!(events(&answer.body).last().unwrap().0, "complete", "{text:?}");
            }
        }
    }
    assert_eq!(found(&world, &hostile[0]).len(), 0);
    let log = world.take_program().kill();
    assert!(log.contains("the search is ready"), "{log}");
    assert!(!log.contains(secret) && !log.contains("引用"), "{log}");
    let ready = log.lines().find(|line| line.contains("the search is ready")).unwrap();
    eprintln!("{ready}");
}

#[test]
fn guides_and_the_pages_of_the_checks_can_be_read_and_kept() {
    let world = World::start();
    for (path, beginning) in [
        ("/docs/webhooks.md", "# Webhooks\n"),
        ("/docs/config.md", "# Settings\n"),
        ("/docs/checks/answer-first.md", "# `answer-first`: "),
    ] {
        let read = world.client.get(path);
        assert_eq!(
            (read.status, read.header("content-type")),
            (200, "text/markdown; charset=utf-8")
        );
        assert_eq!(read.header("cache-control"), "public, max-age=300");
        assert!(read.body.starts_with(beginning), "{path}");
        let known = [("if-none-match", read.header("etag"))];
        let again = world.client.send("GET", path, &known, None);
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
    }
    for path in ["/docs/nothing.md", "/docs/webhooks", "/docs/checks/webhooks.md", "/docs/.md"] {
        assert_eq!(error(&world.client.get(path)), (404, "not_found".to_owned()), "{path}");
    }
}

#[test]
fn questions_of_users_find_their_page() {
    let world = World::start();
    let base = world.program().base();
    let (mut first, mut in_three) = (0, 0);
    for (question, expected) in QUESTIONS {
        let results = found(&world, question);
        let urls: Vec<&str> = results
            .iter()
            .filter_map(|result| result["url"].as_str()?.strip_prefix(base))
            .collect();
        let fits = |url: &&str| expected.iter().any(|start| url.starts_with(start));
        let place = urls.iter().position(fits);
        first += usize::from(place == Some(0));
        in_three += usize::from(place.is_some_and(|place| place < 3));
        if place != Some(0) {
            eprintln!(
                "{question}: at {place:?}, before it {:?}",
                &urls[..place.unwrap_or(3).min(3)]
            );
        }
    }
    eprintln!("{first} of {} come first, {in_three} in the first three", QUESTIONS.len());
    assert!(first >= FIRST && in_three >= IN_THREE);
}
