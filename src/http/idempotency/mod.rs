//! Requests that may come again: `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header).

mod fingerprint;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use citable_actors::idempotency::{Beginning, Once, Reservation, StoredAnswer};
use http_body_util::BodyExt as _;
use hyper::header::{CONTENT_TYPE, HeaderMap, HeaderName, LOCATION, RETRY_AFTER};

use super::App;
use super::problem::{Code, Problem, Status, status_of};
use super::reply::{self, JSON, Response, With};

pub(crate) use fingerprint::fingerprint;

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Whether the answer was given before.
pub(crate) const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
/// Characters that a key may have at most.
const MAX_KEY: usize = 255;

/// The place of a request's reservation: whoever stores the answer takes it out; what is left in
/// it when the request is over frees the key.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slot(Arc<Mutex<Option<Reservation>>>);

impl Slot {
    fn holding(reservation: Reservation) -> Self {
        Self(Arc::new(Mutex::new(Some(reservation))))
    }

    /// A name of the request that is the same whenever it comes again.
    pub(crate) fn request_name(&self) -> Option<String> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.as_ref().map(Reservation::request_name)
    }

    /// Takes the reservation out.
    pub(crate) fn take(&self) -> Option<Reservation> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// How a request that named a key is answered from what became of its change, so that the two are
/// stored together; none where it named none.
pub(crate) fn once<T: 'static>(
    slot: Option<&Slot>,
    answer: impl Fn(&T) -> (Status, Vec<u8>) + Send + Sync + 'static,
) -> Option<Once<T>> {
    let reservation = slot.and_then(Slot::take)?;
    Some(Once::new(reservation, move |made| {
        let (status, body) = answer(made);
        stored(&reply::bytes(status, JSON, body.clone()), &body)
    }))
}

/// What is to be done with a request that named a key.
pub(crate) enum Begun {
    /// It is handled; its answer is kept.
    New(Slot),
    /// It was answered before.
    Replay(Response),
}

/// The key that a request names.
///
/// # Errors
/// `invalid_idempotency_key` for one that is not 1 to 255 visible ASCII characters, or for two.
pub(crate) fn key(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let mut values = headers.get_all(IDEMPOTENCY_KEY).into_iter();
    let Some(value) = values.next() else { return Ok(None) };
    let key = value.to_str().ok().filter(|key| {
        (1..=MAX_KEY).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
    });
    match (key, values.next()) {
        (Some(key), None) => Ok(Some(key)),
        _ => Err(Problem::new(
            Code::InvalidIdempotencyKey,
            "`Idempotency-Key` must be one value of 1 to 255 visible ASCII characters.",
        )),
    }
}

/// Begins a request, or finds its answer.
///
/// # Errors
/// `idempotency_in_progress`, `idempotency_key_reused`, or a fault of ours.
pub(crate) async fn begin(
    app: &App,
    credential: String,
    key: &str,
    fingerprint: String,
) -> Result<Begun, Problem> {
    let begun = app.handles.idempotency.begin(credential, key.to_owned(), fingerprint).await?;
    match begun {
        Beginning::New(reservation) => Ok(Begun::New(Slot::holding(reservation))),
        Beginning::Answered(stored) => replay(stored).map(Begun::Replay),
        Beginning::Running { try_again_in } => Err(in_progress(try_again_in)),
        Beginning::OtherRequest => Err(Problem::new(
            Code::IdempotencyKeyReused,
            "This `Idempotency-Key` was used for a different request. Use a new one.",
        )),
    }
}

/// The refusal of a request whose first one has not finished.
fn in_progress(try_again_in: Duration) -> Problem {
    let seconds = try_again_in.as_millis().div_ceil(1_000).max(1).to_string();
    Problem::new(
        Code::IdempotencyInProgress,
        format!(
            "The first request with this `Idempotency-Key` is still running. Try again in \
             {seconds} s."
        ),
    )
    .header(RETRY_AFTER, reply::header(&seconds))
}

/// An answer as it is kept.
pub(crate) fn stored(response: &Response, body: &[u8]) -> StoredAnswer {
    let text = |name| reply::text_of(response.headers(), name).map(str::to_owned);
    StoredAnswer {
        status: response.status().as_u16(),
        content_type: text(CONTENT_TYPE).unwrap_or_default(),
        location: text(LOCATION),
        body: String::from_utf8_lossy(body).into_owned(),
    }
}

/// Keeps the answer of a request whose handler did not, and says that it is the first one.
///
/// # Errors
/// A fault of ours.
pub(crate) async fn settle(
    app: &App,
    slot: &Slot,
    response: Response,
) -> Result<Response, Problem> {
    let Some(reservation) = slot.take() else { return Ok(first(response)) };
    let (head, body) = response.into_parts();
    let body = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    let response = Response::from_parts(head, body.clone().into());
    app.handles.idempotency.keep(reservation, &stored(&response, &body)).await?;
    Ok(first(response))
}

/// Says of a refusal that it was not given before: refusals are not kept.
pub(crate) fn not_replayed(problem: Problem) -> Problem {
    problem.header(REPLAYED, reply::header("false"))
}

fn first(response: Response) -> Response {
    response.with_static(REPLAYED, "false")
}

fn replay(stored: StoredAnswer) -> Result<Response, Problem> {
    let status = status_of(stored.status).ok_or_else(Problem::internal)?;
    let mut response = Response::new(stored.body.into_bytes().into());
    *response.status_mut() = status;
    if !stored.content_type.is_empty() {
        response = response.with(CONTENT_TYPE, reply::header(&stored.content_type));
    }
    if let Some(location) = &stored.location {
        response = response.with(LOCATION, reply::header(location));
    }
    Ok(response.with_static(REPLAYED, "true").with_static(hyper::header::CACHE_CONTROL, "no-store"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn sending(values: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(IDEMPOTENCY_KEY, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn a_key_is_visible_ascii() {
        let longest = "~".repeat(255);
        for good in ["!", "7b1a-…".trim_end_matches('…'), &longest] {
            assert_eq!(key(&sending(&[good])).unwrap(), Some(good));
        }
        assert_eq!(key(&HeaderMap::new()).unwrap(), None);
        let long = "a".repeat(256);
        for bad in [&[""][..], &["a b"], &[&long], &["a", "a"]] {
            let refused = key(&sending(bad)).unwrap_err();
            assert_eq!(refused.code(), Code::InvalidIdempotencyKey, "{bad:?}");
        }
        let bytes = hyper::header::HeaderValue::from_bytes(b"caf\xe9").unwrap();
        assert!(key(&HeaderMap::from_iter([(IDEMPOTENCY_KEY, bytes)])).is_err());
    }

    #[test]
    fn order_and_spacing_do_not_make_bodies_differ() {
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let one = fingerprint("POST", "/scan", Some(&read(r#"{"a":1.0,"b":{"y":"é","x":[1,2]}}"#)));
        let other = read("{ \"b\": {\"x\": [1, 2], \"y\": \"\\u00e9\"},\n\"a\": 1 }");
        assert_eq!(one, fingerprint("POST", "/scan", Some(&other)));
        for (method, path, body) in [
            ("PUT", "/scan", json!({})),
            ("POST", "/scan/x", json!({})),
            ("POST", "/scan", json!({ "a": [] })),
            ("POST", "/scan", json!([])),
        ] {
            let base = fingerprint("POST", "/scan", Some(&json!({})));
            assert_ne!(base, fingerprint(method, path, Some(&body)));
        }
        let order = |list: Value| fingerprint("POST", "/scan", Some(&list));
        assert_ne!(order(json!([1, 2])), order(json!([2, 1])), "lists have an order");
        assert_ne!(fingerprint("POST", "/a", None), fingerprint("POST", "/a", Some(&Value::Null)));
    }
}
