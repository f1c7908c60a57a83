//! Signing in: asking for a link, using it once, and leaving.
//!
//! The one use of a token and the session that it begins are one unit. The outbox holds the seed of
//! a link, never the link.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::accounts::account::{AccountQueries, NewAccount};
use crate::mail::mails::{MailQueries, NewMail};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::tables::{sessions, sign_in_rates, sign_in_tokens};
use crate::store::unit::Unit;

/// Asks for a sign-in link: counts the request, makes the account on first use, and keeps the
/// token's hash together with the mail that will carry it.
///
/// # Errors
/// [`StoreError::Conflict`] where the token is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkRequest {
    /// The account, unless the address has one.
    pub account: NewAccount,
    /// The hash of the token.
    pub token_hash: String,
    /// When the token is worth nothing any more.
    pub expires_at: i64,
    /// The mail; none where the caller hands the link over.
    pub mail: Option<NewMail>,
    /// What is counted, in this order.
    pub rates: Vec<Rate>,
    /// The first instant of the hour that is counted.
    pub hour: i64,
    /// The instant of the request.
    pub now: i64,
}

/// How many links may be asked for in an hour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    /// By whom.
    pub subject: String,
    /// How many.
    pub limit: i32,
}

/// What became of the request for a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkRequested {
    /// The token is stored.
    Issued,
    /// Nothing was stored: this limit is reached.
    TooMany {
        /// How many are allowed.
        limit: i32,
    },
}

impl Unit for LinkRequest {
    type Answer = LinkRequested;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<LinkRequested, StoreError> {
        for rate in &self.rates {
            if conn.links_asked(&rate.subject, self.hour).await? >= rate.limit {
                return Ok(LinkRequested::TooMany { limit: rate.limit });
            }
        }
        for rate in &self.rates {
            conn.count_link(&rate.subject, self.hour).await?;
        }
        conn.insert_account(&self.account, self.now).await?;
        let account = conn.account_of_email(&self.account.email_key).await?;
        let account = account.ok_or_else(StoreError::vanished)?;
        conn.insert_sign_in_token(&self.token_hash, &account.id, self.now, self.expires_at).await?;
        if let Some(mail) = &self.mail {
            conn.insert_mail(mail, self.now).await?;
        }
        Ok(LinkRequested::Issued)
    }
}

/// Uses a token: its one use begins a session.
///
/// # Errors
/// [`StoreError::Conflict`] where the session is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIn {
    /// The hash of the token.
    pub token_hash: String,
    /// The hash of the new session's cookie.
    pub session_hash: String,
    /// When the session ends.
    pub session_expires_at: i64,
    /// The session that the browser had before, which ends.
    pub replaced_session: Option<String>,
    /// The instant.
    pub now: i64,
}

/// What became of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignedIn {
    /// The session has begun.
    Begun,
    /// There never was such a token.
    Unknown,
    /// Its time is over.
    Expired,
    /// It was used before.
    Used,
}

impl Unit for SignIn {
    type Answer = SignedIn;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<SignedIn, StoreError> {
        let Some(account) = conn.use_sign_in_token(&self.token_hash, self.now).await? else {
            return Ok(match conn.sign_in_token_used_at(&self.token_hash).await? {
                None => SignedIn::Unknown,
                Some(Some(_)) => SignedIn::Used,
                Some(None) => SignedIn::Expired,
            });
        };
        conn.confirm_account(&account, self.now).await?;
        conn.insert_session(&self.session_hash, &account, self.now, self.session_expires_at)
            .await?;
        if let Some(replaced) = &self.replaced_session {
            conn.delete_session(replaced).await?;
        }
        Ok(SignedIn::Begun)
    }
}

/// Ends a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignOut {
    /// The hash of its cookie.
    pub session_hash: String,
}

impl Unit for SignOut {
    type Answer = ();

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        conn.delete_session(&self.session_hash).await?;
        Ok(())
    }
}

queries! {
    /// Statements on `sign_in_tokens`, `sign_in_rates` and `sessions`.
    trait SignInQueries {
        /// How many links were asked for; on PostgreSQL the count is held until the end of the
        /// transaction.
        fn links_asked(subject: &str, hour: i64) -> one i32 {
            diesel::insert_into(sign_in_rates::table)
                .values((
                    sign_in_rates::subject.eq(subject),
                    sign_in_rates::hour.eq(hour),
                    sign_in_rates::used.eq(0),
                ))
                .on_conflict((sign_in_rates::subject, sign_in_rates::hour))
                .do_update()
                .set(sign_in_rates::used.eq(sign_in_rates::used))
                .returning(sign_in_rates::used)
        }

        fn count_link(subject: &str, hour: i64) -> changed {
            diesel::update(sign_in_rates::table.find((subject, hour)))
                .set(sign_in_rates::used.eq(sign_in_rates::used + 1))
        }

        fn insert_sign_in_token(
            hash: &str, account_id: &str, now: i64, expires_at: i64,
        ) -> changed {
            diesel::insert_into(sign_in_tokens::table)
                .values((
                    sign_in_tokens::hash.eq(hash),
                    sign_in_tokens::account_id.eq(account_id),
                    sign_in_tokens::created_at.eq(now),
                    sign_in_tokens::expires_at.eq(expires_at),
                ))
        }

        /// Uses a live token; the account it belongs to.
        fn use_sign_in_token(hash: &str, now: i64) -> maybe String {
            let live = sign_in_tokens::table
                .filter(sign_in_tokens::hash.eq(hash))
                .filter(sign_in_tokens::used_at.is_null())
                .filter(sign_in_tokens::expires_at.gt(now));
            diesel::update(live)
                .set(sign_in_tokens::used_at.eq(now))
                .returning(sign_in_tokens::account_id)
        }

        fn sign_in_token_used_at(hash: &str) -> first Option<i64> {
            sign_in_tokens::table.find(hash).select(sign_in_tokens::used_at)
        }

        fn insert_session(hash: &str, account_id: &str, now: i64, expires_at: i64) -> changed {
            diesel::insert_into(sessions::table)
                .values((
                    sessions::hash.eq(hash),
                    sessions::account_id.eq(account_id),
                    sessions::created_at.eq(now),
                    sessions::expires_at.eq(expires_at),
                ))
        }

        fn delete_session(hash: &str) -> changed {
            diesel::delete(sessions::table.find(hash))
        }
    }
}
