//! What owners are told by mail of their monitors, from the run to a mail server that others have
//! written, and the one click that ends it.

use std::collections::HashSet;

use citable_test_support::client::Answer;
use citable_test_support::database::count;
use citable_test_support::reply::Reply;
use citable_test_support::smtp_sink::Sink;
use serde_json::{Value, json};

use crate::people::{FORM, JSON, MovedClock, admin, confirm, cookie_of};
use crate::world::{GOOD_PAGE, HOST, World, block_on, eventually};

const EMAIL: &str = "plain@people.example";

/// A service that sends mail, with a clock of its own.
struct Service {
    world: World,
    clock: MovedClock,
    sink: Sink,
    cookie: String,
    /// The `Message-ID` of each mail that came.
    mails: HashSet<String>,
}

impl Service {
    /// None where there is no such mail server on this machine.
    fn start() -> Option<Self> {
        let sink = block_on(Sink::start(&[]))?;
        let clock = MovedClock::new();
        clock.set("2027-03-01T10:00:00Z");
        let world = World::with(|command| {
            clock.give_to(command);
            command
                .env("CITABLE_SMTP_URL", format!("smtp://127.0.0.1:{}", sink.port))
                .env("CITABLE_MAIL_FROM", "Citable <citable@service.example>");
        });
        let mut service = Self { world, clock, sink, cookie: String::new(), mails: HashSet::new() };
        service.cookie = service.sign_in();
        admin(&service.world, Some(&service.clock), &["plan", "grant", EMAIL, "pro"]);
        Some(service)
    }

    /// By the link that the mail holds.
    fn sign_in(&mut self) -> String {
        let asked =
            self.world.client.post("/auth/request-link", &json!({ "email": EMAIL }).to_string());
        assert_eq!(asked.status, 200, "{}", asked.body);
        let mail = self.next_mail();
        assert!(mail["headers"]["list-unsubscribe"].is_null(), "it is never suppressed: {mail}");
        let text = mail["parts"]["text/plain"].as_str().unwrap();
        let token = text.split("/login/confirm?token=").nth(1).unwrap();
        let token = token.split_whitespace().next().unwrap();
        cookie_of(&confirm(&self.world.client, token))
    }

    /// The next mail, each once: a clock that is set on while one is being sent has it sent again,
    /// with the same `Message-ID`.
    fn next_mail(&mut self) -> Value {
        loop {
            let mail = block_on(self.sink.next("taken"));
            assert_eq!(mail["to"], EMAIL);
            let id = mail["headers"]["message-id"].as_str().unwrap().to_owned();
            if self.mails.insert(id) {
                return mail;
            }
        }
    }

    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let body = body.map(Value::to_string);
        let headers = [("cookie", self.cookie.as_str()), JSON];
        let headers = if body.is_some() { &headers[..] } else { &headers[..1] };
        self.world.client.send(method, path, headers, body.as_deref())
    }

    fn watch(&self, path: &str) {
        let body = json!({ "url": self.world.url(path) });
        assert_eq!(self.send("POST", "/monitors", Some(&body)).status, 201);
    }

    /// Waits until every monitor has ended a run since then, and its owner was told what must be
    /// known at once.
    fn ran_since(&self, since: &str) {
        eventually("the monitors ran", || {
            let list = self.send("GET", "/monitors", None).json();
            let monitors = list["monitors"].as_array().unwrap();
            monitors.iter().all(|monitor| monitor["lastRunAt"].as_str() > Some(since))
        });
        eventually("the runs were announced", || {
            let open = "select count(*) from monitor_runs where announced_at is null";
            count(self.world.data(), open) == 0
        });
    }

    fn serve(&self, path: &str, html: &str) {
        self.world.origin.route(HOST, path, Reply::html(html));
    }
}

fn path_of(link: &str) -> &str {
    &link[link.find("/unsubscribe").unwrap()..]
}

#[test]
fn an_owner_is_told_until_one_click_ends_it() {
    let Some(mut service) = Service::start() else { return };
    service.serve("/falls", GOOD_PAGE);
    service.serve("/stays", GOOD_PAGE);
    service.serve("/fails", GOOD_PAGE);
    for path in ["/falls", "/stays", "/fails"] {
        service.watch(path);
    }
    service.ran_since("2027-03-01");
    service.clock.set("2027-03-01T11:30:00Z");
    let first = service.next_mail();
    let text = first["parts"]["text/plain"].as_str().unwrap();
    for path in ["/falls", "/stays", "/fails"] {
        assert!(text.contains(&service.world.url(path)), "{path}: {text}");
    }

    let poor = "<html><title>A</title><main><h1>A</h1><p>B.</main>";
    service.serve("/falls", &format!("<meta name=robots content=noindex>{poor}"));
    service.world.origin.route(HOST, "/fails", Reply::html("").status(503));
    service.clock.set("2027-03-08T10:01:00Z");
    service.ran_since("2027-03-08");
    let told = [service.next_mail(), service.next_mail()];
    let subjects = told.each_ref().map(|mail| mail["headers"]["subject"].as_str().unwrap());
    let about = |path: &str| {
        let url = service.world.url(path);
        let holds = |mail: &&Value| mail["parts"]["text/plain"].as_str().unwrap().contains(&url);
        told.iter().filter(holds).count()
    };
    assert_eq!((about("/falls"), about("/fails"), about("/stays")), (1, 1, 0), "{subjects:?}");

    let texts = told.iter().map(|mail| mail["parts"]["text/plain"].as_str().unwrap());
    let drop = texts.filter(|text| text.contains(&service.world.url("/falls"))).collect::<String>();
    let drop = drop.replace("\r\n", "\n");
    assert!(drop.contains("Top fixes:\n  1. "), "the report of the run is read: {drop}");

    service.clock.set("2027-03-08T11:30:00Z");
    let weekly = service.next_mail();
    let html = weekly["parts"]["text/html"].as_str().unwrap();
    assert!(html.contains("/stays") && html.contains("/falls"), "{html}");
    let headers = &weekly["headers"];
    assert_eq!(headers["list-unsubscribe-post"], "List-Unsubscribe=One-Click");
    let link = headers["list-unsubscribe"].as_str().unwrap();
    let link = link.strip_prefix('<').unwrap().strip_suffix('>').unwrap();
    assert!(weekly["parts"]["text/plain"].as_str().unwrap().contains(link), "the footer has it");

    let client = &service.world.client;
    for method in ["GET", "HEAD"] {
        for _ in 0..50 {
            assert_eq!(client.send_raw(method, path_of(link), &[], None).status, 200);
        }
    }
    assert_eq!(service.send("GET", "/notifications", None).json()["all"], true, "nothing changed");
    let click = client.send_raw("POST", path_of(link), &[FORM], Some("List-Unsubscribe=One-Click"));
    assert_eq!(click.status, 200, "{}", click.body);
    let preferences = service.send("GET", "/notifications", None).json();
    assert_eq!((&preferences["all"], &preferences["weeklyReport"]), (&json!(false), &json!(true)));

    service.serve("/falls", GOOD_PAGE);
    service.clock.set("2027-03-15T10:01:00Z");
    service.ran_since("2027-03-15");
    service.clock.set("2027-03-15T11:30:00Z");
    eventually("the weekly report is over", || {
        let due = "select count(*) from weekly_reports where due_at is not null";
        count(service.world.data(), due) == 0
    });
    // The next mail is a link to sign in, so none was in between.
    let cookie = service.sign_in();
    assert!(!cookie.is_empty());
}
