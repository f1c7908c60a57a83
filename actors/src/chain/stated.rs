//! What the state file says, as it is shown.

use serde::{Deserialize, Serialize};

/// A decision of the chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// When.
    pub at: i64,
    /// About what.
    pub object: Option<String>,
    /// What was decided.
    pub decision: Option<String>,
    /// Why.
    pub reasons: Vec<String>,
    /// By which run.
    pub run_id: String,
}

/// A sign of life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heartbeat {
    /// Whose.
    pub name: String,
    /// When.
    pub at: i64,
    /// What it could not reach.
    pub failed_connectors: Vec<String>,
}
