//! What the tests stand on: the program as a child process, a client that holds every answer
//! against the contract, an HTTPS origin with its own CA, a scripted DNS server, canaries and
//! throw-away databases.
#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]
#![expect(clippy::expect_used, reason = "a test that cannot be set up fails")]

pub mod authority;
pub mod canary;
pub mod client;
pub mod clients;
pub mod contract;
pub mod data;
pub mod database;
pub mod dns;
pub mod foreign;
pub mod form_server;
pub mod https_origin;
pub mod moved_clock;
pub mod postgres;
pub mod processes;
pub mod program;
pub mod raw_origin;
pub mod reply;
pub mod seeds;
pub mod smtp_sink;
pub mod standard_webhooks;
