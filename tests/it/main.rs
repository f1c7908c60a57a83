//! The whole program, from outside: a real process on a real port, pages on a real HTTPS origin.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up fails")]
#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

mod accounts;
mod api;
mod ask;
mod billing;
mod body_rules;
mod callers;
mod chain;
mod cli;
mod drain;
mod events;
mod gate;
mod history;
mod idempotency;
mod layout;
mod load;
mod monitors;
mod nodes;
mod notifications;
mod pages;
mod payment_library;
mod people;
mod quota;
mod read;
mod reference;
mod reports;
mod retention;
mod routes;
mod sandbox;
mod scan_gate;
mod secrets;
mod shell;
mod told;
mod unsubscribe;
mod verifiers;
mod webhooks;
mod world;
