//! The server of the documentation: for everybody, whatever credential they send.
//!
//! Its two tools have the names, arguments and results that ChatGPT expects of a source that it can
//! search. They ask the same search as `POST /ask`.

mod fetch;
mod search;

use std::sync::Arc;

use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, Implementation, ListResourcesResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    Resource, ResourceContents, ServerCapabilities,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler};

use super::answers::{About, tools_of, visitor};
use super::failure;
use super::limits::PUBLIC_TTL_MS;
use super::resources::nothing_at;
use crate::http::App;
use crate::mcp::page_text::MARKDOWN;
use crate::mcp::row::{Hints, Row, Table, row};
use crate::mcp::visitor::Visitor;

const NAME: &str = "citable-docs";
const TITLE: &str = "Citable's documentation";
const INSTRUCTIONS: &str = "Documentation of Citable, which scores web pages for how ready they \
    are to be cited by AI answer engines: guides, checks and the REST API. Call search with a few \
    keywords, then fetch with the id of a result. To scan a page, use the endpoint /mcp.";

/// What resources begin with.
const PAGE: &str = "citable://docs/";
/// Documents that are parts of one page, which are too many to be listed.
const OPERATIONS: &str = "api/";

/// Its tools, in the order in which they are listed.
const ROWS: &[Row] = &[
    row!(
        search,
        "Search the documentation",
        Hints::READS,
        "Search Citable's documentation. Returns matching pages, best first. Read one \
                with fetch."
    ),
    row!(
        fetch,
        "Get a documentation page",
        Hints::READS,
        "Get one page of Citable's documentation in Markdown, by an ID from search."
    ),
];

/// The same, as servers use them.
static TABLE: Table = Table::of(ROWS);

/// The server of the documentation.
#[derive(Clone)]
pub(super) struct DocsServer {
    about: Arc<About>,
}

impl DocsServer {
    pub(super) fn new(app: &App) -> Self {
        let server = Implementation::new(NAME, env!("CARGO_PKG_VERSION"))
            .with_title(TITLE)
            .with_website_url(app.link("/docs"));
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        Self { about: Arc::new(About::new(server, capabilities, INSTRUCTIONS)) }
    }
}

impl ServerHandler for DocsServer {
    tools_of!(TABLE);

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.about.call(&TABLE, visitor(&context)?, request, failure::result).await
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        self.about.resources(pages(&visitor(&context)?), page)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let (visitor, uri) = (visitor(&context)?, request.uri);
        let document = uri.strip_prefix(PAGE).and_then(|id| visitor.site.search.fetch(id));
        let text = document.ok_or_else(|| nothing_at(&uri))?.text;
        let contents = ResourceContents::text(text, uri).with_mime_type(MARKDOWN);
        let mut read = ReadResourceResult::new(vec![contents])
            .with_ttl_ms(PUBLIC_TTL_MS)
            .with_cache_scope(CacheScope::Public);
        read.meta = self.about.signature();
        Ok(read.into())
    }
}

/// The pages of the documentation; the operations of the API are found by searching.
fn pages(visitor: &Visitor) -> Vec<Resource> {
    let documents = visitor.site.search.documents().iter();
    documents
        .filter(|document| !document.id.starts_with(OPERATIONS))
        .map(|document| {
            Resource::new(format!("{PAGE}{}", document.id), document.id.clone())
                .with_title(document.title.clone())
                .with_mime_type(MARKDOWN)
        })
        .collect()
}
