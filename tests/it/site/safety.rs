//! What other sites, mail programs and crafted pages can make of the site: nothing.

use citable_test_support::client::Answer;
use citable_test_support::reply::Reply;
use serde_json::Value;

use super::{ADA, Browser};
use crate::people::{FORM, dev};
use crate::world::{HOST, OTHER_HOST, World, eventually};

/// The actions of forms, with ordinary fields. `{monitor}`, `{key}` and `{hash}` stand for what
/// the account has.
const ACTIONS: [(&str, &str); 17] = [
    ("/", "url=https%3A%2F%2Fwww.example.org%2F"),
    ("/history/{hash}/delete", ""),
    ("/monitors", "url=https%3A%2F%2Fwww.example.org%2F"),
    ("/monitors/{monitor}/delete", ""),
    ("/monitors/{monitor}/tracking", "engine_1=on"),
    ("/monitors/{monitor}/tracking/end", ""),
    ("/webhooks", "url=https%3A%2F%2Fevil.example%2F"),
    ("/webhooks/test", ""),
    ("/webhooks/pause", ""),
    ("/webhooks/resume", ""),
    ("/webhooks/rotate", ""),
    ("/webhooks/delete", ""),
    ("/keys", "name=Evil&scan=on"),
    ("/keys/{key}/revoke", ""),
    ("/account/notifications", "all=on"),
    ("/account/checkout", "plan=pro"),
    ("/logout", ""),
];

/// An account that has one of everything.
struct Owner<'w> {
    browser: Browser<'w>,
    monitor: String,
    key: String,
    hash: String,
}

impl<'w> Owner<'w> {
    fn new(world: &'w World) -> Self {
        world.origin.route(OTHER_HOST, "/hook", Reply::new(204));
        let mut browser = Browser::agency(world);
        let started = browser.post("/", &[("url", &world.url("/"))]).header("location").to_owned();
        world.client.finished(started.trim_start_matches("/report/"));
        assert_eq!(browser.post("/keys", &[("name", "Build")]).status, 201);
        let hook = world.origin.url(OTHER_HOST, "/hook");
        assert_eq!(browser.post("/webhooks", &[("url", &hook)]).status, 200);
        assert_eq!(browser.post("/monitors", &[("url", &world.url("/"))]).status, 303);
        let id = |list: &Value, field: &str| list[field][0]["id"].as_str().unwrap().to_owned();
        let mut owner =
            Self { browser, monitor: String::new(), key: String::new(), hash: String::new() };
        // From now on nothing happens by itself.
        eventually("the first run is delivered", || {
            !owner.state()[2]["endpoint"]["lastDelivery"].is_null()
        });
        let state = owner.state();
        (owner.monitor, owner.key) = (id(&state[0], "monitors"), id(&state[1], "keys"));
        owner.hash = state[3]["entries"][0]["urlHash"].as_str().unwrap().to_owned();
        owner
    }

    /// All that the forms can change, as the API tells it.
    fn state(&self) -> Vec<Value> {
        let cookies = self.browser.header();
        let read = |path: &str| {
            let client = &self.browser.world.client;
            let answer = client.send("GET", path, &[("cookie", cookies.as_str())], None);
            assert_eq!(answer.status, 200, "{path}: {}", answer.body);
            answer.json()
        };
        ["/monitors", "/keys", "/webhooks", "/history", "/notifications", "/account/usage"]
            .map(|path| stable(read(path)))
            .to_vec()
    }

    fn path(&self, path: &str) -> String {
        path.replace("{monitor}", &self.monitor)
            .replace("{key}", &self.key)
            .replace("{hash}", &self.hash)
    }
}

/// What a run of the monitor changes by itself is left out.
fn stable(mut value: Value) -> Value {
    for name in ["lastRunAt", "nextRunAt", "lastScanId", "lastScore", "previousScore", "lastUsedAt"]
    {
        if let Some(list) = value["monitors"].as_array_mut() {
            list.iter_mut().for_each(|one| one[name] = Value::Null);
        }
    }
    if let Some(list) = value["entries"].as_array_mut() {
        list.iter_mut().for_each(|one| {
            one["versions"] = Value::Null;
            one["latest"] = Value::Null;
        });
    }
    value
}

#[test]
fn every_action_refuses_requests_of_other_sites() {
    let world = World::with(dev);
    let mut owner = Owner::new(&world);
    let (before, delivered) = (owner.state(), world.origin.paths(OTHER_HOST));
    for (path, body) in ACTIONS {
        let path = owner.path(path);
        for foreign in [
            ("sec-fetch-site", "cross-site"),
            ("origin", "https://evil.example"),
            ("origin", "null"),
        ] {
            let refused: Answer = owner.browser.send("POST", &path, &[FORM, foreign], Some(body));
            assert_eq!(refused.status, 401, "{path} {foreign:?}: {}", refused.body);
            assert!(refused.body.contains("came from another site"), "{path}: {}", refused.body);
        }
    }
    assert_eq!(owner.state(), before, "nothing has changed");
    assert_eq!(world.origin.paths(OTHER_HOST), delivered, "no test was delivered");
}

#[test]
fn looking_at_pages_changes_nothing() {
    let world = World::with(dev);
    let mut owner = Owner::new(&world);
    let before = owner.state();
    let pages = [
        "/",
        "/history",
        "/history/{hash}",
        "/history/{hash}/delete",
        "/monitors",
        "/monitors/{monitor}/tracking",
        "/webhooks",
        "/keys",
        "/account",
        "/login",
        "/compare",
        "/checks",
        "/guides",
        "/dev/outbox",
        "/bot",
        "/docs",
    ];
    for path in pages {
        owner.browser.page(&owner.path(path));
    }
    for (path, _) in ACTIONS {
        let path = owner.path(path);
        if !pages.contains(&path.as_str()) {
            let looked = owner.browser.get(&path);
            assert!([200, 405].contains(&looked.status), "{path}: {}", looked.status);
        }
    }
    assert_eq!(owner.state(), before);
}

#[test]
fn one_account_cannot_touch_what_another_has() {
    let world = World::with(dev);
    let owner = Owner::new(&world);
    let before = owner.state();
    let mut other = Browser::signed_in(&world, "grace@people.example");
    crate::people::admin(&world, None, &["plan", "grant", "grace@people.example", "agency"]);
    for path in ["/monitors/{monitor}/tracking", "/history/{hash}", "/history/{hash}/delete"] {
        assert_eq!(other.get(&owner.path(path)).status, 404, "{path}");
    }
    for path in ["/monitors/{monitor}/delete", "/keys/{key}/revoke", "/history/{hash}/delete"] {
        assert_eq!(other.post(&owner.path(path), &[]).status, 404, "{path}");
    }
    assert_eq!(owner.state(), before);
}

#[test]
fn text_of_a_scanned_page_is_inert() {
    let world = World::with(dev);
    let hostile = "<!doctype html><html lang=en><head>\
        <title>&lt;script&gt;alert(1)&lt;/script&gt;\"&gt;&lt;img src=x onerror=alert(2)&gt;</title>\
        <link rel=canonical href=\"javascript:alert(3)\"></head><body><main>\
        <h1>&lt;script&gt;alert(4)&lt;/script&gt;</h1><p>Text about tides &lt;iframe&gt;.</p></main></body></html>";
    world.origin.route(HOST, "/hostile", Reply::html(hostile));
    let mut browser = Browser::signed_in(&world, ADA);
    crate::people::admin(&world, None, &["plan", "grant", ADA, "agency"]);
    let path = browser.post("/", &[("url", &world.url("/hostile"))]).header("location").to_owned();
    world.client.finished(path.trim_start_matches("/report/"));
    for path in [path, "/history".to_owned()] {
        let page = browser.page(&path);
        let scripts = page.matches("<script").count();
        assert_eq!(scripts, page.matches("<script src=\"/assets/").count(), "{path}: {page}");
        for piece in ["<img src=x", "<iframe", "onerror=alert(2)>", "href=\"javascript:"] {
            assert!(!page.contains(piece), "{path}: {piece}");
        }
    }
}
