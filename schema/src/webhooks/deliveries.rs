//! The `deliveries` table: what is to be delivered, and how what was delivered ended.

use diesel::prelude::*;

use crate::store::queries::stored_words;
use crate::store::tables::deliveries;

stored_words! {
    /// Where a delivery is in its life.
    pub enum DeliveryStatus {
        /// Waits for its next attempt.
        Waiting = "waiting",
        /// Held by an owner until its lease is over.
        Sending = "sending",
        /// The endpoint took it.
        Delivered = "delivered",
        /// Given up.
        Failed = "failed",
        /// It waited too long.
        Expired = "expired",
    }
}

/// A stored delivery. Instants are milliseconds since 1970 in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = deliveries)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct DeliveryRow {
    /// `msg_…`, the same at every attempt.
    pub id: String,
    /// Where it goes.
    pub endpoint_id: String,
    /// What is sent.
    pub body: String,
    /// When it was stored.
    pub created_at: i64,
    /// Where it is in its life.
    pub status: DeliveryStatus,
    /// How often it was claimed.
    pub attempt: i32,
    /// The same since it was stored or the endpoint was enabled.
    pub tries: i32,
    /// When it is due, if it waits.
    pub next_attempt_at: i64,
    /// Who sends it.
    pub owner: Option<String>,
    /// When its owner's claim is over.
    pub lease_until: Option<i64>,
    /// When it ended.
    pub ended_at: Option<i64>,
}

impl DeliveryRow {
    /// The right to end this attempt, if it is being sent.
    #[must_use]
    pub fn fence(&self) -> Option<DeliveryFence> {
        let owner = self.owner.clone()?;
        Some(DeliveryFence { id: self.id.clone(), owner, attempt: self.attempt })
    }
}

/// The right to end one attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryFence {
    /// The delivery.
    pub id: String,
    /// Its owner.
    pub owner: String,
    /// Its attempt.
    pub attempt: i32,
}

/// Something to deliver. It is written by the unit that promises it, in the same transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDelivery {
    /// `msg_…`.
    pub id: String,
    /// What is sent.
    pub body: String,
    /// Whether accounts of every plan get it.
    pub to_every_plan: bool,
}
