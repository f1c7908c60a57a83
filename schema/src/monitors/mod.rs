//! Addresses that accounts have scanned every week.

pub(crate) mod announcements;
pub(crate) mod changes;
pub(crate) mod monitor;
pub(crate) mod runs;
pub(crate) mod schedule;
