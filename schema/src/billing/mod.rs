//! What the payment provider says of accounts.

pub(crate) mod events;
pub(crate) mod statements;
pub(crate) mod subscription;
