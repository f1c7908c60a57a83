//! Reports to try a client against: nothing is fetched, stored or counted.

mod doc;

use citable_checks::report::Report;
use citable_checks::sandbox::{self, FIXTURES, Fixture};
use hyper::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, VARY};
use schemars::JsonSchema;
use serde::Serialize;

use super::batch::{self, BatchResult};
use crate::http::call::Call;
use crate::http::problem::Problem;
use crate::http::reply::{self, JSON, MARKDOWN, Response, With};
use crate::http::{App, accept, conditional};
use crate::render::{markdown, sandbox as guide};

pub(crate) use doc::{BATCH, BATCH_GUIDE, GUIDE, LIST, READ};

/// What makes the address of a fixture that of its Markdown form.
const MARKDOWN_SUFFIX: &str = ".md";

/// Fixtures of the sandbox.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FixtureList {
    /// All fixtures.
    pub fixtures: Vec<ListedFixture>,
}

/// Fixture of the sandbox.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Fixture")]
pub(crate) struct ListedFixture {
    /// ID of the fixture.
    pub id: String,
    /// Title.
    pub title: String,
    /// What the report shows.
    pub description: String,
    /// URL of the report.
    pub report_url: String,
}

/// Answers with the list of fixtures.
pub(crate) async fn list(call: Call) -> Result<Response, Problem> {
    let fixtures = FIXTURES.iter().map(|fixture| listed(call.app(), fixture)).collect();
    Ok(public(&call, JSON, reply::to_json(&FixtureList { fixtures })))
}

/// Answers with a fixture's report, as Markdown where that is asked for.
pub(crate) async fn read(call: Call) -> Result<Response, Problem> {
    let asked = call.param("id");
    let (id, as_markdown) = match asked.strip_suffix(MARKDOWN_SUFFIX) {
        Some(id) => (id, true),
        None => (asked, accept::prefers_markdown(call.headers())),
    };
    let report = report(id)?;
    Ok(match as_markdown {
        true => public(&call, MARKDOWN, markdown::report(report).into_bytes()),
        false => public(&call, JSON, reply::to_json(report)),
    })
}

/// Answers with several reports. One unknown id fails them all: nothing else can go wrong here.
pub(crate) async fn read_batch(call: Call) -> Result<Response, Problem> {
    let mut body = batch::Written::default();
    for id in batch::ids(&call)? {
        body.add(&BatchResult::report(report(&id)?, id));
    }
    Ok(public(&call, JSON, body.end()))
}

/// Answers with how to use the sandbox.
pub(crate) async fn read_guide(call: Call) -> Result<Response, Problem> {
    let text = guide::guide(&call.app().link(""));
    Ok(public(&call, MARKDOWN, text.into_bytes()))
}

/// Answers with how to read several fixtures at once.
pub(crate) async fn read_batch_guide(call: Call) -> Result<Response, Problem> {
    let text = guide::batch_guide(&call.app().link(""));
    Ok(public(&call, MARKDOWN, text.into_bytes()))
}

fn listed(app: &App, fixture: &Fixture) -> ListedFixture {
    ListedFixture {
        id: fixture.id.to_owned(),
        title: fixture.title.to_owned(),
        description: fixture.description.to_owned(),
        report_url: app.link(&format!("/api/v1/sandbox/scan/{}", fixture.id)),
    }
}

fn report(id: &str) -> Result<&'static Report, Problem> {
    let unknown = || {
        let known: Vec<&str> = FIXTURES.iter().map(|fixture| fixture.id).collect();
        Problem::not_found(format!("No such fixture. Use one of: {}.", known.join(", ")))
    };
    sandbox::report(id).ok_or_else(unknown)
}

/// The same for everybody, so anybody may keep it and any site may read it.
fn public(call: &Call, media: &'static str, body: Vec<u8>) -> Response {
    conditional::tagged(call.headers(), media, body)
        .with_static(CACHE_CONTROL, "public, max-age=300")
        .with_static(VARY, "Accept")
        .with_static(ACCESS_CONTROL_ALLOW_ORIGIN, "*")
}
