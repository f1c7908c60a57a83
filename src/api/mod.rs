//! The handlers, one file per resource: parse, one message, await, reply.

pub(crate) mod description;
pub(crate) mod events;
pub mod health;
pub mod scans;
