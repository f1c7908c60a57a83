//! What a node does.

/// What a node does for its service. Every service needs nodes that answer and nodes that work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Answers requests and works.
    #[default]
    All,
    /// Answers requests: stores what is asked for and shows how it goes.
    Api,
    /// Works: runs scans, deliveries, emails and monitors, and deletes what is too old.
    Worker,
}

impl Role {
    /// Whether the node answers requests.
    #[must_use]
    pub fn answers(self) -> bool {
        self != Self::Worker
    }

    /// Whether the node does what was stored to be done.
    #[must_use]
    pub fn works(self) -> bool {
        self != Self::Api
    }
}
