//! The API description: OpenAPI 3.1, made from the table of routes and the types that the
//! handlers read and write.

mod examples;
mod fields;
mod links;
mod shared;
mod tags;
mod words;

use std::collections::BTreeMap;

use schemars::generate::{Contract, SchemaSettings};
use schemars::{Schema, SchemaGenerator};
use serde_json::map::Entry;
use serde_json::{Map, Value, json};
use url::Url;

use super::table::ROUTES;
use crate::http::base::CURRENT_BASE;
use crate::http::doc::{Answer, Form, Parameter, Place, schema_of};
use crate::http::form::{FORM, MULTIPART};
use crate::http::guard::refused_key;
use crate::http::join;
use crate::http::policy::{Auth, BodyForm, Roots, Verb};
use crate::http::problem::{Code, ErrorBody, tells_usage};
use crate::http::reply::JSON;
use crate::http::route::Route;

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

/// The headers of every response, and what they mean.
const COMMON_HEADERS: [(&str, &str); 3] = [
    ("API-Version", "API version of the response: `v1`."),
    (
        "X-Request-Id",
        "ID of the request: the one you sent if it matches `^[A-Za-z0-9._-]{1,64}$`, or a new one.",
    ),
    ("X-Content-Type-Options", "Always `nosniff`."),
];

const CHALLENGE: (&str, &str) =
    ("WWW-Authenticate", "`Bearer` challenge with the URL of the protected-resource metadata.");

/// The header of routes whose requests may come again.
const IDEMPOTENCY_KEY: Parameter = Parameter {
    name: "Idempotency-Key",
    place: Place::Header,
    required: false,
    description: "Unique key of your choice for this request. Repeating the request with the same \
        key within 24 hours returns the first response and has no further effect.",
    form: Form::Like("^[!-~]{1,255}$"),
    example: "order-2026-11-22",
};

const REPLAYED: (&str, &str) =
    ("Idempotency-Replayed", "`true` if this is a stored response. Only if a key was sent.");

/// The caller's scan quota.
const RATE_LIMIT: [(&str, &str); 5] = [
    ("RateLimit", "Scans left (`r`) and seconds until reset (`t`), per bucket (`day`, `month`)."),
    ("RateLimit-Policy", "Quota (`q`) and window in seconds (`w`), per bucket."),
    ("RateLimit-Limit", "Quota of the bucket with the fewest scans left."),
    ("RateLimit-Remaining", "Scans left in that bucket."),
    ("RateLimit-Reset", "Seconds until that bucket resets."),
];

/// The description of the API that is served below `base_url`.
pub fn document(base_url: &Url) -> Value {
    let mut types = Types::new();
    let paths = paths(base_url, &mut types);
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Citable",
            "version": env!("CARGO_PKG_VERSION"),
            "description": env!("CARGO_PKG_DESCRIPTION"),
        },
        "servers": [server(base_url, CURRENT_BASE)],
        "tags": tags::tags(),
        "paths": paths,
        "components": {
            "schemas": types.definitions(),
            "headers": common_headers(),
            "securitySchemes": {
                "key": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "API key, created in a session on the Pro or Agency plan.",
                },
                "session": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "sid",
                    "description": "Session cookie, set by signing in.",
                },
            },
        },
    });
    words::gather(&mut document);
    examples::add(&mut document);
    links::add(&mut document);
    shared::gather(&mut document);
    document
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

    /// Whether a body of that type has to hold anything: a body whose fields may all be left out
    /// may be left out itself.
    fn has_required_field(&self, body: &Schema) -> bool {
        let name =
            body.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
        let definition = name.and_then(|name| self.read.definitions().get(name));
        definition.is_some_and(|definition| definition.get("required").is_some())
    }

    fn definitions(&mut self) -> Map<String, Value> {
        let mut definitions = self.read.take_definitions(true);
        let mut written = self.written.take_definitions(true);
        fields::never_null(&mut written);
        definitions.append(&mut written);
        fields::complete(&mut definitions);
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

fn server(base_url: &Url, path: &str) -> Value {
    json!({ "url": join(base_url, path).trim_end_matches('/') })
}

/// The servers of a path that is not below the REST root alone.
fn own_servers(roots: Roots, base_url: &Url) -> Option<Value> {
    let site = server(base_url, "");
    match roots {
        Roots::Rest => None,
        Roots::RestAndSite => Some(json!([server(base_url, CURRENT_BASE), site])),
        Roots::Site => Some(json!([site])),
    }
}

fn paths(base_url: &Url, types: &mut Types) -> Value {
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for route in ROUTES {
        let method = route.verb.as_str().to_ascii_lowercase();
        let path = paths.entry(route.path).or_default();
        path.insert(method, operation(route, types));
        if let Some(servers) = own_servers(route.roots, base_url) {
            path.insert("servers".to_owned(), servers);
        }
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
        "responses": responses(route, types),
    });
    if tags::is_internal(doc.tag) {
        operation["x-internal"] = true.into();
    }
    let own = route.idempotent.then_some(&IDEMPOTENCY_KEY);
    let parameters: Vec<Value> = doc.parameters.iter().chain(own).map(parameter).collect();
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if let Some(schema) = doc.request {
        let schema = schema(&mut types.read);
        let media = media_of(route.body).iter();
        let content: Value =
            media.map(|media| ((*media).to_owned(), json!({ "schema": schema }))).collect();
        let required = types.has_required_field(&schema);
        operation["requestBody"] = json!({ "required": required, "content": content });
    }
    operation
}

/// The media types of the bodies that a route reads.
const fn media_of(body: BodyForm) -> &'static [&'static str] {
    match body {
        BodyForm::None | BodyForm::Raw => &[],
        BodyForm::Json => &[JSON],
        BodyForm::JsonOrForm => &[JSON, FORM],
        BodyForm::Form => &[FORM, MULTIPART],
    }
}

/// An empty requirement says that no credential is needed.
fn security(route: &Route) -> Value {
    let scopes: Vec<&str> = route.scope.iter().map(|scope| scope.as_str()).collect();
    match route.auth {
        Auth::None => json!([]),
        Auth::Optional => json!([{}, { "session": [] }, { "key": scopes }]),
        Auth::Caller => json!([{ "session": [] }, { "key": scopes }]),
        Auth::Session(_) => json!([{ "session": [] }]),
    }
}

fn parameter(parameter: &Parameter) -> Value {
    let place = match parameter.place {
        Place::Path => "path",
        Place::Query => "query",
        Place::Header => "header",
    };
    let (schema, example) = match parameter.form {
        Form::Text => (json!({ "type": "string" }), json!(parameter.example)),
        Form::Like(pattern) => {
            (json!({ "type": "string", "pattern": pattern }), json!(parameter.example))
        }
        Form::Whole { least, most, default } => (
            json!({ "type": "integer", "minimum": least, "maximum": most, "default": default }),
            json!(parameter.example.parse::<usize>().ok()),
        ),
    };
    let mut described = json!({
        "name": parameter.name,
        "in": place,
        "required": parameter.required,
        "description": parameter.description,
        "schema": schema,
    });
    // The interactive reference fills `example` in. An optional parameter stays empty there: a
    // cursor or an idempotency key that is sent without being meant is refused, or replays.
    match parameter.required {
        true => described["example"] = example,
        false => described["schema"]["examples"] = json!([example]),
    }
    described
}

fn responses(route: &Route, types: &mut Types) -> Value {
    let mut responses = Map::new();
    for good in route.doc.answers {
        let response = answer(route, good, types);
        match responses.entry(good.status.as_str().to_owned()) {
            Entry::Vacant(place) => {
                place.insert(response);
            }
            Entry::Occupied(mut place) => add_media(place.get_mut(), response),
        }
    }
    for (status, codes) in errors_by_status(route) {
        let response = refusal(route, &codes, types);
        responses.insert(status, response);
    }
    Value::Object(responses)
}

fn answer(route: &Route, answer: &Answer, types: &mut Types) -> Value {
    let replayed = route.idempotent.then_some(&REPLAYED);
    let usage = if route.quota { RATE_LIMIT.as_slice() } else { &[] };
    let own = answer.headers.iter().chain(replayed).chain(usage);
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

/// The codes that a route may answer with by what its row says, besides those of every route.
fn codes_of_row(route: &Route) -> Vec<Code> {
    let mut codes = match route.auth {
        Auth::None => Vec::new(),
        Auth::Optional => vec![Code::InvalidApiKey],
        Auth::Caller => vec![Code::InvalidApiKey, Code::Unauthorized],
        Auth::Session(refusal) => {
            vec![Code::InvalidApiKey, Code::Unauthorized, refused_key(refusal)]
        }
    };
    let takes_keys = matches!(route.auth, Auth::Optional | Auth::Caller);
    if takes_keys && route.scope.is_some() {
        codes.push(Code::InsufficientScope);
    }
    if route.verb != Verb::Get && route.auth != Auth::None {
        codes.push(Code::CrossSiteRequest);
    }
    if route.idempotent {
        codes.extend([
            Code::InvalidIdempotencyKey,
            Code::IdempotencyInProgress,
            Code::IdempotencyKeyReused,
        ]);
    }
    codes
}

fn errors_by_status(route: &Route) -> BTreeMap<String, Vec<Code>> {
    let mut codes = codes_of_row(route);
    codes.extend(route.doc.errors.iter().copied().chain(EVERYWHERE));
    // A status that the row itself answers with is no refusal there.
    let is_answer = |code: &Code| route.doc.answers.iter().any(|one| one.status == code.status());
    codes.retain(|code| !is_answer(code));
    codes.sort_unstable();
    codes.dedup();
    let mut by_status: BTreeMap<String, Vec<Code>> = BTreeMap::new();
    for code in codes {
        by_status.entry(code.status().as_str().to_owned()).or_default().push(code);
    }
    by_status
}

fn refusal(route: &Route, codes: &[Code], types: &mut Types) -> Value {
    let names: Vec<&str> = codes.iter().map(|code| code.name()).collect();
    let listed: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let mut headers = referenced_headers();
    let by_code = codes.iter().filter_map(|code| error_headers(*code));
    let usage =
        if route.quota && tells_usage(codes[0].status()) { RATE_LIMIT.as_slice() } else { &[] };
    let replayed = route.idempotent.then_some(REPLAYED);
    let own = by_code.chain(usage.iter().copied()).chain(replayed);
    headers.extend(own.map(|(name, meaning)| (name.to_owned(), header(meaning))));
    json!({
        "description": listed.join(", "),
        "headers": headers,
        "content": { JSON: { "schema": {
            "allOf": [schema_of::<ErrorBody>(&mut types.written)],
            "properties": { "error": { "type": "string", "enum": names } },
        } } },
    })
}

/// The header that comes with a code.
fn error_headers(code: Code) -> Option<(&'static str, &'static str)> {
    match code {
        Code::Overloaded
        | Code::Draining
        | Code::IdempotencyInProgress
        | Code::RateLimited
        | Code::QuotaExceeded
        | Code::DailyBudgetExhausted => {
            Some(("Retry-After", "Seconds to wait before trying again."))
        }
        Code::InsufficientScope => Some(CHALLENGE),
        code if code.is_unauthorized() => Some(CHALLENGE),
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
mod tests;
