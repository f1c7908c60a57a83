//! The MCP endpoints, as agents reach them.

mod docs;
mod errors;
mod foreign_client;
mod hostile;
mod job;
mod listed;
mod local;
mod others;
mod read;
mod speak;
