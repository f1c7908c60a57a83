//! MCP for an agent on the same machine: over standard input and output, one message a line.
//!
//! The tools are those of the service where the thing is the same, with the same words. Scans are
//! held in memory and end with the session. A URL passes the same gate as in `citable scan`.
//!
//! What a session holds besides scans belongs into [`session`].

mod failure;
mod input;
mod limits;
mod lines;
mod propose_patch;
mod scan;
mod scan_site;
mod server;
mod session;
mod start_scan;
mod table;
mod transport;

pub(crate) use server::serve;
pub(crate) use session::Session;
