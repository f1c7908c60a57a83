//! Everything that reaches the outside on behalf of a scan, deliveries by webhook, and where links
//! lead that others cite.
//!
//! One gate stands before every request: the address is parsed by [`target`], its name resolved
//! once by [`resolve`], every answer judged by [`address_policy`], and [`client`] dials exactly an
//! address that was judged; so does [`careful`], which reads what the former gives up on. Redirects
//! come back through the same gate, hop by hop.
//!
//! Page text, headers and name-server answers are hostile until proven otherwise: every size, time
//! and count has a limit in [`settings`].

mod address_policy;
mod body;
mod careful;
mod client;
mod decode;
mod error;
mod failure;
mod file;
mod gather;
mod in_memory_file;
mod kept;
mod links;
mod manners;
mod page;
mod permits;
mod post;
mod probes;
mod redirect;
mod resolve;
mod robots;
mod session;
mod settings;
mod sitemaps;
mod step;
mod subresource;
mod supporting;
mod target;
mod trust;

pub use client::{probe_agent, user_agent};
pub use error::FetchError;
pub use gather::{Fetcher, Gather, Rendering};
pub(crate) use links::Links;
pub(crate) use post::{Outbound, PostError, Posted, Posting};
pub use settings::{FetchLimits, FetchSettings, ResolveOverrides, ResolveOverridesError};
pub use step::{ProgressSink, Step};
#[cfg(any(test, debug_assertions))]
pub(crate) use target::parse_as_spelled;
pub use target::{TargetError, TargetUrl, parse_target};
pub(crate) use trust::tls_config;
