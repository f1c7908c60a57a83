//! What accounts have scanned: lists that hold still, and deletes that leave nothing.

use citable_test_support::client::Answer;
use citable_test_support::database::count;
use citable_test_support::reply::Reply;
use serde_json::{Value, json};

use crate::people::{JSON, MovedClock, admin, dev, error, key_of, post_scan, sign_in};
use crate::world::{GOOD_PAGE, HOST, OTHER_HOST, World, eventually};

const EMAIL: &str = "ada@people.example";
const NO_HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Somebody with a session in a world.
struct Person<'w> {
    world: &'w World,
    cookie: String,
}

impl<'w> Person<'w> {
    fn with_plan(world: &'w World, email: &str, plan: &str) -> Self {
        let cookie = sign_in(&world.client, email);
        admin(world, None, &["plan", "grant", email, plan]);
        Self { world, cookie }
    }

    fn ask(&self, method: &str, path: &str) -> Answer {
        self.world.client.send(method, path, &[("cookie", &self.cookie)], None)
    }

    fn read(&self, path: &str) -> Value {
        let answer = self.ask("GET", path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    }

    /// Starts a scan and leaves it alone.
    fn start(&self, url: &str) -> String {
        let body = json!({ "url": url, "refresh": true }).to_string();
        let headers = [JSON, ("cookie", self.cookie.as_str())];
        let answer = self.world.client.send("POST", "/scan", &headers, Some(&body));
        assert_eq!(answer.status, 202, "{}", answer.body);
        answer.json()["id"].as_str().unwrap().to_owned()
    }

    fn scan(&self, path: &str) -> String {
        let id = self.start(&self.world.url(path));
        self.world.client.finished(&id);
        id
    }

    /// The hash of a page in the history.
    fn hash(&self, url: &str) -> String {
        let entries = self.read("/history")["entries"].clone();
        let entry = entries.as_array().unwrap().iter().find(|entry| entry["url"] == url);
        entry.unwrap()["urlHash"].as_str().unwrap().to_owned()
    }
}

fn world() -> World {
    let world = World::with(|command| {
        dev(command);
        command
            .env("CITABLE_PLAN_PRO_SCANS_PER_DAY", "1000")
            .env("CITABLE_PLAN_PRO_SCANS_PER_MONTH", "1000");
    });
    for number in 0..9 {
        world.origin.route(HOST, &format!("/{number}"), Reply::html(GOOD_PAGE));
    }
    world
}

fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

fn texts(list: &Value, field: &str) -> Vec<String> {
    let text = |entry: &Value| entry.pointer(field).unwrap().as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(text).collect()
}

#[test]
fn a_history_shows_pages_and_their_scans() {
    let world = world();
    world.origin.route(
        HOST,
        "/image",
        Reply::new(200).header("content-type", "image/png").body("\u{89}PNG"),
    );
    let ada = Person::with_plan(&world, EMAIL, "pro");
    let empty = ada.read("/history");
    assert_eq!(empty, json!({ "entries": [], "next_cursor": null }));
    let first = ada.scan("/1");
    let failed = ada.scan("/image");
    let second = ada.scan("/1");
    // Somebody else's scan, and an answer from the cache, are not in it.
    world.client.finished(&world.client.scan(&world.url("/2")));
    let cached = post_scan(&world.client, &world.url("/2"), &[("cookie", &ada.cookie)]);
    assert_eq!(cached.json()["cached"], true);

    let answer = ada.ask("GET", "/history");
    assert_eq!(answer.header("cache-control"), "private, no-cache");
    let list = answer.json();
    assert_eq!(texts(&list["entries"], "/url"), [world.url("/1"), world.url("/image")]);
    let entry = &list["entries"][0];
    let report = world.client.get(&format!("/scan/{second}")).json();
    let latest = json!({
        "id": second, "status": "done", "score": report["score"],
        "scannedAt": report["scannedAt"], "source": "manual",
        "webUrl": format!("{}/report/{second}", world.program().base()),
    });
    assert_eq!(entry["latest"], latest);
    assert_eq!((&entry["versions"], &entry["urlHash"]), (&json!(2), &report["urlHash"]));
    let image = &list["entries"][1]["latest"];
    assert_eq!(
        (&image["id"], &image["status"], &image["score"]),
        (&json!(failed), &json!("error"), &json!(null))
    );

    let hash = entry["urlHash"].as_str().unwrap();
    let page = ada.read(&format!("/history/{hash}"));
    assert_eq!((&page["url"], &page["urlHash"]), (&json!(world.url("/1")), &json!(hash)));
    assert_eq!((&page["versions"], &page["next_cursor"]), (&json!(2), &json!(null)));
    assert_eq!(texts(&page["scans"], "/id"), [second, first]);
    assert_eq!(page["scans"][0], latest);
    // A key reads it too.
    let (_, bearer) = key_of(&world, EMAIL, "pro", "read");
    let by_key = world.client.send("GET", "/history", &[("authorization", &bearer)], None);
    assert_eq!(by_key.json(), list);
}

#[test]
fn a_list_holds_still_while_scans_are_added() {
    let world = world();
    let ada = Person::with_plan(&world, EMAIL, "pro");
    for number in 0..7 {
        ada.start(&world.url(&format!("/{number}")));
    }
    let expected = texts(&ada.read("/history")["entries"], "/latest/id");
    let (mut seen, mut path) = (Vec::new(), "/history?limit=1".to_owned());
    for meanwhile in ["/1", "/0", "/8", "/1", "/6", "/1", "the end"] {
        let part = ada.read(&path);
        assert_eq!(part["entries"].as_array().unwrap().len(), 1);
        seen.extend(texts(&part["entries"], "/latest/id"));
        let Some(cursor) = part["next_cursor"].as_str() else { break };
        path = format!("/history?limit=1&cursor={cursor}");
        ada.start(&world.url(meanwhile));
    }
    assert_eq!(seen, expected);
    let now = texts(&ada.read("/history")["entries"], "/url");
    let paths = ["/1", "/6", "/8", "/0", "/5", "/4", "/3", "/2"];
    assert_eq!(now, paths.map(|path| world.url(path)));

    let hash = ada.hash(&world.url("/1"));
    let all = texts(&ada.read(&format!("/history/{hash}"))["scans"], "/id");
    assert_eq!(all.len(), 4);
    let mut seen = Vec::new();
    let mut path = format!("/history/{hash}?limit=1");
    loop {
        let part = ada.read(&path);
        seen.extend(texts(&part["scans"], "/id"));
        let Some(cursor) = part["next_cursor"].as_str() else { break };
        path = format!("/history/{hash}?cursor={cursor}&limit=1");
        ada.start(&world.url("/1"));
    }
    assert_eq!(seen, all);
}

#[test]
fn refusals_come_in_one_order() {
    let world = world();
    let ada = Person::with_plan(&world, EMAIL, "pro");
    let grace = Person::with_plan(&world, "grace@people.example", "pro");
    let bob = Person::with_plan(&world, "bob@people.example", "free");
    for person in [&ada, &grace] {
        for path in ["/1", "/2", "/1"] {
            person.scan(path);
        }
    }
    let [one, two] = ["/1", "/2"].map(|path| ada.hash(&world.url(path)));
    let cursor = |person: &Person, path: &str| {
        let part = person.read(&format!("{path}?limit=1"));
        part["next_cursor"].as_str().unwrap().to_owned()
    };
    let of_pages = cursor(&ada, "/history");
    let of_scans = cursor(&ada, &format!("/history/{one}"));
    let foreign = cursor(&grace, "/history");
    let foreign_scans = cursor(&grace, &format!("/history/{one}"));

    let badly = "limit=0&cursor=x";
    for path in ["/history", "/history/malformed", &format!("/history/{NO_HASH}")] {
        let path = format!("{path}?{badly}");
        let nobody = world.client.get(&path);
        assert_eq!(error(&nobody), refused(401, "unauthorized"));
        let dead = [("authorization", "Bearer ctb_dead")];
        let dead = world.client.send("GET", &path, &dead, None);
        assert_eq!(error(&dead), refused(401, "invalid_api_key"));
        let free = bob.ask("GET", &path);
        assert_eq!(error(&free), refused(402, "plan_required"));
        assert_eq!(free.json()["reason"], "plan");
        assert_eq!(error(&ada.ask("GET", &path)), refused(400, "invalid_limit"));
    }
    for limit in ["0", "201", "-1", "x", "", "1.5"] {
        let answer = ada.ask("GET", &format!("/history?limit={limit}"));
        assert_eq!(error(&answer), refused(400, "invalid_limit"), "{limit}");
    }
    let flipped = |text: &str| {
        let last = if text.ends_with('A') { "B" } else { "A" };
        format!("{}{last}", &text[..text.len() - 1])
    };
    let cut = of_pages[..of_pages.len() - 2].to_owned();
    let forged = [String::new(), "x".to_owned(), flipped(&of_pages), cut];
    for cursor in [&of_scans, &foreign, &foreign_scans].into_iter().chain(&forged) {
        let answer = ada.ask("GET", &format!("/history?cursor={cursor}"));
        assert_eq!(error(&answer), refused(400, "invalid_cursor"), "{cursor}");
    }
    for (hash, cursor) in [
        (one.as_str(), &of_pages),
        (&one, &foreign_scans),
        (&one, &flipped(&of_scans)),
        (&two, &of_scans),
        (NO_HASH, &of_scans),
        ("malformed", &of_scans),
    ] {
        let answer = ada.ask("GET", &format!("/history/{hash}?cursor={cursor}"));
        assert_eq!(error(&answer), refused(400, "invalid_cursor"), "{hash}");
    }
    for hash in ["malformed", "scans", NO_HASH, &one.to_uppercase(), "%00", &format!("{one}0")] {
        for method in ["GET", "DELETE"] {
            let answer = ada.ask(method, &format!("/history/{hash}"));
            assert_eq!(error(&answer), refused(404, "not_found"), "{method} {hash}");
        }
    }
    let twice = ada.ask("GET", "/history?limit=1&limit=1");
    assert_eq!(error(&twice), refused(400, "invalid_request"));
}

#[test]
fn deletes_are_for_owners_and_leave_nothing() {
    let world = world();
    let ada = Person::with_plan(&world, EMAIL, "pro");
    let grace = Person::with_plan(&world, "grace@people.example", "pro");
    let ids = ["/1", "/1", "/1", "/2"].map(|path| ada.scan(path));
    let hers = grace.scan("/1");
    let hash = ada.hash(&world.url("/1"));
    let page = format!("/history/{hash}");
    let one = |id: &str| format!("/history/scans/{id}");

    let (_, bearer) = key_of(&world, EMAIL, "pro", "scan");
    for path in [&page, &one(&ids[0]), &one("malformed")] {
        assert_eq!(error(&world.client.send("DELETE", path, &[], None)).0, 401);
        let by_key = world.client.send("DELETE", path, &[("authorization", &bearer)], None);
        assert_eq!(error(&by_key), refused(403, "key_not_allowed"));
        let elsewhere = [("cookie", ada.cookie.as_str()), ("sec-fetch-site", "cross-site")];
        let by_others = world.client.send("DELETE", path, &elsewhere, None);
        assert_eq!(error(&by_others), refused(401, "cross_site_request"));
    }
    for id in ["malformed", "scn_0000000000000000000000", &hers] {
        assert_eq!(error(&ada.ask("DELETE", &one(id))), refused(404, "not_found"));
    }
    let cursor = ada.read(&format!("{page}?limit=2"))["next_cursor"].clone();
    let past = format!("{page}?cursor={}", cursor.as_str().unwrap());

    // Not plan-gated, unlike reading.
    admin(&world, None, &["plan", "grant", EMAIL, "free"]);
    let gone = ada.ask("DELETE", &one(&ids[0]));
    assert_eq!((gone.status, gone.json()), (200, json!({ "ok": true })));
    assert_eq!(error(&ada.ask("DELETE", &one(&ids[0]))), refused(404, "not_found"));
    assert_eq!(error(&ada.ask("GET", "/history")), refused(402, "plan_required"));
    admin(&world, None, &["plan", "grant", EMAIL, "pro"]);
    let left = ada.read(&past);
    assert_eq!((&left["scans"], &left["next_cursor"]), (&json!([]), &json!(null)), "past the end");
    assert_eq!((&left["versions"], &left["url"]), (&json!(2), &json!(world.url("/1"))));

    let gone = ada.ask("DELETE", &page);
    assert_eq!((gone.status, gone.json()), (200, json!({ "ok": true, "deleted": 2 })));
    assert_eq!(error(&ada.ask("DELETE", &page)), refused(404, "not_found"));
    assert_eq!(error(&ada.ask("GET", &page)), refused(404, "not_found"));
    let left = ada.read(&past);
    assert_eq!(
        (&left["versions"], &left["url"], &left["scans"]),
        (&json!(0), &json!(null), &json!([]))
    );
    for id in &ids[..3] {
        for path in [format!("/scan/{id}"), format!("/scan/{id}/events")] {
            assert_eq!(error(&world.client.get(&path)), refused(404, "not_found"));
        }
    }
    assert_eq!(texts(&ada.read("/history")["entries"], "/latest/id"), ids[3..]);
    assert_eq!(texts(&grace.read("/history")["entries"], "/latest/id"), [hers.as_str()]);
    assert_eq!(world.client.finished(&hers).status, 200);
    for table in ["snapshots", "reports"] {
        assert_eq!(count(world.data(), &format!("select count(*) from {table}")), 2, "{table}");
    }
}

#[test]
fn what_is_being_scanned_stays() {
    let world = world();
    world.origin.route(OTHER_HOST, "/", Reply::never());
    let ada = Person::with_plan(&world, EMAIL, "pro");
    let url = world.origin.url(OTHER_HOST, "/");
    let running = ada.start(&url);
    let queued = ada.start(&url);
    eventually("the page is asked for", || {
        world.origin.paths(OTHER_HOST).iter().any(|path| path == "/")
    });
    let hash = ada.hash(&url);
    for path in [
        format!("/history/{hash}"),
        format!("/history/scans/{running}"),
        format!("/history/scans/{queued}"),
    ] {
        assert_eq!(error(&ada.ask("DELETE", &path)), refused(409, "scan_running"), "{path}");
    }
    let page = ada.read(&format!("/history/{hash}"));
    assert_eq!(texts(&page["scans"], "/id"), [queued, running]);
    assert_eq!(
        (&page["scans"][1]["status"], &page["scans"][1]["score"]),
        (&json!("pending"), &json!(null))
    );
}

#[test]
fn a_lapsed_plan_reads_no_history() {
    let clock = MovedClock::new();
    clock.set("2027-03-05T10:00:00Z");
    let world = World::with(|command| {
        dev(command);
        clock.give_to(command);
    });
    let cookie = sign_in(&world.client, EMAIL);
    let until = ["plan", "grant", EMAIL, "agency", "--until", "2027-03-05T11:00:00Z"];
    admin(&world, Some(&clock), &until);
    let ada = Person { world: &world, cookie };
    ada.read("/history");
    clock.set("2027-03-05T11:00:00Z");
    assert_eq!(error(&ada.ask("GET", "/history")), refused(402, "plan_required"));
}
