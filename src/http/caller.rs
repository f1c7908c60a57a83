//! Who calls: found once per request, by what the route's row says.
//!
//! Nothing about a caller is kept in memory: a revoked key is refused at the next request, on every
//! node.

use std::net::IpAddr;

use citable_actors::identity::{Account, AccountPlan, ApiKey, KeyHolder, Scope, network_of};
use citable_actors::quota::{Limits, PlanLimits, Spender};
use citable_checks::viewer::Allowance;
use hyper::header::{AUTHORIZATION, COOKIE, HeaderMap};

use super::App;
use super::policy::Auth;
use super::problem::{Code, Problem};

/// The name of the session cookie.
pub(crate) const SESSION_COOKIE: &str = "sid";

/// Who calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// An anonymous caller.
    Anonymous,
    /// Somebody's browser.
    Session(Account),
    /// Somebody's program.
    Key(Box<KeyHolder>),
}

impl Caller {
    /// Whose call it is.
    pub(crate) fn account(&self) -> Option<&Account> {
        match self {
            Self::Anonymous => None,
            Self::Session(account) => Some(account),
            Self::Key(holder) => Some(&holder.account),
        }
    }

    /// The key that was sent.
    pub(crate) fn key(&self) -> Option<&ApiKey> {
        match self {
            Self::Key(holder) => Some(&holder.key),
            Self::Anonymous | Self::Session(_) => None,
        }
    }

    /// What the caller pays for at the moment.
    pub(crate) fn plan(&self) -> Option<AccountPlan> {
        self.account().map(|account| account.plan)
    }

    /// Whether the caller pays for anything at the moment.
    pub(crate) fn pays(&self) -> bool {
        self.plan().is_some_and(|plan| plan != AccountPlan::Free)
    }

    /// The caller's limits.
    pub(crate) fn limits(&self, limits: &Limits) -> PlanLimits {
        self.plan().map_or(limits.anonymous, |plan| limits.of(plan))
    }

    /// How much of a report the caller sees.
    pub(crate) fn allowance(&self, limits: &Limits) -> Allowance {
        self.limits(limits).recommendations.map_or(Allowance::All, Allowance::First)
    }

    /// Whose buckets the caller's scans are charged to.
    pub(crate) fn spender(&self, client: IpAddr, limits: &Limits) -> Spender {
        let account_id = self.account().map(|account| account.id.clone());
        let by_client = || format!("client:{}", network_of(client));
        Spender {
            subject: account_id.clone().unwrap_or_else(by_client),
            account_id,
            limits: self.limits(limits),
        }
    }

    /// Whose idempotency keys the caller uses.
    pub(crate) fn credential(&self, client: IpAddr) -> String {
        match self {
            Self::Anonymous => format!("client:{client}"),
            Self::Session(account) => account.id.clone(),
            Self::Key(holder) => holder.key.id.clone(),
        }
    }
}

/// Reads the credentials of a request. An `Authorization` decides alone; a cookie that names no
/// live session is no credential at all.
///
/// # Errors
/// `invalid_api_key` for an `Authorization` that is no live key, on a route that reads credentials.
pub(crate) async fn find(auth: Auth, headers: &HeaderMap, app: &App) -> Result<Caller, Problem> {
    if auth == Auth::None {
        return Ok(Caller::Anonymous);
    }
    if headers.contains_key(AUTHORIZATION) {
        return by_key(headers, app).await;
    }
    by_session(headers, app).await
}

/// The same where only cookies count: pages of the site.
pub(crate) async fn by_session(headers: &HeaderMap, app: &App) -> Result<Caller, Problem> {
    let account = match session_cookie(headers) {
        Some(cookie) => app.handles.reader.holder_of_session(cookie).await?,
        None => None,
    };
    let counted = account.map(|account| counted(account, &app.limits));
    Ok(counted.map_or(Caller::Anonymous, Caller::Session))
}

/// The same where cookies mean nothing.
///
/// # Errors
/// `invalid_api_key`.
pub(crate) async fn by_key(headers: &HeaderMap, app: &App) -> Result<Caller, Problem> {
    if !headers.contains_key(AUTHORIZATION) {
        return Ok(Caller::Anonymous);
    }
    let holder = match bearer(headers) {
        Some(token) => app.handles.reader.holder_of_key(token).await?,
        None => None,
    };
    let mut holder = holder.ok_or_else(invalid_key)?;
    holder.account = counted(holder.account, &app.limits);
    app.handles.identity.key_used(&holder.key.id);
    Ok(Caller::Key(Box::new(holder)))
}

/// The account with the plan that it counts as here.
fn counted(account: Account, limits: &Limits) -> Account {
    Account { plan: limits.counted(account.plan), ..account }
}

/// Whether a key may be used for what needs that scope.
///
/// # Errors
/// `insufficient_scope`.
pub(crate) fn key_carries(key: &ApiKey, scope: Scope) -> Result<(), Problem> {
    if key.scopes.allow(scope) { Ok(()) } else { Err(insufficient_scope(scope)) }
}

/// The value of the one session cookie; two of them are none.
pub(crate) fn session_cookie(headers: &HeaderMap) -> Option<&str> {
    cookie(headers, SESSION_COOKIE)
}

/// The value of the one cookie of that name; two of them are none.
pub(crate) fn cookie<'h>(headers: &'h HeaderMap, wanted: &str) -> Option<&'h str> {
    let fields = headers.get_all(COOKIE).into_iter().filter_map(|field| field.to_str().ok());
    let pairs = fields.flat_map(|field| field.split(';')).filter_map(|pair| pair.split_once('='));
    let mut values = pairs.filter(|(name, _)| name.trim() == wanted).map(|(_, value)| value.trim());
    let first = values.next()?;
    values.next().is_none().then_some(first).filter(|value| !value.is_empty())
}

/// The token of the one `Authorization`, where its scheme is `Bearer` in any case.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).into_iter();
    let (value, another) = (values.next()?.to_str().ok()?, values.next());
    let (scheme, token) = value.split_once(' ')?;
    (another.is_none() && scheme.eq_ignore_ascii_case("bearer")).then(|| token.trim())
}

fn invalid_key() -> Problem {
    Problem::new(
        Code::InvalidApiKey,
        "The `Authorization` header doesn't contain an active API key. Send `Bearer <key>` with an active key, or omit the header.",
    )
}

fn insufficient_scope(scope: Scope) -> Problem {
    let name = scope.as_str();
    let message = match Scope::OFFERED.contains(&scope) {
        true => format!("This API key lacks the `{name}` scope. Create a key that has it."),
        false => format!(
            "This API key lacks the `{name}` scope, and new keys can't have it. Use a session: \
             sign in and send the `sid` cookie."
        ),
    };
    Problem::new(Code::InsufficientScope, message).scope(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sending(name: hyper::header::HeaderName, values: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(name.clone(), value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn one_bearer_token_is_read() {
        let read = |values| bearer(&sending(AUTHORIZATION, values)).map(str::to_owned);
        assert_eq!(read(&["Bearer ctb_x"]).as_deref(), Some("ctb_x"));
        assert_eq!(read(&["bEARER  ctb_x "]).as_deref(), Some("ctb_x"));
        for values in
            [&["Basic eDp5"][..], &["Bearer"], &[""], &["ctb_x"], &["Bearer a", "Bearer a"]]
        {
            assert_eq!(read(values), None, "{values:?}");
        }
    }

    #[test]
    fn a_scope_that_no_new_key_has_takes_a_session() {
        let told = |scope| insufficient_scope(scope).parts("req_1").2.message;
        let webhooks = told(Scope::Webhooks);
        assert!(webhooks.contains("new keys can't have it"), "{webhooks}");
        assert!(webhooks.contains("Use a session"), "{webhooks}");
        assert!(told(Scope::Scan).contains("Create a key"), "{}", told(Scope::Scan));
    }

    #[test]
    fn one_session_cookie_is_read() {
        let read = |values| session_cookie(&sending(COOKIE, values)).map(str::to_owned);
        assert_eq!(read(&["a=1; sid=abc; b=2"]).as_deref(), Some("abc"));
        assert_eq!(read(&["a=1", "sid=a=b"]).as_deref(), Some("a=b"));
        for values in [&["sid="][..], &["asid=x"], &["sid=a; sid=b"], &["sid=a", "sid=a"], &["sid"]]
        {
            assert_eq!(read(values), None, "{values:?}");
        }
    }
}
