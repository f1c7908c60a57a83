//! The statuses of HTTP that this program answers with, errors apart (`problem/code.rs`).

use hyper::StatusCode;

/// An HTTP status.
pub(crate) type Status = StatusCode;

/// 200.
pub(crate) const OK: Status = StatusCode::OK;
/// 202.
pub(crate) const ACCEPTED: Status = StatusCode::ACCEPTED;
/// 204.
pub(crate) const NO_CONTENT: Status = StatusCode::NO_CONTENT;
/// 201.
pub(crate) const CREATED: Status = StatusCode::CREATED;
/// 503, of what is no refusal.
pub(crate) const UNAVAILABLE: Status = StatusCode::SERVICE_UNAVAILABLE;
/// 302.
pub(crate) const FOUND: Status = StatusCode::FOUND;
/// 303.
pub(crate) const SEE_OTHER: Status = StatusCode::SEE_OTHER;
/// 304.
pub(crate) const NOT_MODIFIED: Status = StatusCode::NOT_MODIFIED;

/// The status of that number.
pub(crate) fn status_of(number: u16) -> Option<Status> {
    StatusCode::from_u16(number).ok()
}
