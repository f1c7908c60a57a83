//! Citable: scores a public HTTPS page for how ready it is to be cited by AI answer engines.

pub mod api;
mod boot;
pub mod cli;
pub mod config;
pub mod http;
mod payments;
mod process;
pub mod render;
mod telemetry;
mod web;
