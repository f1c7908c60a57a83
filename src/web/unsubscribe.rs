//! The two pages of the link that ends notifications. Neither depends on the link, so neither says
//! whether it is a live one.

use askama::Template;

use crate::http::problem::Problem;
use crate::http::reply::{Response, With};
use crate::web::page::{REFERRER_POLICY, page};

#[derive(Template)]
#[template(path = "unsubscribe.html")]
struct Unsubscribe;

#[derive(Template)]
#[template(path = "unsubscribed.html")]
struct Unsubscribed;

/// Asks for a click. Mail programs look at links before people do, so looking changes nothing.
pub(crate) fn confirm() -> Result<Response, Problem> {
    page(&Unsubscribe).map(untold)
}

/// Says what a live link has done.
pub(crate) fn done() -> Result<Response, Problem> {
    page(&Unsubscribed).map(untold)
}

/// The address holds a token, which no request that follows from the page may carry on.
fn untold(page: Response) -> Response {
    page.with_static(REFERRER_POLICY, "no-referrer")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_read_well() {
        insta::assert_snapshot!("unsubscribe", Unsubscribe.render().unwrap());
        insta::assert_snapshot!("unsubscribed", Unsubscribed.render().unwrap());
    }
}
