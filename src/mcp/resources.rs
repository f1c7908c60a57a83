//! What can be read by its address.

use citable_actors::identity::Scope;
use citable_checks::registry::{explain, explanations};
use rmcp::ErrorData;
use rmcp::model::{CacheScope, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use serde_json::json;

use super::failure;
use super::limits::PUBLIC_TTL_MS;
use super::page_text::{self, MARKDOWN};
use super::tools::list_checks::catalogue;
use super::tools::report;
use crate::http::problem::Problem;
use crate::mcp::visitor::Visitor;

const CHECKS: &str = "citable://checks";
const GUIDE: &str = "citable://guide";
const OPENAPI: &str = "citable://openapi";
/// The templates, and what their resources begin with.
pub(super) const CHECK_TEMPLATE: &str = "citable://checks/{checkId}";
pub(super) const SCAN_TEMPLATE: &str = "citable://scans/{scanId}";
const CHECK: &str = "citable://checks/";
const SCAN: &str = "citable://scans/";

const JSON: &str = "application/json";

const GUIDE_TEXT: &str = include_str!("guide.md");
/// Placeholder for the public URL in it.
const BASE: &str = "{base_url}";

/// The resources, as clients see them.
pub(super) fn resources() -> Vec<Resource> {
    vec![
        Resource::new(CHECKS, "checks")
            .with_title("Checks")
            .with_description("All checks with category, weight and effort.")
            .with_mime_type(JSON),
        Resource::new(GUIDE, "guide")
            .with_title("Guide for agents")
            .with_description("How to scan, fix and verify a page with the tools.")
            .with_mime_type(MARKDOWN),
        Resource::new(OPENAPI, "openapi")
            .with_title("REST API")
            .with_description("API description in OpenAPI 3.1.")
            .with_mime_type(JSON),
    ]
}

/// The templates, as clients see them.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(CHECK_TEMPLATE, "check")
            .with_title("Check page")
            .with_description(
                "What one check looks at, why it matters, its rules and how to fix it.",
            )
            .with_mime_type(MARKDOWN),
        ResourceTemplate::new(SCAN_TEMPLATE, "scan")
            .with_title("Scan report")
            .with_description("Full report of a finished scan, as the caller may see it.")
            .with_mime_type(JSON),
    ]
}

/// What is at that address.
///
/// # Errors
/// That nothing is there, or why it cannot be read.
pub(super) async fn read(visitor: &Visitor, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let public = match uri {
        CHECKS => Some((JSON, catalogue(None).text)),
        GUIDE => Some((MARKDOWN, GUIDE_TEXT.replace(BASE, &visitor.app().link("")))),
        OPENAPI => Some((JSON, openapi(visitor))),
        _ => {
            uri.strip_prefix(CHECK).and_then(explain).map(|check| (MARKDOWN, check.doc.to_owned()))
        }
    };
    if let Some((media, text)) = public {
        let result = contents(uri, media, text);
        return Ok(result.with_ttl_ms(PUBLIC_TTL_MS).with_cache_scope(CacheScope::Public));
    }
    let scan = uri.strip_prefix(SCAN).ok_or_else(|| nothing_at(uri))?;
    let text =
        scan_report(visitor, scan).await.map_err(|problem| refused(visitor, uri, problem))?;
    // What a viewer sees depends on who asks.
    Ok(contents(uri, JSON, text).with_ttl_ms(0).with_cache_scope(CacheScope::Private))
}

async fn scan_report(visitor: &Visitor, scan_id: &str) -> Result<String, Problem> {
    visitor.permit(Scope::Read)?;
    let report = report(visitor, scan_id).await?;
    Ok(json!({ "aboutPageContent": page_text::NOTICE, "report": report }).to_string())
}

fn openapi(visitor: &Visitor) -> String {
    String::from_utf8_lossy(visitor.site.reference().document.bytes()).into_owned()
}

fn contents(uri: &str, media: &str, text: String) -> ReadResourceResult {
    ReadResourceResult::new(vec![ResourceContents::text(text, uri).with_mime_type(media)])
}

/// Newer clients are told this as invalid params; the library sees to that.
pub(super) fn nothing_at(uri: &str) -> ErrorData {
    let uri = page_text::echo(uri);
    ErrorData::resource_not_found(format!("Resource not found: {uri}"), Some(json!({ "uri": uri })))
}

fn refused(visitor: &Visitor, uri: &str, problem: Problem) -> ErrorData {
    let facts = failure::facts(visitor, problem);
    match facts["error"].as_str() {
        Some("not_found") => nothing_at(uri),
        _ => {
            let message = facts["message"].as_str().unwrap_or_default().to_owned();
            ErrorData::invalid_params(message, Some(facts))
        }
    }
}

/// The ids of the checks that begin so.
pub(super) fn check_ids(begin: &str) -> Vec<String> {
    let ids = explanations().map(|check| check.spec.id);
    ids.filter(|id| id.starts_with(begin)).map(str::to_owned).collect()
}
