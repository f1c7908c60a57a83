//! Signing in: asking for a link, and confirming it. Looking at either page changes nothing.

use askama::Template;
use hyper::header::CACHE_CONTROL;

use super::page;
use super::table::Visit;
use crate::http::caller::session_cookie;
use crate::http::problem::{Code, Problem};
use crate::http::query;
use crate::http::reply::{Response, With};
use crate::http::{App, conditional};

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
    /// None where the address holds nothing that could be one.
    token: Option<String>,
}

/// The form that asks for a link.
pub(super) async fn login(visit: Visit) -> Result<Response, Problem> {
    let query = visit.head.parts.uri.query().unwrap_or_default();
    let error = query::one(query, "error").unwrap_or_default();
    page(&Login {
        signed_in_as: signed_in_as(&visit).await?,
        sent: query::one(query, "sent").is_ok_and(|sent| sent.is_some()),
        error: error.map(|code| explanation(&code)),
        development: visit.app.development,
    })
}

/// The form that uses a link. Mail programs look at links before people do, so looking uses
/// nothing up.
pub(super) async fn confirm(visit: Visit) -> Result<Response, Problem> {
    let query = visit.head.parts.uri.query().unwrap_or_default();
    let token = query::one(query, "token").unwrap_or_default();
    let token = token.filter(|token| is_plausible(token)).map(|token| token.into_owned());
    page(&Confirm { token })
}

/// The style sheet.
pub(super) async fn style(visit: Visit) -> Result<Response, Problem> {
    let (headers, style) = (&visit.head.parts.headers, STYLE.as_bytes().to_vec());
    let response = conditional::tagged(headers, "text/css; charset=utf-8", style);
    Ok(response.with_static(CACHE_CONTROL, "public, max-age=3600"))
}

async fn signed_in_as(visit: &Visit) -> Result<Option<String>, Problem> {
    let app: &App = &visit.app;
    let Some(cookie) = session_cookie(&visit.head.parts.headers) else { return Ok(None) };
    let account = app.handles.reader.holder_of_session(cookie).await?;
    Ok(account.map(|account| account.email))
}

fn is_plausible(token: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    (1..=MAX_TOKEN).contains(&token.len()) && token.bytes().all(plain)
}

/// What a code of the sign-in routes means to a person. Nothing of the address is shown.
fn explanation(code: &str) -> &'static str {
    let is = |known: Code| known.name() == code;
    if is(Code::InvalidEmail) {
        "That is not a mail address we can write to. Please check it."
    } else if is(Code::RateLimited) {
        "Too many links were asked for in this hour. Use the newest mail, or try again later."
    } else if is(Code::MailNotConfigured) {
        "This service cannot send mail yet. Please tell whoever runs it."
    } else if is(Code::TokenUsed) {
        "That link was used already. Ask for a new one."
    } else if is(Code::TokenExpired) {
        "That link is older than 15 minutes. Ask for a new one."
    } else if is(Code::TokenInvalid) {
        "That link is not complete. Open it again from the mail, or ask for a new one."
    } else {
        "That did not work. Please try again."
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
        insta::assert_snapshot!(
            "confirm",
            Confirm { token: Some("T0k_en-".into()) }.render().unwrap()
        );
        insta::assert_snapshot!("confirm_without", Confirm { token: None }.render().unwrap());
    }
}
