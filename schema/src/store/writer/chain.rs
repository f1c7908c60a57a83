//! The mirror of a repository.

use super::Writer;
use crate::chain::snapshot::KeepChain;
use crate::store::error::StoreError;

impl Writer {
    /// Keeps what was read of a repository.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where somebody else leads.
    pub async fn keep_chain(&self, keep: KeepChain) -> Result<(), StoreError> {
        self.run(keep).await
    }
}
