//! Signing in and out: asking for a link, using it, and ending the session. Looking at a page
//! changes nothing.

use askama::Template;
use citable_actors::identity::Account;
use hyper::header::{CACHE_CONTROL, LOCATION, SET_COOKIE};
use serde::Deserialize;

use crate::api::auth;
use crate::http::call::{Call, Head};
use crate::http::caller::cookie;
use crate::http::problem::{Code, FOUND, Problem};
use crate::http::reply::{self, Response, With};
use crate::web::page::{self, redirect};
use crate::web::shell::Shell;

/// Characters that a token may have; ours have 43.
const MAX_TOKEN: usize = 128;
/// Name of the cookie that keeps where to go after signing in.
const NEXT_COOKIE: &str = "next";
/// Seconds for which it is kept: as long as a link works.
const NEXT_KEPT: u32 = 15 * 60;
/// Where somebody goes who was going nowhere.
const SIGNED_IN: &str = "/account?done=signed-in";

#[derive(Template)]
#[template(path = "login.html")]
struct Login {
    shell: Shell,
    /// Email address to begin with.
    email: String,
    /// True if a link was just asked for.
    sent: bool,
    error: Option<&'static str>,
    /// Path to go to after signing in.
    next: String,
}

#[derive(Template)]
#[template(path = "confirm.html")]
struct Confirm {
    shell: Shell,
    /// None for a link that opens nothing. Used, expired and unknown ones get the same page, so
    /// that it tells nobody which links there were.
    link: Option<Link>,
}

/// A link that can still be used.
struct Link {
    token: String,
    /// The account that it opens.
    email: String,
    /// Whose session the browser has, which ends when the link is used.
    session: Session,
}

/// Whose session a browser has.
#[derive(Debug, PartialEq, Eq)]
enum Session {
    /// Nobody's.
    Nobody,
    /// That of the account that the link opens.
    Same,
    /// That of another account, by its email address.
    Other(String),
}

#[derive(Default, Deserialize)]
struct Wanted {
    #[serde(default)]
    email: String,
    #[serde(default)]
    next: String,
}

/// The form that asks for a link.
pub(super) async fn show(call: Call) -> Result<Response, Problem> {
    let error = call.query("error").unwrap_or_default().map(|code| explanation(&code));
    let sent = call.query("sent").is_ok_and(|sent| sent.is_some());
    let next = call.query("next").unwrap_or_default().unwrap_or_default();
    let next = local(&next).unwrap_or_default().to_owned();
    page::private(&Login { error, sent, next, ..Login::new(&call) })
}

impl Login {
    fn new(call: &Call) -> Self {
        let shell = Shell::new(call, "Sign in");
        Self { shell, email: String::new(), sent: false, error: None, next: String::new() }
    }
}

/// Mails a link, and remembers in the browser where its owner was going.
pub(super) async fn request(call: Call) -> Result<Response, Problem> {
    let wanted: Wanted = call.fields().unwrap_or_default();
    let next = local(&wanted.next).unwrap_or_default();
    match auth::send_link(&call).await {
        Ok(_) => Ok(redirect("/login?sent=1").with(SET_COOKIE, remembered(&call, next, NEXT_KEPT))),
        Err(problem) => {
            let error = Some(explanation(problem.code().name()));
            let (email, next) = (wanted.email.clone(), next.to_owned());
            page::private_with(problem.status(), &Login { email, next, error, ..Login::new(&call) })
        }
    }
}

/// The form that uses a link, and whose account it opens: whoever was sent somebody else's link
/// sees it before they work in that account. Mail programs look at links before people do, so
/// looking uses nothing up.
pub(super) async fn confirm(call: Call) -> Result<Response, Problem> {
    let token = call.query("token").unwrap_or_default();
    let token = token.filter(|token| is_plausible(token)).map(|token| token.into_owned());
    let link = match token {
        Some(token) => link(&call, token).await?,
        None => None,
    };
    page::private(&Confirm { shell: Shell::new(&call, "Confirm sign-in"), link })
}

/// Uses a link, and goes where its owner was going.
pub(super) async fn sign_in(call: Call) -> Result<Response, Problem> {
    let answer = match auth::sign_in(&call).await {
        Ok(answer) => answer,
        Err(problem) => {
            return Ok(redirect(&format!("/login?error={}", problem.code().name())));
        }
    };
    let session = answer.headers().get(SET_COOKIE).cloned().ok_or_else(Problem::internal)?;
    let next = cookie(call.headers(), NEXT_COOKIE).and_then(local).unwrap_or(SIGNED_IN);
    let mut response = redirect(next).with(SET_COOKIE, session);
    response.headers_mut().append(SET_COOKIE, remembered(&call, "", 0));
    Ok(response)
}

/// Ends the session.
pub(super) async fn log_out(call: Call) -> Result<Response, Problem> {
    let cleared = auth::sign_out(&call).await?;
    Ok(redirect("/?done=signed-out").with(SET_COOKIE, cleared))
}

/// Sends a stranger to sign in first, and back afterwards.
pub(crate) fn first(head: &Head) -> Response {
    let next: String =
        url::form_urlencoded::byte_serialize(head.parts.uri.path().as_bytes()).collect();
    reply::empty(FOUND)
        .with(LOCATION, reply::header(&format!("/login?next={next}")))
        .with_static(CACHE_CONTROL, "no-store")
}

/// Returns the path if it leads nowhere but to this site.
pub(super) fn local(path: &str) -> Option<&str> {
    let is_plain = path.bytes().all(|byte| byte.is_ascii_graphic() && !b"\\\";,".contains(&byte));
    (path.starts_with('/') && !path.starts_with("//") && is_plain).then_some(path)
}

fn remembered(call: &Call, next: &str, seconds: u32) -> hyper::header::HeaderValue {
    let attributes = auth::cookie_attributes(call);
    reply::header(&format!("{NEXT_COOKIE}={next}; {attributes}; Max-Age={seconds}"))
}

async fn link(call: &Call, token: String) -> Result<Option<Link>, Problem> {
    let reader = &call.app().handles.reader;
    let Some(account) = reader.account_of_link(&token).await? else { return Ok(None) };
    let session = session(call.caller.account(), &account);
    Ok(Some(Link { token, email: account.email, session }))
}

fn session(holder: Option<&Account>, opened: &Account) -> Session {
    match holder {
        None => Session::Nobody,
        Some(holder) if holder.id == opened.id => Session::Same,
        Some(holder) => Session::Other(holder.email.clone()),
    }
}

fn is_plausible(token: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    (1..=MAX_TOKEN).contains(&token.len()) && token.bytes().all(plain)
}

/// What a code of the sign-in routes means to a person. Nothing of the address is shown.
fn explanation(code: &str) -> &'static str {
    let is = |known: Code| known.name() == code;
    if is(Code::InvalidEmail) || is(Code::InvalidRequest) {
        "That isn't a valid email address. Check it and try again."
    } else if is(Code::RateLimited) {
        "Too many sign-in links were requested this hour, perhaps not all by you. Links from the last \
         15 minutes still work. Otherwise, try again next hour or contact the operator of this \
         service."
    } else if is(Code::MailNotConfigured) {
        "This service can't send email yet. Contact its operator."
    } else if is(Code::TokenUsed) {
        "That link was used before. Request a new one."
    } else if is(Code::TokenExpired) {
        "That link has expired. Request a new one."
    } else if is(Code::TokenInvalid) {
        "That link is incomplete. Open it again from the email, or request a new one."
    } else {
        "Something went wrong. Try again."
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_cannot_carry_markup() {
        assert!(is_plausible(&"a-B_9".repeat(8)));
        for text in ["", "\"><script>", "a b", "a&b", &"a".repeat(129), "é"] {
            assert!(!is_plausible(text), "{text}");
        }
    }

    #[test]
    fn next_cannot_leave_the_site() {
        for path in ["/", "/keys", "/history/abc?cursor=1"] {
            assert_eq!(local(path), Some(path));
        }
        for path in [
            "",
            "keys",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a b",
            "/a\r\nSet-Cookie: x",
            "/a;Path=/",
            "javascript:alert(1)",
        ] {
            assert_eq!(local(path), None, "{path}");
        }
    }
}
