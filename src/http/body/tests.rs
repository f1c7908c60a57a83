use std::convert::Infallible;
use std::time::Duration;

use futures_util::stream;
use serde::Deserialize;

use super::*;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Sample {
    url: String,
    #[serde(default)]
    refresh: bool,
}

fn small() -> HttpSettings {
    HttpSettings { max_body_bytes: 8, discarded_body_bytes: 8, ..HttpSettings::default() }
}

async fn read_chunks(chunks: &[&'static str]) -> Result<Bytes, Code> {
    let chunks: Vec<Result<Bytes, Infallible>> =
        chunks.iter().map(|chunk| Ok(Bytes::from_static(chunk.as_bytes()))).collect();
    let read = read(&HeaderMap::new(), stream::iter(chunks), &small(), &Room::default()).await;
    read.map_err(|problem| problem.code())
}

fn json<T: serde::de::DeserializeOwned>(headers: &HeaderMap, body: &[u8]) -> Result<T, Problem> {
    content(BodyForm::Json, headers, body)?.fields()
}

fn typed(media: &'static str) -> HeaderMap {
    HeaderMap::from_iter([(CONTENT_TYPE, media.parse().unwrap())])
}

fn refusal(media: &'static str, body: &str) -> (Code, String) {
    let problem = json::<Sample>(&typed(media), body.as_bytes()).unwrap_err();
    (problem.code(), format!("{problem:?}"))
}

#[tokio::test]
async fn a_body_may_be_as_long_as_the_cap_and_no_longer() {
    assert_eq!(read_chunks(&[]).await.unwrap(), "");
    assert_eq!(read_chunks(&["1234", "5678"]).await.unwrap(), "12345678");
    assert_eq!(read_chunks(&["1234", "56789"]).await.unwrap_err(), Code::BodyTooLarge);
    assert_eq!(read_chunks(&["123456789", "1"]).await.unwrap_err(), Code::BodyTooLarge);
}

#[tokio::test]
async fn an_endless_body_is_not_read_to_its_end() {
    let endless = stream::repeat_with(|| Ok::<_, Infallible>(Bytes::from_static(b"1234")));
    let problem = read(&HeaderMap::new(), endless, &small(), &Room::default()).await.unwrap_err();
    assert_eq!(problem.code(), Code::BodyTooLarge);
}

#[tokio::test]
async fn a_body_that_says_it_is_far_too_long_is_not_read_at_all() {
    let headers = HeaderMap::from_iter([(CONTENT_LENGTH, "17".parse().unwrap())]);
    let never = stream::pending::<Result<Bytes, Infallible>>();
    assert_eq!(
        read(&headers, never, &small(), &Room::default()).await.unwrap_err().code(),
        Code::BodyTooLarge
    );
}

#[tokio::test(start_paused = true)]
async fn a_body_that_does_not_come_is_given_up() {
    let begin = tokio::time::Instant::now();
    let never = stream::pending::<Result<Bytes, Infallible>>();
    let problem = read(&HeaderMap::new(), never, &small(), &Room::default()).await.unwrap_err();
    assert_eq!(problem.code(), Code::RequestTimeout);
    assert_eq!(begin.elapsed(), Duration::from_secs(10));
}

#[test]
fn json_is_read_under_its_media_types() {
    let expected = Sample { url: "a".into(), refresh: false };
    for media in ["application/json", "Application/JSON; charset=utf-8", "application/ld+json"] {
        assert_eq!(json::<Sample>(&typed(media), br#"{"url":"a"}"#).unwrap(), expected);
    }
    assert_eq!(refusal("text/plain", "{}").0, Code::UnsupportedMediaType);
    let none = json::<Sample>(&HeaderMap::new(), b"{}").unwrap_err();
    assert_eq!(none.code(), Code::UnsupportedMediaType);
}

#[test]
fn an_empty_body_is_missing_rather_than_of_a_wrong_type() {
    assert_eq!(refusal("text/plain", "").0, Code::InvalidRequest);
}

#[test]
fn what_is_no_json_is_told_from_what_does_not_fit() {
    let json = "application/json";
    for body in ["{", "nonsense", "{\"url\":\"a\"} x", "\"\u{1}\""] {
        assert_eq!(refusal(json, body).0, Code::InvalidJson, "{body}");
    }
    for body in ["[\"a\"]", "\"a\"", "null", "{}", "{\"url\":null}"] {
        assert_eq!(refusal(json, body).0, Code::InvalidRequest, "{body}");
    }
}

#[test]
fn the_field_at_fault_is_named() {
    let json = "application/json";
    let (code, message) = refusal(json, r#"{"url":"a","speed":1}"#);
    assert_eq!(code, Code::InvalidRequest);
    assert!(message.contains("`speed` isn't a known field"), "{message}");
    assert!(refusal(json, r#"{"url":5}"#).1.contains("`url` must be a string"));
    assert!(refusal(json, r#"{}"#).1.contains("`url` is required"));
}

#[test]
fn a_form_is_read_where_the_route_takes_one() {
    let form = typed("application/x-www-form-urlencoded; charset=UTF-8");
    let read = content(BodyForm::JsonOrForm, &form, b"url=a%40b+c&url=last").unwrap();
    assert!(read.is_form);
    assert_eq!(read.fields::<Sample>().unwrap().url, "last");
    assert_eq!(content(BodyForm::Form, &form, b"url=a%40b+c&url=last").unwrap(), read);
    let refused = content(BodyForm::Json, &form, b"url=a").unwrap_err();
    assert_eq!(refused.code(), Code::UnsupportedMediaType);
}

#[test]
fn a_route_without_a_body_ignores_one() {
    let read = content(BodyForm::None, &typed("text/plain"), b"{nonsense").unwrap();
    assert_eq!(read, Content::default());
}

#[test]
fn a_route_for_forms_takes_both_kinds_of_them_and_nothing_else() {
    let parts = typed("multipart/form-data; boundary=r");
    let body = b"--r\r\nContent-Disposition: form-data; name=\"url\"\r\n\r\na\r\n--r--\r\n";
    let read = content(BodyForm::Form, &parts, body).unwrap();
    assert_eq!((read.value.unwrap()["url"].as_str(), read.is_form), (Some("a"), true));
    assert_eq!(content(BodyForm::Form, &HeaderMap::new(), b"").unwrap(), Content::default());
    for media in ["application/json", "text/plain", ""] {
        let refused = content(BodyForm::Form, &typed(media), b"{}").unwrap_err();
        assert_eq!(refused.code(), Code::UnsupportedMediaType, "{media}");
    }
    let refused = content(BodyForm::JsonOrForm, &parts, body).unwrap_err();
    assert_eq!(refused.code(), Code::UnsupportedMediaType);
}
