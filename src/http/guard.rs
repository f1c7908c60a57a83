//! Whether a route is for its caller, and what a refused one is told, so that it can go on.

use hyper::header::{LINK, WWW_AUTHENTICATE};

use super::caller::{Caller, key_carries};
use super::policy::{Auth, KeyRefusal};
use super::problem::{AgentPointers, Code, Problem};
use super::route::Route;
use super::{App, join, reply};

/// The agent tool that starts a scan.
const SCAN_TOOL: &str = "start_scan";

/// Whether the route is for this caller.
///
/// # Errors
/// `unauthorized`, the refusal of keys that the route's row names, or `insufficient_scope`.
pub(crate) fn permit(route: &Route, caller: &Caller) -> Result<(), Problem> {
    let needs_caller = matches!(route.auth, Auth::Caller | Auth::Session(_));
    if needs_caller && *caller == Caller::Anonymous {
        return Err(unauthorized(route.auth));
    }
    let Some(key) = caller.key() else { return Ok(()) };
    if let Auth::Session(refusal) = route.auth {
        let advice = "API keys aren't accepted here. Sign in and send the `sid` cookie instead.";
        return Err(Problem::new(refused_key(refusal), advice));
    }
    route.scope.map_or(Ok(()), |scope| key_carries(key, scope))
}

/// The code with which a route refuses keys.
pub(crate) const fn refused_key(refusal: KeyRefusal) -> Code {
    match refusal {
        KeyRefusal::SessionRequired => Code::SessionRequired,
        KeyRefusal::KeyNotAllowed => Code::KeyNotAllowed,
    }
}

/// Adds the challenge (RFC 6750) to a refusal of credentials, and on routes that spend quota the
/// way for agents.
pub(crate) fn challenge(problem: Problem, route: &Route, app: &App) -> Problem {
    let problem = match bearer_error(&problem) {
        Some(error) => {
            let metadata = app.link("/.well-known/oauth-protected-resource");
            let value = format!("Bearer resource_metadata=\"{metadata}\"{error}");
            problem.header(WWW_AUTHENTICATE, reply::header(&value))
        }
        None => problem,
    };
    let refused = problem.code().is_unauthorized() || is_forbidden(&problem);
    if route.quota && refused { point_agents(problem, app) } else { problem }
}

/// Parameters of the challenge besides the metadata URL; none if there is no challenge.
fn bearer_error(problem: &Problem) -> Option<String> {
    match problem.missing_scope() {
        Some(scope) => Some(format!(", error=\"insufficient_scope\", scope=\"{scope}\"")),
        None if problem.code() == Code::InvalidApiKey => {
            Some(", error=\"invalid_token\"".to_owned())
        }
        None => problem.code().is_unauthorized().then(String::new),
    }
}

fn is_forbidden(problem: &Problem) -> bool {
    matches!(problem.code(), Code::HumanCheckFailed | Code::InsufficientScope)
}

fn point_agents(problem: Problem, app: &App) -> Problem {
    let (mcp_endpoint, keys_url) = (join(&app.mcp_url, "/mcp"), app.link("/keys"));
    let service = reply::header(&format!("<{mcp_endpoint}>; rel=\"service\""));
    let keys = reply::header(&format!("<{keys_url}>; rel=\"describedby\""));
    let retry_without = problem.missing_scope().map(|_| "authorization".to_owned());
    let tool = SCAN_TOOL.to_owned();
    let pointers = AgentPointers { mcp_endpoint, tool, keys_url, retry_without };
    let problem = problem.with(|extras| extras.agent = Some(pointers));
    problem.header(LINK, service).header(LINK, keys)
}

fn unauthorized(auth: Auth) -> Problem {
    let advice = match auth {
        Auth::Session(_) => "This needs a session. Sign in and send the `sid` cookie.",
        _ => "This needs an account. Sign in, or send an API key as `Authorization: Bearer <key>`.",
    };
    Problem::new(Code::Unauthorized, advice)
}

#[cfg(test)]
mod tests {
    use citable_actors::identity::{
        Account, AccountPlan, ApiKey, KeyHolder, KeySource, Scope, Scopes,
    };

    use super::*;
    use crate::routes::table::ROUTES;

    fn account() -> Account {
        let (id, email) = ("usr_1".to_owned(), "ada@example.com".to_owned());
        Account { id, email, created_at: 0, plan: AccountPlan::Pro }
    }

    fn by_key(scopes: &[Scope]) -> Caller {
        let key = ApiKey {
            id: "key_1".to_owned(),
            name: String::new(),
            last4: String::new(),
            scopes: Scopes::of(scopes),
            source: KeySource::Account,
            created_at: 0,
            last_used_at: None,
        };
        Caller::Key(Box::new(KeyHolder { key, account: account() }))
    }

    #[test]
    fn every_route_is_for_whom_its_row_says() {
        for route in ROUTES {
            let refused = |caller: &Caller| permit(route, caller).err().map(|why| why.code());
            let told = format!("{} {}", route.verb.as_str(), route.path);
            assert_eq!(refused(&Caller::Session(account())), None, "{told}");

            let stranger = match route.auth {
                Auth::Caller | Auth::Session(_) => Some(Code::Unauthorized),
                Auth::None | Auth::Optional => None,
            };
            assert_eq!(refused(&Caller::Anonymous), stranger, "{told}");

            let reader = match (route.auth, route.scope) {
                (Auth::Session(KeyRefusal::SessionRequired), _) => Some(Code::SessionRequired),
                (Auth::Session(KeyRefusal::KeyNotAllowed), _) => Some(Code::KeyNotAllowed),
                (_, None | Some(Scope::Read)) => None,
                (_, Some(_)) => Some(Code::InsufficientScope),
            };
            assert_eq!(refused(&by_key(&[Scope::Read])), reader, "{told}");

            if let (Auth::Caller | Auth::Optional, Some(scope)) = (route.auth, route.scope) {
                assert_eq!(refused(&by_key(&[scope])), None, "{told}");
            }
        }
    }
}
