//! The actor that reads.
//!
//! **Owns** every read of the store on behalf of a caller.
//! **Invariants** a read runs to its end even when its caller is gone: a connection whose query
//! was dropped half-way cannot be used again.
//! **Messages** one per question.
//! **Restart** permanent; it has no state.
//! **Backpressure** a permit travels in each message; without a free one the caller is told
//! [`CallError::Overloaded`](crate::CallError::Overloaded).

mod handle;
mod views;

pub use crate::scan::event::ScanStatus;
pub use handle::ReaderHandle;
pub use views::{CACHE_LIFETIME, CachedReport, ScanView};
