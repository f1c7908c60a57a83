//! A client of the REST interface that holds every answer against the OpenAPI document.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::time::Duration;

use serde_json::Value;
use ureq::Agent;
use ureq::http::Request;

use crate::contract::Contract;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Speaks to one running program.
#[derive(Debug)]
pub struct Client {
    base: String,
    agent: Agent,
    contract: Contract,
}

/// One answer, read whole.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Header fields, names in lower case; repeated fields are joined by line feeds.
    pub headers: HashMap<String, String>,
    /// The body.
    pub body: String,
}

impl Answer {
    /// The body as JSON.
    ///
    /// # Panics
    /// When it is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.body))
    }

    /// A header's value, or the empty string.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

/// One Server-Sent Event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SentEvent {
    /// `event:`
    pub event: String,
    /// `id:`
    pub id: String,
    /// `data:`
    pub data: String,
}

impl Client {
    /// A client of the program at `base`, over the document that the program serves.
    pub fn of(base: &str) -> Self {
        let agent: Agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .timeout_global(Some(PATIENCE))
            .build()
            .into();
        let mut document = agent
            .get(format!("{base}/api/v1/openapi.json"))
            .call()
            .expect("the document is served");
        let text = document.body_mut().read_to_string().expect("the document can be read");
        let document = serde_json::from_str(&text).expect("the document is JSON");
        Self { base: base.to_owned(), agent, contract: Contract::new(document) }
    }

    /// The document.
    pub fn contract(&self) -> &Contract {
        &self.contract
    }

    /// GET of a path below the versioned base.
    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], None)
    }

    /// POST of a JSON text to a path below the versioned base.
    pub fn post(&self, path: &str, json: &str) -> Answer {
        self.send("POST", path, &[("content-type", "application/json")], Some(json))
    }

    /// Any request to a path of the document, below the base that it names for it; the answer is
    /// held against the document.
    ///
    /// # Panics
    /// When there is no answer, or the document does not allow it.
    pub fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Answer {
        let base = if self.contract.is_at_site_root(path) { "" } else { "/api/v1" };
        let answer = self.send_raw(method, &format!("{base}{path}"), headers, body);
        self.contract.check(method, path, &answer);
        answer
    }

    /// Any request to any path; the answer is not held against the document.
    ///
    /// # Panics
    /// When there is no answer.
    pub fn send_raw(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Answer {
        let mut response = self.open(method, path, headers, body);
        let text = response.body_mut().read_to_string().expect("the body can be read");
        answer(&response, text)
    }

    /// Any request to any path, of a program that may die meanwhile.
    pub fn try_send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Option<Answer> {
        let mut response = self.try_open(method, path, headers, body).ok()?;
        let text = response.body_mut().read_to_string().ok()?;
        Some(answer(&response, text))
    }

    /// POST of a JSON text to any path, of a program that may die meanwhile: its answer's body.
    pub fn try_post(&self, path: &str, json: &str) -> Option<String> {
        self.try_post_with(path, &[], json).map(|answer| answer.body)
    }

    /// The same with more headers, and the whole answer.
    pub fn try_post_with(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        json: &str,
    ) -> Option<Answer> {
        let json_type = [("content-type", "application/json")];
        self.try_send("POST", path, &[headers, &json_type].concat(), Some(json))
    }

    /// Submits a page and returns the scan's id.
    pub fn scan(&self, url: &str) -> String {
        let accepted = self.post("/scan", &serde_json::json!({ "url": url }).to_string());
        assert!(matches!(accepted.status, 200 | 202), "{}", accepted.body);
        accepted.json()["id"].as_str().expect("an id").to_owned()
    }

    /// The events of a scan to the end of the stream.
    pub fn events(&self, id: &str, headers: &[(&str, &str)]) -> (Answer, Vec<SentEvent>) {
        let path = format!("/scan/{id}/events");
        let mut stream = self.stream(&path, headers);
        let mut events = Vec::new();
        while let Some(event) = stream.next_event() {
            self.contract.check_event(&event.data);
            events.push(event);
        }
        (stream.head, events)
    }

    /// Waits for the end of a scan and reads it.
    pub fn finished(&self, id: &str) -> Answer {
        self.events(id, &[]);
        self.get(&format!("/scan/{id}"))
    }

    /// Opens an event stream below the versioned base.
    pub fn stream(&self, path: &str, headers: &[(&str, &str)]) -> EventStream {
        let response = self.open("GET", &format!("/api/v1{path}"), headers, None);
        let head = answer(&response, String::new());
        let reader = BufReader::new(response.into_body().into_reader());
        EventStream { head, reader: Box::new(reader), preamble: Vec::new() }
    }

    fn open(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> ureq::http::Response<ureq::Body> {
        let sent = self.try_open(method, path, headers, body);
        sent.unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    fn try_open(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Result<ureq::http::Response<ureq::Body>, ureq::Error> {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        match body {
            Some(body) => {
                let request = request.body(body.to_owned()).expect("a request");
                let config = self.agent.configure_request(request).allow_non_standard_methods(true);
                self.agent.run(config.build())
            }
            None => {
                let request = request.body(()).expect("a request");
                let config = self.agent.configure_request(request).allow_non_standard_methods(true);
                self.agent.run(config.build())
            }
        }
    }
}

/// GET of any address; the answer is held against no document.
///
/// # Panics
/// When there is no answer.
pub fn get_from(url: &str) -> Answer {
    let config = Agent::config_builder().http_status_as_error(false).proxy(None);
    let agent: Agent = config.timeout_global(Some(PATIENCE)).build().into();
    let mut response = agent.get(url).call().unwrap_or_else(|error| panic!("{url}: {error}"));
    let text = response.body_mut().read_to_string().expect("the body can be read");
    answer(&response, text)
}

/// An open event stream.
pub struct EventStream {
    /// Status and headers.
    pub head: Answer,
    reader: Box<dyn BufRead + Send>,
    /// Lines that belong to no event: `retry:` fields and comments.
    pub preamble: Vec<String>,
}

impl EventStream {
    /// The next event, or none at the end of the stream.
    pub fn next_event(&mut self) -> Option<SentEvent> {
        let mut event = SentEvent::default();
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end_matches(['\r', '\n']);
            match line.split_once(':') {
                _ if line.is_empty() && event != SentEvent::default() => return Some(event),
                _ if line.is_empty() => {}
                Some(("event", value)) => value.trim_start().clone_into(&mut event.event),
                Some(("id", value)) => value.trim_start().clone_into(&mut event.id),
                Some(("data", value)) => value.trim_start().clone_into(&mut event.data),
                _ => self.preamble.push(line.to_owned()),
            }
        }
    }

    /// Reads whatever is left.
    pub fn rest(mut self) -> String {
        let mut rest = String::new();
        let _cut_off = self.reader.read_to_string(&mut rest);
        rest
    }
}

fn answer(response: &ureq::http::Response<ureq::Body>, body: String) -> Answer {
    let mut headers: HashMap<String, String> = HashMap::new();
    for (name, value) in response.headers() {
        let value = String::from_utf8_lossy(value.as_bytes());
        headers
            .entry(name.as_str().to_owned())
            .and_modify(|all| {
                all.push('\n');
                all.push_str(&value);
            })
            .or_insert_with(|| value.into_owned());
    }
    Answer { status: response.status().as_u16(), headers, body }
}
