//! The outer form of a message (JSON-RPC 2.0): whether it is one, before the protocol's library
//! reads it.

use rmcp::model::RequestId;
use serde_json::{Map, Value};

/// Where a modern request names its protocol revision.
const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// What everybody may ask, whatever credential comes with it: a client that is only looking is
/// never sent to authenticate.
const OPEN: [&str; 7] = [
    "initialize",
    "server/discover",
    "ping",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
];
/// What notifications begin with.
const NOTIFICATIONS: &str = "notifications/";

/// What has to be known of a message before it is handled.
#[derive(Debug, PartialEq)]
pub(crate) struct Message {
    /// The request's id; none for a notification.
    pub(crate) id: Option<RequestId>,
    /// The method; none for a response.
    pub(crate) method: Option<String>,
    /// The revision that the message itself names.
    pub(crate) version: Option<String>,
}

impl Message {
    /// Reads a message's outer form.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub(crate) fn read(value: &Value) -> Result<Self, &'static str> {
        let fields = match value {
            Value::Object(fields) => fields,
            Value::Array(_) => return Err("Batches aren't supported. Send one message per POST."),
            _ => return Err("A message must be a JSON object."),
        };
        if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return Err("A message must have `\"jsonrpc\": \"2.0\"`.");
        }
        let method = match fields.get("method") {
            Some(Value::String(method)) => Some(method.clone()),
            Some(_) => return Err("`method` must be a string."),
            None if fields.contains_key("result") || fields.contains_key("error") => None,
            None => return Err("`method` is required."),
        };
        if fields.get("params").is_some_and(|params| !params.is_object()) {
            return Err("`params` must be an object.");
        }
        Ok(Self { id: id(fields)?, method, version: version(fields) })
    }

    /// Whether credentials are looked at.
    pub(crate) fn needs_credentials(&self) -> bool {
        let open = |method: &str| OPEN.contains(&method) || method.starts_with(NOTIFICATIONS);
        self.method.as_deref().is_some_and(|method| !open(method))
    }

    /// Whether it begins the older lifecycle, in which the version is agreed on.
    pub(crate) fn is_initialize(&self) -> bool {
        self.method.as_deref() == Some("initialize")
    }
}

/// The id of whatever can be answered under one.
pub(crate) fn id_of(value: &Value) -> Option<RequestId> {
    value.as_object().and_then(|fields| id(fields).ok()).flatten()
}

fn id(fields: &Map<String, Value>) -> Result<Option<RequestId>, &'static str> {
    match fields.get("id") {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(RequestId::String(text.as_str().into()))),
        Some(value) => match value.as_i64() {
            Some(number) => Ok(Some(RequestId::Number(number))),
            None => Err("`id` must be a string or a whole number."),
        },
    }
}

fn version(fields: &Map<String, Value>) -> Option<String> {
    let version = fields.get("params")?.get("_meta")?.get(META_VERSION)?;
    version.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_no_message_is_told_why() {
        for (value, why) in [
            (json!([]), "Batches"),
            (json!("x"), "JSON object"),
            (json!({ "method": "ping", "id": 1 }), "jsonrpc"),
            (json!({ "jsonrpc": 2.0, "method": "ping" }), "jsonrpc"),
            (json!({ "jsonrpc": "2.0", "id": 1 }), "`method` is required"),
            (json!({ "jsonrpc": "2.0", "id": 1, "method": 7 }), "`method` must be"),
            (json!({ "jsonrpc": "2.0", "id": null, "method": "ping" }), "`id`"),
            (json!({ "jsonrpc": "2.0", "id": 1.5, "method": "ping" }), "`id`"),
            (json!({ "jsonrpc": "2.0", "id": {}, "method": "ping" }), "`id`"),
            (json!({ "jsonrpc": "2.0", "id": 1, "method": "ping", "params": [] }), "`params`"),
        ] {
            let told = Message::read(&value).unwrap_err();
            assert!(told.contains(why), "{value}: {told}");
        }
    }

    #[test]
    fn a_message_says_what_it_is() {
        let read = |method: &str| {
            let value = json!({ "jsonrpc": "2.0", "id": "a", "method": method,
                "params": { "_meta": { META_VERSION: "2026-07-28" } } });
            Message::read(&value).unwrap()
        };
        let call = read("tools/call");
        assert_eq!(call.version.as_deref(), Some("2026-07-28"));
        assert_eq!(call.id, Some(RequestId::String("a".into())));
        assert!(call.needs_credentials() && !call.is_initialize());
        for open in OPEN.into_iter().chain(["notifications/initialized"]) {
            assert!(!read(open).needs_credentials(), "{open}");
        }
        let response = json!({ "jsonrpc": "2.0", "id": 1, "result": {} });
        assert!(!Message::read(&response).unwrap().needs_credentials());
    }
}
