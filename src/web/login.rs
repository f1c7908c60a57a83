//! Signing in: asking for a link, and confirming it. Looking at either page changes nothing.

use askama::Template;
use citable_actors::identity::Account;
use hyper::header::CACHE_CONTROL;

use crate::http::caller::session_cookie;
use crate::http::problem::{Code, Problem};
use crate::http::query;
use crate::http::reply::{Response, With};
use crate::http::{App, conditional};
use crate::web::page::page;
use crate::web::visit::Visit;

/// The style sheet of every page.
const STYLE: &str = include_str!("templates/site.css");
/// Characters that a token may have; ours have 43.
const MAX_TOKEN: usize = 128;

#[derive(Template)]
#[template(path = "login.html")]
struct Login {
    /// Whose session the browser has.
    signed_in_as: Option<String>,
    /// Whether a link was just asked for.
    sent: bool,
    /// What went wrong.
    error: Option<&'static str>,
    /// Whether mails are kept in the outbox.
    development: bool,
}

#[derive(Template)]
#[template(path = "confirm.html")]
struct Confirm {
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
    /// That of another account, by its mail address.
    Other(String),
}

/// The form that asks for a link.
pub(super) async fn login(visit: Visit) -> Result<Response, Problem> {
    let query = visit.head.parts.uri.query().unwrap_or_default();
    let error = query::one(query, "error").unwrap_or_default();
    page(&Login {
        signed_in_as: session_holder(&visit).await?.map(|account| account.email),
        sent: query::one(query, "sent").is_ok_and(|sent| sent.is_some()),
        error: error.map(|code| explanation(&code)),
        development: visit.app.development,
    })
}

/// The form that uses a link, and whose account it opens: whoever was sent somebody else's link
/// sees it before they work in that account. Mail programs look at links before people do, so
/// looking uses nothing up.
pub(super) async fn confirm(visit: Visit) -> Result<Response, Problem> {
    let query = visit.head.parts.uri.query().unwrap_or_default();
    let token = query::one(query, "token").unwrap_or_default();
    let token = token.filter(|token| is_plausible(token)).map(|token| token.into_owned());
    let link = match token {
        Some(token) => link(&visit, token).await?,
        None => None,
    };
    page(&Confirm { link })
}

async fn link(visit: &Visit, token: String) -> Result<Option<Link>, Problem> {
    let app: &App = &visit.app;
    let Some(account) = app.handles.reader.account_of_link(&token).await? else { return Ok(None) };
    let session = match session_holder(visit).await? {
        None => Session::Nobody,
        Some(holder) if holder.id == account.id => Session::Same,
        Some(holder) => Session::Other(holder.email),
    };
    Ok(Some(Link { token, email: account.email, session }))
}

/// The style sheet.
pub(super) async fn style(visit: Visit) -> Result<Response, Problem> {
    let (headers, style) = (&visit.head.parts.headers, STYLE.as_bytes().to_vec());
    let response = conditional::tagged(headers, "text/css; charset=utf-8", style);
    Ok(response.with_static(CACHE_CONTROL, "public, max-age=3600"))
}

async fn session_holder(visit: &Visit) -> Result<Option<Account>, Problem> {
    let app: &App = &visit.app;
    let Some(cookie) = session_cookie(&visit.head.parts.headers) else { return Ok(None) };
    Ok(app.handles.reader.holder_of_session(cookie).await?)
}

fn is_plausible(token: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    (1..=MAX_TOKEN).contains(&token.len()) && token.bytes().all(plain)
}

/// What a code of the sign-in routes means to a person. Nothing of the address is shown.
fn explanation(code: &str) -> &'static str {
    let is = |known: Code| known.name() == code;
    if is(Code::InvalidEmail) {
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
    fn the_pages_read_well() {
        let plain = Login { signed_in_as: None, sent: false, error: None, development: false };
        insta::assert_snapshot!("login", plain.render().unwrap());
        let sent = Login {
            signed_in_as: Some("a<b>@example.com".to_owned()),
            sent: true,
            error: Some(explanation("token_used")),
            development: true,
        };
        insta::assert_snapshot!("login_after", sent.render().unwrap());
        let confirm = |session| {
            let (token, email) = ("T0k_en-".to_owned(), "a<b>@example.com".to_owned());
            Confirm { link: Some(Link { token, email, session }) }.render().unwrap()
        };
        insta::assert_snapshot!("confirm", confirm(Session::Nobody));
        insta::assert_snapshot!("confirm_again", confirm(Session::Same));
        let other = Session::Other("g<h>@example.com".to_owned());
        insta::assert_snapshot!("confirm_other", confirm(other));
        insta::assert_snapshot!("confirm_without", Confirm { link: None }.render().unwrap());
    }
}
