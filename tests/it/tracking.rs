//! What answer engines are asked about monitored addresses, by servers that speak their contracts,
//! and what owners see of it.

use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use citable_test_support::client::Answer;
use citable_test_support::database::count;
use citable_test_support::form_server::{FormReply, FormServer, SeenPost};
use citable_test_support::reply::Reply;
use citable_test_support::smtp_sink::Sink;
use serde_json::{Value, json};

use crate::people::{JSON, MovedClock, admin, dev, sign_in};
use crate::world::{GOOD_PAGE, HOST, LOUD, OTHER_HOST, World, block_on, eventually};

const EMAIL: &str = "ada@people.example";
const PATH: &str = "/tides";
const KEY: &str = "s3cret-of-the-0perator";
const QUESTIONS: [&str; 3] =
    ["Why is there a tide?", "Tides explained", "Tides explained: Spring tides"];
const MINUTE: i64 = 60_000;
const WEEK: i64 = 7 * 24 * 60 * MINUTE;
/// 2027-03-03T10:00:00Z, a Wednesday.
const START: i64 = 1_804_068_000_000;

/// What a server answers at the moment.
type Behaviour = Box<dyn Fn(&str) -> FormReply + Send>;

/// An engine: a server, and how it behaves.
struct Engine {
    kind: &'static str,
    server: FormServer,
    behaviour: Arc<Mutex<Behaviour>>,
}

impl Engine {
    fn new(kind: &'static str, behaves: impl Fn(&str) -> FormReply + Send + 'static) -> Self {
        let behaviour: Arc<Mutex<Behaviour>> = Arc::new(Mutex::new(Box::new(behaves)));
        let now = Arc::clone(&behaviour);
        let answer = move |post: &SeenPost| (now.lock().unwrap())(&question(kind, post));
        Self { kind, server: block_on(FormServer::start(answer)), behaviour }
    }

    fn behave(&self, behaves: impl Fn(&str) -> FormReply + Send + 'static) {
        *self.behaviour.lock().unwrap() = Box::new(behaves);
    }

    /// What it was asked so far.
    fn asked(&self) -> Vec<String> {
        let mut asked: Vec<String> =
            self.server.posts().iter().map(|post| question(self.kind, post)).collect();
        asked.sort();
        asked
    }
}

/// The question of a call, which holds to the contract of its kind.
fn question(kind: &str, post: &SeenPost) -> String {
    let body: Value = serde_json::from_str(&post.body).unwrap();
    let (path, header, key, question) = match kind {
        "openai" => {
            assert_eq!(body["tools"], json!([{ "type": "web_search" }]));
            assert_eq!((&body["model"], &body["store"]), (&json!("m"), &json!(false)));
            ("/v1/responses", "authorization", format!("Bearer {KEY}"), &body["input"])
        }
        "perplexity" => {
            assert_eq!(body["model"], "m");
            let question = &body["messages"][0]["content"];
            ("/chat/completions", "authorization", format!("Bearer {KEY}"), question)
        }
        _ => {
            assert_eq!(body["tools"], json!([{ "google_search": {} }]));
            let question = &body["contents"][0]["parts"][0]["text"];
            ("/v1beta/models/m:generateContent", "x-goog-api-key", KEY.to_owned(), question)
        }
    };
    assert_eq!((post.path.as_str(), post.header(header)), (path, Some(key.as_str())));
    question.as_str().unwrap().to_owned()
}

/// An answer of OpenAI's that cites those addresses.
fn openai(urls: &[&str]) -> FormReply {
    let citation = |(place, url): (usize, &&str)| json!({ "type": "url_citation", "url": url, "title": "T", "start_index": place, "end_index": place });
    let citations: Vec<Value> = urls.iter().enumerate().map(citation).collect();
    let text = json!({ "type": "output_text", "text": "So it is.", "annotations": citations });
    let search = json!({ "type": "web_search_call", "status": "completed" });
    let message = json!({ "type": "message", "role": "assistant", "content": [text] });
    let answer = json!({ "status": "completed", "output": [search, message] });
    FormReply::json(200, &answer.to_string())
}

/// An answer of Perplexity's that cites those addresses.
fn perplexity(urls: &[&str]) -> FormReply {
    let message = json!({ "role": "assistant", "content": "So it is." });
    let answer = json!({ "choices": [{ "index": 0, "message": message }], "citations": urls });
    FormReply::json(200, &answer.to_string())
}

/// An answer of Gemini's that rests on those links, each with its title.
fn gemini(links: &[(String, &str)]) -> FormReply {
    let chunk = |(uri, title): &(String, &str)| json!({ "web": { "uri": uri, "title": title } });
    let chunks: Vec<Value> = links.iter().map(chunk).collect();
    let supports: Vec<Value> =
        (0..links.len()).map(|place| json!({ "groundingChunkIndices": [place] })).collect();
    let metadata = json!({ "groundingChunks": chunks, "groundingSupports": supports });
    let content = json!({ "role": "model", "parts": [{ "text": "So it is." }] });
    let answer = json!({ "candidates": [{ "content": content, "groundingMetadata": metadata }] });
    FormReply::json(200, &answer.to_string())
}

/// A service whose owner is signed in and monitors a page.
struct Service {
    world: World,
    clock: MovedClock,
    /// The machine's time at which the clock stood at [`START`].
    started: i64,
    cookie: String,
}

impl Service {
    /// With those engines in order; none where there is none of that number.
    fn start(engines: [Option<&Engine>; 3], more: &[(&str, &str)]) -> Self {
        let (clock, started) = (MovedClock::new(), Utc::now().timestamp_millis());
        clock.move_by(START - started);
        let world = World::with(|command| {
            dev(command);
            clock.give_to(command);
            for (number, engine) in (1..).zip(engines) {
                let Some(engine) = engine else { continue };
                let name = |setting: &str| format!("CITABLE_ENGINE_{number}_{setting}");
                command
                    .env(name("KIND"), engine.kind)
                    .env(name("API_URL"), engine.server.url("/"))
                    .env(name("API_KEY"), KEY)
                    .env(name("MODEL"), "m");
            }
            command.envs(more.iter().copied());
        });
        let page = GOOD_PAGE
            .replacen("<p>The Moon", "<h2>Why is there a tide?</h2><p>The Moon", 1)
            .replacen("<p>How far", "<h2>Spring tides</h2><p>How far", 1);
        world.origin.route(HOST, PATH, Reply::html(&page));
        let cookie = sign_in(&world.client, EMAIL);
        admin(&world, Some(&clock), &["plan", "grant", EMAIL, "pro"]);
        Self { world, clock, started, cookie }
    }

    /// Moves the clock on by so much in all, beside the time that passes by itself.
    fn pass(&self, milliseconds: i64) {
        self.clock.move_by(START - self.started + milliseconds);
    }

    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let body = body.map(Value::to_string);
        let headers = [JSON, ("cookie", self.cookie.as_str())];
        let headers = if body.is_some() { &headers[..] } else { &headers[1..] };
        self.world.client.send(method, path, headers, body.as_deref())
    }

    /// Monitors a page, and consents to those engines; answers with its path.
    fn watch(&self, path: &str, engines: &[&str]) -> String {
        let consent = json!({ "engines": engines });
        let body = json!({ "url": self.world.url(path), "trackingConsent": consent });
        let created = self.send("POST", "/monitors", Some(&body));
        assert_eq!(created.status, 201, "{}", created.body);
        format!("/monitors/{}", created.json()["monitor"]["id"].as_str().unwrap())
    }

    /// The monitor of that number.
    fn monitor(&self, number: usize) -> Value {
        self.send("GET", "/monitors", None).json()["monitors"][number].clone()
    }

    /// What the first monitor says of an engine; null where nothing.
    fn engine(&self, name: &str) -> Value {
        let monitor = self.monitor(0);
        let engines = monitor["tracking"]["engines"].as_array().cloned().unwrap_or_default();
        engines.into_iter().find(|engine| engine["engine"] == name).unwrap_or_default()
    }

    fn reaches(&self, name: &str, status: &str) -> Value {
        eventually(&format!("{name} is {status}"), || self.engine(name)["status"] == status);
        self.engine(name)
    }
}

/// The answer about a question: cited, position, address, others.
fn said(engine: &Value, question: &str) -> Value {
    let questions = engine["questions"].as_array().unwrap();
    let one = questions.iter().find(|one| one["text"] == question).cloned();
    let one = one.unwrap_or_else(|| panic!("{question}: {engine}"));
    json!([one["cited"], one["position"], one["citedUrl"], one["others"]])
}

#[test]
fn what_engines_cite_stands_beside_the_score() {
    let one = Engine::new("openai", |question| match question {
        "Why is there a tide?" => openai(&[
            "https://moon.example.org/a",
            "https://www.pages.citable-test.net/elsewhere",
            "https://moon.example.org/a?utm_source=openai",
        ]),
        "Tides explained" => openai(&["https://moon.example.org/", "https://sun.example.com/"]),
        _ => openai(&[]),
    });
    let two = Engine::new("perplexity", |_| perplexity(&[]));
    let three = Engine::new("gemini", |_| gemini(&[]));
    let service = Service::start([Some(&one), Some(&two), Some(&three)], &[]);
    let page = service.world.url(PATH);
    let spelled = format!("{page}/?utm_source=perplexity#neap");
    let cited = spelled.clone();
    two.behave(move |question| match question {
        "Why is there a tide?" => perplexity(&["https://sea.citable-test.net/", &cited]),
        _ => perplexity(&["https://a.example.org/", "https://shop.citable-test.net/tides"]),
    });
    let origin = &service.world.origin;
    let port = origin.address().port();
    let link = |path: &str| origin.url(OTHER_HOST, path);
    origin.route(OTHER_HOST, "/redirect/1", Reply::redirect(302, &page));
    origin.route(OTHER_HOST, "/redirect/2", Reply::redirect(301, "/redirect/1"));
    let inwards = format!("https://127.0.0.1:{port}/inwards");
    origin.route(OTHER_HOST, "/redirect/3", Reply::redirect(302, &inwards));
    let links = [
        (link("/redirect/3"), "hidden.example.net"),
        ("https://10.1.2.3/".to_owned(), "No host"),
        (link("/redirect/2"), "citable-test.net"),
    ];
    three.behave(move |_| gemini(&links));

    service.watch(PATH, &["engine_1", "engine_2", "engine_3"]);
    for name in ["engine_1", "engine_2", "engine_3"] {
        let engine = service.reaches(name, "done");
        assert!(engine["reason"].is_null(), "{engine}");
        assert_eq!(engine["questions"].as_array().unwrap().len(), 3, "{engine}");
    }
    let monitor = service.monitor(0);
    assert_eq!(monitor["tracking"]["questions"], json!(QUESTIONS));
    assert!(monitor["tracking"]["lastRunAt"].as_str() >= monitor["lastRunAt"].as_str());
    for engine in [&one, &two, &three] {
        let mut expected = QUESTIONS;
        expected.sort_unstable();
        assert_eq!(engine.asked(), expected, "each question once");
    }
    let first = service.engine("engine_1");
    assert_eq!(first["name"], "ChatGPT");
    let elsewhere = "https://www.pages.citable-test.net/elsewhere";
    assert_eq!(said(&first, QUESTIONS[0]), json!([true, 2, elsewhere, ["example.org"]]));
    let others = json!(["example.org", "example.com"]);
    assert_eq!(said(&first, QUESTIONS[1]), json!([false, null, null, others]));
    assert_eq!(said(&first, QUESTIONS[2]), json!([false, null, null, []]));
    let second = service.engine("engine_2");
    assert_eq!(
        said(&second, QUESTIONS[0]),
        json!([true, 2, spelled, []]),
        "the page before its site"
    );
    let shop = "https://shop.citable-test.net/tides";
    assert_eq!(said(&second, QUESTIONS[1]), json!([true, 2, shop, ["example.org"]]));
    let third = service.engine("engine_3");
    assert_eq!(said(&third, QUESTIONS[0]), json!([true, 2, page, ["example.net"]]));
    let paths = origin.requests();
    assert!(!paths.iter().any(|request| request.path == "/inwards"), "nobody goes there");
    let scan = format!("/scan/{}", monitor["lastScanId"].as_str().unwrap());
    let report = service.world.client.get(&scan);
    assert_eq!(report.json()["score"], monitor["lastScore"]);
    assert!(!report.body.contains("ChatGPT said") && !report.body.contains("engine_1"));
    let again = service.watch(PATH, &["engine_1", "engine_2", "engine_3"]);
    let one_monitor = json!({ "engines": ["engine_1", "engine_2", "engine_3"] });
    let consented = service.send("POST", &format!("{again}/tracking-consent"), Some(&one_monitor));
    assert_eq!(consented.json()["monitor"]["tracking"], monitor["tracking"], "as in the list");
}

#[test]
fn a_page_outside_the_database_is_read_from_there() {
    let one = Engine::new("openai", |_| openai(&[]));
    let folder = tempfile::TempDir::new().unwrap();
    let url = format!("file://{}", folder.path().display());
    let service =
        Service::start([Some(&one), None, None], &[("CITABLE_SNAPSHOT_STORE_URL", url.as_str())]);
    service.watch(PATH, &["engine_1"]);
    service.reaches("engine_1", "done");
    let mut expected = QUESTIONS;
    expected.sort_unstable();
    assert_eq!(one.asked(), expected);
    let elsewhere = "select count(*) from snapshots where object is not null and length(body) = 0";
    assert_eq!(count(service.world.data(), elsewhere), 1);
}

#[test]
fn an_engine_that_is_missing_or_hangs_holds_up_nobody() {
    let two = Engine::new("perplexity", |_| FormReply::Silence);
    let three = Engine::new("gemini", |_| gemini(&[]));
    let service = Service::start([None, Some(&two), Some(&three)], &[]);
    let monitor = service.watch(PATH, &["engine_1", "engine_2", "engine_3"]);
    let first = service.engine("engine_1");
    assert_eq!(first["status"], "unavailable", "before any run");
    let consent = json!({ "engines": ["engine_1", "engine_2", "engine_3"] });
    let again = service.send("POST", &format!("{monitor}/tracking-consent"), Some(&consent));
    let engines = again.json()["monitor"]["tracking"]["engines"].clone();
    assert_eq!(engines[0]["status"], "unavailable", "{engines}");
    assert_eq!((&first["reason"], &first["name"]), (&json!("not_configured"), &json!("engine_1")));
    service.reaches("engine_3", "done");
    assert_eq!(service.engine("engine_2")["status"], "pending");
    assert_eq!(service.engine("engine_2")["questions"], json!([]));
}

#[test]
fn refusals_are_told_and_what_passes_is_waited_for() {
    let one = Engine::new("openai", |_| FormReply::json(401, "{\"error\":{}}"));
    let two =
        Engine::new("perplexity", |_| FormReply::json(429, "{}").header("Retry-After", "1200"));
    let three = Engine::new("gemini", |_| FormReply::json(200, "<html>"));
    let mut service =
        Service::start([Some(&one), Some(&two), Some(&three)], &[("CITABLE_LOG", LOUD)]);
    service.watch(PATH, &["engine_1", "engine_2", "engine_3"]);
    let first = service.reaches("engine_1", "failed");
    assert_eq!((&first["reason"], &first["questions"]), (&json!("key_refused"), &json!([])));
    assert!((1..=3).contains(&one.asked().len()), "{:?}", one.asked());
    // What is still to be stored would be stored at the time that passes meanwhile.
    let data = service.world.data().to_owned();
    let tried = |engine: &Engine, times: usize| {
        let under_way = "select count(*) from tracking_asks where owner is not null";
        eventually("every question was asked, and the end of that stored", || {
            engine.asked().len() == times && count(&data, under_way) == 0
        });
    };
    tried(&three, 3);
    eventually("the engine was left alone", || {
        service.engine("engine_2")["reason"] == "rate_limited"
    });
    two.behave(|_| perplexity(&["https://pages.citable-test.net/other"]));
    service.pass(MINUTE);
    tried(&three, 6);
    let limited = two.asked().len();
    assert!((1..=3).contains(&limited), "what waits is left alone too: {limited}");
    assert_eq!(service.engine("engine_2")["status"], "pending");
    service.pass(21 * MINUTE);
    let second = service.reaches("engine_2", "done");
    assert!(second["reason"].is_null(), "{second}");
    assert_eq!(said(&second, QUESTIONS[1])[0], true);
    let third = service.reaches("engine_3", "failed");
    assert_eq!(third["reason"], "malformed_answer");
    assert_eq!((three.asked().len(), two.asked().len()), (9, limited + 3), "and no more");
    let used = count(service.world.data(), "select used from tracking_calls");
    let made = one.asked().len() + two.asked().len() + three.asked().len();
    assert_eq!(used, made, "each is counted");
    let log = service.world.take_program().kill();
    assert!(!log.contains(KEY), "the key is not logged");
    assert!(!log.contains(QUESTIONS[2]), "what is asked is not logged");
}

#[test]
fn a_week_has_so_many_calls() {
    let one = Engine::new("openai", |_| openai(&[]));
    let service =
        Service::start([Some(&one), None, None], &[("CITABLE_TRACKING_CALLS_PER_WEEK", "2")]);
    service.watch(PATH, &["engine_1"]);
    let first = service.reaches("engine_1", "done");
    assert_eq!((one.asked().len(), &first["reason"]), (2, &json!("weekly_limit")));
    assert_eq!(first["questions"].as_array().unwrap().len(), 2);
    service.watch("/", &["engine_1"]);
    eventually("there was no room for the other", || {
        service.monitor(1)["tracking"]["engines"][0]["status"] == "over_limit"
    });
    assert_eq!(one.asked().len(), 2);
    service.pass(WEEK + MINUTE);
    eventually("the next week has its own", || one.asked().len() == 4);
}

#[test]
fn nothing_is_asked_after_the_consent() {
    let one = Engine::new("openai", |_| FormReply::json(429, "{}"));
    let two = Engine::new("perplexity", |_| perplexity(&[]));
    let service = Service::start([Some(&one), Some(&two), None], &[]);
    let monitor = service.watch(PATH, &["engine_1"]);
    eventually("questions wait", || service.engine("engine_1")["reason"] == "rate_limited");
    assert_eq!(service.engine("engine_1")["status"], "pending");
    let withdrawn = service.send("DELETE", &format!("{monitor}/tracking-consent"), None);
    assert_eq!(withdrawn.json(), json!({ "ok": true }));
    assert!(service.monitor(0)["tracking"].is_null(), "{}", service.monitor(0));
    one.behave(|_| openai(&[]));

    // Another page is asked about, so what is due was looked for.
    service.watch("/", &["engine_2"]);
    let asked_since = |since: i64| {
        let since = DateTime::from_timestamp_millis(since).unwrap().to_rfc3339();
        let monitor = service.monitor(1);
        let tracking = &monitor["tracking"];
        tracking["lastRunAt"].as_str() > Some(since.as_str())
            && tracking["engines"][0]["status"] == "done"
    };
    eventually("the other page was asked about", || asked_since(START));
    let before = one.asked().len();
    service.pass(WEEK + MINUTE);
    eventually("it was so in the next week", || asked_since(START + WEEK));
    eventually("every run was announced", || {
        let open = "select count(*) from monitor_runs where announced_at is null";
        count(service.world.data(), open) == 0
    });
    let runs = "select count(*) from monitor_runs where score is not null";
    assert_eq!(count(service.world.data(), runs), 4);
    assert_eq!(one.asked().len(), before, "the engine was left alone");
    assert!(service.monitor(0)["tracking"].is_null());

    // A new consent counts from the next run on.
    let consent = json!({ "engines": ["engine_1"] });
    service.send("POST", &format!("{monitor}/tracking-consent"), Some(&consent));
    service.pass(2 * WEEK + MINUTE);
    service.reaches("engine_1", "done");
    assert_eq!(one.asked().len(), before + 3);
}

#[test]
fn the_weekly_mail_has_a_line_for_each_engine() {
    let Some(mut sink) = block_on(Sink::start(&[])) else { return };
    let one = Engine::new("openai", |question| match question {
        "Tides explained" => openai(&["https://a.example.org/"]),
        _ => openai(&["https://a.example.org/", "https://pages.citable-test.net/"]),
    });
    let two = Engine::new("perplexity", |_| perplexity(&["https://a.example.org/"]));
    let smtp = format!("smtp://127.0.0.1:{}", sink.port);
    let more = [
        ("CITABLE_SMTP_URL", smtp.as_str()),
        ("CITABLE_MAIL_FROM", "Citable <citable@service.example>"),
        ("CITABLE_ENGINE_2_NAME", "Second & third"),
    ];
    let service = Service::start([Some(&one), Some(&two), None], &more);
    service.watch(PATH, &["engine_1", "engine_2", "engine_3"]);
    for (name, status) in [("engine_1", "done"), ("engine_2", "done"), ("engine_3", "unavailable")]
    {
        service.reaches(name, status);
    }
    service.pass(90 * MINUTE);
    let mail = loop {
        let mail = block_on(sink.next("taken"));
        if mail["headers"]["subject"].as_str().unwrap().starts_with("Weekly report") {
            break mail;
        }
    };
    let text = mail["parts"]["text/plain"].as_str().unwrap().replace("\r\n", "\n");
    for line in [
        "  - ChatGPT cited this page or its site in 2 of 3 answers, best position 2\n",
        "  - Second & third didn't cite this page or its site in 3 answers\n",
        "  - engine_3 gave no answer this week\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let html = mail["parts"]["text/html"].as_str().unwrap();
    assert!(html.contains("best position 2</li>"), "{html}");
    assert!(html.contains("Second &#38; third didn"), "{html}");
}
