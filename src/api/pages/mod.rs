//! Guides and the pages of the checks, as Markdown at the root of the site.

mod doc;

use std::sync::LazyLock;

use hyper::body::Bytes;

use super::reference::public;
use crate::docs;
use crate::http::call::Call;
use crate::http::document::Document;
use crate::http::problem::Problem;
use crate::http::reply::{MARKDOWN, Response};

pub(crate) use doc::{CHECK, GUIDE};

/// What ends their addresses.
const SUFFIX: &str = ".md";

/// Every page, ready to be sent, by its id.
static PAGES: LazyLock<Vec<(&str, Document)>> = LazyLock::new(|| {
    let ready = |page: &'static docs::Page| {
        let text = Bytes::from_static(page.text.as_bytes());
        (page.id.as_str(), Document::new(MARKDOWN, text))
    };
    docs::pages().iter().map(ready).collect()
});

/// Answers with a guide.
pub(crate) async fn guide(call: Call) -> Result<Response, Problem> {
    page(&call, call.param("page"))
}

/// Answers with the page of a check.
pub(crate) async fn check(call: Call) -> Result<Response, Problem> {
    page(&call, &format!("checks/{}", call.param("page")))
}

fn page(call: &Call, name: &str) -> Result<Response, Problem> {
    let name = name.strip_suffix(SUFFIX);
    let page = name.and_then(|name| PAGES.iter().find(|(id, _)| *id == name));
    let (_, page) =
        page.ok_or_else(|| Problem::not_found("No such page. /llms.txt lists every page."))?;
    Ok(public(call, page))
}
