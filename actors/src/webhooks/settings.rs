//! The limits of deliveries, named and defaulted once.

use std::time::Duration;

use super::schedule::DELIVERY_SCHEDULE;

const HOUR: u64 = 60 * 60;

/// The limits of deliveries.
#[derive(Clone, Debug)]
pub struct WebhookSettings {
    /// The pauses before each attempt.
    pub schedule: Vec<Duration>,
    /// How long one attempt may take.
    pub attempt: Duration,
    /// An endpoint that took nothing for so long is paused.
    pub patience: Duration,
    /// How long something may wait.
    pub kept: Duration,
    /// How long a secret signs beside the one that replaced it.
    pub secret_overlap: Duration,
    /// Test deliveries of an account in a UTC hour.
    pub tests_per_hour: u32,
}

impl Default for WebhookSettings {
    fn default() -> Self {
        Self {
            schedule: DELIVERY_SCHEDULE.to_vec(),
            attempt: Duration::from_secs(15),
            patience: Duration::from_secs(120 * HOUR),
            kept: Duration::from_secs(7 * 24 * HOUR),
            secret_overlap: Duration::from_secs(24 * HOUR),
            tests_per_hour: 5,
        }
    }
}
