use std::time::Instant;

use citable_actors::clock::SystemClock;
use citable_actors::fetch::{FetchSettings, Gather, ProgressSink, TargetUrl};
use citable_actors::store::{StoreSettings, StoreUrl, migrate};
use citable_actors::{Role, System, SystemSettings};
use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::Snapshot;
use futures_util::future::{self, BoxFuture};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, AUTHORIZATION, CONTENT_TYPE, ETAG, HeaderMap, HeaderName,
    IF_NONE_MATCH, LINK, LOCATION, RETRY_AFTER, WWW_AUTHENTICATE,
};
use hyper::service::Service as _;
use hyper::{Method, Request};
use hyper_util::service::TowerToHyperService;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::http::HttpSettings;
use crate::http::drain::DrainSwitch;
use crate::http::problem::{ACCEPTED, Code, NO_CONTENT, NOT_MODIFIED, OK, Status};
use crate::http::room::Room;

/// Fetches nothing, for ever: what is submitted stays pending.
struct Hangs;

impl Gather for Hangs {
    fn gather<'a>(
        &'a self,
        _: &'a TargetUrl,
        _: i64,
        _: ProgressSink,
    ) -> BoxFuture<'a, Result<Snapshot, ScanFailure>> {
        Box::pin(future::pending())
    }
}

struct Gate {
    entrance: Arc<Entrance>,
    switch: DrainSwitch,
    _system: System,
    _folder: TempDir,
}

struct Answered {
    status: Status,
    headers: HeaderMap,
    body: Value,
}

impl Answered {
    fn is(&self, code: Code) {
        assert_eq!((self.status, &self.body["error"]), (code.status(), &json!(code.name())));
        assert_eq!(self.body["requestId"], "req_test");
    }

    fn header(&self, name: HeaderName) -> &str {
        self.headers[name].to_str().unwrap()
    }
}

impl Gate {
    async fn open() -> Self {
        Self::of(Role::All).await
    }

    async fn of(role: Role) -> Self {
        let folder = TempDir::new().unwrap();
        let url = StoreUrl::Sqlite(folder.path().join("test.db"));
        migrate(&url).await.unwrap();
        let fetch = Arc::new(FetchSettings::default());
        let settings = SystemSettings::new(StoreSettings::new(url), Arc::clone(&fetch));
        let clock = Arc::new(SystemClock);
        let limits = settings.limits;
        let system = System::start(settings, Arc::new(Hangs), clock.clone()).await.unwrap();
        let app = App {
            handles: system.handles(),
            role,
            clock,
            fetch,
            base_url: "https://citable.test".parse().unwrap(),
            mcp_url: "https://mcp.citable.test/".parse().unwrap(),
            limits,
            development: false,
            renders: false,
            operator: crate::http::Operator::default(),
            started_at: Instant::now(),
            http: HttpSettings { max_body_bytes: 1000, ..HttpSettings::default() },
        };
        let (switch, drain) = DrainSwitch::new();
        let entrance = Arc::new(Entrance::new(Arc::new(app), drain));
        Self { entrance, switch, _system: system, _folder: folder }
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        headers: &[(HeaderName, &str)],
        body: &str,
    ) -> Answered {
        let mut request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        let (parts, body) =
            request.body(Full::new(Bytes::copy_from_slice(body.as_bytes()))).unwrap().into_parts();
        let head = Head::new(parts.clone(), "req_test".into(), Room::default());
        let mut request = Request::from_parts(parts, body);
        request.extensions_mut().insert(Arc::new(head));
        let service = TowerToHyperService::new(warp::service(filter(Arc::clone(&self.entrance))));
        let (parts, body) = service.call(request).await.unwrap().into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let body =
            if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).unwrap() };
        Answered { status: parts.status, headers: parts.headers, body }
    }

    async fn get(&self, path: &str) -> Answered {
        self.ask(Method::GET, path, &[], "").await
    }

    async fn scan(&self, body: &str) -> Answered {
        self.ask(Method::POST, "/scan", &[(CONTENT_TYPE, "application/json")], body).await
    }
}

#[tokio::test]
async fn a_request_is_judged_in_one_order() {
    let gate = Gate::open().await;
    let too_long = "x".repeat(1001);
    let key: (HeaderName, &str) = (AUTHORIZATION, "Bearer ctb_dead");
    let text: (HeaderName, &str) = (CONTENT_TYPE, "text/plain");
    let wrong = [key.clone(), text.clone()];

    gate.ask(Method::POST, "/nowhere", &wrong, &too_long).await.is(Code::NotFound);
    gate.ask(Method::PUT, "/scan", &wrong, &too_long).await.is(Code::MethodNotAllowed);
    gate.ask(Method::POST, "/scan", &wrong, &too_long).await.is(Code::BodyTooLarge);
    gate.ask(Method::POST, "/scan", &wrong, "{").await.is(Code::InvalidApiKey);
    gate.ask(Method::POST, "/scan", &[text], "{").await.is(Code::UnsupportedMediaType);
    gate.scan("{").await.is(Code::InvalidJson);
    gate.scan(r#"{"url":"http://example.com/","refresh":true}"#).await.is(Code::InvalidUrl);
    gate.scan(r#"{"url":"example.com","refresh":true}"#).await.is(Code::RefreshRequiresAccount);

    gate.switch.start();
    gate.ask(Method::POST, "/nowhere", &wrong, &too_long).await.is(Code::Draining);
}

#[tokio::test]
async fn who_is_refused_a_scan_is_told_where_to_go() {
    let gate = Gate::open().await;
    let key = [(AUTHORIZATION, "Basic eDp5"), (CONTENT_TYPE, "application/json")];
    let refused = gate.ask(Method::POST, "/scan", &key, r#"{"url":"example.com"}"#).await;
    refused.is(Code::InvalidApiKey);
    let metadata = "https://citable.test/.well-known/oauth-protected-resource";
    let challenge = format!("Bearer resource_metadata=\"{metadata}\"");
    let dead = format!("{challenge}, error=\"invalid_token\"");
    assert_eq!(refused.header(WWW_AUTHENTICATE), dead);
    let agent = json!({
        "mcpEndpoint": "https://mcp.citable.test/mcp",
        "tool": "start_scan",
        "keysUrl": "https://citable.test/keys",
    });
    assert_eq!(refused.body["agent"], agent);
    let links: Vec<_> = refused.headers.get_all(LINK).into_iter().collect();
    assert_eq!(
        links,
        [
            "<https://mcp.citable.test/mcp>; rel=\"service\"",
            "<https://citable.test/keys>; rel=\"describedby\"",
        ]
    );

    let refused = gate.scan(r#"{"url":"example.com","refresh":true}"#).await;
    assert_eq!(refused.header(WWW_AUTHENTICATE), challenge);
    assert_eq!(refused.body["agent"], agent);

    let refused = gate.ask(Method::GET, "/scan/x", &key, "").await;
    refused.is(Code::InvalidApiKey);
    assert!(refused.body.get("agent").is_none());
}

#[tokio::test]
async fn a_scan_that_was_taken_can_be_read() {
    let gate = Gate::open().await;
    let taken = gate.scan(r#"{"url":"Wikipedia.org","humanCheckToken":"any"}"#).await;
    assert_eq!(taken.status, ACCEPTED);
    let id = taken.body["id"].as_str().unwrap().to_owned();
    assert_eq!(taken.header(LOCATION), format!("/api/v1/scan/{id}"));
    assert_eq!(taken.header(RETRY_AFTER), "2");
    assert_eq!(
        taken.body,
        json!({
            "id": id,
            "status": "pending",
            "cached": false,
            "url": "https://wikipedia.org/",
            "reportUrl": format!("https://citable.test/api/v1/scan/{id}"),
            "webUrl": format!("https://citable.test/report/{id}"),
            "eventsUrl": format!("https://citable.test/api/v1/scan/{id}/events"),
            "pollAfterSec": 2,
        })
    );

    let pending = gate.get(&format!("/scan/{id}")).await;
    assert_eq!((pending.status, &pending.body["status"]), (OK, &json!("pending")));
    assert_eq!(
        (&pending.body["totalChecks"], &pending.body["url"]),
        (&json!(34), &taken.body["url"])
    );
    assert_eq!(pending.header(RETRY_AFTER), "2");
}

#[tokio::test]
async fn malformed_and_unknown_ids_are_not_told_apart() {
    let gate = Gate::open().await;
    for id in ["x", "scn_", "scn_0123456789abcdefghijkl", "00000000-0000-0000-0000-000000000000"] {
        gate.get(&format!("/scan/{id}")).await.is(Code::NotFound);
        // A dead key means nothing where credentials are not read.
        let key = [(AUTHORIZATION, "Bearer ctb_dead")];
        gate.ask(Method::GET, &format!("/scan/{id}/events"), &key, "").await.is(Code::NotFound);
    }
}

#[tokio::test]
async fn options_says_what_a_path_takes() {
    let gate = Gate::open().await;
    let options = gate.ask(Method::OPTIONS, "/healthz", &[], "").await;
    assert_eq!((options.status, options.header(ALLOW)), (NO_CONTENT, "GET, HEAD, OPTIONS"));
    let wrong = gate.ask(Method::DELETE, "/healthz", &[], "").await;
    assert_eq!(wrong.header(ALLOW), "GET, HEAD, OPTIONS");
}

#[tokio::test]
async fn health_looks_as_deep_as_it_is_asked() {
    let gate = Gate::open().await;
    let shallow = gate.get("/healthz").await;
    assert_eq!((shallow.status, &shallow.body["status"]), (OK, &json!("ok")));
    assert!(shallow.body.get("checks").is_none());
    let deep = gate.get("/healthz?deep=1&other=2").await;
    assert_eq!(deep.body["checks"]["database"]["status"], "ok");
    assert!(deep.body["checks"]["database"]["latencyMs"].is_u64());
    let monitoring = &deep.body["checks"]["monitoring"];
    assert_eq!(monitoring["status"], "ok", "it is at work from the start");
    assert!(monitoring["lastHeartbeatAt"].is_string() && monitoring["ageSec"].is_u64());
    for query in ["deep=0", "deep=", "deep", "deep=true", "deep=1&deep=1"] {
        gate.get(&format!("/healthz?{query}")).await.is(Code::InvalidRequest);
    }
}

#[tokio::test]
async fn the_description_is_open_to_all_and_sent_once() {
    let gate = Gate::open().await;
    let first = gate.get("/openapi.json").await;
    assert_eq!((first.status, &first.body["openapi"]), (OK, &json!("3.1.0")));
    let tag = [(IF_NONE_MATCH, first.header(ETAG))];
    let second = gate.ask(Method::GET, "/openapi.json", &tag, "").await;
    assert_eq!((second.status, second.body), (NOT_MODIFIED, Value::Null));
    assert_eq!(second.headers[ACCESS_CONTROL_ALLOW_ORIGIN], "*");
}
