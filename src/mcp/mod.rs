//! What agents speak with: the Model Context Protocol over Streamable HTTP, without sessions.
//!
//! A message passes the [`gate`], which owns what the protocol's library does not do, then that
//! library, then [`server`], which looks it up: tools in the [`table`], [`prompts`],
//! [`resources`], [`completions`]. All of them ask the same functions as the REST routes. The
//! protocol is <https://modelcontextprotocol.io/specification/2026-07-28>; clients that begin with
//! `initialize`, up to 2025-11-25, are served at the same addresses.
//!
//! It is no part of the table of routes or of the API description: requests to its paths are handed
//! over before a route is looked for.

mod answers;
mod completions;
mod cut;
mod docs;
mod endpoint;
mod faces;
mod failure;
pub(crate) mod gate;
mod held;
mod limits;
pub(crate) mod local;
pub(crate) mod message;
mod page_text;
mod prompts;
mod refusal;
mod resources;
mod row;
mod schema;
mod server;
mod site;
mod table;
mod tools;
mod visitor;
mod words;

#[cfg(test)]
pub(crate) use tools::own_voice;

pub(crate) use endpoint::Endpoint;
pub(crate) use site::McpSite;
