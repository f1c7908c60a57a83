//! Places where a test of the whole program can make the process die. Nothing happens at them
//! unless one was armed, which the program does only with the switch for tests.

use std::str::FromStr;
use std::sync::OnceLock;

static ARMED: OnceLock<FaultPoint> = OnceLock::new();

/// Where the process dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultPoint {
    /// A scan is about to be charged and stored.
    BeforeAdmission,
    /// A scan is charged and stored; its caller has not been answered.
    AfterAdmission,
    /// A page was fetched and judged; its report is not stored.
    BeforeFinish,
    /// A report is stored, but not yet announced.
    AfterFinish,
    /// A webhook endpoint took a delivery; that is not stored.
    AfterDelivery,
}

/// Unknown place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the places are before-admission, after-admission, before-finish, after-finish and \
     after-delivery"
)]
pub struct UnknownFaultPoint;

impl FromStr for FaultPoint {
    type Err = UnknownFaultPoint;

    fn from_str(name: &str) -> Result<Self, UnknownFaultPoint> {
        match name {
            "before-admission" => Ok(Self::BeforeAdmission),
            "after-admission" => Ok(Self::AfterAdmission),
            "before-finish" => Ok(Self::BeforeFinish),
            "after-finish" => Ok(Self::AfterFinish),
            "after-delivery" => Ok(Self::AfterDelivery),
            _ => Err(UnknownFaultPoint),
        }
    }
}

/// Makes the process die as soon as it gets there. The first place that is armed counts.
pub fn arm(point: FaultPoint) {
    let _already_armed = ARMED.set(point);
}

/// The process got there.
pub(crate) fn reach(point: FaultPoint) {
    if ARMED.get() == Some(&point) {
        std::process::abort();
    }
}
