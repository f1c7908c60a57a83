//! The task that the nodes share.

/// The task that one node does, as the store names it; its leader's sign of life is the monitoring's.
pub(crate) const TASK: &str = "monitors";
