//! The texts at the root of the site that programs look for.

use url::Url;

use crate::http::join;

/// How programs sign in.
pub(crate) const AUTH_TEXT: &str = include_str!("auth.md");
/// How versions end.
pub(crate) const VERSIONING_TEXT: &str = include_str!("api-versioning.md");
/// Both by their names; each is at the root of the site with `.md` behind it.
pub(crate) const PAGES: [(&str, &str); 2] =
    [("auth", AUTH_TEXT), ("api-versioning", VERSIONING_TEXT)];
/// What stands for the public address in both.
const BASE: &str = "{base_url}";
/// What stands for the agent endpoint's host.
const MCP: &str = "{mcp_url}";

/// A page with the addresses of this service.
pub(crate) fn filled(text: &str, base_url: &Url, mcp_url: &Url) -> String {
    text.replace(BASE, &join(base_url, "")).replace(MCP, &join(mcp_url, ""))
}
