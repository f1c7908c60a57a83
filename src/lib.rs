//! Citable: scores a public HTTPS page for how ready it is to be cited by AI answer engines.

pub mod api;
pub mod http;
