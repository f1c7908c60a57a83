//! Every address of the contract, with the headers that it promises: a list made by hand, which
//! is compared with the description both ways.

use std::collections::BTreeSet;

use citable_test_support::client::Answer;
use serde_json::json;

use crate::people::{JSON, dev, key_of, sign_in};
use crate::world::World;

/// What an answer that succeeds says to caches.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    /// By nobody: `no-store`.
    Never,
    /// By the caller alone, to be asked for each time, with an entity tag.
    Private,
    /// The same without a tag: what it says changes with every call.
    PrivateUntagged,
    /// By nobody, and least of all by what others share: `private, no-store`.
    PrivateNever,
    /// By everybody for five minutes, with an entity tag, for pages of any site.
    Public,
    /// Nothing is promised: the answer of something that was done.
    Unsaid,
}

/// Who may call.
#[derive(Clone, Copy, PartialEq)]
enum Door {
    /// Everybody; credentials are not read.
    Open,
    /// Everybody; bad credentials are refused.
    Seen,
    /// A session or a key.
    Caller,
    /// A session, and keys are refused so.
    Session(u16, &'static str),
}

use Door::{Caller, Open, Seen, Session};
use Kept::{Never, Private, PrivateNever, PrivateUntagged, Public, Unsaid};

const NO_KEYS: Door = Session(401, "session_required");
const OWNER: Door = Session(403, "key_not_allowed");
const J: &str = "application/json";
const M: &str = "text/markdown; charset=utf-8";
const H: &str = "text/html; charset=utf-8";
const T: &str = "text/plain; charset=utf-8";
const NO_BODY: &str = "";

/// One address below the REST root: method, path, who may call, its status for an Agency session
/// that sends `{}` or nothing, its media type, and what caches may do.
type Row = (&'static str, &'static str, Door, u16, &'static str, Kept);

const REST: &[Row] = &[
    ("GET", "/healthz", Open, 200, J, Never),
    ("GET", "/chain/status", Open, 200, J, Never),
    ("GET", "/chain/board", Caller, 200, J, PrivateNever),
    ("POST", "/scan", Seen, 400, J, Never),
    ("GET", "/scan/{id}", Seen, 200, J, Private),
    ("GET", "/scan/{id}/events", Open, 200, "text/event-stream", Never),
    ("GET", "/scan/{id}/ai-instructions", Seen, 200, M, Private),
    ("GET", "/compare", Seen, 200, J, Private),
    ("GET", "/batch", Seen, 200, J, Private),
    ("GET", "/history", Caller, 200, J, Private),
    ("GET", "/history/{urlHash}", Caller, 200, J, Private),
    ("DELETE", "/history/{urlHash}", OWNER, 404, J, Never),
    ("DELETE", "/history/scans/{id}", OWNER, 404, J, Never),
    ("POST", "/auth/request-link", Open, 400, J, Never),
    ("POST", "/auth/callback", Open, 401, J, Never),
    ("POST", "/auth/logout", Open, 200, J, Unsaid),
    ("GET", "/auth/me", Seen, 200, J, PrivateUntagged),
    ("POST", "/billing/checkout", OWNER, 400, J, Never),
    ("POST", "/billing/portal", OWNER, 400, J, Never),
    ("POST", "/payments/webhook", Open, 400, J, Never),
    ("GET", "/monitors", Caller, 200, J, Private),
    ("POST", "/monitors", Caller, 400, J, Never),
    ("DELETE", "/monitors/{id}", Caller, 404, J, Never),
    ("POST", "/monitors/{id}/tracking-consent", OWNER, 400, J, Never),
    ("DELETE", "/monitors/{id}/tracking-consent", OWNER, 404, J, Never),
    ("GET", "/webhooks", Caller, 200, J, PrivateUntagged),
    ("POST", "/webhooks", Caller, 400, J, Never),
    ("DELETE", "/webhooks", Caller, 404, J, Never),
    ("POST", "/webhooks/rotate-secret", Caller, 404, J, Never),
    ("POST", "/webhooks/enable", Caller, 404, J, Never),
    ("POST", "/webhooks/disable", Caller, 404, J, Never),
    ("POST", "/webhooks/test", Caller, 404, J, Never),
    ("GET", "/keys", NO_KEYS, 200, J, Private),
    ("POST", "/keys", NO_KEYS, 400, J, Never),
    ("DELETE", "/keys/{id}", NO_KEYS, 404, J, Never),
    ("GET", "/account/usage", Caller, 200, J, PrivateUntagged),
    ("GET", "/notifications", NO_KEYS, 200, J, PrivateUntagged),
    ("POST", "/notifications", NO_KEYS, 200, J, PrivateUntagged),
    ("GET", "/unsubscribe", Open, 200, H, Never),
    ("POST", "/unsubscribe", Open, 200, H, Never),
    ("GET", "/openapi.json", Open, 200, J, Public),
    ("GET", "/openapi.json.md", Open, 200, M, Public),
    ("GET", "/docs", Open, 200, H, Public),
    ("GET", "/docs.md", Open, 200, M, Public),
    ("GET", "/llms.txt", Open, 200, T, Public),
    ("GET", "/sandbox", Open, 200, J, Public),
    ("GET", "/sandbox.md", Open, 200, M, Public),
    ("GET", "/sandbox/scan/{id}", Open, 200, J, Public),
    ("GET", "/sandbox/batch", Open, 200, J, Public),
    ("GET", "/sandbox/batch.md", Open, 200, M, Public),
];

/// An address whose ending asks for another form; the description has it as one with its id.
const FORMS: &[Row] = &[("GET", "/sandbox/scan/{id}.md", Open, 200, M, Public)];

/// Addresses at the root of the site.
const SITE: &[Row] = &[
    ("GET", "/unsubscribe", Open, 200, H, Never),
    ("POST", "/unsubscribe", Open, 200, H, Never),
    ("GET", "/docs", Open, 200, H, Public),
    ("GET", "/llms.txt", Open, 200, T, Public),
    ("GET", "/docs/{page}", Open, 200, M, Public),
    ("GET", "/docs/checks/{page}", Open, 200, M, Public),
    ("POST", "/ask", Open, 400, J, Never),
    ("GET", "/livez", Open, 200, J, Never),
    ("GET", "/readyz", Open, 200, J, Never),
    ("GET", "/auth.md", Open, 200, M, Public),
    ("GET", "/api-versioning.md", Open, 200, M, Public),
    ("GET", "/.well-known/oauth-protected-resource", Open, 200, J, Public),
    ("GET", "/.well-known/oauth-protected-resource/mcp", Open, 200, J, Public),
    ("GET", "/.well-known/oauth-protected-resource/chatgpt/mcp", Open, 200, J, Public),
    ("GET", "/.well-known/oauth-authorization-server", Open, 404, J, Never),
    ("GET", "/.well-known/openid-configuration", Open, 404, J, Never),
    ("GET", "/signup", Open, 302, NO_BODY, Unsaid),
    ("GET", "/sign-up", Open, 302, NO_BODY, Unsaid),
    ("GET", "/join", Open, 302, NO_BODY, Unsaid),
    ("GET", "/register", Open, 302, NO_BODY, Unsaid),
    ("POST", "/register", Open, 404, J, Never),
];

/// Whether an idempotency key counts, where something is done.
const REPLAYABLE: [&str; 6] = [
    "/scan",
    "/billing/checkout",
    "/billing/portal",
    "/monitors",
    "/monitors/{id}/tracking-consent",
    "/webhooks",
];

/// A world with a finished scan of an Agency account.
struct Crawl {
    world: World,
    cookie: String,
    key: String,
    scan: String,
    hash: String,
}

impl Crawl {
    fn start() -> Self {
        let world = World::with(dev);
        let (_, key) = key_of(&world, "crawl@people.example", "agency", "read");
        let cookie = sign_in(&world.client, "crawl@people.example");
        let by_owner = [("cookie", cookie.as_str()), JSON];
        let body = json!({ "url": world.url("/") }).to_string();
        let scan = |body: &str| {
            let taken = world.client.send("POST", "/scan", &by_owner, Some(body));
            assert_eq!(taken.status, 202, "{}", taken.body);
            taken.json()["id"].as_str().unwrap().to_owned()
        };
        let id = scan(&body);
        let report = world.client.finished(&id).json();
        let hash = report["urlHash"].as_str().unwrap().to_owned();
        Self { cookie, key, scan: id, hash, world }
    }

    /// A path with what its parameters may be, and the query that it needs.
    fn concrete(&self, method: &str, path: &str) -> String {
        let id = match path {
            _ if path.starts_with("/sandbox") => "sandbox-example",
            _ if path.starts_with("/keys") => "key_0000000000000000000000",
            _ if path.starts_with("/monitors") => "mon_0000000000000000000000",
            _ if path.starts_with("/history") => "scn_0000000000000000000000",
            _ => &self.scan,
        };
        let query = match path {
            "/compare" => format!("?from={0}&to={0}", self.scan),
            "/batch" => format!("?ids={}", self.scan),
            "/sandbox/batch" => "?ids=sandbox-example".to_owned(),
            _ => String::new(),
        };
        let nowhere = "0".repeat(64);
        let hash = if method == "DELETE" { &nowhere } else { &self.hash };
        let page = if path.starts_with("/docs/checks") { "canonical.md" } else { "scoring.md" };
        path.replace("{id}", id).replace("{urlHash}", hash).replace("{page}", page) + &query
    }

    fn send(&self, method: &str, at: &str, headers: &[(&str, &str)]) -> Answer {
        let body = match (method, at) {
            ("POST", at) if at.ends_with("/unsubscribe") || at.ends_with("/register") => None,
            ("POST", _) => Some("{}"),
            _ => None,
        };
        let json = body.map(|_| JSON);
        // A connection of its own: one that waits too long for its turn is closed under us.
        let own = [("connection", "close")];
        let headers: Vec<_> = headers.iter().copied().chain(json).chain(own).collect();
        self.world.client.send_raw(method, at, &headers, body)
    }

    fn by_owner(&self) -> [(&str, &str); 1] {
        [("cookie", &self.cookie)]
    }

    /// Everything that the contract says of one address below one base.
    fn check(&self, base: &str, row: &Row) {
        let (method, path, door, status, media, kept) = *row;
        let at = format!("{base}{}", self.concrete(method, path));
        let what = format!("{method} {at}");
        let answer = self.send(method, &at, &self.by_owner());
        assert_eq!(answer.status, status, "{what}: {}", answer.body);
        assert_eq!(answer.header("content-type"), media, "{what}");
        let base_url = self.world.program().base();
        check_everywhere(&answer, base, base_url, &at, &what);
        check_kept(&answer, kept, media, &what);
        if status >= 400 {
            check_error(&answer, base_url, &what);
        }
        self.check_conditional(method, &at, kept, &answer, &what);
        self.check_methods(method, path, base, &at, &answer);
        self.check_door(method, &at, door, &what);
        self.check_key_of_request(method, path, &at, &answer);
    }

    fn check_conditional(&self, method: &str, at: &str, kept: Kept, first: &Answer, what: &str) {
        if !matches!(kept, Private | Public) || method != "GET" {
            return;
        }
        let tag = first.header("etag");
        assert!(tag.len() > 2 && tag.starts_with('"') && tag.ends_with('"'), "{what}: {tag}");
        for known in [tag.to_owned(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
            let headers = [("cookie", self.cookie.as_str()), ("if-none-match", &known)];
            let again = self.send(method, at, &headers);
            assert_eq!((again.status, again.body.as_str()), (304, ""), "{what} {known}");
            for name in ["etag", "cache-control", "vary", "api-version"] {
                assert_eq!(again.header(name), first.header(name), "{what} 304 {name}");
            }
        }
        let headers = [("cookie", self.cookie.as_str()), ("if-none-match", "\"another\"")];
        assert_eq!(self.send(method, at, &headers).status, 200, "{what}");
    }

    /// HEAD as GET, OPTIONS, and a method that is not there.
    fn check_methods(&self, method: &str, path: &str, base: &str, at: &str, first: &Answer) {
        let rows = if base.is_empty() { SITE } else { REST };
        let here: BTreeSet<&str> =
            rows.iter().chain(FORMS).filter(|row| row.1 == path).map(|row| row.0).collect();
        let mut expected = here.clone();
        expected.insert("OPTIONS");
        if here.contains("GET") {
            expected.insert("HEAD");
        }
        let options = self.send("OPTIONS", at, &[]);
        assert_eq!((options.status, options.body.as_str()), (204, ""), "OPTIONS {at}");
        assert_eq!(listed(options.header("allow")), expected, "OPTIONS {at}");
        for other in ["PUT", "PATCH", "TRACE", "POST", "DELETE", "HEAD", "GET"] {
            if expected.contains(other) {
                continue;
            }
            let wrong = self.send(other, at, &[]);
            assert_eq!(wrong.status, 405, "{other} {at}");
            assert_eq!(listed(wrong.header("allow")), expected, "{other} {at}");
            let what = format!("{other} {at}");
            if other != "HEAD" {
                assert_eq!(wrong.json()["error"], "method_not_allowed", "{what}");
            }
            check_everywhere(&wrong, base, self.world.program().base(), at, &what);
        }
        if method == "GET" {
            let head = self.send("HEAD", at, &self.by_owner());
            assert_eq!((head.status, head.body.as_str()), (first.status, ""), "HEAD {at}");
            for name in ["content-type", "cache-control", "vary", "etag", "location"] {
                assert_eq!(head.header(name), first.header(name), "HEAD {at} {name}");
            }
        }
    }

    fn check_door(&self, method: &str, at: &str, door: Door, what: &str) {
        let nobody = self.send(method, at, &[]);
        let dead = [("authorization", "Basic YTpi"), ("cookie", self.cookie.as_str())];
        let dead = self.send(method, at, &dead);
        let reads = door != Open;
        assert_eq!(dead.status == 401 && code(&dead) == "invalid_api_key", reads, "{what}");
        let closed = matches!(door, Caller | Session(..));
        assert_eq!(nobody.status == 401 && code(&nobody) == "unauthorized", closed, "{what}");
        let base_url = self.world.program().base();
        for refused in [dead, nobody].iter().filter(|answer| answer.status == 401) {
            check_error(refused, base_url, what);
        }
        let by_key = [("authorization", self.key.as_str())];
        if let Session(status, code_of_refusal) = door {
            let refused = self.send(method, at, &by_key);
            assert_eq!((refused.status, code(&refused)), (status, code_of_refusal.to_owned()));
        }
        let other_site = [("cookie", self.cookie.as_str()), ("sec-fetch-site", "cross-site")];
        let guarded = method != "GET" && (reads || at.ends_with("/auth/callback"));
        let from_elsewhere = self.send(method, at, &other_site);
        assert_eq!(code(&from_elsewhere) == "cross_site_request", guarded, "{what}");
    }

    /// An idempotency key counts where the contract lists it, and nowhere else.
    fn check_key_of_request(&self, method: &str, path: &str, at: &str, first: &Answer) {
        if method != "POST" {
            return;
        }
        let counts = REPLAYABLE.contains(&path) && at.starts_with("/api");
        let bad = [("cookie", self.cookie.as_str()), ("idempotency-key", "a b")];
        let refused = self.send(method, at, &bad);
        assert_eq!(code(&refused) == "invalid_idempotency_key", counts, "{at}");
        let good = [("cookie", self.cookie.as_str()), ("idempotency-key", "crawl-1")];
        let told = self.send(method, at, &good);
        assert_eq!(told.status, first.status, "{at}");
        assert_eq!(told.header("idempotency-replayed"), if counts { "false" } else { "" }, "{at}");
    }
}

fn code(answer: &Answer) -> String {
    let told: serde_json::Value = serde_json::from_str(&answer.body).unwrap_or_default();
    told["error"].as_str().unwrap_or_default().to_owned()
}

fn listed(allow: &str) -> BTreeSet<&str> {
    allow.split(", ").collect()
}

/// What every answer has.
fn check_everywhere(answer: &Answer, base: &str, base_url: &str, at: &str, what: &str) {
    assert_eq!(answer.header("api-version"), "v1", "{what}");
    assert_eq!(answer.header("x-content-type-options"), "nosniff", "{what}");
    let id = answer.header("x-request-id");
    assert!(id.len() == 26 && id.starts_with("req_"), "{what}: {id}");
    let superseded = base == "/api";
    let since = if superseded { "@1787443200" } else { "" };
    assert_eq!(answer.header("deprecation"), since, "{what}");
    let path = at.split('?').next().unwrap().strip_prefix(base).unwrap();
    let links = answer.header("link");
    let successor = format!("<{base_url}/api/v1{path}>; rel=\"successor-version\"");
    let policy = format!("<{base_url}/api-versioning.md>; rel=\"deprecation\"");
    assert_eq!(links.contains(&successor), superseded, "{what}: {links}");
    assert_eq!(links.contains(&policy), superseded, "{what}: {links}");
    let scan = at.starts_with("/api") && path == "/scan";
    let told = ["ratelimit", "ratelimit-policy", "ratelimit-limit", "ratelimit-reset"];
    let tells = scan && [200, 202, 400, 401, 403, 429, 503].contains(&answer.status);
    for name in told {
        assert_eq!(!answer.header(name).is_empty(), tells, "{what}: {name}");
    }
}

fn check_kept(answer: &Answer, kept: Kept, media: &str, what: &str) {
    let expected = match kept {
        Never => "no-store",
        PrivateNever => "private, no-store",
        Private | PrivateUntagged => "private, no-cache",
        Public => "public, max-age=300",
        Unsaid => answer.header("cache-control"),
    };
    assert_eq!(answer.header("cache-control"), expected, "{what}");
    let varies = matches!(kept, Private | PrivateUntagged);
    let expected = if varies { "Accept, Authorization, Cookie" } else { answer.header("vary") };
    assert_eq!(answer.header("vary"), expected, "{what}");
    let any = if kept == Public { "*" } else { "" };
    let here = answer.header("access-control-allow-origin");
    assert_eq!(here, any, "{what}");
    assert_eq!(!answer.header("content-security-policy").is_empty(), media == H, "{what}");
    if media == H {
        let policy = answer.header("content-security-policy");
        for part in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"] {
            assert!(policy.contains(part), "{what}: {policy}");
        }
        assert!(!answer.header("referrer-policy").is_empty(), "{what}");
    }
}

fn check_error(answer: &Answer, base_url: &str, what: &str) {
    let told = answer.json();
    assert_eq!(answer.header("cache-control"), "no-store", "{what}");
    assert!(told["error"].as_str().is_some_and(|code| !code.is_empty()), "{what}");
    assert!(told["message"].as_str().is_some_and(|text| text.ends_with('.')), "{what}: {told}");
    assert_eq!(told["requestId"], answer.header("x-request-id"), "{what}");
    let challenge = answer.header("www-authenticate");
    let metadata = format!("{base_url}/.well-known/oauth-protected-resource");
    let named = format!("Bearer resource_metadata=\"{metadata}\"");
    assert_eq!(challenge.starts_with(&named), answer.status == 401, "{what}: {challenge}");
}

#[test]
fn every_address_of_the_contract_keeps_what_it_promises() {
    let crawl = Crawl::start();
    let (last, first): (Vec<&Row>, Vec<&Row>) =
        REST.iter().partition(|row| row.1 == "/auth/logout");
    for base in ["/api/v1", "/api"] {
        first.iter().copied().chain(FORMS).for_each(|row| crawl.check(base, row));
    }
    SITE.iter().for_each(|row| crawl.check("", row));
    for base in ["/api/v1", "/api"] {
        last.iter().for_each(|row| crawl.check(base, row));
    }
}

#[test]
fn the_contract_and_the_description_list_the_same() {
    let world = World::start();
    let paths = world.client.contract().document()["paths"].as_object().unwrap().clone();
    let at_root = |path: &str| {
        let servers = paths[path]["servers"].as_array().cloned().unwrap_or_default();
        let urls: Vec<String> =
            servers.iter().map(|server| server["url"].as_str().unwrap().to_owned()).collect();
        let rest = urls.is_empty() || urls.iter().any(|url| url.ends_with("/api/v1"));
        (rest, urls.iter().any(|url| !url.ends_with("/api/v1")))
    };
    let (mut rest, mut site) = (BTreeSet::new(), BTreeSet::new());
    for operation in world.client.contract().operations() {
        let (in_rest, in_site) = at_root(operation.split(' ').nth(1).unwrap());
        if in_rest {
            rest.insert(operation.clone());
        }
        if in_site {
            site.insert(operation);
        }
    }
    let named = |rows: &[Row]| -> BTreeSet<String> {
        rows.iter().map(|row| format!("{} {}", row.0, row.1)).collect()
    };
    assert_eq!(rest, named(REST));
    assert_eq!(site, named(SITE));
}

#[test]
fn every_mcp_address_answers_with_what_every_answer_has() {
    let world = World::start();
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }).to_string();
    for path in ["/mcp", "/chatgpt/mcp", "/docs/mcp"] {
        let answer = world.client.send_raw("POST", path, &[JSON], Some(&ping));
        assert_eq!((answer.status, answer.header("content-type")), (200, J), "{path}");
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
        assert_eq!(answer.json()["id"], 1, "{path}");
        check_everywhere(&answer, "", world.program().base(), path, path);
        let wrong = world.client.send_raw("GET", path, &[], None);
        assert_eq!((wrong.status, wrong.header("allow")), (405, "POST"), "{path}");
        check_everywhere(&wrong, "", world.program().base(), path, path);
    }
}
