//! The OpenAPI document as a judge of answers.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::Answer;

/// An OpenAPI 3.1 document.
#[derive(Debug)]
pub struct Contract {
    document: Value,
}

impl Contract {
    /// Over that document.
    pub fn new(document: Value) -> Self {
        Self { document }
    }

    /// The document itself.
    pub fn document(&self) -> &Value {
        &self.document
    }

    /// Every `METHOD path` of the document.
    pub fn operations(&self) -> BTreeSet<String> {
        let paths = self.document["paths"].as_object().expect("paths");
        let methods = |(path, item): (&String, &Value)| {
            let item = item.as_object().expect("a path item").clone();
            let path = path.clone();
            item.into_iter()
                .filter(|(key, _)| ["get", "post", "put", "patch", "delete"].contains(&&**key))
                .map(move |(method, _)| format!("{} {path}", method.to_uppercase()))
        };
        paths.iter().flat_map(methods).collect()
    }

    /// Whether the document has that path at the root of the site alone.
    pub fn is_at_site_root(&self, path: &str) -> bool {
        let path = path.split('?').next().unwrap_or(path);
        let servers = self.item(path).and_then(|item| item["servers"].as_array());
        let rest = |server: &Value| server["url"].as_str().is_some_and(|url| url.ends_with("/v1"));
        servers.is_some_and(|servers| !servers.iter().any(rest))
    }

    /// Holds an answer to `method path` against the document.
    ///
    /// # Panics
    /// When the document does not allow it.
    pub fn check(&self, method: &str, path: &str, answer: &Answer) {
        let path = path.split('?').next().unwrap_or(path);
        let method = if method == "HEAD" { "GET" } else { method };
        let Some(operation) = self.operation(method, path) else {
            assert!(
                [404, 405, 204, 413].contains(&answer.status),
                "{method} {path} is not in the document and answered {}",
                answer.status
            );
            return;
        };
        let status = answer.status.to_string();
        let response = self.resolve(&operation["responses"][&status]);
        assert!(response.is_object(), "{method} {path}: {status} is not documented");
        let media = answer.header("content-type").split(';').next().unwrap_or("").trim();
        if answer.body.is_empty() {
            return;
        }
        let schema = &response["content"][media]["schema"];
        assert!(!response["content"][media].is_null(), "{method} {path} {status}: {media}");
        if media == "application/json" {
            self.validate(schema, &answer.json(), &format!("{method} {path} {status}"));
        }
    }

    /// Holds the data of an event against the document.
    ///
    /// # Panics
    /// When the document does not allow it.
    pub fn check_event(&self, data: &str) {
        let event: Value = serde_json::from_str(data).expect("event data is JSON");
        let schema = json!({ "$ref": "#/components/schemas/LifecycleEvent" });
        self.validate(&schema, &event, "event");
    }

    fn operation(&self, method: &str, path: &str) -> Option<&Value> {
        self.item(path)?.get(method.to_lowercase())
    }

    /// What the document says of a path, its parameters filled in.
    fn item(&self, path: &str) -> Option<&Value> {
        let wanted: Vec<_> = path.split('/').collect();
        let paths = self.document["paths"].as_object()?;
        let (_, item) = paths.iter().find(|(template, _)| {
            let template: Vec<_> = template.split('/').collect();
            template.len() == wanted.len()
                && template.iter().zip(&wanted).all(|(t, w)| t.starts_with('{') || t == w)
        })?;
        Some(item)
    }

    fn resolve<'a>(&'a self, value: &'a Value) -> &'a Value {
        match value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#')) {
            Some(pointer) => self.document.pointer(pointer).expect("a reference that resolves"),
            None => value,
        }
    }

    fn validate(&self, schema: &Value, instance: &Value, what: &str) {
        // The schema of anything at all.
        if *schema == Value::Bool(true) {
            return;
        }
        let mut root = schema.clone();
        root["components"] = self.document["components"].clone();
        let validator = jsonschema::validator_for(&root).expect("a valid schema");
        let errors: Vec<_> = validator
            .iter_errors(instance)
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{what}: {errors:?}\n{instance:#}");
    }
}
