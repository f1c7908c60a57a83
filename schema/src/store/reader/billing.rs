//! Payments.

use super::{ReadPool, Reader};
use crate::billing::events::{BillingQueries, BillingRow};
use crate::store::connection::check_out;
use crate::store::error::StoreError;

impl Reader {
    /// What the payment provider said of an account.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn billing_of(&self, account_id: &str) -> Result<BillingRow, StoreError> {
        let (owner, account_id) = (account_id.to_owned(), account_id.to_owned());
        let customer_id = read!(self, |conn| conn.newest_customer_of(&owner))?;
        let subscriptions = read!(self, |conn| conn.subscriptions_of(&account_id))?;
        Ok(BillingRow { customer_id, subscriptions })
    }
}
