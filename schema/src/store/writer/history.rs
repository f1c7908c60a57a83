//! Changes of what accounts have scanned.

use super::Writer;
use crate::history::deletion::{ForgetPage, ForgetScan, Forgotten};
use crate::store::error::StoreError;

impl Writer {
    /// Deletes every scan that an account has of a page.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn forget_page(&self, page: ForgetPage) -> Result<Forgotten, StoreError> {
        self.run(page).await
    }

    /// Deletes one scan of an account.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn forget_scan(&self, scan: ForgetScan) -> Result<Forgotten, StoreError> {
        self.run(scan).await
    }
}
