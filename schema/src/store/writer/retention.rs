//! Deleting what is not needed any more.

use super::Writer;
use crate::store::error::StoreError;
use crate::upkeep::retention::Sweep;

impl Writer {
    /// Deletes a few rows that are not needed any more; answers how many there were.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn sweep(&self, sweep: Sweep) -> Result<usize, StoreError> {
        self.run(sweep).await
    }
}
