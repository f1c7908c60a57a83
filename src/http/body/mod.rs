//! Request bodies: read under a cap and a deadline, then read as JSON.

use futures_util::{Stream, StreamExt};
use hyper::body::{Buf, Bytes};
use hyper::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderMap};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fault::Fault;
use super::form::{self, FORM, MULTIPART};
use super::problem::{Code, Problem};
use super::reply;
use super::room::Room;
use super::settings::HttpSettings;
use crate::http::policy::BodyForm;

/// Reads the whole body. Its length need not be declared.
///
/// # Errors
/// `body_too_large`, `request_timeout`, `overloaded` where there is no room for it, or
/// `invalid_request` where it breaks off.
pub(crate) async fn read<S, B, E>(
    headers: &HeaderMap,
    body: S,
    settings: &HttpSettings,
    room: &Room,
) -> Result<Bytes, Problem>
where
    S: Stream<Item = Result<B, E>>,
    B: Buf,
{
    let discardable = settings.max_body_bytes + settings.discarded_body_bytes;
    if declared_length(headers).is_some_and(|length| length > discardable as u64) {
        return Err(too_large(settings));
    }
    let collected =
        tokio::time::timeout(settings.body_timeout, collect(body, settings, room)).await;
    collected.unwrap_or_else(|_elapsed| {
        Err(Problem::new(
            Code::RequestTimeout,
            format!(
                "The body didn't arrive within {} seconds. Send it again.",
                settings.body_timeout.as_secs()
            ),
        ))
    })
}

/// Reads a body that nobody wants, as far as one that is wanted may go: a body that is left unread
/// costs the client its connection.
pub(crate) async fn discard<S, B, E>(
    headers: &HeaderMap,
    body: S,
    settings: &HttpSettings,
    room: &Room,
) where
    S: Stream<Item = Result<B, E>>,
    B: Buf,
{
    let _unwanted = read(headers, body, settings, room).await;
}

async fn collect<S, B, E>(body: S, settings: &HttpSettings, room: &Room) -> Result<Bytes, Problem>
where
    S: Stream<Item = Result<B, E>>,
    B: Buf,
{
    let mut body = std::pin::pin!(body);
    let mut kept = Vec::new();
    let mut length = 0_usize;
    while let Some(chunk) = body.next().await {
        let mut chunk = chunk.map_err(|_broken| {
            Problem::invalid_request("The body ended before it was complete. Send it again.")
        })?;
        let bytes = chunk.copy_to_bytes(chunk.remaining());
        length += bytes.len();
        if length <= settings.max_body_bytes {
            room.grow(bytes.len())?;
            kept.extend_from_slice(&bytes);
        } else if length > settings.max_body_bytes + settings.discarded_body_bytes {
            break;
        }
    }
    if length > settings.max_body_bytes { Err(too_large(settings)) } else { Ok(kept.into()) }
}

fn declared_length(headers: &HeaderMap) -> Option<u64> {
    reply::text_of(headers, CONTENT_LENGTH)?.parse().ok()
}

fn too_large(settings: &HttpSettings) -> Problem {
    Problem::new(
        Code::BodyTooLarge,
        format!("The body is too large. Send at most {} bytes.", settings.max_body_bytes),
    )
}

/// What a body holds, before its fields are looked at.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Content {
    /// The value; none for an empty body.
    pub(crate) value: Option<Value>,
    /// Whether it came from an HTML form.
    pub(crate) is_form: bool,
    /// Its bytes, on a route that reads them as they are.
    pub(crate) raw: Bytes,
}

impl Content {
    /// The fields.
    ///
    /// # Errors
    /// `invalid_request` naming the field.
    pub(crate) fn fields<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        match &self.value {
            Some(value @ Value::Object(_)) => {
                serde_path_to_error::deserialize(value).map_err(|error| unfit(&error))
            }
            Some(_) => Err(Problem::invalid_request("The body must be a JSON object.")),
            None => Err(Problem::invalid_request("The body is empty. Send a JSON object.")),
        }
    }
}

/// Reads the syntax of a body.
///
/// # Errors
/// `unsupported_media_type` and `invalid_json`.
pub(crate) fn content(
    form: BodyForm,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<Content, Problem> {
    if form == BodyForm::Raw {
        return Ok(Content { raw: Bytes::copy_from_slice(body), ..Content::default() });
    }
    if body.is_empty() || form == BodyForm::None {
        return Ok(Content::default());
    }
    let is_form = |fields| Content {
        value: Some(Value::Object(fields)),
        is_form: true,
        ..Content::default()
    };
    match essence(headers) {
        Some(media) if is_json(&media) && form != BodyForm::Form => {
            let value = serde_json::from_slice(body).map_err(|error| {
                Problem::new(Code::InvalidJson, format!("The body isn't valid JSON: {error}."))
            })?;
            Ok(Content { value: Some(value), is_form: false, ..Content::default() })
        }
        Some(media) if media == FORM && form != BodyForm::Json => {
            Ok(is_form(form::urlencoded(body)))
        }
        Some(media) if media == MULTIPART && form == BodyForm::Form => {
            let content_type = reply::text_of(headers, CONTENT_TYPE).unwrap_or_default();
            Ok(is_form(form::multipart(content_type, body)))
        }
        _ if form == BodyForm::Form => Err(Problem::new(
            Code::UnsupportedMediaType,
            format!("The body must be a form. Send it as `{FORM}` or `{MULTIPART}`, or omit it."),
        )),
        _ => Err(Problem::new(
            Code::UnsupportedMediaType,
            "The body must be JSON. Send it with `Content-Type: application/json`.",
        )),
    }
}

fn unfit(error: &serde_path_to_error::Error<serde_json::Error>) -> Problem {
    Fault::of(error).into()
}

/// The media type without its parameters, in lower case.
fn essence(headers: &HeaderMap) -> Option<String> {
    let media = reply::text_of(headers, CONTENT_TYPE)?;
    Some(media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
}

fn is_json(media: &str) -> bool {
    media == reply::JSON || (media.starts_with("application/") && media.ends_with("+json"))
}

#[cfg(test)]
mod tests;
