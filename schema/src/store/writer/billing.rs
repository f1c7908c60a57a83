//! Payments.

use super::Writer;
use crate::billing::events::{EventApplied, TakeEvent};
use crate::store::error::StoreError;

impl Writer {
    /// Acts on an event of the payment provider, once.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn take_billing_event(&self, take: TakeEvent) -> Result<EventApplied, StoreError> {
        self.run(take).await
    }
}
