//! How PostgreSQL is reached: its URL, TLS, passwords, and connections.

pub(crate) mod address;
mod failure;
mod passfile;
pub(crate) mod pool;
pub(crate) mod server;
mod tls;
