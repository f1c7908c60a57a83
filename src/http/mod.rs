//! The HTTP side without its routes: a server with limits, what every answer carries, how a request
//! is read, and one way to refuse.
//!
//! [`server`] owns sockets and the stop, [`edge`] what every answer carries. Which paths there are,
//! and in which order a request is judged before its handler sees it, is above
//! ([`crate::routes`]).

pub(crate) mod accept;
mod access;
mod activity;
mod app;
pub(crate) mod base;
pub(crate) mod body;
pub(crate) mod call;
pub(crate) mod caller;
mod client_address;
pub(crate) mod compress;
pub(crate) mod conditional;
pub(crate) mod cross_site;
pub(crate) mod doc;
pub(crate) mod document;
pub(crate) mod drain;
pub(crate) mod edge;
pub(crate) mod errors;
pub(crate) mod fault;
pub(crate) mod form;
pub(crate) mod guard;
pub(crate) mod idempotency;
mod places;
pub(crate) mod policy;
pub mod problem;
pub(crate) mod query;
pub(crate) mod rate_limit;
pub(crate) mod ready;
pub(crate) mod reply;
pub(crate) mod room;
pub(crate) mod route;
pub(crate) mod scrape;
pub(crate) mod server;
mod settings;
mod shares;
pub(crate) mod site;
pub(crate) mod sse;
mod status;

pub(crate) use app::join;
pub use app::{App, Operator};
pub use call::Peer;
pub use settings::HttpSettings;
pub(crate) use settings::MIB;
