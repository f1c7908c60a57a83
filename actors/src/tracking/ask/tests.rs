use std::time::Duration;

use citable_schema::{AskState, Store, StoreSettings, StoreUrl};
use citable_test_support::form_server::{FormReply, FormServer};
use citable_test_support::https_origin::HttpsOrigin;
use citable_test_support::reply::Reply;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::fetch::FetchSettings;
use crate::test_kit::FakeClock;
use crate::tracking::Engine;
use crate::tracking::EngineKind;

const PAGE: &str = "https://pages.citable-test.net/tides";
const REDIRECTOR: &str = "redirects.citable-test.org";

/// Where there is an answer, none is too late for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// Where there is none, it is not waited for longer than this.
const SHORT: Duration = Duration::from_millis(500);

/// Asks as the actor does.
struct Asker {
    context: Tracking,
    _folder: TempDir,
}

impl Asker {
    async fn new(kind: EngineKind, server: &FormServer, fetch: &FetchSettings) -> Self {
        let folder = TempDir::new().unwrap();
        let url = StoreUrl::Sqlite(folder.path().join("citable.sqlite"));
        let store = Store::open(StoreSettings::new(url)).await.unwrap();
        let mut settings =
            TrackingSettings { call: PATIENCE, links: PATIENCE, ..TrackingSettings::default() };
        settings.engines.insert(Engine::Two, engines::engine(kind, &server.url("/")));
        let context = Tracking {
            settings: Arc::new(settings),
            provider: Provider::sending_once(None).unwrap(),
            links: Arc::new(Links::new(fetch).unwrap()),
            writer: store.writer(),
            clock: FakeClock::at_start(),
        };
        Self { context, _folder: folder }
    }

    async fn answer(&self, engine: &str) -> Result<Verdict, Failure> {
        self.context.answer(&ask(engine), PAGE).await
    }
}

fn ask(engine: &str) -> AskRow {
    AskRow {
        id: "ask_1".to_owned(),
        monitor_id: "mon_1".to_owned(),
        account_id: "usr_1".to_owned(),
        period_start: 0,
        engine: engine.to_owned(),
        engine_name: "Engine".to_owned(),
        number: 1,
        question: "Why is there a tide?".to_owned(),
        page_url: PAGE.to_owned(),
        state: AskState::Asking,
        reason: None,
        due_at: 0,
        attempts: 1,
        owner: Some("one".to_owned()),
        lease_until: Some(1),
        cited: None,
        position: None,
        cited_url: None,
        others: None,
        created_at: 0,
        ended_at: None,
    }
}

async fn answered_with(reply: FormReply) -> Result<Verdict, Failure> {
    let is_silent = matches!(reply, FormReply::Silence);
    let server = FormServer::start(move |_| reply.clone()).await;
    let mut asker = Asker::new(EngineKind::Perplexity, &server, &FetchSettings::default()).await;
    if is_silent {
        Arc::make_mut(&mut asker.context.settings).call = SHORT;
    }
    let answer = asker.answer("engine_2").await;
    assert_eq!(server.posts().len(), 1, "one attempt is one call");
    answer
}

fn said(citations: &[&str]) -> String {
    let message = json!({ "content": "The Moon [1]." });
    json!({ "choices": [{ "message": message }], "citations": citations }).to_string()
}

#[tokio::test]
async fn what_an_engine_answers_is_judged() {
    let answer = said(&["https://other.org/a", PAGE, "https://www.other.org/b"]);
    let verdict = answered_with(FormReply::json(200, &answer)).await.unwrap();
    assert_eq!((verdict.position, verdict.url.as_deref()), (Some(2), Some(PAGE)));
    assert_eq!(verdict.others, ["other.org"]);
}

#[tokio::test]
async fn failures_say_whether_they_pass() {
    let json = FormReply::json;
    for (reply, expected) in [
        (json(401, "{}"), Failure::ForAll("key_refused")),
        (json(403, "{}"), Failure::ForAll("key_refused")),
        (json(404, "{}"), Failure::Lasting("refused")),
        (json(302, "{}").header("Location", "/"), Failure::Lasting("refused")),
        (json(429, "{}"), Failure::Passing("rate_limited", None)),
        (
            json(429, "{}").header("Retry-After", "90"),
            Failure::Passing("rate_limited", Some(90_000)),
        ),
        (json(500, "{}"), Failure::Passing("engine_error", None)),
        (json(529, &said(&[])), Failure::Passing("engine_error", None)),
        (json(200, "<html>"), Failure::Passing("malformed_answer", None)),
        (json(200, "{\"choices\":[]}"), Failure::Passing("malformed_answer", None)),
        (json(200, &"[".repeat(100_000)), Failure::Passing("malformed_answer", None)),
        (json(200, &" ".repeat(2_000_000)), Failure::Passing("malformed_answer", None)),
        (FormReply::Hangup, Failure::Passing("unreachable", None)),
        (FormReply::Silence, Failure::Passing("timed_out", None)),
    ] {
        let shown = format!("{reply:?}").chars().take(100).collect::<String>();
        assert_eq!(answered_with(reply).await, Err(expected), "{shown}");
    }
}

#[tokio::test]
async fn an_engine_that_is_not_there_is_not_called() {
    let server = FormServer::start(|_| FormReply::json(200, "{}")).await;
    let asker = Asker::new(EngineKind::OpenAi, &server, &FetchSettings::default()).await;
    for engine in ["engine_1", "engine_9"] {
        assert_eq!(asker.answer(engine).await, Err(Failure::Lasting("not_configured")));
    }
    assert!(server.posts().is_empty());
}

/// An answer of Gemini's that rests on those links, with those titles.
fn grounded(links: &[(String, &str)]) -> String {
    let chunk = |(uri, title): &(String, &str)| json!({ "web": { "uri": uri, "title": title } });
    let chunks: Vec<Value> = links.iter().map(chunk).collect();
    let content = json!({ "parts": [{ "text": "The Moon." }] });
    let metadata = json!({ "groundingChunks": chunks });
    json!({ "candidates": [{ "content": content, "groundingMetadata": metadata }] }).to_string()
}

#[tokio::test]
async fn links_count_for_what_they_lead_to_and_else_for_their_titles() {
    let origin = HttpsOrigin::start(&[REDIRECTOR]).await;
    origin.route(REDIRECTOR, "/1", Reply::redirect(302, "https://first.org/tides"));
    origin.route(REDIRECTOR, "/2", Reply::redirect(302, "https://10.0.0.1/tides"));
    origin.route(REDIRECTOR, "/3", Reply::redirect(302, &format!("{PAGE}?utm_source=x")));
    let link = |path: &str| origin.url(REDIRECTOR, path);
    let answer = grounded(&[
        (link("/1"), "first.org"),
        (link("/2"), "second.net"),
        ("https://10.0.0.1/".to_owned(), "Third, without a host"),
        (link("/3"), "citable-test.net"),
        (link("/gone"), "www.fourth.com"),
    ]);
    let server = FormServer::start(move |_| FormReply::json(200, &answer)).await;
    let mut fetch = FetchSettings {
        extra_ca_file: Some(origin.ca_file()),
        allow_cidrs: vec![origin.address().ip().into()],
        allow_ports: vec![origin.address().port()],
        ..FetchSettings::default()
    };
    fetch.resolve.add(REDIRECTOR, origin.address().ip());
    let asker = Asker::new(EngineKind::Gemini, &server, &fetch).await;
    let verdict = asker.answer("engine_2").await.unwrap();
    assert_eq!(verdict.position, Some(3), "what leads nowhere and has no host is nothing");
    assert_eq!(verdict.url.as_deref(), Some("https://pages.citable-test.net/tides?utm_source=x"));
    assert_eq!(verdict.others, ["first.org", "second.net", "fourth.com"]);
}

#[tokio::test]
async fn no_more_than_ten_links_are_looked_into() {
    let origin = HttpsOrigin::start(&[REDIRECTOR]).await;
    let links: Vec<_> =
        (0..30).map(|number| (origin.url(REDIRECTOR, &format!("/{number}")), "a.org")).collect();
    let answer = grounded(&links);
    let server = FormServer::start(move |_| FormReply::json(200, &answer)).await;
    let mut fetch = FetchSettings {
        extra_ca_file: Some(origin.ca_file()),
        allow_cidrs: vec![origin.address().ip().into()],
        allow_ports: vec![origin.address().port()],
        ..FetchSettings::default()
    };
    fetch.resolve.add(REDIRECTOR, origin.address().ip());
    let asker = Asker::new(EngineKind::Gemini, &server, &fetch).await;
    assert_eq!(asker.answer("engine_2").await.unwrap().others, ["a.org"]);
    assert_eq!(origin.requests().len(), MOST_LINKS);
}
