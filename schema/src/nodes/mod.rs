//! What holds for all nodes at once: who leads a task, what an operator has turned on, and what they
//! tell each other.

pub(crate) mod bell;
pub(crate) mod leaders;
pub(crate) mod serve_lock;
pub(crate) mod switches;
