//! The common and the combined log format of Apache and nginx, also with a virtual host in front
//! (<https://httpd.apache.org/docs/2.4/logs.html#accesslog>).

use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memchr2};

use super::request::{Request, address, size, status, target};
use super::time;

/// Reads a line.
pub(super) fn parse(line: &[u8]) -> Option<Request<'_>> {
    let open = memchr(b'[', line)?;
    let close = open + memchr(b']', &line[open..])?;
    let (request, rest) = quoted(line.get(close + 1..)?)?;
    let mut words = rest.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    let status = status(words.next()?)?;
    let bytes = size(words.next().unwrap_or_default());
    let agent = quoted(rest).and_then(|(_referrer, rest)| quoted(rest)).map(|(agent, _)| agent);
    let (host, client) = parties(&line[..open]);
    Some(Request {
        time: Some(time::common_log(&line[open + 1..close])?),
        client,
        host: host.map(Cow::Borrowed),
        target: unescaped(target(request)),
        status,
        bytes,
        agent: agent.map(Cow::Borrowed),
    })
}

/// What follows a time and a request: the status and all else, in a line that has them. That is
/// enough to assume that the rest is complete.
pub(super) fn after_request(line: &[u8]) -> Option<&[u8]> {
    let request = memchr(b']', line).and_then(|at| line.get(at + 1..));
    let mut rest = request?.strip_prefix(b" \"")?;
    while let Some(quote) = memchr(b'"', rest) {
        rest = &rest[quote + 1..];
        if let [b' ', digit, ..] = rest
            && digit.is_ascii_digit()
        {
            return Some(rest);
        }
    }
    None
}

/// Whether there are as many quotation marks as three texts have: request, referrer and agent.
pub(super) fn has_agent(line: &[u8]) -> bool {
    memchr_iter(b'"', line).count() >= 6
}

/// The next text in quotation marks, as it was escaped, and what follows it.
fn quoted(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = &text[memchr(b'"', text)? + 1..];
    let mut at = 0;
    loop {
        at += memchr2(b'"', b'\\', text.get(at..)?)?;
        match text.get(at)? {
            b'"' => return Some((&text[..at], &text[at + 1..])),
            _ => at += 2,
        }
    }
}

/// The host, where the line has one, and the client: `host:port client - -`, or `client - -`.
fn parties(text: &[u8]) -> (Option<&[u8]>, Option<std::net::IpAddr>) {
    let mut words = text.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_client =
        std::str::from_utf8(first).is_ok_and(|text| text.parse::<std::net::IpAddr>().is_ok());
    match address(second) {
        Some(client) if !is_client => (Some(first), Some(client)),
        _ => (None, address(first)),
    }
}

/// The bytes that were escaped: `\"`, `\\` and `\x0A`.
fn unescaped(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr(b'\\', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match (first, after) {
            (b'\\', [b'x', high, low, after @ ..])
                if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
            {
                bytes.push(hex(*high) << 4 | hex(*low));
                rest = after;
            }
            (b'\\', [escaped @ (b'"' | b'\\'), after @ ..]) => {
                bytes.push(*escaped);
                rest = after;
            }
            _ => bytes.push(*first),
        }
    }
    Cow::Owned(bytes)
}

fn hex(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        _ => (digit | 0x20) - b'a' + 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMBINED: &str = r#"192.0.2.1 - - [22/Nov/2026:10:15:30 +0000] "GET /a?b=1 HTTP/1.1" 200 512 "https://example.org/" "GPTBot/1.2""#;

    fn read(line: &str) -> Request<'_> {
        parse(line.as_bytes()).unwrap_or_else(|| panic!("{line}"))
    }

    #[test]
    fn a_combined_line_has_everything() {
        let request = read(COMBINED);
        assert_eq!(&*request.target, b"/a?b=1");
        assert_eq!((request.status, request.bytes), (200, 512));
        assert_eq!(request.agent.as_deref(), Some(&b"GPTBot/1.2"[..]));
        assert_eq!(request.client, "192.0.2.1".parse().ok());
        assert_eq!((request.host, request.time), (None, Some(1_795_342_530)));
    }

    #[test]
    fn a_common_line_names_no_agent() {
        let request =
            read(r#"2001:db8::1 - ada [22/Nov/2026:10:15:30 +0000] "GET / HTTP/2.0" 304 -"#);
        assert_eq!((request.agent, request.bytes, request.status), (None, 0, 304));
        assert_eq!(request.client, "2001:db8::1".parse().ok());
    }

    #[test]
    fn a_host_may_come_first_and_more_fields_last() {
        let line = format!("www.example.org:443 {COMBINED} \"203.0.113.9\" rt=0.1");
        let request = read(&line);
        assert_eq!(request.host.as_deref(), Some(&b"www.example.org:443"[..]));
        assert_eq!(request.client, "192.0.2.1".parse().ok());
        assert_eq!(request.agent.as_deref(), Some(&b"GPTBot/1.2"[..]));
        let named = COMBINED.replace("192.0.2.1", "crawler.example.net");
        let request = read(&named);
        assert_eq!((request.client, request.host), (None, None));
    }

    #[test]
    fn quotes_are_escaped_in_two_ways() {
        let line = COMBINED
            .replace("GPTBot", r#"a \"GPTBot\" \\"#)
            .replace("/a?b=1", r#"/\x22\"\xc3\xa9"#);
        let request = read(&line);
        assert_eq!(request.agent.as_deref(), Some(&br#"a \"GPTBot\" \\/1.2"#[..]));
        assert_eq!(&*request.target, "/\"\"é".as_bytes());
    }

    #[test]
    fn a_torn_line_is_unreadable() {
        // As a common line, it is whole with its status.
        let whole = COMBINED.find(" 512").unwrap();
        for end in 0..whole {
            let torn = &COMBINED.as_bytes()[..end];
            assert_eq!(parse(torn), None, "{}", &COMBINED[..end]);
        }
        for text in ["", "[]", "[] \"", "GET / HTTP/1.1", "{\"a\": \"[b] \\\"c\\\" 200\"}"] {
            assert_eq!(parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn what_looks_whole_has_a_request_and_a_status() {
        let rest = after_request(COMBINED.as_bytes()).unwrap();
        assert!(rest.starts_with(b" 200 512 "));
        assert!(after_request(COMBINED.replace("/a?", r#"/\" x\""#).as_bytes()).is_some());
        let cut = COMBINED.find(" HTTP/1.1").unwrap();
        assert_eq!(after_request(&COMBINED.as_bytes()[..cut]), None);
        assert_eq!(after_request(b"Nov 22 10:15:30 host sshd[12]: refused"), None);
    }
}
