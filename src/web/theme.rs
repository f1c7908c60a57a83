//! Choosing between the light and the dark theme.

use hyper::header::SET_COOKIE;
use serde::Deserialize;

use crate::api::auth::cookie_attributes;
use crate::http::call::Call;
use crate::http::problem::Problem;
use crate::http::reply::{self, Response, With};
use crate::web::login::local;
use crate::web::page::redirect;
use crate::web::shell::{THEME_COOKIE, Theme};

/// Seconds for which a browser keeps the choice: a year.
const KEPT: u32 = 365 * 24 * 60 * 60;

#[derive(Deserialize)]
struct Choice {
    theme: String,
    #[serde(default)]
    next: String,
}

/// Keeps the choice in a cookie, which the next page reads: no page flashes in the other theme.
pub(super) async fn choose(call: Call) -> Result<Response, Problem> {
    let choice: Choice = call.fields()?;
    let theme = Theme::parse(&choice.theme).unwrap_or(Theme::System).name();
    let cookie = format!("{THEME_COOKIE}={theme}; {}; Max-Age={KEPT}", cookie_attributes(&call));
    Ok(redirect(local(&choice.next).unwrap_or("/")).with(SET_COOKIE, reply::header(&cookie)))
}
