//! The API description: OpenAPI 3.1, made from the table of routes and the types that the
//! handlers read and write.

use std::collections::BTreeMap;

use schemars::SchemaGenerator;
use schemars::generate::{Contract, SchemaSettings};
use serde_json::map::Entry;
use serde_json::{Map, Value, json};
use url::Url;

use super::join;
use super::problem::{Code, ErrorBody};
use super::reply::JSON;
use super::router::CURRENT_BASE;
use super::table::{Answer, Auth, Doc, Parameter, Place, ROUTES, Route, schema_of};

/// Where the schemas of types live in the document.
const SCHEMAS: &str = "/components/schemas";

/// What any route may answer, besides what its row says.
const EVERYWHERE: [Code; 6] = [
    Code::InvalidRequest,
    Code::RequestTimeout,
    Code::BodyTooLarge,
    Code::InternalError,
    Code::Overloaded,
    Code::Draining,
];

/// The headers of every answer, and what they mean.
const COMMON_HEADERS: [(&str, &str); 3] = [
    ("API-Version", "The version that answered: `v1`."),
    (
        "X-Request-Id",
        "The caller's id where it matches `^[A-Za-z0-9._-]{1,64}$`, else a fresh one.",
    ),
    ("X-Content-Type-Options", "Always `nosniff`."),
];

/// The description of the API that is served below `base_url`.
pub fn document(base_url: &Url) -> Value {
    let mut types = Types::new();
    let paths = paths(&mut types);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Citable",
            "version": env!("CARGO_PKG_VERSION"),
            "description": env!("CARGO_PKG_DESCRIPTION"),
        },
        "servers": [{ "url": join(base_url, CURRENT_BASE) }],
        "paths": paths,
        "components": {
            "schemas": types.definitions(),
            "headers": common_headers(),
            "securitySchemes": {
                "key": { "type": "http", "scheme": "bearer" },
                "session": { "type": "apiKey", "in": "cookie", "name": "sid" },
            },
        },
    })
}

/// The types of the API. A field with a default may be left out of what we read and is always in
/// what we write, so the two are described by two generators.
struct Types {
    read: SchemaGenerator,
    written: SchemaGenerator,
}

impl Types {
    fn new() -> Self {
        Self { read: generator(Contract::Deserialize), written: generator(Contract::Serialize) }
    }

    fn definitions(&mut self) -> Map<String, Value> {
        let mut definitions = self.read.take_definitions(true);
        definitions.append(&mut self.written.take_definitions(true));
        definitions
    }
}

/// OpenAPI 3.1 takes JSON Schema 2020-12 as it is; only the place of the definitions differs.
fn generator(contract: Contract) -> SchemaGenerator {
    let adapt = |settings: &mut SchemaSettings| {
        settings.definitions_path = SCHEMAS.into();
        settings.contract = contract;
    };
    SchemaSettings::draft2020_12().with(adapt).into_generator()
}

fn paths(types: &mut Types) -> Value {
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for route in ROUTES {
        let method = route.method.as_str().to_ascii_lowercase();
        paths.entry(route.path).or_default().insert(method, operation(route, types));
    }
    json!(paths)
}

fn operation(route: &Route, types: &mut Types) -> Value {
    let doc = &route.doc;
    let mut operation = json!({
        "operationId": doc.operation_id,
        "tags": [doc.tag],
        "summary": doc.summary,
        "description": doc.description,
        "security": security(route),
        "responses": responses(doc, route.auth, types),
    });
    if !doc.parameters.is_empty() {
        operation["parameters"] = doc.parameters.iter().map(parameter).collect();
    }
    if let Some(schema) = doc.request {
        let content = json!({ JSON: { "schema": schema(&mut types.read) } });
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

/// The empty requirement comes first: these routes need no credential.
fn security(route: &Route) -> Value {
    match route.auth {
        Auth::None => json!([]),
        Auth::Optional => {
            let scopes: Vec<&str> = route.scope.into_iter().collect();
            json!([{}, { "session": [] }, { "key": scopes }])
        }
    }
}

fn parameter(parameter: &Parameter) -> Value {
    let place = match parameter.place {
        Place::Path => "path",
        Place::Query => "query",
        Place::Header => "header",
    };
    json!({
        "name": parameter.name,
        "in": place,
        "required": parameter.place == Place::Path,
        "description": parameter.description,
        "schema": { "type": "string", "pattern": parameter.pattern },
    })
}

fn responses(doc: &Doc, auth: Auth, types: &mut Types) -> Value {
    let mut responses = Map::new();
    for good in doc.answers {
        let response = answer(good, types);
        match responses.entry(good.status.as_str().to_owned()) {
            Entry::Vacant(place) => {
                place.insert(response);
            }
            Entry::Occupied(mut place) => add_media(place.get_mut(), response),
        }
    }
    for (status, codes) in errors_by_status(doc, auth) {
        responses.insert(status, refusal(&codes, types));
    }
    Value::Object(responses)
}

fn answer(answer: &Answer, types: &mut Types) -> Value {
    let own = answer.headers.iter();
    let own = own.map(|(name, meaning)| ((*name).to_owned(), header(meaning)));
    let headers: Map<String, Value> = referenced_headers().into_iter().chain(own).collect();
    let mut response = json!({ "description": answer.description, "headers": headers });
    let mut bodies: Vec<Value> =
        answer.bodies.iter().map(|schema| schema(&mut types.written).to_value()).collect();
    let media = answer.media.split(';').next().unwrap_or_default();
    match bodies.len() {
        0 => return response,
        1 => response["content"] = json!({ media: { "schema": bodies.remove(0) } }),
        _ => response["content"] = json!({ media: { "schema": { "anyOf": bodies } } }),
    }
    response
}

/// The same answer in one more form.
fn add_media(response: &mut Value, other: Value) {
    let Value::Object(mut other) = other else { return };
    for part in ["content", "headers"] {
        if let (Some(Value::Object(known)), Some(Value::Object(mut more))) =
            (response.get_mut(part), other.remove(part))
        {
            known.append(&mut more);
        }
    }
}

fn errors_by_status(doc: &Doc, auth: Auth) -> BTreeMap<String, Vec<Code>> {
    let mut codes: Vec<Code> = doc.errors.iter().copied().chain(EVERYWHERE).collect();
    if auth == Auth::Optional {
        codes.push(Code::InvalidApiKey);
    }
    codes.sort_unstable();
    codes.dedup();
    let mut by_status: BTreeMap<String, Vec<Code>> = BTreeMap::new();
    for code in codes {
        by_status.entry(code.status().as_str().to_owned()).or_default().push(code);
    }
    by_status
}

fn refusal(codes: &[Code], types: &mut Types) -> Value {
    let names: Vec<&str> = codes.iter().map(|code| code.name()).collect();
    let listed: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let mut headers = referenced_headers();
    for code in codes {
        headers
            .extend(error_headers(*code).map(|(name, meaning)| (name.to_owned(), header(meaning))));
    }
    json!({
        "description": listed.join(", "),
        "headers": headers,
        "content": { JSON: { "schema": {
            "allOf": [schema_of::<ErrorBody>(&mut types.written)],
            "properties": { "error": { "enum": names } },
        } } },
    })
}

/// The header that comes with a code.
fn error_headers(code: Code) -> Option<(&'static str, &'static str)> {
    match code {
        Code::Overloaded | Code::Draining => {
            Some(("Retry-After", "Seconds after which to try again."))
        }
        Code::InvalidApiKey | Code::RefreshRequiresAccount => {
            Some(("WWW-Authenticate", "A `Bearer` challenge that names the resource's metadata."))
        }
        _ => None,
    }
}

fn header(meaning: &str) -> Value {
    json!({ "description": meaning, "schema": { "type": "string" } })
}

fn common_headers() -> Value {
    COMMON_HEADERS.iter().map(|(name, meaning)| ((*name).to_owned(), header(meaning))).collect()
}

fn referenced_headers() -> Map<String, Value> {
    let reference = |name: &str| json!({ "$ref": format!("#/components/headers/{name}") });
    COMMON_HEADERS.iter().map(|(name, _)| ((*name).to_owned(), reference(name))).collect()
}

#[cfg(test)]
#[path = "openapi_tests.rs"]
mod tests;
