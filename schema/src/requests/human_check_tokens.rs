//! The `human_check_tokens` table: which tokens of human checks were used. A token is known by its
//! hash alone.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::{locking_queries, queries};
use crate::store::reader::reads;
use crate::store::tables::human_check_tokens as tokens;
use crate::store::unit::Unit;

/// Expired tokens that one use of a token deletes at most.
const SWEPT_AT_ONCE: i64 = 100;

/// Takes note of a token, and answers whether it was unused. Of equal ones at the same time one is
/// the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UseToken {
    /// The token's hash.
    pub hash: String,
    /// The instant of its use.
    pub now: i64,
    /// How long its use is remembered.
    pub expires_at: i64,
}

impl Unit for UseToken {
    type Answer = bool;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<bool, StoreError> {
        let expired = conn.expired_tokens(self.now, SWEPT_AT_ONCE).await?;
        if !expired.is_empty() {
            conn.delete_tokens(&expired).await?;
        }
        conn.delete_expired_token(&self.hash, self.now).await?;
        Ok(conn.insert_token(&self.hash, self.expires_at).await? == 1)
    }
}

/// Makes a token count as unused again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgetToken {
    /// The token's hash.
    pub hash: String,
}

impl Unit for ForgetToken {
    type Answer = ();

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        conn.delete_tokens(std::slice::from_ref(&self.hash)).await?;
        Ok(())
    }
}

queries! {
    /// Statements on `human_check_tokens` that read the same on both databases.
    trait TokenQueries {
        /// 0 where the token is there already.
        fn insert_token(hash: &str, expires_at: i64) -> changed {
            diesel::insert_into(tokens::table)
                .values((tokens::hash.eq(hash), tokens::expires_at.eq(expires_at)))
                .on_conflict_do_nothing()
        }

        fn used_tokens() -> one i64 {
            tokens::table.count()
        }

        fn delete_tokens(hashes: &[String]) -> changed {
            diesel::delete(tokens::table.filter(tokens::hash.eq_any(hashes)))
        }

        fn delete_expired_token(hash: &str, now: i64) -> changed {
            let expired = tokens::table.find(hash).filter(tokens::expires_at.le(now));
            diesel::delete(expired)
        }
    }
}

reads! {
    /// How many human-check tokens are remembered.
    fn used_tokens() -> i64;
}

locking_queries! {
    /// Searches for tokens that need not be remembered.
    trait TokenSweepQueries {
        /// Tokens whose time is over, the oldest first.
        fn expired_tokens(now: i64, limit: i64) -> String {
            tokens::table
                .filter(tokens::expires_at.le(now))
                .order((tokens::expires_at, tokens::hash))
                .limit(limit)
                .select(tokens::hash)
        }
    }
}
