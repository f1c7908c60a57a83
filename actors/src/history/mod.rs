//! The actor that deletes from histories, and what accounts read of them.
//!
//! **Owns** every delete of scans that an account asks for.
//! **Invariants** a delete is one unit of the store: the scans are gone with all that was kept of
//! them, or nothing is. What is being scanned is not deleted.
//! **Messages** one per delete. Reads go to [`crate::reader`].
//! **Restart** permanent; it has no state.
//! **Backpressure** a permit travels in each message; without a free one the caller is told
//! [`CallError::Overloaded`](crate::CallError::Overloaded).

pub(crate) mod cursor;
mod handle;
mod views;

pub use handle::{HistoryError, HistoryHandle};
pub use views::{History, HistoryEntry, HistoryScan, PageHistory};
