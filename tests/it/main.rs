//! The whole program, from outside: a real process on a real port, pages on a real HTTPS origin.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

mod api;
mod body_rules;
mod cli;
mod drain;
mod events;
mod gate;
mod layout;
mod load;
mod pages;
mod read;
mod reports;
mod sandbox;
mod shell;
mod world;
