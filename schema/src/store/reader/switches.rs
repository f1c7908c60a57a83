//! What an operator has turned on.

use super::{ReadPool, Reader};
use crate::nodes::switches::{PauseRow, SwitchQueries};
use crate::store::connection::check_out;
use crate::store::error::StoreError;

impl Reader {
    /// The pause, while scans are paused.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn pause(&self) -> Result<Option<PauseRow>, StoreError> {
        read!(self, |conn| conn.pause())
    }
}
