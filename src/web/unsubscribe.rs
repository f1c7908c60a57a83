//! The two pages of the link that ends notifications. Neither depends on the link, so neither says
//! whether it is a live one.

use askama::Template;

use crate::http::call::Call;
use crate::http::problem::Problem;
use crate::http::reply::{Response, With};
use crate::web::page::{self, REFERRER_POLICY};
use crate::web::shell::Shell;

#[derive(Template)]
#[template(path = "unsubscribe.html")]
struct Unsubscribe {
    shell: Shell,
}

#[derive(Template)]
#[template(path = "unsubscribed.html")]
struct Unsubscribed {
    shell: Shell,
}

/// Asks for a click. Mail programs look at links before people do, so looking changes nothing.
pub(crate) fn confirm(call: &Call) -> Result<Response, Problem> {
    let shell = Shell::shared(call, "Unsubscribe", "/unsubscribe");
    page::private(&Unsubscribe { shell }).map(untold)
}

/// Says what a live link has done.
pub(crate) fn done(call: &Call) -> Result<Response, Problem> {
    let shell = Shell::shared(call, "Unsubscribed", "/unsubscribe");
    page::private(&Unsubscribed { shell }).map(untold)
}

/// The address holds a token, which no request that follows from the page may carry on.
fn untold(page: Response) -> Response {
    page.with_static(REFERRER_POLICY, "no-referrer")
}
