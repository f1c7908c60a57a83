//! The W3C extended log format, which CloudFront and IIS write
//! (<https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html>,
//! <https://www.w3.org/TR/WD-logfile.html>).

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};

use super::request::{Request, address, size, status};
use super::time;

/// What begins the line that names the columns.
const FIELDS: &[u8] = b"#Fields:";

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Date,
    Time,
    Timestamp,
    Client,
    Host,
    HostHeader,
    Path,
    Status,
    Bytes,
    Agent,
    Other,
}

/// The columns, as the last `#Fields` named them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns(Vec<Column>);

impl Columns {
    /// Reads a line that begins with `#`: columns may change in the middle of a file.
    pub(super) fn directive(&mut self, line: &[u8]) {
        if let Some(names) = line.strip_prefix(FIELDS) {
            let names = names.split(u8::is_ascii_whitespace).filter(|name| !name.is_empty());
            self.0 = names.map(column).collect();
        }
    }

    /// Whether requests can be read by them.
    pub(super) fn are_known(&self) -> bool {
        [Column::Path, Column::Status].iter().all(|needed| self.0.contains(needed))
    }

    /// Whether a line has as many values as there are columns.
    pub(super) fn fit(&self, line: &[u8]) -> bool {
        !self.0.is_empty() && memchr_iter(separator(line), line).count() + 1 == self.0.len()
    }

    /// Reads a line of values.
    pub(super) fn parse<'a>(&self, line: &'a [u8]) -> Option<Request<'a>> {
        if !self.are_known() || !self.fit(line) {
            return None;
        }
        let separator = separator(line);
        let mut request = Request::default();
        let (mut date, mut clock, mut header) = (&b""[..], &b""[..], None);
        for (column, value) in self.0.iter().zip(line.split(|byte| *byte == separator)) {
            let given = (value != b"-").then_some(value);
            match column {
                Column::Date => date = value,
                Column::Time => clock = value,
                Column::Timestamp => request.time = time::any(std::str::from_utf8(value).ok()?),
                Column::Client => request.client = address(value),
                Column::Host => request.host = given.map(Cow::Borrowed),
                Column::HostHeader => header = given.map(Cow::Borrowed),
                Column::Path => request.target = Cow::Borrowed(value),
                // CloudFront writes 000 where the viewer closed the connection.
                Column::Status => request.status = status(value)?,
                Column::Bytes => request.bytes = size(value),
                Column::Agent => request.agent = given.map(|text| decoded(text, separator)),
                Column::Other => {}
            }
        }
        // What viewers asked for, not the distribution's own name.
        request.host = header.or(request.host);
        if !date.is_empty() {
            let text = [date, b" ", clock].concat();
            request.time = Some(time::any(std::str::from_utf8(&text).ok()?)?);
        }
        Some(request)
    }
}

fn column(name: &[u8]) -> Column {
    match name.to_ascii_lowercase().as_slice() {
        b"date" => Column::Date,
        b"time" => Column::Time,
        b"timestamp" => Column::Timestamp,
        b"c-ip" => Column::Client,
        b"cs(host)" | b"cs-host" => Column::Host,
        b"x-host-header" => Column::HostHeader,
        b"cs-uri-stem" | b"cs-uri" => Column::Path,
        b"sc-status" => Column::Status,
        b"sc-bytes" => Column::Bytes,
        b"cs(user-agent)" | b"cs-user-agent" => Column::Agent,
        _ => Column::Other,
    }
}

/// CloudFront separates values by tabs, IIS by spaces.
fn separator(line: &[u8]) -> u8 {
    if memchr(b'\t', line).is_some() { b'\t' } else { b' ' }
}

/// CloudFront escapes spaces like URLs do, once or twice; IIS writes `+`.
fn decoded(text: &[u8], separator: u8) -> Cow<'_, [u8]> {
    let plain = match separator {
        b' ' => {
            Cow::Owned(text.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect())
        }
        _ => Cow::Borrowed(text),
    };
    if memchr(b'%', &plain).is_none() {
        return plain;
    }
    Cow::Owned(once(&once(&plain)))
}

fn once(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let escaped = after.get(..2).filter(|_| *first == b'%');
        let byte = escaped
            .and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        match byte {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => bytes.push(*first),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &[u8] = b"#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(User-Agent) x-host-header";

    fn columns(header: &[u8]) -> Columns {
        let mut columns = Columns::default();
        columns.directive(b"#Version: 1.0");
        columns.directive(header);
        columns
    }

    #[test]
    fn a_line_of_cloudfront_is_read_by_its_columns() {
        let columns = columns(HEADER);
        let line = b"2026-11-22\t10:15:30\tFRA2\t900\t2001:db8::1\tGET\td111.cloudfront.net\t/a%20b\t200\tMozilla/5.0%2520(compatible;%20GPTBot/1.2)\twww.example.org";
        let request = columns.parse(line).unwrap();
        assert_eq!(request.time, Some(1_795_342_530));
        assert_eq!(request.agent.as_deref(), Some(&b"Mozilla/5.0 (compatible; GPTBot/1.2)"[..]));
        assert_eq!(request.host.as_deref(), Some(&b"www.example.org"[..]));
        assert_eq!((&*request.target, request.status, request.bytes), (&b"/a%20b"[..], 200, 900));
        assert_eq!(columns.parse(&line[..60]), None, "torn");
    }

    #[test]
    fn iis_separates_by_spaces() {
        let columns = columns(b"#Fields: date time cs-uri-stem c-ip cs(User-Agent) sc-status");
        let line = b"2026-11-22 10:15:30 / 192.0.2.1 Mozilla/5.0+(compatible;+bingbot/2.0) 200";
        let request = columns.parse(line).unwrap();
        assert_eq!(request.agent.as_deref(), Some(&b"Mozilla/5.0 (compatible; bingbot/2.0)"[..]));
    }

    #[test]
    fn nothing_is_read_without_columns() {
        let none = Columns::default();
        assert!(!none.are_known() && !none.fit(b"a b"));
        assert_eq!(none.parse(b"a b"), None);
        assert!(!columns(b"#Fields: date time").are_known());
    }
}
