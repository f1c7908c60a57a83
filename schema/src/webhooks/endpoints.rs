//! The `webhook_endpoints` table: where an account's deliveries go, and what changes that.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::accounts::account::entitled;
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::{queries, stored_words};
use crate::store::reader::reads;
use crate::store::tables::{accounts, webhook_endpoints};
use crate::store::unit::Unit;
use crate::webhooks::statements::DeliveryQueries;

stored_words! {
    /// Why nothing is delivered to an endpoint.
    pub enum PausedReason {
        /// Its owner said so.
        Manual = "manual",
        /// Every delivery failed for too long.
        Failing = "failing",
        /// It said that it is gone.
        Gone = "gone",
    }
}

/// A stored endpoint. Instants are milliseconds since 1970 in UTC.
#[derive(Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = webhook_endpoints)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct EndpointRow {
    /// `whk_…`.
    pub id: String,
    /// Whose.
    pub account_id: String,
    /// Where deliveries go.
    pub url: String,
    /// When it was made.
    pub created_at: i64,
    /// What deliveries are signed with, encrypted for this id.
    pub secret: Vec<u8>,
    /// The last characters of the secret.
    pub secret_hint: String,
    /// What they are signed with besides, encrypted for this id.
    pub previous_secret: Option<Vec<u8>>,
    /// Until when.
    pub previous_until: Option<i64>,
    /// Why nothing is delivered; none where deliveries are made.
    pub paused_reason: Option<PausedReason>,
    /// The first failure since the last success.
    pub failing_since: Option<i64>,
    /// What was last tried to be delivered.
    pub last_delivery_id: Option<String>,
    /// When.
    pub last_attempt_at: Option<i64>,
    /// What the endpoint answered, if it did.
    pub last_status_code: Option<i32>,
    /// Whether that was a success.
    pub last_attempt_ok: Option<bool>,
}

/// Never shows the address, which may hold a password of its owner's, nor the secrets.
impl std::fmt::Debug for EndpointRow {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("EndpointRow")
            .field("id", &self.id)
            .field("paused_reason", &self.paused_reason)
            .field("failing_since", &self.failing_since)
            .finish_non_exhaustive()
    }
}

/// Stores the address of an account's endpoint. Where the account has none, one is made.
///
/// # Errors
/// [`StoreError::Conflict`] where the id is taken.
#[derive(Clone, PartialEq, Eq)]
pub struct SaveEndpoint {
    /// `whk_…`, for a new one.
    pub id: String,
    /// Whose.
    pub account_id: String,
    /// Where deliveries go.
    pub url: String,
    /// What deliveries are signed with, encrypted for this id, for a new one.
    pub secret: Vec<u8>,
    /// The last characters of that secret.
    pub secret_hint: String,
    /// The instant.
    pub now: i64,
}

/// What became of an address to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointSaved {
    /// The endpoint as it is now.
    pub endpoint: EndpointRow,
    /// Whether it was made.
    pub created: bool,
}

impl Unit for SaveEndpoint {
    type Answer = EndpointSaved;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<EndpointSaved, StoreError> {
        let created = conn.insert_endpoint(self).await? > 0;
        if !created {
            conn.set_endpoint_url(&self.account_id, &self.url).await?;
        }
        let endpoint = conn.endpoint_of(&self.account_id).await?;
        Ok(EndpointSaved { endpoint: endpoint.ok_or_else(StoreError::vanished)?, created })
    }
}

/// Deletes an account's endpoint with everything that waits for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeleteEndpoint {
    /// Whose.
    pub account_id: String,
}

impl Unit for DeleteEndpoint {
    /// Whether the account had one.
    type Answer = bool;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<bool, StoreError> {
        Ok(conn.delete_endpoint(&self.account_id).await? > 0)
    }
}

/// Gives an endpoint another secret. The one it had signs too for a while; the one before that
/// ends.
#[derive(Clone, PartialEq, Eq)]
pub struct RotateSecret {
    /// The endpoint.
    pub endpoint_id: String,
    /// The secret, encrypted for this id.
    pub secret: Vec<u8>,
    /// Its last characters.
    pub secret_hint: String,
    /// Until when the one before signs too.
    pub previous_until: i64,
}

impl Unit for RotateSecret {
    /// The endpoint as it is now, if it is still there.
    type Answer = Option<EndpointRow>;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Option<EndpointRow>, StoreError> {
        Ok(conn.rotate_secret(self).await?)
    }
}

/// Pauses an account's endpoint, unless it is paused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PauseEndpoint {
    /// Whose.
    pub account_id: String,
}

impl Unit for PauseEndpoint {
    /// None where the account has none.
    type Answer = Option<EndpointRow>;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Option<EndpointRow>, StoreError> {
        let Some(endpoint) = conn.lock_endpoint_of(&self.account_id).await? else {
            return Ok(None);
        };
        if endpoint.paused_reason.is_some() {
            return Ok(Some(endpoint));
        }
        conn.pause_endpoint(&endpoint.id, PausedReason::Manual).await?;
        Ok(conn.endpoint_of(&self.account_id).await?)
    }
}

/// Ends the pause of an account's endpoint: what waits is due at once, in order, each with the
/// whole schedule before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnableEndpoint {
    /// Whose.
    pub account_id: String,
    /// The instant.
    pub now: i64,
}

impl Unit for EnableEndpoint {
    /// None where the account has none.
    type Answer = Option<EndpointRow>;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Option<EndpointRow>, StoreError> {
        let Some(endpoint) = conn.lock_endpoint_of(&self.account_id).await? else {
            return Ok(None);
        };
        if endpoint.paused_reason.is_none() {
            return Ok(Some(endpoint));
        }
        conn.enable_endpoint(&endpoint.id).await?;
        conn.make_waiting_due(&endpoint.id, self.now).await?;
        Ok(conn.endpoint_of(&self.account_id).await?)
    }
}

queries! {
    /// Statements on `webhook_endpoints`.
    trait EndpointQueries {
        /// 0 where the account has one.
        fn insert_endpoint(new: &SaveEndpoint) -> changed {
            diesel::insert_into(webhook_endpoints::table)
                .values((
                    webhook_endpoints::id.eq(&new.id),
                    webhook_endpoints::account_id.eq(&new.account_id),
                    webhook_endpoints::url.eq(&new.url),
                    webhook_endpoints::created_at.eq(new.now),
                    webhook_endpoints::secret.eq(&new.secret),
                    webhook_endpoints::secret_hint.eq(&new.secret_hint),
                ))
                .on_conflict(webhook_endpoints::account_id)
                .do_nothing()
        }

        /// Another address has not failed yet.
        fn set_endpoint_url(account_id: &str, url: &str) -> changed {
            let other = webhook_endpoints::table
                .filter(webhook_endpoints::account_id.eq(account_id))
                .filter(webhook_endpoints::url.ne(url));
            diesel::update(other)
                .set((
                    webhook_endpoints::url.eq(url),
                    webhook_endpoints::failing_since.eq(None::<i64>),
                ))
        }

        fn endpoint_of(account_id: &str) -> first EndpointRow {
            webhook_endpoints::table
                .filter(webhook_endpoints::account_id.eq(account_id))
                .select(EndpointRow::as_select())
        }

        /// Reads an endpoint and, on PostgreSQL, keeps it from being changed by others until the
        /// end of the transaction. Whoever changes an endpoint and its deliveries begins here.
        fn lock_endpoint_of(account_id: &str) -> maybe EndpointRow {
            let own = webhook_endpoints::table.filter(webhook_endpoints::account_id.eq(account_id));
            diesel::update(own)
                .set(webhook_endpoints::url.eq(webhook_endpoints::url))
                .returning(EndpointRow::as_returning())
        }

        /// The same by its id.
        fn lock_endpoint(id: &str) -> maybe EndpointRow {
            diesel::update(webhook_endpoints::table.find(id))
                .set(webhook_endpoints::url.eq(webhook_endpoints::url))
                .returning(EndpointRow::as_returning())
        }

        /// The endpoint of an account, where its plan holds webhooks or every plan does.
        fn entitled_endpoint_of(account_id: &str, now: i64, to_every_plan: bool) -> first String {
            webhook_endpoints::table
                .inner_join(accounts::table)
                .filter(webhook_endpoints::account_id.eq(account_id))
                .filter(entitled!(now, to_every_plan))
                .select(webhook_endpoints::id)
        }

        fn delete_endpoint(account_id: &str) -> changed {
            let own = webhook_endpoints::table.filter(webhook_endpoints::account_id.eq(account_id));
            diesel::delete(own)
        }

        fn rotate_secret(rotation: &RotateSecret) -> maybe EndpointRow {
            diesel::update(webhook_endpoints::table.find(&rotation.endpoint_id))
                .set((
                    webhook_endpoints::previous_secret.eq(webhook_endpoints::secret.nullable()),
                    webhook_endpoints::previous_until.eq(rotation.previous_until),
                    webhook_endpoints::secret.eq(&rotation.secret),
                    webhook_endpoints::secret_hint.eq(&rotation.secret_hint),
                ))
                .returning(EndpointRow::as_returning())
        }

        fn pause_endpoint(id: &str, reason: PausedReason) -> changed {
            diesel::update(webhook_endpoints::table.find(id))
                .set(webhook_endpoints::paused_reason.eq(reason))
        }

        fn enable_endpoint(id: &str) -> changed {
            diesel::update(webhook_endpoints::table.find(id))
                .set((
                    webhook_endpoints::paused_reason.eq(None::<PausedReason>),
                    webhook_endpoints::failing_since.eq(None::<i64>),
                ))
        }

        /// Notes how the last attempt went.
        fn note_attempt(
            id: &str,
            delivery_id: &str,
            at: i64,
            status_code: Option<i32>,
            ok: bool,
            failing_since: Option<i64>,
        ) -> changed {
            diesel::update(webhook_endpoints::table.find(id))
                .set((
                    webhook_endpoints::last_delivery_id.eq(delivery_id),
                    webhook_endpoints::last_attempt_at.eq(at),
                    webhook_endpoints::last_status_code.eq(status_code),
                    webhook_endpoints::last_attempt_ok.eq(ok),
                    webhook_endpoints::failing_since.eq(failing_since),
                ))
        }
    }
}

reads! {
    /// The webhook endpoint of an account.
    fn endpoint_of(account_id: &str) -> Option<EndpointRow>;
}
