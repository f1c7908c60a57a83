//! Which format a log has, and its lines by that format.

use clap::ValueEnum;

use super::combined;
use super::json::{self, Record};
use super::request::Request;
use super::w3c::Columns;

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli::logs) enum Kind {
    /// The usual format of Apache and nginx
    Combined,
    /// The usual format without user agents
    Common,
    /// JSON lines
    Json,
    /// Caddy's JSON lines
    Caddy,
    /// CloudFront, and other W3C extended logs with a `#Fields` line
    #[value(alias = "w3c")]
    Cloudfront,
}

impl Kind {
    /// Its name on the command line and in reports.
    pub(in crate::cli::logs) const fn as_str(self) -> &'static str {
        match self {
            Self::Combined => "combined",
            Self::Common => "common",
            Self::Json => "json",
            Self::Caddy => "caddy",
            Self::Cloudfront => "cloudfront",
        }
    }
}

/// What a line turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli::logs) enum Parsed<'a> {
    /// A request.
    Request(Request<'a>),
    /// Nothing that is counted.
    Nothing,
    /// Something that should have been a request.
    Unreadable,
}

/// Reads the lines of one log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli::logs) struct Parser {
    kind: Kind,
    columns: Columns,
}

impl Parser {
    /// A parser for that format.
    pub(in crate::cli::logs) fn of(kind: Kind) -> Self {
        Self { kind, columns: Columns::default() }
    }

    /// The parser for the format that a line has, if it has any of them.
    pub(in crate::cli::logs) fn detect(line: &[u8]) -> Option<Self> {
        let first = line.trim_ascii_start().first()?;
        let kind = match first {
            b'#' if [&b"#Version:"[..], b"#Fields:", b"#Software:"]
                .iter()
                .any(|begin| line.starts_with(begin)) =>
            {
                Kind::Cloudfront
            }
            b'{' => match json::parse(line) {
                Record::Unreadable => return None,
                Record::Request(_) | Record::Other if is_of_caddy(line) => Kind::Caddy,
                Record::Request(_) | Record::Other => Kind::Json,
            },
            _ => match combined::parse(line)?.agent {
                Some(_) => Kind::Combined,
                None => Kind::Common,
            },
        };
        Some(Self::of(kind))
    }

    pub(in crate::cli::logs) const fn kind(&self) -> Kind {
        self.kind
    }

    /// Takes a line that is about the log itself; whether it was one.
    pub(in crate::cli::logs) fn take_directive(&mut self, line: &[u8]) -> bool {
        let is_directive = self.kind == Kind::Cloudfront && line.starts_with(b"#");
        if is_directive {
            self.columns.directive(line);
        }
        is_directive
    }

    /// The part of the line that may name an agent; none if the line can't be what the format
    /// promises, at a glance.
    pub(in crate::cli::logs) fn telling<'a>(&self, line: &'a [u8]) -> Option<&'a [u8]> {
        match self.kind {
            Kind::Combined => combined::after_request(line).filter(|_| combined::has_agent(line)),
            Kind::Common => combined::after_request(line),
            Kind::Json | Kind::Caddy => json::looks_whole(line).then_some(line),
            Kind::Cloudfront => self.columns.fit(line).then_some(line),
        }
    }

    /// Reads a line.
    pub(in crate::cli::logs) fn parse<'a>(&self, line: &'a [u8]) -> Parsed<'a> {
        let request = match self.kind {
            Kind::Combined => combined::parse(line).filter(|request| request.agent.is_some()),
            Kind::Common => combined::parse(line),
            Kind::Cloudfront => self.columns.parse(line),
            Kind::Json | Kind::Caddy => match json::parse(line) {
                Record::Request(request) => Some(request),
                Record::Other => return Parsed::Nothing,
                Record::Unreadable => None,
            },
        };
        request.map_or(Parsed::Unreadable, Parsed::Request)
    }
}

/// Whether the line names one of Caddy's loggers.
fn is_of_caddy(line: &[u8]) -> bool {
    memchr::memmem::find(line, br#""logger":"http."#).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(line: &str) -> Option<Kind> {
        Parser::detect(line.as_bytes()).map(|parser| parser.kind())
    }

    #[test]
    fn a_format_is_known_by_its_first_line() {
        let common = r#"192.0.2.1 - - [22/Nov/2026:10:15:30 +0000] "GET / HTTP/1.1" 200 512"#;
        for (line, expected) in [
            (common.to_owned(), Some(Kind::Common)),
            (format!("{common} \"-\" \"GPTBot\""), Some(Kind::Combined)),
            ("#Version: 1.0".to_owned(), Some(Kind::Cloudfront)),
            ("# a comment".to_owned(), None),
            (r#"{"status":200}"#.to_owned(), Some(Kind::Json)),
            (r#"{"logger":"http.log.access","status":200}"#.to_owned(), Some(Kind::Caddy)),
            ("{torn".to_owned(), None),
            ("<html>".to_owned(), None),
            (String::new(), None),
        ] {
            assert_eq!(detected(&line), expected, "{line}");
        }
    }

    #[test]
    fn a_line_that_lost_its_end_is_unreadable() {
        let line =
            br#"192.0.2.1 - - [22/Nov/2026:10:15:30 +0000] "GET / HTTP/1.1" 200 512 "-" "GPTBot""#;
        let parser = Parser::of(Kind::Combined);
        assert!(parser.telling(line).is_some() && matches!(parser.parse(line), Parsed::Request(_)));
        let torn = &line[..line.len() - 1];
        assert_eq!(parser.telling(torn), None);
        assert_eq!(parser.parse(torn), Parsed::Unreadable);
    }
}
