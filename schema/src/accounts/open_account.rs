//! Granting plans.

use crate::accounts::account::{AccountQueries, AccountRow, NewAccount, Plan};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::unit::Unit;

/// Makes an account where the address has none, and grants it a plan where one is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenAccount {
    /// The account; its id is used where the address has none.
    pub account: NewAccount,
    /// The plan, and when it lapses.
    pub plan: Option<(Plan, Option<i64>)>,
    /// The instant.
    pub now: i64,
}

impl Unit for OpenAccount {
    type Answer = AccountRow;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<AccountRow, StoreError> {
        conn.insert_account(&self.account, self.now).await?;
        let account = match self.plan {
            Some((plan, until)) => conn.set_plan(&self.account.email_key, plan, until).await?,
            None => conn.account_of_email(&self.account.email_key).await?,
        };
        account.ok_or_else(StoreError::vanished)
    }
}
