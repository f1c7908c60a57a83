//! What scans cost, and what was spent.

pub(crate) mod budget;
pub(crate) mod charges;
pub(crate) mod counters;
