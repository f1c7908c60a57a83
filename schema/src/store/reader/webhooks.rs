//! Webhook endpoints and deliveries.

use super::{ReadPool, Reader};
use crate::store::connection::check_out;
use crate::store::error::StoreError;
use crate::webhooks::attempts::{AttemptQueries, AttemptRow};
use crate::webhooks::deliveries::{DeliveryQueries, DeliveryRow};
use crate::webhooks::endpoints::{EndpointQueries, EndpointRow};

impl Reader {
    /// The webhook endpoint of an account.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn endpoint_of(&self, account_id: &str) -> Result<Option<EndpointRow>, StoreError> {
        let account_id = account_id.to_owned();
        read!(self, |conn| conn.endpoint_of(&account_id))
    }

    /// How many deliveries have not ended.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn deliveries_waiting(&self) -> Result<i64, StoreError> {
        read!(self, |conn| conn.count_undelivered())
    }

    /// One delivery.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn delivery(&self, id: &str) -> Result<Option<DeliveryRow>, StoreError> {
        let id = id.to_owned();
        read!(self, |conn| conn.delivery(&id))
    }

    /// The attempts of a delivery that came to an end, in order.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn attempts_of(&self, delivery_id: &str) -> Result<Vec<AttemptRow>, StoreError> {
        let delivery_id = delivery_id.to_owned();
        read!(self, |conn| conn.attempts_of(&delivery_id))
    }
}
