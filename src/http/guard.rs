//! Who may call: credentials, and what a refused caller is told.

use hyper::header::{AUTHORIZATION, HeaderMap, LINK, WWW_AUTHENTICATE};

use super::problem::{AgentPointers, Code, Problem};
use super::table::{Auth, Route};
use super::{App, join, reply};

/// The agent tool that starts a scan.
const SCAN_TOOL: &str = "start_scan";

/// Reads the credentials of a request.
///
/// No key has been issued yet, so an `Authorization` of any scheme is none; a cookie that names no
/// live session is no credential at all and passes.
///
/// # Errors
/// `invalid_api_key` on a route that reads credentials.
pub(crate) fn authenticate(auth: Auth, headers: &HeaderMap) -> Result<(), Problem> {
    match auth {
        Auth::Optional if headers.contains_key(AUTHORIZATION) => Err(Problem::new(
            Code::InvalidApiKey,
            "The `Authorization` header holds no live API key; send a live one, or none.",
        )),
        Auth::None | Auth::Optional => Ok(()),
    }
}

/// Adds what a refused caller needs to go on: the challenge (RFC 6750), and on routes that spend
/// quota the way for agents.
pub(crate) fn challenge(problem: Problem, route: &Route, app: &App) -> Problem {
    if !problem.is_unauthorized() {
        return problem;
    }
    let metadata = app.link("/.well-known/oauth-protected-resource");
    let mut value = format!("Bearer resource_metadata=\"{metadata}\"");
    if problem.code() == Code::InvalidApiKey {
        value.push_str(", error=\"invalid_token\"");
    }
    let problem = problem.header(WWW_AUTHENTICATE, reply::header(&value));
    if route.quota { point_agents(problem, app) } else { problem }
}

fn point_agents(problem: Problem, app: &App) -> Problem {
    let (mcp_endpoint, keys_url) = (join(&app.mcp_url, "/mcp"), app.link("/keys"));
    let service = reply::header(&format!("<{mcp_endpoint}>; rel=\"service\""));
    let keys = reply::header(&format!("<{keys_url}>; rel=\"describedby\""));
    let pointers = AgentPointers { mcp_endpoint, tool: SCAN_TOOL.to_owned(), keys_url };
    problem.agent(pointers).header(LINK, service).header(LINK, keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sending(value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(AUTHORIZATION, value.parse().unwrap())])
    }

    #[test]
    fn no_scheme_is_a_live_key() {
        for value in ["Bearer ctb_x", "basic eDp5", "", "nonsense"] {
            let refused = authenticate(Auth::Optional, &sending(value)).unwrap_err();
            assert_eq!(refused.code(), Code::InvalidApiKey, "{value}");
        }
    }

    #[test]
    fn open_routes_never_look() {
        assert!(authenticate(Auth::None, &sending("Bearer ctb_x")).is_ok());
    }

    #[test]
    fn a_stale_cookie_is_no_credential() {
        let cookie =
            HeaderMap::from_iter([(hyper::header::COOKIE, "sid=a; sid=b".parse().unwrap())]);
        assert!(authenticate(Auth::Optional, &cookie).is_ok());
    }
}
