//! A server that speaks the part of GitHub's REST API that is read.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use citable_test_support::form_server::{FormReply, FormServer, SeenPost};
use serde_json::{Value, json};

use crate::world::block_on;

/// What the server knows us by.
pub(super) const TOKEN: &str = "ghp_a-token-of-the-tests";
/// Entries of a page, whatever was asked for: so that there are pages.
const PAGE: usize = 2;

/// What the repository holds, and what goes wrong.
pub(super) struct State {
    pub(super) variable: FormReply,
    pub(super) issues: Vec<Value>,
    pub(super) pulls: Vec<Value>,
    pub(super) events: Vec<Value>,
    pub(super) runs: HashMap<String, Vec<Value>>,
    pub(super) file: String,
    /// Everything is answered so.
    pub(super) fails: Option<FormReply>,
    /// What is below that path, but for its queries, is answered so.
    pub(super) part_fails: Option<(String, FormReply)>,
}

/// The server.
pub(super) struct Hub {
    server: FormServer,
    state: Arc<Mutex<State>>,
}

impl Hub {
    pub(super) fn start() -> Self {
        let state = State {
            variable: FormReply::json(200, r#"{"name":"CHAIN_PAUSED","value":"false"}"#),
            issues: Vec::new(),
            pulls: Vec::new(),
            events: Vec::new(),
            runs: HashMap::from(["review.yml", "ci.yml"].map(|name| (name.to_owned(), Vec::new()))),
            file: "{}".to_owned(),
            fails: None,
            part_fails: None,
        };
        let state = Arc::new(Mutex::new(state));
        let shared = Arc::clone(&state);
        let answer = move |asked: &SeenPost| shared.lock().unwrap().answer(asked);
        Self { server: block_on(FormServer::start(answer)), state }
    }

    /// Where its API is.
    pub(super) fn url(&self) -> String {
        self.server.url("/")
    }

    /// Changes what it holds.
    pub(super) fn with(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap());
    }

    /// Every path that was asked for.
    pub(super) fn asked(&self) -> Vec<String> {
        self.server.posts().into_iter().map(|post| post.path).collect()
    }
}

impl State {
    fn answer(&self, asked: &SeenPost) -> FormReply {
        if let Some(failure) = &self.fails {
            return failure.clone();
        }
        let (path, query) = asked.path.split_once('?').unwrap_or((&asked.path, ""));
        let not_found = FormReply::json(404, r#"{"message":"Not Found"}"#);
        let Some(path) = path.strip_prefix("/repos/octo/repo") else { return not_found };
        if asked.header("authorization") != Some(&format!("Bearer {TOKEN}")) {
            return FormReply::json(401, r#"{"message":"Bad credentials"}"#);
        }
        match &self.part_fails {
            Some((part, failure)) if part == path => return failure.clone(),
            _ => {}
        }
        let open = query.contains("state=open");
        let raw = asked.header("accept") == Some("application/vnd.github.raw+json");
        match path {
            "/actions/variables/CHAIN_PAUSED" => self.variable.clone(),
            "/issues" if open => page(asked, &self.issues, |page| json!(page)),
            "/pulls" if open => page(asked, &self.pulls, |page| json!(page)),
            "/issues/events" => page(asked, &self.events, |page| json!(page)),
            "/contents/state/chain.json" if raw => FormReply::json(200, &self.file),
            path => {
                let file = path.strip_prefix("/actions/workflows/");
                match file.and_then(|file| self.runs.get(file.strip_suffix("/runs")?)) {
                    Some(runs) => page(
                        asked,
                        runs,
                        |page| json!({ "total_count": runs.len(), "workflow_runs": page }),
                    ),
                    None => not_found,
                }
            }
        }
    }
}

fn page(asked: &SeenPost, all: &[Value], form: impl Fn(&[Value]) -> Value) -> FormReply {
    let host = asked.header("host").unwrap();
    let number = asked.path.split("&page=").nth(1).map_or(1, |number| number.parse().unwrap());
    let first = (number - 1) * PAGE;
    let shown = &all[first.min(all.len())..(first + PAGE).min(all.len())];
    let reply = FormReply::json(200, &form(shown).to_string());
    if first + PAGE >= all.len() {
        return reply;
    }
    let base = asked.path.split("&page=").next().unwrap();
    let link = |to: usize, rel: &str| format!("<http://{host}{base}&page={to}>; rel=\"{rel}\"");
    reply.header("Link", &format!("{}, {}", link(9, "last"), link(number + 1, "next")))
}

pub(super) fn issue(number: u64, title: &str, labels: &[&str], is_pull: bool) -> Value {
    let labels: Vec<Value> = labels.iter().map(|name| json!({ "id": 1, "name": name })).collect();
    let mut issue = json!({ "number": number, "title": title, "labels": labels, "state": "open" });
    if is_pull {
        issue["pull_request"] = json!({ "url": "https://api.github.test/pulls" });
    }
    issue
}

pub(super) fn pull(number: u64, sha: &str, branch: &str) -> Value {
    json!({ "number": number, "head": { "sha": sha, "ref": branch, "label": "octo:x" } })
}

pub(super) fn event(number: u64, label: &str, at: &str) -> Value {
    json!({ "id": 1, "event": "labeled", "created_at": at, "label": { "name": label },
        "issue": { "number": number } })
}

pub(super) fn run(
    id: u64,
    sha: &str,
    branch: Option<&str>,
    status: &str,
    conclusion: Option<&str>,
    at: &str,
) -> Value {
    json!({ "id": id, "head_sha": sha, "head_branch": branch, "status": status,
        "conclusion": conclusion, "created_at": at, "run_started_at": at })
}
