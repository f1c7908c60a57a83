//! Bytes of a log: from where they come, and line by line.

mod lines;
mod source;

pub(super) use lines::{Line, each_line};
pub(super) use source::{Opened, open};
