//! Webhook endpoints and deliveries.

use super::Writer;
use crate::requests::with_answer::{KeepAnswer, Keyed};
use crate::store::error::StoreError;
use crate::webhooks::endpoints::{
    DeleteEndpoint, EnableEndpoint, EndpointRow, EndpointSaved, PauseEndpoint, PausedReason,
    RotateSecret, SaveEndpoint,
};
use crate::webhooks::queue::{ClaimDeliveries, ClaimedDeliveries, EndDelivery};
use crate::webhooks::test_delivery_limit::UseWebhookTest;

impl Writer {
    /// Stores the address of an account's webhook endpoint, and with it the answer to the request
    /// that asked for it.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the right to answer the request is gone;
    /// [`StoreError::Conflict`] where the id is taken.
    pub async fn save_endpoint(
        &self,
        save: SaveEndpoint,
        answer: Option<KeepAnswer<EndpointSaved>>,
    ) -> Result<EndpointSaved, StoreError> {
        self.run(Keyed { change: save, answer }).await
    }

    /// Deletes an account's webhook endpoint; answers whether it had one.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn delete_endpoint(&self, account_id: String) -> Result<bool, StoreError> {
        self.run(DeleteEndpoint { account_id }).await
    }

    /// Gives a webhook endpoint another secret; none where it is gone.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn rotate_secret(
        &self,
        rotation: RotateSecret,
    ) -> Result<Option<EndpointRow>, StoreError> {
        self.run(rotation).await
    }

    /// Pauses an account's webhook endpoint; none where it has none.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn pause_endpoint(
        &self,
        account_id: String,
    ) -> Result<Option<EndpointRow>, StoreError> {
        self.run(PauseEndpoint { account_id }).await
    }

    /// Ends the pause of an account's webhook endpoint; none where it has none.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn enable_endpoint(
        &self,
        account_id: String,
        now: i64,
    ) -> Result<Option<EndpointRow>, StoreError> {
        self.run(EnableEndpoint { account_id, now }).await
    }

    /// Counts a test delivery; answers whether the hour has room for it.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn use_webhook_test(&self, test: UseWebhookTest) -> Result<bool, StoreError> {
        self.run(test).await
    }

    /// Claims deliveries that are due.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn claim_deliveries(
        &self,
        claim: ClaimDeliveries,
    ) -> Result<ClaimedDeliveries, StoreError> {
        self.run(claim).await
    }

    /// Ends an attempt to deliver; answers why that paused the endpoint, if it did.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the delivery is no longer held.
    pub async fn end_delivery(&self, end: EndDelivery) -> Result<Option<PausedReason>, StoreError> {
        self.run(end).await
    }
}
