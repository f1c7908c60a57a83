//! The mirror of a repository.

use super::{ReadPool, Reader};
use crate::chain::snapshot::{ChainBoardRow, ChainQueries, ChainRow};
use crate::store::connection::check_out;
use crate::store::error::StoreError;

impl Reader {
    /// What was last read of that origin, but for the board itself.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn chain(&self, origin: &str) -> Result<Option<ChainRow>, StoreError> {
        let origin = origin.to_owned();
        read!(self, |conn| conn.chain(&origin))
    }

    /// The board that was last read of that origin.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn chain_board(&self, origin: &str) -> Result<Option<ChainBoardRow>, StoreError> {
        let origin = origin.to_owned();
        read!(self, |conn| conn.chain_board(&origin))
    }
}
