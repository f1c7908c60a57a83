//! Every change of the store: named units of work, each of them one transaction that is stored
//! whole or not at all.

mod history;
mod postgres;
mod retention;
mod sqlite;

use crate::accounts::{AccountQueries, AccountRow, NewAccount, Plan};
use crate::admission::{Admission, Admitted};
use crate::announcing::{AnnounceRun, SendReport, WeeklyReportQueries};
use crate::api_keys::{KeyCreated, KeyCreation, KeyQueries, KeyRevocation, KeyUse};
use crate::completion::{Completion, Progress};
use crate::deliveries::{DeliveryClaimQueries, DeliveryQueries};
use crate::delivery_attempts::AttemptQueries;
use crate::delivery_outbox::{ClaimDeliveries, ClaimedDeliveries, EndDelivery};
use crate::error::StoreError;
use crate::history::{ForgetQueries, HistoryQueries};
use crate::human_check_tokens::{ForgetToken, TokenQueries, TokenSweepQueries, UseToken};
use crate::idempotency::{
    Begin, Begun, FirstAnswer, Forget, ForgetUnanswered, IdempotencyQueries, RequestFence,
};
use crate::keyed::{KeepAnswer, Keyed};
use crate::leaders::{Lead, LeaderFence, LeaderQueries};
use crate::leases::{Claim, Claimed, Reclaim, Reclaimed, Release};
use crate::mails::{MailClaimQueries, MailQueries};
use crate::monitor_runs::RunQueries;
use crate::monitors::{MonitorQueries, MonitorRow};
use crate::notifications::{Notice, NotificationQueries, Notify, PreferencesRow};
use crate::outbox::{ClaimMails, ClaimedMails, EndMail, QueueMail};
use crate::plans::PlanGrant;
use crate::preferences::{ChangePreferences, PreferenceQueries, PreferencesPatch, Unsubscribe};
use crate::quota::QuotaQueries;
use crate::reports::ReportQueries;
use crate::retention::{RemovalQueries, SweepQueries};
use crate::scan_events::EventQueries;
use crate::scans::{ClaimQueries, Fence, ScanQueries};
use crate::schedule::{RunsStarted, ScheduleQueries, StartRuns};
use crate::sign_in::{LinkRequest, LinkRequested, SignIn, SignInQueries, SignOut, SignedIn};
use crate::snapshots::SnapshotQueries;
use crate::watching::{RequestRun, SetConsent, Unwatch, Watch, Watched};
use crate::webhook_endpoints::{
    DeleteEndpoint, EnableEndpoint, EndpointQueries, EndpointRow, EndpointSaved, PauseEndpoint,
    PausedReason, RotateSecret, SaveEndpoint,
};
use crate::webhook_tests::{UseWebhookTest, WebhookTestQueries};

pub(crate) use postgres::PostgresLane;
pub(crate) use sqlite::SqliteLane;

/// Declares the sum of all traits of queries.
macro_rules! sum_of_queries {
    ($($queries:ident),+ $(,)?) => {
        /// Every query a unit of work may use, whatever the database.
        pub(crate) trait Queries: $($queries +)+ {}

        impl<C: $($queries +)+> Queries for C {}
    };
}

sum_of_queries! {
    ScanQueries,
    ClaimQueries,
    EventQueries,
    SnapshotQueries,
    ReportQueries,
    AccountQueries,
    SignInQueries,
    KeyQueries,
    QuotaQueries,
    IdempotencyQueries,
    MailQueries,
    MailClaimQueries,
    TokenQueries,
    TokenSweepQueries,
    NotificationQueries,
    LeaderQueries,
    MonitorQueries,
    RunQueries,
    ScheduleQueries,
    WeeklyReportQueries,
    PreferenceQueries,
    EndpointQueries,
    DeliveryQueries,
    DeliveryClaimQueries,
    AttemptQueries,
    WebhookTestQueries,
    HistoryQueries,
    ForgetQueries,
    SweepQueries,
    RemovalQueries,
}

/// A change that is stored whole or not at all.
pub(crate) trait Unit: Send + Sync + 'static {
    /// What the caller learns after the commit.
    type Answer: Send + 'static;

    /// Whether the unit changes nothing before its last statement. Then there is nothing to undo
    /// where it fails, and on SQLite it needs no savepoint of its own, which would cost as much as
    /// the unit itself.
    const CHANGES_LAST: bool = false;

    /// The change itself. The caller of `run` owns the transaction; an error rolls back everything
    /// this unit did. It may run again after a rollback, so it keeps nothing outside the database.
    fn run<C: Queries>(
        &self,
        conn: &mut C,
    ) -> impl Future<Output = Result<Self::Answer, StoreError>> + Send;
}

/// Stores changes. Clones share one queue.
///
/// A unit runs to its end whether or not its caller still waits, and is answered only after its
/// commit. On SQLite one thread commits what waits together; on PostgreSQL each unit is a
/// transaction of its own and is tried again where other changes got in its way.
///
/// Every method fails with [`StoreError::Overloaded`] where the queue is full and with
/// [`StoreError::Unavailable`] where the database is; further errors are named at each.
#[derive(Clone)]
pub struct Writer {
    lane: Lane,
}

#[derive(Clone)]
enum Lane {
    Sqlite(SqliteLane),
    Postgres(PostgresLane),
}

impl Writer {
    pub(crate) fn sqlite(lane: SqliteLane) -> Self {
        Self { lane: Lane::Sqlite(lane) }
    }

    pub(crate) fn postgres(lane: PostgresLane) -> Self {
        Self { lane: Lane::Postgres(lane) }
    }

    async fn run<U: Unit>(&self, unit: U) -> Result<U::Answer, StoreError> {
        match &self.lane {
            Lane::Sqlite(lane) => lane.run(unit).await,
            Lane::Postgres(lane) => lane.run(unit).await,
        }
    }

    /// Refuses new units and waits until those accepted have ended.
    pub(crate) async fn close(&self) {
        match &self.lane {
            Lane::Sqlite(lane) => lane.close().await,
            Lane::Postgres(lane) => lane.close().await,
        }
    }

    /// Admits a scan, if what it is charged to has room.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the id is taken; [`StoreError::Fenced`] where the right to
    /// answer the request is gone.
    pub async fn admit(&self, admission: Admission) -> Result<Admitted, StoreError> {
        self.run(admission).await
    }

    /// Claims waiting scans.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn claim(&self, claim: Claim) -> Result<Claimed, StoreError> {
        self.run(claim).await
    }

    /// Stores the progress of a running scan.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the scan is no longer held; [`StoreError::Conflict`] where the
    /// event's place is taken.
    pub async fn record_event(&self, progress: Progress) -> Result<(), StoreError> {
        self.run(progress).await
    }

    /// Ends a running scan.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the scan is no longer held; [`StoreError::Conflict`] where an
    /// event's place is taken.
    pub async fn finish(&self, completion: Completion) -> Result<(), StoreError> {
        self.run(completion).await
    }

    /// Gives a running scan back; the attempt does not count.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the scan is no longer held.
    pub async fn release(&self, fence: Fence, now: i64) -> Result<(), StoreError> {
        self.run(Release { fence, now }).await
    }

    /// Takes over scans whose owner is gone.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn reclaim(&self, reclaim: Reclaim) -> Result<Reclaimed, StoreError> {
        self.run(reclaim).await
    }

    /// Begins a request that may come again.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn begin_request(&self, begin: Begin) -> Result<Begun, StoreError> {
        self.run(begin).await
    }

    /// Keeps the first answer of a request.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the right to answer it is gone.
    pub async fn answer_request(&self, answer: FirstAnswer) -> Result<(), StoreError> {
        self.run(answer).await
    }

    /// Forgets a request that was refused; one that was answered stays.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn forget_request(&self, fence: RequestFence) -> Result<(), StoreError> {
        self.run(Forget { fence }).await
    }

    /// Forgets the requests that earlier processes left unanswered: right only where no other
    /// process can be alive.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn forget_unanswered_requests(&self) -> Result<(), StoreError> {
        self.run(ForgetUnanswered).await
    }

    /// Asks for a sign-in link.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the token is taken.
    pub async fn request_link(&self, request: LinkRequest) -> Result<LinkRequested, StoreError> {
        self.run(request).await
    }

    /// Uses a sign-in token.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the session is taken.
    pub async fn sign_in(&self, sign_in: SignIn) -> Result<SignedIn, StoreError> {
        self.run(sign_in).await
    }

    /// Ends a session, if it lives.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn sign_out(&self, session_hash: String) -> Result<(), StoreError> {
        self.run(SignOut { session_hash }).await
    }

    /// Stores an API key.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the id or token is taken; [`StoreError::Contention`] where
    /// the account is gone.
    pub async fn create_key(&self, creation: KeyCreation) -> Result<KeyCreated, StoreError> {
        self.run(creation).await
    }

    /// Ends a key of that account; answers whether it had such a live one.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn revoke_key(
        &self,
        account_id: String,
        key_id: String,
        now: i64,
    ) -> Result<bool, StoreError> {
        self.run(KeyRevocation { account_id, key_id, now }).await
    }

    /// Notes that a key was used, unless a use after `unless_since` was noted.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn note_key_use(
        &self,
        key_id: String,
        now: i64,
        unless_since: i64,
    ) -> Result<(), StoreError> {
        self.run(KeyUse { key_id, now, unless_since }).await
    }

    /// Makes an account where the address has none, and grants it a plan where one is named.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn open_account(
        &self,
        account: NewAccount,
        plan: Option<(Plan, Option<i64>)>,
        now: i64,
    ) -> Result<AccountRow, StoreError> {
        self.run(PlanGrant { account, plan, now }).await
    }

    /// Stores a mail that is to be sent.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the id is taken.
    pub async fn queue_mail(&self, queue: QueueMail) -> Result<(), StoreError> {
        self.run(queue).await
    }

    /// Claims mails that are due.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn claim_mails(&self, claim: ClaimMails) -> Result<ClaimedMails, StoreError> {
        self.run(claim).await
    }

    /// Ends an attempt to send a mail.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the mail is no longer held.
    pub async fn end_mail(&self, end: EndMail) -> Result<(), StoreError> {
        self.run(end).await
    }

    /// Tells an account something that belongs to no other change, unless it does not want to know
    /// or is gone.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the mail's id or the link's token is taken.
    pub async fn notify(
        &self,
        account_id: String,
        notice: Notice,
        now: i64,
    ) -> Result<(), StoreError> {
        self.run(Notify { account_id, notice, now }).await
    }

    /// Writes what an account wants to be told; answers all of it.
    ///
    /// # Errors
    /// [`StoreError::Contention`] where the account is gone.
    pub async fn change_preferences(
        &self,
        account_id: String,
        patch: PreferencesPatch,
    ) -> Result<PreferencesRow, StoreError> {
        self.run(ChangePreferences { account_id, patch }).await
    }

    /// Uses an unsubscribe link; answers whether it was live.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn unsubscribe(&self, token_hash: String, now: i64) -> Result<bool, StoreError> {
        self.run(Unsubscribe { token_hash, now }).await
    }

    /// Takes note of a human-check token; answers whether it was unused.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn use_token(&self, token: UseToken) -> Result<bool, StoreError> {
        self.run(token).await
    }

    /// Makes a human-check token count as unused again.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn forget_token(&self, token: ForgetToken) -> Result<(), StoreError> {
        self.run(token).await
    }

    /// Becomes or stays the leader of a task; none while somebody else leads.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn lead(&self, lead: Lead) -> Result<Option<LeaderFence>, StoreError> {
        self.run(lead).await
    }

    /// Begins to monitor an address; `answer` is kept together with the change.
    ///
    /// # Errors
    /// [`StoreError::Contention`] where the account is gone; [`StoreError::Fenced`] where the right
    /// to answer the request is.
    pub async fn watch(
        &self,
        watch: Watch,
        answer: Option<KeepAnswer<Watched>>,
    ) -> Result<Watched, StoreError> {
        self.run(Keyed { change: watch, answer }).await
    }

    /// Ends a monitor of that account; answers whether it had such an active one.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn unwatch(&self, account_id: String, id: String) -> Result<bool, StoreError> {
        self.run(Unwatch { account_id, id }).await
    }

    /// Records or ends the consent to ask answer engines about an address; `answer` is kept
    /// together with the change. None where the account has no such active monitor.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the right to answer the request is gone.
    pub async fn set_consent(
        &self,
        consent: SetConsent,
        answer: Option<KeepAnswer<Option<MonitorRow>>>,
    ) -> Result<Option<MonitorRow>, StoreError> {
        self.run(Keyed { change: consent, answer }).await
    }

    /// Asks for a run of a monitor outside its schedule; answers whether there is such an active
    /// one.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn request_run(&self, id: String, now: i64) -> Result<bool, StoreError> {
        self.run(RequestRun { id, now }).await
    }

    /// Begins the runs of monitors that are due.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where somebody else leads.
    pub async fn start_runs(&self, start: StartRuns) -> Result<RunsStarted, StoreError> {
        self.run(start).await
    }

    /// Tells an owner of a run that is over, once.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where somebody else leads.
    pub async fn announce_run(&self, announce: AnnounceRun) -> Result<(), StoreError> {
        self.run(announce).await
    }

    /// Sends a weekly report, once.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where somebody else leads.
    pub async fn send_report(&self, report: SendReport) -> Result<(), StoreError> {
        self.run(report).await
    }

    /// Stores the address of an account's webhook endpoint, and with it the answer to the request
    /// that asked for it.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the right to answer the request is gone;
    /// [`StoreError::Conflict`] where the id is taken.
    pub async fn save_endpoint(
        &self,
        save: SaveEndpoint,
        answer: Option<KeepAnswer<EndpointSaved>>,
    ) -> Result<EndpointSaved, StoreError> {
        self.run(Keyed { change: save, answer }).await
    }

    /// Deletes an account's webhook endpoint; answers whether it had one.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn delete_endpoint(&self, account_id: String) -> Result<bool, StoreError> {
        self.run(DeleteEndpoint { account_id }).await
    }

    /// Gives a webhook endpoint another secret; none where it is gone.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn rotate_secret(
        &self,
        rotation: RotateSecret,
    ) -> Result<Option<EndpointRow>, StoreError> {
        self.run(rotation).await
    }

    /// Pauses an account's webhook endpoint; none where it has none.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn pause_endpoint(
        &self,
        account_id: String,
    ) -> Result<Option<EndpointRow>, StoreError> {
        self.run(PauseEndpoint { account_id }).await
    }

    /// Ends the pause of an account's webhook endpoint; none where it has none.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn enable_endpoint(
        &self,
        account_id: String,
        now: i64,
    ) -> Result<Option<EndpointRow>, StoreError> {
        self.run(EnableEndpoint { account_id, now }).await
    }

    /// Counts a test delivery; answers whether the hour has room for it.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn use_webhook_test(&self, test: UseWebhookTest) -> Result<bool, StoreError> {
        self.run(test).await
    }

    /// Claims deliveries that are due.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn claim_deliveries(
        &self,
        claim: ClaimDeliveries,
    ) -> Result<ClaimedDeliveries, StoreError> {
        self.run(claim).await
    }

    /// Ends an attempt to deliver; answers why that paused the endpoint, if it did.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] where the delivery is no longer held.
    pub async fn end_delivery(&self, end: EndDelivery) -> Result<Option<PausedReason>, StoreError> {
        self.run(end).await
    }
}
