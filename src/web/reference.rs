//! The interactive reference of the API, and its page.

use askama::Template;
use hyper::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, VARY};

use crate::http::call::Call;
use crate::http::problem::Problem;
use crate::http::reply::{Response, With};
use crate::web::page;
use crate::web::shell::Shell;

/// What search results say of the page.
const ABOUT: &str = "Every operation of the Citable API, with requests that you can send from the \
    page.";

#[derive(Template)]
#[template(path = "reference.html")]
struct Reference {
    shell: Shell,
}

/// The page.
pub(crate) fn show(call: &Call) -> Result<Response, Problem> {
    let shell = Shell {
        canonical: Some(call.app().link("/docs")),
        description: ABOUT.to_owned(),
        ..Shell::shared(call, "API reference", "/docs")
    };
    let response = page::open(call, &Reference { shell })?;
    Ok(response
        .with_static(CACHE_CONTROL, "public, max-age=300")
        .with_static(VARY, "Accept-Encoding")
        .with_static(ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
}
