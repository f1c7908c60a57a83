//! Text pages at the root of the site: `/auth.md` and `/api-versioning.md`.

use url::Url;

use crate::http::join;

/// How to authenticate.
pub(crate) const AUTH_TEXT: &str = include_str!("auth.md");
/// How API versions end.
pub(crate) const VERSIONING_TEXT: &str = include_str!("api-versioning.md");
/// Both pages by name. Each is served at the root of the site, with `.md` appended.
pub(crate) const PAGES: [(&str, &str); 2] =
    [("auth", AUTH_TEXT), ("api-versioning", VERSIONING_TEXT)];
/// Placeholder for the public URL.
const BASE: &str = "{base_url}";
/// Placeholder for the host of the MCP endpoint.
const MCP: &str = "{mcp_url}";

/// Returns the page with the URLs of this service filled in.
pub(crate) fn filled(text: &str, base_url: &Url, mcp_url: &Url) -> String {
    text.replace(BASE, &join(base_url, "")).replace(MCP, &join(mcp_url, ""))
}
