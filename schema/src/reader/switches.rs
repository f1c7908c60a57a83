//! What an operator has turned on.

use super::{ReadPool, Reader};
use crate::backend::check_out;
use crate::error::StoreError;
use crate::switches::{PauseRow, SwitchQueries};

impl Reader {
    /// The pause, while scans are paused.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn pause(&self) -> Result<Option<PauseRow>, StoreError> {
        read!(self, |conn| conn.pause())
    }
}
