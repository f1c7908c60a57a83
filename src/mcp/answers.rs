//! What all of our servers answer alike.

use std::borrow::Cow;
use std::iter;

use rmcp::ErrorData;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock,
    CustomRequest, DiscoverResult, ErrorCode, Implementation, ListResourcesResult, ListToolsResult,
    MetaObject, PaginatedRequestParams, ProtocolVersion, Resource, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};

use super::limits::{CALL, PUBLIC_TTL_MS};
use super::{failure, page_text};
use crate::http::problem::Problem;
use crate::mcp::row::{Arguments, Facts, Table};
use crate::mcp::visitor::Visitor;

/// Where a result says who made it.
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// Methods whose parameters the library may have been unable to read.
const KNOWN_METHODS: [&str; 4] =
    ["tools/call", "prompts/get", "resources/read", "completion/complete"];
/// The same in the older lifecycle alone.
const INITIALIZE: &str = "initialize";

/// What a server says of itself.
pub(super) struct About {
    server: Implementation,
    capabilities: ServerCapabilities,
    instructions: &'static str,
    /// The metadata of a result: who made it.
    signature: MetaObject,
}

impl About {
    pub(super) fn new(
        server: Implementation,
        capabilities: ServerCapabilities,
        instructions: &'static str,
    ) -> Self {
        let mut signature = MetaObject::default();
        let maker = serde_json::to_value(&server).unwrap_or_default();
        signature.insert(SERVER_INFO.to_owned(), maker);
        Self { server, capabilities, instructions, signature }
    }

    /// To clients that begin with `initialize`.
    pub(super) fn config(&self) -> ServerConfig {
        ServerConfig::new(self.capabilities.clone())
            .with_server_info(self.server.clone())
            .with_instructions(self.instructions)
    }

    /// To clients that begin with `server/discover`.
    pub(super) fn discovery(&self) -> DiscoverResult {
        let versions = ProtocolVersion::KNOWN_VERSIONS.to_vec();
        DiscoverResult::from_server_info(versions, self.config())
            .with_ttl_ms(PUBLIC_TTL_MS)
            .with_cache_scope(CacheScope::Public)
    }

    /// The metadata of a result: who made it.
    pub(super) fn signature(&self) -> Option<MetaObject> {
        Some(self.signature.clone())
    }

    /// The list of tools.
    pub(super) fn tools(
        &self,
        tools: &[Tool],
        page: Option<PaginatedRequestParams>,
    ) -> Result<ListToolsResult, ErrorData> {
        whole(page)?;
        let mut list = ListToolsResult::with_all_items(tools.to_vec())
            .with_ttl_ms(PUBLIC_TTL_MS)
            .with_cache_scope(CacheScope::Public);
        list.meta = self.signature();
        Ok(list)
    }

    /// The list of resources.
    pub(super) fn resources(
        &self,
        resources: Vec<Resource>,
        page: Option<PaginatedRequestParams>,
    ) -> Result<ListResourcesResult, ErrorData> {
        whole(page)?;
        let mut list = ListResourcesResult::with_all_items(resources)
            .with_ttl_ms(PUBLIC_TTL_MS)
            .with_cache_scope(CacheScope::Public);
        list.meta = self.signature();
        Ok(list)
    }

    /// Calls a tool of the table for `caller`. `failed` says why a call failed.
    pub(super) async fn call<C: Clone + 'static>(
        &self,
        table: &'static Table<C>,
        caller: C,
        request: CallToolRequestParams,
        failed: fn(&C, Problem) -> CallToolResult,
    ) -> Result<CallToolResponse, ErrorData> {
        let row = table.rows().iter().find(|row| row.face.name == request.name);
        let row = row.ok_or_else(|| unknown("tool", &request.name))?;
        let arguments = Arguments(request.arguments.unwrap_or_default());
        let outcome = in_time((row.handler)(caller.clone(), arguments)).await;
        let result = outcome.map_or_else(|problem| failed(&caller, problem), told);
        Ok(result.with_meta(self.signature()).into())
    }
}

/// What servers say alike: of themselves, by their field `about`; of the tools of a table; and to
/// what the library could not read.
macro_rules! tools_of {
    ($table:expr) => {
        fn get_info(&self) -> rmcp::model::ServerConfig {
            self.about.config()
        }

        async fn discover(
            &self,
            _: RequestContext<RoleServer>,
        ) -> Result<rmcp::model::DiscoverResult, ErrorData> {
            Ok(self.about.discovery())
        }

        fn get_tool(&self, name: &str) -> Option<rmcp::model::Tool> {
            $table.tool(name)
        }

        async fn list_tools(
            &self,
            page: Option<rmcp::model::PaginatedRequestParams>,
            _: RequestContext<RoleServer>,
        ) -> Result<rmcp::model::ListToolsResult, ErrorData> {
            self.about.tools($table.tools(), page)
        }

        async fn on_custom_request(
            &self,
            request: rmcp::model::CustomRequest,
            context: RequestContext<RoleServer>,
        ) -> Result<rmcp::model::CustomResult, ErrorData> {
            Err($crate::mcp::answers::unreadable(&request, &context))
        }

        async fn on_initialized(&self, _: rmcp::service::NotificationContext<RoleServer>) {}
    };
}
pub(super) use tools_of;

/// What a call gives, if it does so before its caller has waited long enough.
async fn in_time(call: impl Future<Output = Result<Facts, Problem>>) -> Result<Facts, Problem> {
    let outcome = tokio::time::timeout(CALL, call).await;
    outcome.unwrap_or_else(|_elapsed| Err(failure::too_slow()))
}

/// The same facts in both forms, since some clients show only one of them.
fn told(facts: Facts) -> CallToolResult {
    let links = facts.links.into_iter().map(ContentBlock::resource_link);
    let content = iter::once(ContentBlock::text(facts.text)).chain(links).collect();
    let mut result = CallToolResult::success(content);
    result.structured_content = Some(facts.value);
    result
}

/// The answer to what the library could not read: an unknown method, or a known one with
/// parameters that do not fit.
pub(super) fn unreadable(
    request: &CustomRequest,
    context: &RequestContext<RoleServer>,
) -> ErrorData {
    let method = page_text::echo(&request.method);
    let known = KNOWN_METHODS.contains(&request.method.as_str())
        || (request.method == INITIALIZE && !is_modern(context));
    match known {
        true => invalid(format!("Invalid params for the method {method}.")),
        false => {
            let message = format!("Unknown method: {method}");
            ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None)
        }
    }
}

/// Whether the message is of the lifecycle without `initialize`.
fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    let first = ProtocolVersion::V_2026_07_28;
    context.protocol_version().is_some_and(|version| version.as_str() >= first.as_str())
}

/// Who sent the message.
pub(super) fn visitor(context: &RequestContext<RoleServer>) -> Result<Visitor, ErrorData> {
    let parts = context.extensions.get::<hyper::http::request::Parts>();
    let visitor = parts.and_then(|parts| parts.extensions.get::<Visitor>());
    visitor.cloned().ok_or_else(|| {
        tracing::error!("a message bypassed the gate");
        ErrorData::internal_error("Something failed on our side. Try again.", None)
    })
}

/// Every list has one page, so a cursor is none of ours.
pub(super) fn whole(page: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match page.and_then(|page| page.cursor) {
        None => Ok(()),
        Some(_) => Err(invalid("Unknown cursor. This list has only one page; omit the cursor.")),
    }
}

pub(super) fn unknown(what: &str, name: &str) -> ErrorData {
    invalid(format!("Unknown {what}: {}", page_text::echo(name)))
}

pub(super) fn invalid(message: impl Into<Cow<'static, str>>) -> ErrorData {
    ErrorData::invalid_params(message, None)
}

#[cfg(test)]
mod tests {
    use std::future;

    use tokio::time::Instant;

    use super::*;
    use crate::http::problem::Code;

    #[tokio::test(start_paused = true)]
    async fn a_call_that_takes_too_long_is_given_up() {
        let begun = Instant::now();
        let Err(problem) = in_time(future::pending()).await else { panic!("it gave something") };
        assert_eq!(problem.code(), Code::Overloaded);
        assert_eq!(begun.elapsed(), CALL);
    }
}
