//! One operation of the description, in words.

use std::fmt::Write as _;

use serde_json::Value;

use super::schema::{cell, entries, phrase};

/// The methods of a path, in the order of the documentation.
const METHODS: [(&str, &str); 5] =
    [("get", "GET"), ("post", "POST"), ("put", "PUT"), ("patch", "PATCH"), ("delete", "DELETE")];

/// The media types of bodies that calls are written for.
const JSON: &str = "application/json";
const EVENT_STREAM: &str = "text/event-stream";

/// Level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// What a caller starts with.
    Short,
    /// Everything.
    Whole,
}

/// One operation, and where it is.
pub(super) struct Operation<'d> {
    method: &'static str,
    path: &'d str,
    /// The addresses that the path is below.
    servers: Vec<&'d str>,
    pub(super) value: &'d Value,
    document: &'d Value,
}

/// Every operation of the document.
pub(super) fn operations(document: &Value) -> Vec<Operation<'_>> {
    let mut operations = Vec::new();
    for (path, item) in entries(&document["paths"]) {
        for (key, method) in METHODS {
            if let Some(value) = item.get(key) {
                let servers = servers(item).or_else(|| servers(document)).unwrap_or_default();
                operations.push(Operation { method, path, servers, value, document });
            }
        }
    }
    operations
}

fn servers(value: &Value) -> Option<Vec<&str>> {
    let servers = value["servers"].as_array()?;
    Some(servers.iter().filter_map(|server| server["url"].as_str()).collect())
}

impl<'d> Operation<'d> {
    /// Method and path.
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    pub(super) fn method(&self) -> &'static str {
        self.method
    }

    /// The first of its addresses.
    pub(super) fn address(&self) -> String {
        format!("{}{}", self.servers.first().copied().unwrap_or_default(), self.path)
    }

    pub(super) fn tag(&self) -> &'d str {
        self.value["tags"][0].as_str().unwrap_or("Other")
    }

    pub(super) fn text(&self, name: &str) -> &'d str {
        self.value[name].as_str().unwrap_or_default()
    }

    /// True if clients of the API have no use for it.
    pub(super) fn is_internal(&self) -> bool {
        self.value["x-internal"] == true
    }

    /// Its responses by status, those that it shares with others too.
    pub(super) fn responses(&self) -> impl Iterator<Item = (&'d str, &'d Value)> {
        let document = self.document;
        entries(&self.value["responses"]).map(move |(status, response)| {
            let shared = response["$ref"].as_str().and_then(|to| to.strip_prefix('#'));
            (status, shared.and_then(|to| document.pointer(to)).unwrap_or(response))
        })
    }

    pub(super) fn parameters(&self) -> &'d [Value] {
        self.value["parameters"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Its section.
    pub(super) fn write(&self, detail: Detail, text: &mut String) {
        let _infallible = write!(
            text,
            "\n### {}\n\n{}. {}\n\n- Operation ID: `{}`\n",
            self.name(),
            self.text("summary"),
            self.text("description"),
            self.text("operationId"),
        );
        for server in &self.servers {
            let _infallible = writeln!(text, "- URL: `{server}{}`", self.path);
        }
        let _infallible = writeln!(text, "- Authentication: {}", self.credentials());
        self.write_parameters(text);
        self.write_body(text);
        self.write_answers(detail, text);
        if detail == Detail::Short {
            let _infallible = write!(text, "\n```sh\n{}\n```\n", self.call());
        }
    }

    /// What it takes to be let in, in words.
    fn credentials(&self) -> String {
        let ways: Vec<&Value> = self.value["security"].as_array().into_iter().flatten().collect();
        if ways.is_empty() {
            return "none; credentials are ignored".to_owned();
        }
        let named = ways.iter().filter_map(|way| {
            let (name, scopes) = entries(way).next()?;
            let scopes: Vec<&str> =
                scopes.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            Some(match (name, scopes.first()) {
                ("session", _) => "session".to_owned(),
                (_, Some(scope)) => format!("API key with the `{scope}` scope"),
                (_, None) => "API key".to_owned(),
            })
        });
        let named: Vec<String> = named.collect();
        let open = ways.len() > named.len();
        format!("{}{}", named.join(" or "), if open { "; optional" } else { "" })
    }

    fn write_parameters(&self, text: &mut String) {
        if self.parameters().is_empty() {
            return;
        }
        text.push_str(
            "\n| Parameter | In | Required | Description | Type |\n|---|---|---|---|---|\n",
        );
        for parameter in self.parameters() {
            let part = |name: &str| parameter[name].as_str().unwrap_or_default();
            let required = if parameter["required"] == true { "yes" } else { "no" };
            let (name, place) = (part("name"), part("in"));
            let (meaning, form) = (cell(part("description")), cell(&phrase(&parameter["schema"])));
            let _infallible =
                writeln!(text, "| `{name}` | {place} | {required} | {meaning} | {form} |");
        }
    }

    fn write_body(&self, text: &mut String) {
        let body = &self.value["requestBody"];
        let needed = if body["required"] == true { "" } else { " (optional)" };
        for (media, content) in entries(&body["content"]) {
            let _infallible =
                write!(text, "\nBody, `{media}`{needed}: {}.\n", phrase(&content["schema"]));
        }
    }

    fn write_answers(&self, detail: Detail, text: &mut String) {
        text.push_str(match detail {
            Detail::Short => "\n| Status | Description | Body |\n|---|---|---|\n",
            Detail::Whole => "\n| Status | Description | Body | Headers |\n|---|---|---|---|\n",
        });
        for (status, response) in self.responses() {
            let meaning = cell(response["description"].as_str().unwrap_or_default());
            let bodies = entries(&response["content"]).map(|(media, content)| {
                format!("`{media}`: {}", cell(&answer_phrase(&content["schema"])))
            });
            let bodies: Vec<String> = bodies.collect();
            let _infallible = write!(text, "| {status} | {meaning} | {} |", bodies.join("; "));
            if detail == Detail::Whole {
                let names = own_headers(response).map(|(name, _)| format!("`{name}`"));
                let _infallible = write!(text, " {} |", names.collect::<Vec<_>>().join(", "));
            }
            text.push('\n');
        }
        if detail == Detail::Whole {
            self.write_headers(text);
        }
    }

    /// What the headers of its answers mean, each meaning once.
    fn write_headers(&self, text: &mut String) {
        let mut told = Vec::new();
        for header in self.responses().flat_map(|(_, response)| own_headers(response)) {
            if !told.contains(&header) {
                told.push(header);
            }
        }
        text.push_str(if told.is_empty() { "" } else { "\n" });
        for (name, meaning) in told {
            let _infallible = writeln!(text, "- `{name}`: {meaning}");
        }
    }

    /// A call that can be pasted into a shell, with an example for whatever is required.
    fn call(&self) -> String {
        let mut call = String::from("curl");
        if self.streams() {
            call.push_str(" -N");
        }
        if self.method != "GET" {
            let _infallible = write!(call, " -X {}", self.method);
        }
        let _infallible = write!(call, " {}", quoted(&self.filled_in()));
        let ways: Vec<&Value> = self.value["security"].as_array().into_iter().flatten().collect();
        // Where no credential is needed, none is shown: an unset one would be refused.
        let is_open = ways.iter().any(|way| entries(way).next().is_none());
        let takes = |name: &str| !is_open && ways.iter().any(|way| way.get(name).is_some());
        // No new key has that scope.
        let is_for_old_keys = ways.iter().any(|way| way["key"][0] == "webhooks");
        if takes("key") && !is_for_old_keys {
            call.push_str(" \\\n  -H \"Authorization: Bearer $CITABLE_KEY\"");
        } else if takes("session") {
            call.push_str(" \\\n  -b \"sid=$CITABLE_SESSION\"");
        }
        for parameter in self.parameters().iter().filter(|one| one["in"] == "header") {
            if let (Some(name), Some(value)) =
                (parameter["name"].as_str(), parameter["example"].as_str())
            {
                let header = format!("{name}: {value}");
                let _infallible = write!(call, " \\\n  -H {}", quoted(&header));
            }
        }
        let body = &self.value["requestBody"];
        if let Some((media, content)) = entries(&body["content"]).next() {
            let example = &content["example"];
            if media == JSON {
                let body = quoted(&example.to_string());
                let _infallible = write!(call, " \\\n  -H 'Content-Type: {media}' \\\n  -d {body}");
            } else {
                for (name, value) in entries(example) {
                    let field = format!("{name}={}", value.as_str().unwrap_or_default());
                    let _infallible = write!(call, " \\\n  --data-urlencode {}", quoted(&field));
                }
            }
        }
        call
    }

    /// Its first address, with an example for each parameter in it.
    fn filled_in(&self) -> String {
        let mut address = self.address();
        let mut query = Vec::new();
        for parameter in self.parameters() {
            let name = parameter["name"].as_str().unwrap_or_default();
            match (parameter["in"].as_str(), parameter["example"].as_str()) {
                (Some("path"), Some(example)) => {
                    address = address.replace(&format!("{{{name}}}"), example);
                }
                (Some("query"), Some(example)) => query.push(format!("{name}={example}")),
                // Of several forms of a request, the one with a URL needs no id.
                (Some("query"), None) if name == "url" => {
                    let example = &parameter["schema"]["examples"][0];
                    query.push(format!("url={}", example.as_str().unwrap_or_default()));
                }
                _ => {}
            }
        }
        if query.is_empty() { address } else { format!("{address}?{}", query.join("&")) }
    }

    fn streams(&self) -> bool {
        self.value["responses"]["200"]["content"].get(EVENT_STREAM).is_some()
            && self.method == "GET"
    }
}

/// Text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// The type of an answer; of an error, its codes are in the description already.
fn answer_phrase(schema: &Value) -> String {
    match schema["allOf"].get(0) {
        Some(error) => phrase(error),
        None => phrase(schema),
    }
}

/// The headers that not every answer carries, and what they mean.
fn own_headers(response: &Value) -> impl Iterator<Item = (&str, &str)> {
    let own = entries(&response["headers"]).filter(|(_, header)| header.get("$ref").is_none());
    own.map(|(name, header)| (name, header["description"].as_str().unwrap_or_default()))
}
