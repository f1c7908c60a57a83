//! Questions to answer engines.

use super::Writer;
use crate::store::error::StoreError;
use crate::tracking::queue::{ClaimAsk, ClaimedAsk, EndAsk};

impl Writer {
    /// Claims the question that is due the longest, and counts the call.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn claim_ask(&self, claim: ClaimAsk) -> Result<ClaimedAsk, StoreError> {
        self.run(claim).await
    }

    /// Ends one attempt to ask.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the question is no longer held.
    pub async fn end_ask(&self, end: EndAsk) -> Result<(), StoreError> {
        self.run(end).await
    }
}
