//! What a fetched robots.txt amounts to (RFC 9309, 2.3.1).

use crate::challenge;
use crate::page::snapshot::{FileFetch, FileOutcome};
use crate::robots::RobotsTxt;

/// What a fetched robots.txt amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RobotsFile {
    /// A file of rules.
    Rules(RobotsTxt),
    /// A document in the place of rules: there are none.
    Html {
        /// Whether a redirect led to it, as to a start page.
        redirected: bool,
    },
    /// A 4xx answer: there is no file, and everything is allowed.
    Missing {
        /// The status.
        status: u16,
    },
    /// A 5xx answer on two tries: everything is disallowed.
    ServerError {
        /// The status.
        status: u16,
    },
    /// Redirects that lead nowhere: the file may be taken as unavailable, and everything is
    /// allowed.
    RedirectsUnresolved,
    /// No answer, or a challenge: we do not know what a crawler would get.
    Unseen {
        /// Why, as a clause for a sentence.
        reason: String,
    },
}

/// Reads what came of fetching robots.txt.
pub fn read_robots_file(file: &FileFetch) -> RobotsFile {
    let (body, last) = match (&file.outcome, file.exchanges.last()) {
        (FileOutcome::Answered { body, .. }, Some(last)) => (body, last),
        (FileOutcome::RedirectsUnresolved, _) => return RobotsFile::RedirectsUnresolved,
        (FileOutcome::Unreachable { failure }, _) => {
            return RobotsFile::Unseen { reason: failure.message.clone() };
        }
        (FileOutcome::Answered { .. }, None) => {
            return RobotsFile::Unseen { reason: "no response was recorded".to_owned() };
        }
    };
    let html = is_html(body);
    if (last.status != 200 || html) && challenge::detect(last, body).is_some() {
        return RobotsFile::Unseen { reason: "a challenge page was returned instead".to_owned() };
    }
    match last.status {
        200..=299 if html => RobotsFile::Html { redirected: file.exchanges.len() > 1 },
        200..=299 => RobotsFile::Rules(RobotsTxt::parse(body)),
        300..=399 => RobotsFile::RedirectsUnresolved,
        status @ 400..=499 => RobotsFile::Missing { status },
        status => RobotsFile::ServerError { status },
    }
}

/// Whether a file that should be plain text is an HTML document.
pub(crate) fn is_html(body: &[u8]) -> bool {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body).trim_ascii_start();
    [&b"<!doctype"[..], b"<html", b"<head", b"<body", b"<!--", b"<script"]
        .iter()
        .any(|start| body.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start)))
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;
    use crate::failure::{FailureCode, ScanFailure};
    use crate::page::snapshot::Exchange;

    fn answered(status: u16, headers: &[(&str, &str)], body: &str) -> FileFetch {
        let url = Url::parse("https://example.com/robots.txt").unwrap();
        let headers = headers.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        FileFetch {
            url: url.clone(),
            fetched_at: 0,
            exchanges: vec![Exchange { url, status, headers }],
            outcome: FileOutcome::Answered { body: body.as_bytes().to_vec(), truncated: false },
        }
    }

    #[test]
    fn each_class_of_status_is_read_as_the_rfc_has_it() {
        assert!(matches!(read_robots_file(&answered(200, &[], "")), RobotsFile::Rules(_)));
        for status in [401, 403, 404, 410, 429] {
            let read = read_robots_file(&answered(status, &[], "User-agent: *\nDisallow: /"));
            assert_eq!(read, RobotsFile::Missing { status });
        }
        for status in [500, 502, 503] {
            let read = read_robots_file(&answered(status, &[], ""));
            assert_eq!(read, RobotsFile::ServerError { status });
        }
    }

    #[test]
    fn a_document_holds_no_rules_even_if_it_quotes_some() {
        let read = read_robots_file(&answered(200, &[], "\u{feff}\n<!DOCTYPE html>\nDisallow: /"));
        assert_eq!(read, RobotsFile::Html { redirected: false });
    }

    #[test]
    fn a_challenge_is_not_the_site_speaking() {
        for status in [403, 503] {
            let read = read_robots_file(&answered(status, &[("cf-mitigated", "challenge")], ""));
            assert!(matches!(read, RobotsFile::Unseen { .. }), "{status}");
        }
    }

    #[test]
    fn what_was_not_answered_was_not_seen() {
        let mut file = answered(200, &[], "");
        file.outcome = FileOutcome::RedirectsUnresolved;
        assert_eq!(read_robots_file(&file), RobotsFile::RedirectsUnresolved);
        file.outcome = FileOutcome::Unreachable {
            failure: ScanFailure::new(FailureCode::TimedOut, "the answer took too long"),
        };
        let RobotsFile::Unseen { reason } = read_robots_file(&file) else { panic!("seen") };
        assert_eq!(reason, "the answer took too long");
    }
}
