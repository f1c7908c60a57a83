//! The `idempotency_keys` table: requests that may come again, and their first answers.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::tables::idempotency_keys;
use crate::store::unit::Unit;

/// Which request: the credential that sent it and the key it named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestKey {
    /// An API key, an account or a client address.
    pub credential: String,
    /// The key.
    pub key: String,
}

/// The right to answer a request that has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestFence {
    /// The request.
    pub request: RequestKey,
    /// Who began it.
    pub owner: String,
}

/// Begins a request, unless it runs or was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Begin {
    /// The request, and who begins it.
    pub fence: RequestFence,
    /// What the request says; the same key must not say something else.
    pub fingerprint: String,
    /// Until when the owner may answer.
    pub lease_until: i64,
    /// The instant.
    pub now: i64,
}

/// What is known of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begun {
    /// It is new; its owner goes on.
    New,
    /// It was answered.
    Answered(Vec<u8>),
    /// It is running, as far as the store knows.
    Running {
        /// Who began it.
        owner: String,
        /// Until when its owner may answer.
        lease_until: i64,
    },
    /// The key was used for another request.
    OtherRequest,
}

/// The first answer of a request, to be kept.
///
/// # Errors
/// [`StoreError::Fenced`] where the right to answer it is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstAnswer {
    /// The right to give it.
    pub fence: RequestFence,
    /// The answer. The store does not look into it.
    pub answer: Vec<u8>,
    /// Until when it is given again.
    pub expires_at: i64,
}

impl Unit for Begin {
    type Answer = Begun;
    const CHANGES_LAST: bool = true;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<Begun, StoreError> {
        if conn.insert_request(self).await? > 0 {
            return Ok(Begun::New);
        }
        let Some(row) = conn.request(&self.fence.request).await? else {
            // It was released between the two statements, by another node.
            return Ok(self.running_until(self.now));
        };
        if row.is_over(self.now) {
            let taken = conn.take_request(self, &row.owner).await? > 0;
            // Whoever was faster took it just now.
            return Ok(if taken { Begun::New } else { self.running_until(self.lease_until) });
        }
        Ok(match row.answer {
            _ if row.fingerprint != self.fingerprint => Begun::OtherRequest,
            Some(answer) => Begun::Answered(answer),
            None => Begun::Running { owner: row.owner, lease_until: row.lease_until },
        })
    }
}

impl Begin {
    /// Somebody else has it, of whom no more is known.
    fn running_until(&self, lease_until: i64) -> Begun {
        Begun::Running { owner: String::new(), lease_until }
    }
}

impl Unit for FirstAnswer {
    type Answer = ();
    const CHANGES_LAST: bool = true;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        self.keep(conn).await
    }
}

impl FirstAnswer {
    /// Keeps the answer within a larger unit, which must fail where the right to it is gone.
    pub(crate) async fn keep(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        match conn.answer_request(self).await? {
            0 => Err(StoreError::Fenced),
            _ => Ok(()),
        }
    }
}

/// Forgets requests that were refused, so that their keys may be used again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgetRequests {
    /// Which requests.
    pub fences: Vec<RequestFence>,
}

impl Unit for ForgetRequests {
    type Answer = ();
    /// Where one cannot be forgotten, the others may be all the same.
    const CHANGES_LAST: bool = true;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        for fence in &self.fences {
            conn.forget_request(fence).await?;
        }
        Ok(())
    }
}

/// A sign of life of requests that run: their owners may answer for longer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenewRequests {
    /// Which requests.
    pub fences: Vec<RequestFence>,
    /// Until when their owners answer.
    pub lease_until: i64,
}

impl Unit for RenewRequests {
    type Answer = ();
    /// Each is a change of its own.
    const CHANGES_LAST: bool = true;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        for fence in &self.fences {
            conn.renew_request(fence, self.lease_until).await?;
        }
        Ok(())
    }
}

/// Forgets the requests that earlier processes left unanswered: right only where no other process
/// can be alive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgetUnansweredRequests;

impl Unit for ForgetUnansweredRequests {
    type Answer = ();
    const CHANGES_LAST: bool = true;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        conn.forget_unanswered().await?;
        Ok(())
    }
}

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = idempotency_keys)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub(crate) struct RequestRow {
    fingerprint: String,
    owner: String,
    lease_until: i64,
    answer: Option<Vec<u8>>,
    expires_at: i64,
}

impl RequestRow {
    fn is_over(&self, now: i64) -> bool {
        let until = if self.answer.is_some() { self.expires_at } else { self.lease_until };
        until <= now
    }
}

/// The unanswered row that a fence names.
#[diesel::dsl::auto_type]
fn running<'a>(fence: &'a RequestFence) -> _ {
    let credential: &'a str = fence.request.credential.as_str();
    let key: &'a str = fence.request.key.as_str();
    let owner: &'a str = fence.owner.as_str();
    idempotency_keys::table
        .filter(idempotency_keys::credential.eq(credential))
        .filter(idempotency_keys::idempotency_key.eq(key))
        .filter(idempotency_keys::owner.eq(owner))
        .filter(idempotency_keys::answer.is_null())
}

queries! {
    /// Statements on `idempotency_keys`.
    trait IdempotencyQueries {
        fn insert_request(begin: &Begin) -> changed {
            diesel::insert_into(idempotency_keys::table)
                .values((
                    idempotency_keys::credential.eq(&begin.fence.request.credential),
                    idempotency_keys::idempotency_key.eq(&begin.fence.request.key),
                    idempotency_keys::fingerprint.eq(&begin.fingerprint),
                    idempotency_keys::owner.eq(&begin.fence.owner),
                    idempotency_keys::lease_until.eq(begin.lease_until),
                    idempotency_keys::expires_at.eq(begin.lease_until),
                ))
                .on_conflict((idempotency_keys::credential, idempotency_keys::idempotency_key))
                .do_nothing()
        }

        fn request(request: &RequestKey) -> first RequestRow {
            idempotency_keys::table
                .find((&request.credential, &request.key))
                .select(RequestRow::as_select())
        }

        /// Begins a request anew whose row is over, unless someone else did.
        fn take_request(begin: &Begin, from: &str) -> changed {
            let over = idempotency_keys::table
                .find((&begin.fence.request.credential, &begin.fence.request.key))
                .filter(idempotency_keys::owner.eq(from))
                .filter(
                    idempotency_keys::answer.is_not_null()
                        .and(idempotency_keys::expires_at.le(begin.now))
                        .or(idempotency_keys::answer.is_null()
                            .and(idempotency_keys::lease_until.le(begin.now))),
                );
            diesel::update(over)
                .set((
                    idempotency_keys::fingerprint.eq(&begin.fingerprint),
                    idempotency_keys::owner.eq(&begin.fence.owner),
                    idempotency_keys::lease_until.eq(begin.lease_until),
                    idempotency_keys::expires_at.eq(begin.lease_until),
                    idempotency_keys::answer.eq(None::<Vec<u8>>),
                ))
        }

        fn answer_request(first: &FirstAnswer) -> changed {
            diesel::update(running(&first.fence))
                .set((
                    idempotency_keys::answer.eq(&first.answer),
                    idempotency_keys::expires_at.eq(first.expires_at),
                ))
        }

        fn forget_request(fence: &RequestFence) -> changed {
            diesel::delete(running(fence))
        }

        fn renew_request(fence: &RequestFence, lease_until: i64) -> changed {
            diesel::update(running(fence))
                .set((
                    idempotency_keys::lease_until.eq(lease_until),
                    idempotency_keys::expires_at.eq(lease_until),
                ))
        }

        fn forget_unanswered() -> changed {
            let unanswered =
                idempotency_keys::table.filter(idempotency_keys::answer.is_null());
            diesel::delete(unanswered)
        }
    }
}
