//! What answer engines were asked about monitored addresses.

use std::collections::HashMap;

use super::{ReadPool, Reader};
use crate::store::connection::check_out;
use crate::store::error::StoreError;
use crate::tracking::asks::{AskQueries, AskRow, TrackedMonitor};
use crate::tracking::calls::CallQueries;

impl Reader {
    /// What engines were asked about all addresses of an account, by monitor, engine and number.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn asks_of_account(&self, account_id: &str) -> Result<Vec<AskRow>, StoreError> {
        let account_id = account_id.to_owned();
        read!(self, |conn| conn.asks_of_account(&account_id))
    }

    /// The active monitors of an account, oldest first, with what engines were asked.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn tracked_monitors(
        &self,
        account_id: &str,
    ) -> Result<Vec<TrackedMonitor>, StoreError> {
        let monitors = self.active_monitors(account_id).await?;
        if monitors.is_empty() {
            return Ok(Vec::new());
        }
        let mut asks: HashMap<String, Vec<AskRow>> = HashMap::new();
        for ask in self.asks_of_account(account_id).await? {
            asks.entry(ask.monitor_id.clone()).or_default().push(ask);
        }
        let with_asks = monitors.into_iter().map(|row| {
            let asks = asks.remove(&row.id).unwrap_or_default();
            TrackedMonitor { row, asks }
        });
        Ok(with_asks.collect())
    }

    /// Calls of engines that an account has used in the week that begins then.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn tracking_calls(&self, account_id: &str, week: i64) -> Result<i64, StoreError> {
        let account_id = account_id.to_owned();
        let used: Result<Option<i64>, StoreError> =
            read!(self, |conn| conn.calls_used(&account_id, week));
        Ok(used?.unwrap_or_default())
    }
}
