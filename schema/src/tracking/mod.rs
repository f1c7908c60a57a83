//! What answer engines are asked about monitored addresses.

pub(crate) mod asks;
pub(crate) mod calls;
pub(crate) mod queue;
pub(crate) mod statements;
