//! The guard against requests that another site makes a browser send (fetch metadata,
//! <https://www.w3.org/TR/fetch-metadata/>).

use citable_checks::url::registrable_domain;
use hyper::header::{HeaderMap, HeaderName, ORIGIN};
use url::Url;

use super::caller::Caller;
use super::problem::{Code, Problem};
use crate::http::policy::{CrossSite, Verb};
use crate::http::route::Route;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Refuses a request that changes something in a browser's name and comes from another site.
///
/// # Errors
/// `cross_site_request`.
pub(crate) fn check(
    route: &Route,
    caller: &Caller,
    headers: &HeaderMap,
    base_url: &Url,
) -> Result<(), Problem> {
    match is_guarded(route, caller) {
        true => of_this_site(headers, base_url),
        false => Ok(()),
    }
}

/// Refuses a request that another site made a browser send.
///
/// # Errors
/// `cross_site_request`.
pub(crate) fn of_this_site(headers: &HeaderMap, base_url: &Url) -> Result<(), Problem> {
    match is_cross_site(headers, base_url) {
        true => Err(Problem::new(
            Code::CrossSiteRequest,
            "The request comes from another site. Send it from a page of this service.",
        )),
        false => Ok(()),
    }
}

fn is_guarded(route: &Route, caller: &Caller) -> bool {
    let by_cookie = matches!(caller, Caller::Session(_));
    match route.cross_site {
        CrossSite::Allowed => false,
        CrossSite::Refused => true,
        CrossSite::RefusedByCookie => route.verb != Verb::Get && by_cookie,
    }
}

fn is_cross_site(headers: &HeaderMap, base_url: &Url) -> bool {
    let names = |value: &[u8]| value.eq_ignore_ascii_case(b"cross-site");
    if headers.get_all(FETCH_SITE).into_iter().any(|site| names(site.as_bytes())) {
        return true;
    }
    headers.get_all(ORIGIN).into_iter().any(|origin| {
        let origin = origin.to_str().ok().and_then(|origin| Url::parse(origin).ok());
        !origin.is_some_and(|origin| is_same_site(&origin, base_url))
    })
}

/// Whether the two have one scheme and one registrable domain; a host without one must be equal.
fn is_same_site(origin: &Url, base_url: &Url) -> bool {
    if origin.scheme() != base_url.scheme() {
        return false;
    }
    let site = |url: &Url| {
        registrable_domain(url).unwrap_or_else(|| url.host_str().unwrap_or_default().to_owned())
    };
    !site(origin).is_empty() && site(origin) == site(base_url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(name: &'static str, value: &'static str) -> bool {
        let headers =
            HeaderMap::from_iter([(HeaderName::from_static(name), value.parse().unwrap())]);
        is_cross_site(&headers, &"https://app.citable.example/".parse().unwrap())
    }

    #[test]
    fn another_site_is_refused() {
        for origin in [
            "https://evil.example",
            "https://citable.example.evil.example",
            "http://app.citable.example",
            "https://example",
            "null",
            "",
            "nonsense",
        ] {
            assert!(refused("origin", origin), "{origin}");
        }
        assert!(refused("sec-fetch-site", "cross-site"));
        assert!(refused("sec-fetch-site", "Cross-Site"));
    }

    #[test]
    fn the_own_site_passes_and_so_does_silence() {
        for origin in [
            "https://app.citable.example",
            "https://www.citable.example",
            "https://citable.example",
            "https://app.citable.example:8443",
        ] {
            assert!(!refused("origin", origin), "{origin}");
        }
        for site in ["same-origin", "same-site", "none"] {
            assert!(!refused("sec-fetch-site", site), "{site}");
        }
        assert!(!is_cross_site(&HeaderMap::new(), &"http://127.0.0.1:8080".parse().unwrap()));
    }

    #[test]
    fn an_address_is_a_site_of_its_own() {
        let site = |origin: &str| {
            is_same_site(&origin.parse().unwrap(), &"http://127.0.0.1:8080".parse().unwrap())
        };
        assert!(site("http://127.0.0.1:9090"));
        assert!(!site("http://127.0.0.2:8080"));
        assert!(!site("http://localhost:8080"));
    }
}
