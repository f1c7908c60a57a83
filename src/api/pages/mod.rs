//! Guides and the pages of the checks, as Markdown at the root of the site.

mod doc;

use super::reference::public;
use crate::docs;
use crate::http::call::Call;
use crate::http::problem::Problem;
use crate::http::reply::{MARKDOWN, Response};

pub(crate) use doc::{CHECK, GUIDE};

/// What ends their addresses.
const SUFFIX: &str = ".md";

/// Answers with a guide.
pub(crate) async fn guide(call: Call) -> Result<Response, Problem> {
    page(&call, call.param("page"))
}

/// Answers with the page of a check.
pub(crate) async fn check(call: Call) -> Result<Response, Problem> {
    page(&call, &format!("checks/{}", call.param("page")))
}

fn page(call: &Call, name: &str) -> Result<Response, Problem> {
    let page = name.strip_suffix(SUFFIX).and_then(docs::page);
    let page =
        page.ok_or_else(|| Problem::not_found("No such page. /llms.txt lists every page."))?;
    Ok(public(call, MARKDOWN, page.text.clone().into_owned().into_bytes()))
}
