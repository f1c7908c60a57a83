//! The whole program, from outside: a real process on a real port, pages on a real HTTPS origin.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up fails")]
#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

mod accounts;
mod api;
mod billing;
mod body_rules;
mod callers;
mod cli;
mod crawl;
mod drain;
mod events;
mod foreign;
mod gate;
mod generated_clients;
mod history;
mod hostile;
mod idempotency;
mod layout;
mod load;
mod monitors;
mod nodes;
mod notifications;
mod own_network;
mod pages;
mod payment_library;
mod people;
mod quota;
mod raw;
mod read;
mod reference;
mod reports;
mod retention;
mod routes;
mod sandbox;
mod scan_gate;
mod schemathesis;
mod secrets;
mod shell;
mod told;
mod unsubscribe;
mod verifiers;
mod webhooks;
mod world;
