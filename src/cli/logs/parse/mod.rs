//! Formats of access logs.

mod combined;
mod format;
mod json;
mod request;
mod time;
mod w3c;

pub(super) use format::{Kind, Parsed, Parser};
pub(super) use request::Request;
pub(super) use time::parse_bound;
