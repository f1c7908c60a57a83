//! Citable: scores a public HTTPS page for how ready it is to be cited by AI answer engines.

pub mod api;
mod boot;
pub mod cli;
pub mod config;
mod data_folder;
mod dev_payments;
mod docs;
#[cfg(any(test, debug_assertions))]
pub mod fuzzing;
pub mod http;
mod mcp;
mod process;
pub mod render;
pub mod routes;
mod search;
mod telemetry;
mod web;
