//! An account as callers see it.

use citable_schema::{AccountRow, Plan};

/// An account and its current plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// `usr_…`.
    pub id: String,
    /// The mail address.
    pub email: String,
    /// When the account was made, in milliseconds since 1970.
    pub created_at: i64,
    /// The plan that counts; a lapsed one counts as free.
    pub plan: Plan,
}

impl Account {
    pub(crate) fn from_row(row: AccountRow, now: i64) -> Self {
        let plan = row.plan_at(now);
        Self { id: row.id, email: row.email, created_at: row.created_at, plan }
    }
}
