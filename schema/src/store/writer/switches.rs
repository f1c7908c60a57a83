//! What an operator turns on and off.

use super::Writer;
use crate::nodes::switches::{Pause, PauseRow, Resume};
use crate::store::error::StoreError;

impl Writer {
    /// Pauses scans on every node; answers the pause that holds now.
    ///
    /// # Errors
    /// [`StoreError::Contention`] where it was ended at the same moment.
    pub async fn pause(&self, pause: Pause) -> Result<PauseRow, StoreError> {
        self.run(pause).await
    }

    /// Ends the pause; answers the one that was, if there was one.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn resume(&self) -> Result<Option<PauseRow>, StoreError> {
        self.run(Resume).await
    }
}
