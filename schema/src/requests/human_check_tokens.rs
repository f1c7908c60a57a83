//! The `human_check_tokens` table: which tokens of human checks were used. A token is known by its
//! hash alone.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::connection::{Postgres, Sqlite, queries};
use crate::store::error::StoreError;
use crate::store::tables::human_check_tokens as tokens;
use crate::store::writer::{Queries, Unit};

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

    async fn run<C: Queries>(&self, conn: &mut C) -> Result<bool, StoreError> {
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

    async fn run<C: Queries>(&self, conn: &mut C) -> Result<(), StoreError> {
        conn.delete_tokens(std::slice::from_ref(&self.hash)).await?;
        Ok(())
    }
}

queries! {
    /// Statements on `human_check_tokens` that read the same on both databases.
    trait TokenQueries {
        /// 0 where the token is there already.
        async fn insert_token(conn, hash: &str, expires_at: i64) -> QueryResult<usize> {
            diesel::insert_into(tokens::table)
                .values((tokens::hash.eq(hash), tokens::expires_at.eq(expires_at)))
                .on_conflict_do_nothing()
                .execute(conn)
                .await
        }

        async fn count_tokens(conn) -> QueryResult<i64> {
            tokens::table.count().get_result(conn).await
        }

        async fn delete_tokens(conn, hashes: &[String]) -> QueryResult<usize> {
            diesel::delete(tokens::table.filter(tokens::hash.eq_any(hashes))).execute(conn).await
        }

        async fn delete_expired_token(conn, hash: &str, now: i64) -> QueryResult<usize> {
            let expired = tokens::table.find(hash).filter(tokens::expires_at.le(now));
            diesel::delete(expired).execute(conn).await
        }
    }
}

/// The one statement that differs: nodes that sweep at the same time must not wait for each other.
pub(crate) trait TokenSweepQueries: Send {
    /// Tokens that need not be remembered any more, the oldest first.
    fn expired_tokens(
        &mut self,
        now: i64,
        limit: i64,
    ) -> impl Future<Output = QueryResult<Vec<String>>> + Send;
}

macro_rules! expired_tokens {
    ($now:expr, $limit:expr) => {
        tokens::table
            .filter(tokens::expires_at.le($now))
            .order((tokens::expires_at, tokens::hash))
            .limit($limit)
            .select(tokens::hash)
    };
}

impl TokenSweepQueries for Sqlite {
    async fn expired_tokens(&mut self, now: i64, limit: i64) -> QueryResult<Vec<String>> {
        expired_tokens!(now, limit).load(self).await
    }
}

impl TokenSweepQueries for Postgres {
    async fn expired_tokens(&mut self, now: i64, limit: i64) -> QueryResult<Vec<String>> {
        expired_tokens!(now, limit).for_update().skip_locked().load(self).await
    }
}
