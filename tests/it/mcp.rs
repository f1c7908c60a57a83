//! The MCP endpoints, as agents reach them.

mod errors;
mod listed;
mod speak;
