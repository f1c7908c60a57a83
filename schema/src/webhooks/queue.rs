//! What is promised to endpoints, who delivers it, and how each attempt ends.

use crate::mail::notifications::{Notice, notify};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::unit::Unit;
use crate::webhooks::attempts::{AttemptQueries, AttemptRow};
use crate::webhooks::deliveries::{DeliveryFence, DeliveryRow, DeliveryStatus, NewDelivery};
use crate::webhooks::endpoints::{EndpointQueries, EndpointRow, PausedReason};
use crate::webhooks::statements::{DeliveryClaimQueries, DeliveryQueries};

/// Claims deliveries that are due, the one that is due the longest first, and at most one of an
/// endpoint to which nothing is being sent. A claim that is over counts as none: its delivery is
/// claimed again, and what its owner still has to say is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimDeliveries {
    /// Who will send them.
    pub owner: String,
    /// The instant of the claim.
    pub now: i64,
    /// When the claim is over. It is never renewed.
    pub lease_until: i64,
    /// How many at most.
    pub limit: i64,
    /// What was stored before this instant has waited too long.
    pub not_before: i64,
    /// Claims of every other owner count as over: right only where no other owner can be alive,
    /// on a single node.
    pub take_foreign: bool,
    /// Whether accounts of every plan have webhooks.
    pub to_every_plan: bool,
}

/// What was claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedDeliveries {
    /// Each with where it goes, the one that was due the longest first.
    pub deliveries: Vec<(DeliveryRow, EndpointRow)>,
    /// When the next delivery is due, or the next claim is over. In the past where more are due
    /// than the limit, or where another node is claiming them.
    pub next_due: Option<i64>,
}

impl Unit for ClaimDeliveries {
    type Answer = ClaimedDeliveries;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<ClaimedDeliveries, StoreError> {
        let foreign_to = self.take_foreign.then_some(self.owner.as_str());
        let (now, not_before, every) = (self.now, self.not_before, self.to_every_plan);
        let busy = conn.busy_endpoints(now, foreign_to).await?;
        let due = conn.due_endpoints(now, not_before, foreign_to, &busy, self.limit, every).await?;
        let held = if due.is_empty() { due } else { conn.hold_endpoints(&due).await? };
        // Another node may have claimed and committed before the endpoints were held.
        let busy = conn.busy_endpoints(now, foreign_to).await?;
        let mut deliveries = Vec::new();
        for endpoint_id in held.iter().filter(|id| !busy.contains(id)) {
            let oldest = conn.oldest_due(endpoint_id, now, not_before, foreign_to).await?;
            let Some(id) = oldest else { continue };
            let Some(endpoint) = conn.lock_endpoint(endpoint_id).await? else { continue };
            if endpoint.paused_reason.is_none() {
                let delivery = conn.start_delivery(&id, &self.owner, self.lease_until).await?;
                deliveries.push((delivery, endpoint));
            }
        }
        deliveries.sort_by_key(|(delivery, _)| delivery.next_attempt_at);
        let busy = conn.busy_endpoints(now, foreign_to).await?;
        let next_due = conn.next_delivery_due(now, not_before, &busy, every).await?;
        Ok(ClaimedDeliveries { deliveries, next_due })
    }
}

/// Ends one attempt to deliver.
///
/// # Errors
/// [`StoreError::Fenced`] where the delivery is no longer held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndDelivery {
    /// The attempt.
    pub fence: DeliveryFence,
    /// The endpoint.
    pub endpoint_id: String,
    /// The address that was tried: what it did is not held against another one.
    pub url: String,
    /// The instant of its end.
    pub now: i64,
    /// How it went; its number is that of the fence.
    pub attempt: AttemptRow,
    /// What follows.
    pub outcome: DeliveryEnd,
}

/// What follows from an attempt to deliver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryEnd {
    /// The endpoint took it.
    Delivered,
    /// It did not.
    Failed {
        /// When it is tried again; none where it is given up.
        retry_at: Option<i64>,
        /// Failing since before this instant, the endpoint is paused.
        patience: i64,
        /// What its owner is told then.
        notice: Notice,
    },
    /// The endpoint said that it is gone, and is paused.
    Gone {
        /// What its owner is told.
        notice: Notice,
    },
}

impl Unit for EndDelivery {
    /// Why the endpoint was paused by this, if it was.
    type Answer = Option<PausedReason>;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Option<PausedReason>, StoreError> {
        let endpoint = conn.lock_endpoint(&self.endpoint_id).await?.ok_or(StoreError::Fenced)?;
        let failing_since = self.failing_since(&endpoint);
        let pause = self.pause(&endpoint, failing_since);
        let waits = pause.is_some() || endpoint.paused_reason.is_some();
        if self.end(conn, waits).await? == 0 {
            return Err(StoreError::Fenced);
        }
        conn.insert_attempt(&self.fence.id, &self.attempt).await?;
        let (at, status_code) = (self.attempt.at, self.attempt.status_code);
        let ok = self.outcome == DeliveryEnd::Delivered;
        let (endpoint_id, delivery_id) = (&endpoint.id, &self.fence.id);
        conn.note_attempt(endpoint_id, delivery_id, at, status_code, ok, failing_since).await?;
        if let Some((reason, notice)) = pause {
            conn.pause_endpoint(endpoint_id, reason).await?;
            notify(conn, &endpoint.account_id, notice, self.now).await?;
        }
        Ok(pause.map(|(reason, _)| reason))
    }
}

impl EndDelivery {
    /// The first failure since the last success, as it is now.
    fn failing_since(&self, endpoint: &EndpointRow) -> Option<i64> {
        match self.outcome {
            DeliveryEnd::Delivered => None,
            _ if self.url != endpoint.url => endpoint.failing_since,
            _ => Some(endpoint.failing_since.unwrap_or(self.attempt.at)),
        }
    }

    /// Why the endpoint is paused, and what is told.
    fn pause(
        &self,
        endpoint: &EndpointRow,
        failing_since: Option<i64>,
    ) -> Option<(PausedReason, &Notice)> {
        if endpoint.paused_reason.is_some() || self.url != endpoint.url {
            return None;
        }
        match &self.outcome {
            DeliveryEnd::Failed { patience, notice, .. } => failing_since
                .is_some_and(|since| since <= *patience)
                .then_some((PausedReason::Failing, notice)),
            DeliveryEnd::Gone { notice } => Some((PausedReason::Gone, notice)),
            DeliveryEnd::Delivered => None,
        }
    }

    /// Ends the delivery, or lets it wait: it does so in any case where the endpoint is paused.
    async fn end(&self, conn: &mut Connection<'_>, paused: bool) -> Result<usize, StoreError> {
        let (fence, now) = (&self.fence, self.now);
        let retry_at = match self.outcome {
            DeliveryEnd::Delivered => {
                return Ok(conn.end_delivery(fence, DeliveryStatus::Delivered, now).await?);
            }
            DeliveryEnd::Failed { retry_at, .. } => retry_at,
            // Where that was said at another address, this one is asked at once.
            DeliveryEnd::Gone { .. } => Some(now),
        };
        Ok(match retry_at.or(paused.then_some(now)) {
            Some(at) => conn.retry_delivery(fence, at).await?,
            None => conn.end_delivery(fence, DeliveryStatus::Failed, now).await?,
        })
    }
}

/// Promises a delivery to an account, as a part of a larger unit: nothing where the account has no
/// endpoint or a plan without webhooks. What is promised to an endpoint that is paused waits.
pub(crate) async fn promise(
    conn: &mut Connection<'_>,
    account_id: &str,
    delivery: &NewDelivery,
    now: i64,
) -> Result<(), StoreError> {
    let entitled = conn.entitled_endpoint_of(account_id, now, delivery.to_every_plan).await?;
    if let Some(endpoint_id) = entitled {
        conn.insert_delivery(delivery, &endpoint_id, now).await?;
    }
    Ok(())
}
