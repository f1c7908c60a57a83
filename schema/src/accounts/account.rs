//! The `accounts` table: one row per mail address that ever asked for a sign-in link.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::queries::{queries, stored_words};
use crate::store::reader::reads;
use crate::store::tables::{accounts, sessions, sign_in_tokens};

stored_words! {
    /// What an account pays for, the smallest plan first.
    pub enum Plan {
        /// Nothing.
        Free = "free",
        /// Keys, history, monitors, every fix.
        Pro = "pro",
        /// More of it, and webhooks.
        Agency = "agency",
    }
}

/// A stored account. Instants are milliseconds since 1970 in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = accounts)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct AccountRow {
    /// `usr_…`.
    pub id: String,
    /// The mail address, as it was first written.
    pub email: String,
    /// The plan that was last granted; [`AccountRow::plan_at`] says which one counts.
    pub plan: Plan,
    /// When the plan lapses.
    pub plan_until: Option<i64>,
    /// When the account was made.
    pub created_at: i64,
    /// When its owner first signed in.
    pub confirmed_at: Option<i64>,
}

impl AccountRow {
    /// The plan that counts: a lapsed one counts as free.
    #[must_use]
    pub fn plan_at(&self, now: i64) -> Plan {
        match self.plan_until {
            Some(until) if until <= now => Plan::Free,
            _ => self.plan,
        }
    }
}

/// An account to make, unless its mail address has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// `usr_…`.
    pub id: String,
    /// The mail address.
    pub email: String,
    /// The same as it is compared.
    pub email_key: String,
}

/// Whether an account's plan holds webhooks at an instant, or every plan does.
macro_rules! entitled {
    ($now:expr, $to_every_plan:expr) => {
        accounts::plan
            .eq(crate::accounts::account::Plan::Agency)
            .and(accounts::plan_until.is_null().or(accounts::plan_until.gt($now)))
            .or(diesel::IntoSql::into_sql::<diesel::sql_types::Bool>($to_every_plan))
    };
}
pub(crate) use entitled;

queries! {
    /// Statements on `accounts`.
    trait AccountQueries {
        /// Makes a free account where the address has none.
        fn insert_account(account: &NewAccount, now: i64) -> changed {
            diesel::insert_into(accounts::table)
                .values((
                    accounts::id.eq(&account.id),
                    accounts::email.eq(&account.email),
                    accounts::email_key.eq(&account.email_key),
                    accounts::plan.eq(Plan::Free),
                    accounts::created_at.eq(now),
                ))
                .on_conflict(accounts::email_key)
                .do_nothing()
        }

        fn account(id: &str) -> first AccountRow {
            accounts::table.find(id).select(AccountRow::as_select())
        }

        fn account_of_email(email_key: &str) -> first AccountRow {
            accounts::table
                .filter(accounts::email_key.eq(email_key))
                .select(AccountRow::as_select())
        }

        /// The account of a session that has not expired.
        fn account_of_session(hash: &str, now: i64) -> first AccountRow {
            sessions::table
                .inner_join(accounts::table)
                .filter(sessions::hash.eq(hash))
                .filter(sessions::expires_at.gt(now))
                .select(AccountRow::as_select())
        }

        /// The account of a sign-in token that can still be used.
        fn account_of_sign_in_token(hash: &str, now: i64) -> first AccountRow {
            sign_in_tokens::table
                .inner_join(accounts::table)
                .filter(sign_in_tokens::hash.eq(hash))
                .filter(sign_in_tokens::used_at.is_null())
                .filter(sign_in_tokens::expires_at.gt(now))
                .select(AccountRow::as_select())
        }

        /// Reads an account and, on PostgreSQL, keeps it from being changed by others until the
        /// end of the transaction.
        fn lock_account(id: &str) -> maybe AccountRow {
            diesel::update(accounts::table.find(id))
                .set(accounts::plan.eq(accounts::plan))
                .returning(AccountRow::as_returning())
        }

        fn confirm_account(id: &str, now: i64) -> changed {
            diesel::update(accounts::table.find(id).filter(accounts::confirmed_at.is_null()))
                .set(accounts::confirmed_at.eq(now))
        }

        fn set_plan_of_account(id: &str, plan: Plan, until: Option<i64>) -> changed {
            diesel::update(accounts::table.find(id))
                .set((accounts::plan.eq(plan), accounts::plan_until.eq(until)))
        }

        fn set_plan(email_key: &str, plan: Plan, until: Option<i64>) -> maybe AccountRow {
            diesel::update(accounts::table.filter(accounts::email_key.eq(email_key)))
                .set((accounts::plan.eq(plan), accounts::plan_until.eq(until)))
                .returning(AccountRow::as_returning())
        }
    }
}

reads! {
    /// The account of a session that has not expired.
    fn account_of_session(hash: &str, now: i64) -> Option<AccountRow>;

    /// The account of a sign-in token that can still be used; the token stays unused.
    fn account_of_sign_in_token(hash: &str, now: i64) -> Option<AccountRow>;

    /// The account of a mail address, as it is compared.
    fn account_of_email(email_key: &str) -> Option<AccountRow>;
}
