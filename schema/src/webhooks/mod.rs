//! Webhook endpoints, and what is delivered to them.

pub(crate) mod attempts;
pub(crate) mod deliveries;
pub(crate) mod endpoints;
pub(crate) mod queue;
pub(crate) mod statements;
pub(crate) mod test_delivery_limit;
