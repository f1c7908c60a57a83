//! Signing in by an emailed link, and who the caller is.

mod doc;

use citable_actors::clock::rfc3339;
use citable_actors::identity::{Account, AccountPlan, NewSession};
use hyper::header::{CACHE_CONTROL, HeaderValue, LOCATION, SET_COOKIE};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::account::LimitsView;
use super::keys::Done;
use super::reports::per_viewer;
use crate::http::call::Call;
use crate::http::caller::{Caller, SESSION_COOKIE, session_cookie};
use crate::http::problem::{Code, OK, Problem, SEE_OTHER};
use crate::http::reply::{self, Response, With};

pub(crate) use doc::{CALLBACK, LOG_OUT, ME, REQUEST_LINK};

/// Where a browser goes after its form asked for a link.
const LINK_SENT: &str = "/login?sent=1";
/// Where a browser goes after its form signed it in.
const SIGNED_IN: &str = "/login?signed-in=1";

/// Body of `POST /auth/request-link`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "SignInLinkRequest")]
pub struct LinkRequest {
    /// Email address to sign in with.
    #[schemars(email)]
    pub email: String,
}

/// Response of `POST /auth/request-link`. It is the same whether or not the address has an account.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SignInLinkSent")]
pub struct LinkSent {
    /// Always true.
    #[schemars(extend("const" = true))]
    pub ok: bool,
    /// Seconds until the link expires.
    pub expires_in_sec: u64,
    /// Sign-in link. Only in development mode; otherwise it is emailed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// Body of `POST /auth/callback`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(rename = "SignInRequest")]
pub struct CallbackRequest {
    /// Token from the sign-in link.
    #[serde(default)]
    pub token: Option<String>,
}

/// Identity of the caller.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SessionIdentity")]
pub struct Me {
    /// True if the caller is signed in or sent an API key. The other fields are set only then.
    pub authenticated: bool,
    /// Account of the caller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<UserView>,
    /// Plan of the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// How the caller authenticated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// Scopes of the API key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<String>>,
    /// Limits of the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<LimitsView>,
}

/// Account.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "User")]
pub struct UserView {
    /// ID of the account.
    pub id: String,
    /// Email address.
    #[schemars(email)]
    pub email: String,
    /// Time of creation.
    pub created_at: String,
}

impl From<&Account> for UserView {
    fn from(account: &Account) -> Self {
        let created_at = rfc3339(account.created_at);
        Self { id: account.id.clone(), email: account.email.clone(), created_at }
    }
}

/// Mails a sign-in link.
pub(crate) async fn request_link(call: Call) -> Result<Response, Problem> {
    let outcome = send_link(&call).await;
    by_form(&call, outcome, LINK_SENT)
}

/// Mails the link that the body asks for.
pub(crate) async fn send_link(call: &Call) -> Result<Response, Problem> {
    let wanted: LinkRequest = call.fields()?;
    let identity = &call.app().handles.identity;
    let requested = identity.request_link(&wanted.email, call.client).await?;
    let link = || call.app().link(&format!("/login/confirm?token={}", requested.token));
    let sent = LinkSent {
        ok: true,
        expires_in_sec: identity.link_lifetime().as_secs(),
        link: call.app().development.then(link),
    };
    Ok(reply::json(OK, &sent).with_static(CACHE_CONTROL, "no-store"))
}

/// Uses a sign-in token.
pub(crate) async fn callback(call: Call) -> Result<Response, Problem> {
    let outcome = sign_in(&call).await;
    by_form(&call, outcome, SIGNED_IN)
}

/// Uses the token in the body; the answer carries the session's cookie.
pub(crate) async fn sign_in(call: &Call) -> Result<Response, Problem> {
    // Whatever the body holds instead of a token, the token is missing.
    let sent: CallbackRequest = call.fields().unwrap_or_default();
    let token = sent.token.filter(|token| !token.is_empty()).ok_or_else(no_token)?;
    let earlier = session_cookie(call.headers());
    let session = call.app().handles.identity.sign_in(&token, earlier).await?;
    Ok(reply::json(OK, &Done { ok: true })
        .with(SET_COOKIE, reply::header(&set_cookie(call, &session)))
        .with_static(CACHE_CONTROL, "no-store"))
}

/// A form is answered with the page that its sender sees next, which says what went wrong.
fn by_form(
    call: &Call,
    outcome: Result<Response, Problem>,
    next: &str,
) -> Result<Response, Problem> {
    if !call.content.is_form {
        return outcome;
    }
    match outcome {
        Ok(response) => {
            let cookie = response.headers().get(SET_COOKIE).cloned();
            let answer = redirect(next);
            Ok(match cookie {
                Some(cookie) => answer.with(SET_COOKIE, cookie),
                None => answer,
            })
        }
        Err(problem) => Ok(redirect(&format!("/login?error={}", problem.code().name()))),
    }
}

/// Ends the session, if there is one.
pub(crate) async fn log_out(call: Call) -> Result<Response, Problem> {
    let cleared = sign_out(&call).await?;
    Ok(reply::json(OK, &Done { ok: true })
        .with(SET_COOKIE, cleared)
        .with_static(CACHE_CONTROL, "no-store"))
}

/// Ends the session, if there is one; returns the field that clears its cookie.
pub(crate) async fn sign_out(call: &Call) -> Result<HeaderValue, Problem> {
    if let Some(cookie) = session_cookie(call.headers()) {
        call.app().handles.identity.sign_out(cookie).await?;
    }
    Ok(reply::header(&format!("{SESSION_COOKIE}=; {}; Max-Age=0", cookie_attributes(call))))
}

/// Says who the caller is.
pub(crate) async fn me(call: Call) -> Result<Response, Problem> {
    Ok(per_viewer(reply::json(OK, &who(&call))))
}

fn who(call: &Call) -> Me {
    let Some(account) = call.caller.account() else { return Me::default() };
    let via = if matches!(call.caller, Caller::Key(_)) { "key" } else { "session" };
    let names = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    Me {
        authenticated: true,
        user: Some(account.into()),
        plan: Some(AccountPlan::as_str(account.plan).to_owned()),
        via: Some(via.to_owned()),
        scopes: call.caller.key().map(|key| names(key.scopes.names())),
        limits: Some(call.app().limits.of(account.plan).into()),
    }
}

fn set_cookie(call: &Call, session: &NewSession) -> String {
    let (value, seconds) = (session.cookie.reveal(), session.lifetime.as_secs());
    format!("{SESSION_COOKIE}={value}; {}; Max-Age={seconds}", cookie_attributes(call))
}

/// Attributes of every cookie of the site.
pub(crate) fn cookie_attributes(call: &Call) -> String {
    let secure = if call.app().base_url.scheme() == "https" { "; Secure" } else { "" };
    format!("Path=/; HttpOnly; SameSite=Lax{secure}")
}

fn redirect(path: &str) -> Response {
    reply::empty(SEE_OTHER)
        .with(LOCATION, reply::header(path))
        .with_static(CACHE_CONTROL, "no-store")
}

fn no_token() -> Problem {
    Problem::new(Code::TokenInvalid, "`token` is missing. Open the link in the email again.")
}
