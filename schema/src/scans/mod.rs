//! Scans, from admission to their end, and what they leave.

pub(crate) mod admission;
pub(crate) mod completion;
pub(crate) mod event_log;
pub(crate) mod event_runs;
pub(crate) mod events;
pub(crate) mod leases;
pub(crate) mod objects;
pub(crate) mod reports;
pub(crate) mod scan;
pub(crate) mod snapshots;
