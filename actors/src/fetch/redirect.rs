//! Following redirects by hand: every hop goes through the gate.

use std::collections::HashSet;

use citable_checks::failure::ScanFailure;
use citable_checks::page::snapshot::{Exchange, PageEnd};
use url::Url;

use super::body::Body;
use super::client::Wanted;
use super::client::is_redirect;
use super::session::Session;
use super::settings::FetchSettings;
use super::target::{TargetError, TargetUrl, check_url};

/// The longest redirect target that is kept for a report, in characters.
const MAX_SHOWN_TARGET: usize = 2048;

/// The way from an address to its last answer.
#[derive(Debug)]
pub(super) struct Trail {
    /// Each answer in order.
    pub(super) exchanges: Vec<Exchange>,
    /// The address that was asked last.
    pub(super) last: TargetUrl,
    pub(super) end: TrailEnd,
}

/// How a trail ended.
#[derive(Debug)]
pub(super) enum TrailEnd {
    /// With a response that isn't a redirect.
    Answered(Body),
    /// With a redirect that no client follows, or not this far.
    Redirected(PageEnd),
    /// With a redirect to that `http:` address.
    ToHttp(String),
    /// With a redirect to an address that may not be dialled.
    Blocked,
    /// Without an answer, or with a redirect that the caller objects to.
    Failed(ScanFailure),
}

/// Where a redirect leads.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    Follow(TargetUrl),
    End(PageEnd),
    ToHttp(String),
    Blocked,
}

/// Asks for the address and follows its redirects, as far as the caller has no objection to the
/// next address.
pub(super) async fn follow(
    session: &Session<'_>,
    target: &TargetUrl,
    wanted: Wanted,
    objection: impl Fn(&TargetUrl) -> Option<ScanFailure>,
) -> Trail {
    let mut trail = Trail {
        exchanges: Vec::new(),
        last: target.clone(),
        end: TrailEnd::Redirected(PageEnd::RedirectWithoutTarget),
    };
    // By its exact spelling: a redirect to another spelling of the same address is no loop yet.
    let mut visited = HashSet::from([target.clone()]);
    loop {
        let answer = match session.get(&trail.last, wanted).await {
            Ok(answer) => answer,
            Err(failure) => {
                trail.end = TrailEnd::Failed(failure);
                return trail;
            }
        };
        let next = next_hop(&answer.exchange, session.settings());
        trail.exchanges.push(answer.exchange);
        let hops_left = trail.exchanges.len() <= session.settings().limits.redirects;
        trail.end = match next {
            None => TrailEnd::Answered(answer.body),
            Some(Next::End(end)) => TrailEnd::Redirected(end),
            Some(Next::ToHttp(to)) => TrailEnd::ToHttp(to),
            Some(Next::Blocked) => TrailEnd::Blocked,
            Some(Next::Follow(next)) if visited.contains(&next) => {
                TrailEnd::Redirected(PageEnd::RedirectLoop { to: next.to_string() })
            }
            Some(Next::Follow(next)) if !hops_left => {
                TrailEnd::Redirected(PageEnd::TooManyRedirects { to: next.to_string() })
            }
            Some(Next::Follow(next)) => match objection(&next) {
                Some(failure) => TrailEnd::Failed(failure),
                None => {
                    visited.insert(next.clone());
                    trail.last = next;
                    continue;
                }
            },
        };
        return trail;
    }
}

/// Where an answer leads that is a redirect which may be followed.
pub(super) fn next_target(exchange: &Exchange, settings: &FetchSettings) -> Option<TargetUrl> {
    match next_hop(exchange, settings)? {
        Next::Follow(target) => Some(target),
        Next::End(_) | Next::ToHttp(_) | Next::Blocked => None,
    }
}

/// The target of a redirect; `None` if the response isn't one.
fn next_hop(exchange: &Exchange, settings: &FetchSettings) -> Option<Next> {
    if !is_redirect(exchange.status) {
        return None;
    }
    Some(location(exchange).map_or(Next::End(PageEnd::RedirectWithoutTarget), |url| {
        if url.scheme() == "http" {
            return Next::ToHttp(url.as_str().chars().take(MAX_SHOWN_TARGET).collect());
        }
        match check_url(url, settings) {
            Ok(target) => Next::Follow(target),
            Err(TargetError::NotHttps) => Next::End(PageEnd::RedirectWithoutTarget),
            Err(_) => Next::Blocked,
        }
    }))
}

/// The address in `Location`, resolved against the answer's own (RFC 9110 section 10.2.2). Parsing
/// would drop a tab or a line break inside it silently.
fn location(exchange: &Exchange) -> Option<Url> {
    let value = exchange.header("location")?.trim_ascii();
    if value.is_empty() || value.chars().any(char::is_control) {
        return None;
    }
    exchange.url.join(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(status: u16, location: &str) -> Option<Next> {
        let exchange = Exchange {
            url: "https://example.com/a/b?q".parse().unwrap(),
            status,
            headers: vec![("location".to_owned(), location.to_owned())],
        };
        next_hop(&exchange, &FetchSettings::default())
    }

    fn followed(location: &str) -> String {
        match next(302, location) {
            Some(Next::Follow(target)) => target.to_string(),
            other => panic!("{location} is not followed: {other:?}"),
        }
    }

    #[test]
    fn relative_targets_are_resolved() {
        assert_eq!(followed("c"), "https://example.com/a/c");
        assert_eq!(followed("/c#d"), "https://example.com/c");
        assert_eq!(followed("?r"), "https://example.com/a/b?r");
        assert_eq!(followed(" //Other.example.org/ "), "https://other.example.org/");
        assert_eq!(followed("/\u{e9}"), "https://example.com/%C3%A9");
    }

    #[test]
    fn only_redirect_statuses_redirect() {
        for status in [301, 302, 303, 307, 308] {
            assert!(next(status, "/c").is_some());
        }
        for status in [200, 201, 300, 304, 305, 306, 404, 503] {
            assert_eq!(next(status, "/c"), None);
        }
    }

    #[test]
    fn unusable_targets_end_the_chain() {
        for location in ["", " ", "https://", "https://256.256.256.256/", "/a\tb", "/a\u{85}b"] {
            assert_eq!(
                next(301, location),
                Some(Next::End(PageEnd::RedirectWithoutTarget)),
                "{location:?}"
            );
        }
    }

    #[test]
    fn other_schemes_are_not_followed_and_refused_addresses_are_blocked() {
        let plain = "http://example.com/".to_owned();
        assert_eq!(next(301, &plain), Some(Next::ToHttp(plain)));
        for location in ["file:///etc/passwd", "javascript:alert(1)"] {
            assert_eq!(next(301, location), Some(Next::End(PageEnd::RedirectWithoutTarget)));
        }
        for location in [
            "//127.0.0.1/",
            "https://169.254.169.254/latest/meta-data/",
            "https://example.com:22/",
            "https://user@example.com/",
            "https://printer.local/",
            "\\\\127.1\\x",
        ] {
            assert_eq!(next(301, location), Some(Next::Blocked), "{location}");
        }
    }
}
