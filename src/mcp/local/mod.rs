//! MCP for an agent on the same machine: over standard input and output, one message a line.
//!
//! The tools are those of the service where the thing is the same, with the same words. Scans are
//! held in memory and end with the session. A URL passes the same gate as in `citable scan`.
//!
//! A summary of a whole site would be one more row of the [`table`]: what a session holds besides
//! scans belongs into [`session`].

mod failure;
mod input;
mod limits;
mod lines;
mod scan;
mod server;
mod session;
mod start_scan;
mod table;
mod transport;

pub(crate) use server::serve;
pub(crate) use session::Session;
