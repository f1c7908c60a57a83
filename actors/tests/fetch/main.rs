//! The fetch against hostile and well-behaved origins, all on loopback.
//!
//! 127.0.0.2 stands for the public internet: it is the one address that the settings allow.
//! 127.0.0.1 and `::1` stay private, and a canary listens there.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

mod endings;
mod gate;
mod held_up;
mod kept;
mod limits;
mod names;
mod odd_headers;
mod pages;
mod probes;
mod raw;
mod redirects;
mod robots;
mod site;
mod supporting;
mod transport;
