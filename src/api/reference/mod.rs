//! The API description in words: as Markdown, and as a map for agents.

mod doc;

use hyper::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL};

use crate::http::call::Call;
use crate::http::document::Document;
use crate::http::problem::Problem;
use crate::http::reply::{Response, With};
use crate::web;

pub(crate) use doc::{
    CONTRACT, EXPLORER, MAP, OPERATIONS, PUBLIC_HEADERS, UNCHANGED, document, public as answer,
};

/// Answers with the whole contract.
pub(crate) async fn contract(call: Call) -> Result<Response, Problem> {
    Ok(public(&call, &call.site.reference().contract))
}

/// Answers with every operation.
pub(crate) async fn operations(call: Call) -> Result<Response, Problem> {
    Ok(public(&call, &call.site.reference().operations))
}

/// Answers with the interactive reference.
pub(crate) async fn explorer(call: Call) -> Result<Response, Problem> {
    web::reference::show(&call)
}

/// Answers with the map.
pub(crate) async fn map(call: Call) -> Result<Response, Problem> {
    Ok(public(&call, &call.site.reference().map))
}

/// The same for everybody for five minutes, so anybody may keep it and any site may read it.
pub(super) fn public(call: &Call, document: &Document) -> Response {
    document
        .respond(call.headers())
        .with_static(CACHE_CONTROL, "public, max-age=300")
        .with_static(ACCESS_CONTROL_ALLOW_ORIGIN, "*")
}
