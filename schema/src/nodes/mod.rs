//! What holds for all nodes at once: who leads a task, and what an operator has turned on.

pub(crate) mod leaders;
pub(crate) mod serve_lock;
pub(crate) mod switches;
