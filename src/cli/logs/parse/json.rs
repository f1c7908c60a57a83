//! JSON lines: Caddy's, and those of other servers and services by the keys that they use.

use std::borrow::Cow;

use serde_json::Value;

use super::request::{Request, address, size, status, target};
use super::time;

/// A key, or keys of nested objects with `/` between them.
type Path = &'static str;

// The keys of each list are those of Caddy, nginx and Apache configurations in common use,
// Traefik, CloudFront, Cloudflare's Logpush, Google Cloud, the Elastic Common Schema and pino,
// the most telling first.

const AGENT: &[Path] = &[
    "request/headers/User-Agent",
    "http_user_agent",
    "user_agent",
    "userAgent",
    "user-agent",
    "useragent",
    "User-Agent",
    "agent",
    "ua",
    "ClientRequestUserAgent",
    "request_User-Agent",
    "cs(User-Agent)",
    "httpRequest/userAgent",
    "user_agent/original",
    "request/headers/user-agent",
    "req/headers/user-agent",
    "headers/User-Agent",
    "headers/user-agent",
    "request/user_agent",
];

const TARGET: &[Path] = &[
    "request/uri",
    "request_uri",
    "uri",
    "path",
    "request_path",
    "requestURI",
    "ClientRequestURI",
    "ClientRequestPath",
    "RequestPath",
    "cs-uri-stem",
    "httpRequest/requestUrl",
    "url/path",
    "url/original",
    "url",
    "req/url",
    "request/url",
    "request/path",
];

const REQUEST_LINE: &[Path] = &["request", "request_line", "requestLine", "req"];

const STATUS: &[Path] = &[
    "status",
    "status_code",
    "statusCode",
    "response_status",
    "EdgeResponseStatus",
    "DownstreamStatus",
    "sc-status",
    "http_status",
    "response_code",
    "httpRequest/status",
    "http/response/status_code",
    "response/status",
    "response/status_code",
    "res/statusCode",
];

const BYTES: &[Path] = &[
    "body_bytes_sent",
    "bytes_sent",
    "bytesSent",
    "size",
    "bytes",
    "response_size",
    "EdgeResponseBytes",
    "DownstreamContentSize",
    "sc-bytes",
    "httpRequest/responseSize",
    "http/response/body/bytes",
];

const TIME: &[Path] = &[
    "ts",
    "time_iso8601",
    "time_local",
    "@timestamp",
    "timestamp",
    "time",
    "EdgeStartTimestamp",
    "StartUTC",
    "msec",
    "datetime",
    "date",
];

const CLIENT: &[Path] = &[
    "request/client_ip",
    "request/remote_ip",
    "remote_addr",
    "remote_ip",
    "client_ip",
    "clientIp",
    "clientip",
    "ClientIP",
    "ClientHost",
    "ClientAddr",
    "c-ip",
    "httpRequest/remoteIp",
    "source/ip",
    "client/ip",
    "req/remoteAddress",
    "remoteAddr",
    "remote_host",
    "ip",
];

const HOST: &[Path] = &[
    "request/host",
    "http_host",
    "vhost",
    "server_name",
    "ClientRequestHost",
    "RequestHost",
    "x-host-header",
    "cs(Host)",
    "url/domain",
    "req/headers/host",
    "host",
];

/// What a line holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Record {
    /// A request.
    Request(Request<'static>),
    /// JSON about something else.
    Other,
    /// No JSON object.
    Unreadable,
}

/// Reads a line.
pub(super) fn parse(line: &[u8]) -> Record {
    let text = String::from_utf8_lossy(line);
    let Ok(value @ Value::Object(_)) = serde_json::from_str::<Value>(&text) else {
        return Record::Unreadable;
    };
    // Caddy logs the requests whose handlers failed a second time.
    let logger = value.get("logger").and_then(Value::as_str).unwrap_or_default();
    match request(&value) {
        Some(request) if !logger.starts_with("http.log.error") => Record::Request(request),
        _ => Record::Other,
    }
}

/// Whether the line begins and ends as an object does.
pub(super) fn looks_whole(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.first() == Some(&b'{') && line.last() == Some(&b'}')
}

fn request(value: &Value) -> Option<Request<'static>> {
    let of = |paths| texts(value, paths).next();
    let target = of(TARGET).map(String::into_bytes).or_else(|| {
        let line = of(REQUEST_LINE)?;
        Some(target(line.as_bytes()).to_vec())
    })?;
    let status = texts(value, STATUS).find_map(|text| code(&text))?;
    Some(Request {
        time: texts(value, TIME).find_map(|text| time::any(&text)).or_else(|| date_and_time(value)),
        client: texts(value, CLIENT).find_map(|text| address(text.as_bytes())),
        host: of(HOST).map(|host| Cow::Owned(host.into_bytes())),
        target: Cow::Owned(target),
        status,
        bytes: of(BYTES).map_or(0, |text| size(text.as_bytes())),
        agent: of(AGENT).map(|agent| Cow::Owned(agent.into_bytes())),
    })
}

/// Caddy writes 0 where the client was gone before a response.
fn code(text: &str) -> Option<u16> {
    if text == "0" { Some(0) } else { status(text.as_bytes()) }
}

fn date_and_time(value: &Value) -> Option<i64> {
    let (date, time) = (value.get("date")?.as_str()?, value.get("time")?.as_str()?);
    time::any(&format!("{date} {time}"))
}

/// Returns the values at those paths that are numbers or non-empty texts.
fn texts(value: &Value, paths: &'static [Path]) -> impl Iterator<Item = String> {
    paths.iter().filter_map(move |path| text(at(value, path)?))
}

fn at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('/').try_fold(value, |value, key| value.get(key))
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => (!text.is_empty() && text != "-").then(|| text.clone()),
        Value::Number(number) => Some(number.to_string()),
        // Headers are lists in Caddy.
        Value::Array(values) => text(values.first().filter(|value| value.is_string())?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Request<'static> {
        match parse(line.as_bytes()) {
            Record::Request(request) => request,
            other => panic!("{other:?}: {line}"),
        }
    }

    #[test]
    fn caddy_nests_the_request() {
        let line = r#"{"level":"info","ts":1795342530.25,"logger":"http.log.access.log0","msg":"handled request","request":{"remote_ip":"192.0.2.9","client_ip":"192.0.2.1","proto":"HTTP/2.0","method":"GET","host":"example.org","uri":"/a?b=1","headers":{"User-Agent":["GPTBot/1.2"]}},"bytes_read":0,"size":512,"status":200}"#;
        let request = read(line);
        assert_eq!(request.agent.as_deref(), Some(&b"GPTBot/1.2"[..]));
        assert_eq!(request.host.as_deref(), Some(&b"example.org"[..]));
        assert_eq!((&*request.target, request.status, request.bytes), (&b"/a?b=1"[..], 200, 512));
        assert_eq!(request.client, "192.0.2.1".parse().ok());
        assert_eq!(request.time, Some(1_795_342_530));
        let failed = line.replace("http.log.access.log0", "http.log.error.log0");
        assert_eq!(parse(failed.as_bytes()), Record::Other, "a request is counted once");
    }

    #[test]
    fn usual_keys_are_known() {
        for line in [
            r#"{"time_iso8601":"2026-11-22T10:15:30+00:00","remote_addr":"192.0.2.1","request":"GET /a HTTP/1.1","status":"200","body_bytes_sent":"512","http_user_agent":"GPTBot/1.2"}"#,
            r#"{"StartUTC":"2026-11-22T10:15:30Z","ClientHost":"192.0.2.1","RequestPath":"/a","DownstreamStatus":200,"DownstreamContentSize":512,"request_User-Agent":"GPTBot/1.2"}"#,
            r#"{"EdgeStartTimestamp":1795342530000000000,"ClientIP":"192.0.2.1","ClientRequestURI":"/a","EdgeResponseStatus":200,"EdgeResponseBytes":512,"ClientRequestUserAgent":"GPTBot/1.2"}"#,
            r#"{"@timestamp":"2026-11-22T10:15:30.000Z","source":{"ip":"192.0.2.1"},"url":{"path":"/a"},"http":{"response":{"status_code":200,"body":{"bytes":512}}},"user_agent":{"original":"GPTBot/1.2"}}"#,
            r#"{"date":"2026-11-22","time":"10:15:30","c-ip":"192.0.2.1","cs-uri-stem":"/a","sc-status":"200","sc-bytes":"512","cs(User-Agent)":"GPTBot/1.2"}"#,
            r#"{"timestamp":"2026-11-22T10:15:30Z","httpRequest":{"remoteIp":"192.0.2.1","requestUrl":"/a","status":200,"responseSize":"512","userAgent":"GPTBot/1.2"}}"#,
        ] {
            let request = read(line);
            assert_eq!(
                (&*request.target, request.status, request.bytes),
                (&b"/a"[..], 200, 512),
                "{line}"
            );
            assert_eq!(request.agent.as_deref(), Some(&b"GPTBot/1.2"[..]), "{line}");
            assert_eq!(request.client, "192.0.2.1".parse().ok(), "{line}");
            assert_eq!(request.time, Some(1_795_342_530), "{line}");
        }
    }

    #[test]
    fn other_records_and_torn_ones_are_told_apart() {
        assert_eq!(parse(br#"{"level":"info","msg":"started"}"#), Record::Other);
        assert_eq!(parse(br#"{"status":200}"#), Record::Other);
        for line in [&b"{\"status\":200"[..], b"[]", b"\"a\"", b"", b"\xff"] {
            assert_eq!(parse(line), Record::Unreadable, "{line:?}");
        }
        assert!(looks_whole(b" {\"a\":1} ") && !looks_whole(b"{\"a\":1"));
    }

    #[test]
    fn bytes_that_are_no_utf8_are_replaced() {
        let line = b"{\"path\":\"/\xff\",\"status\":200,\"user_agent\":\"GPTBot\"}";
        let Record::Request(request) = parse(line) else { panic!("unreadable") };
        assert_eq!(&*request.target, "/\u{fffd}".as_bytes());
    }
}
