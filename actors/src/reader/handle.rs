//! What the rest of the program asks the actor that reads.

use std::time::Duration;

use citable_schema::{Reader as Store, StoreError};
use tokio::time::Instant;

use super::views::{CACHE_LIFETIME, CachedReport, ScanView};
use crate::address::Address;
use crate::clock::SharedClock;
use crate::identity::{Account, ApiKey, EmailAddress, KeyHolder, is_key_token};
use crate::monitors::{self, Monitor};
use crate::notifications::Preferences;
use crate::quota::{Periods, Spender, Usage};
use crate::scan::event::LifecycleEvent;
use crate::secrets::hash_of;
use crate::stored_report::unpack;
use crate::worker::{AskError, Work, WorkAddress};

/// How long a caller waits for a read.
const DEADLINE: Duration = Duration::from_secs(5);

/// What waits in the outboxes of the store, or is being sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outboxes {
    /// Mails.
    pub mails: i64,
    /// Deliveries to webhook endpoints.
    pub deliveries: i64,
}

/// How callers read.
#[derive(Clone, Debug)]
pub struct ReaderHandle {
    address: WorkAddress<Store>,
    clock: SharedClock,
}

impl ReaderHandle {
    pub(crate) fn new(
        address: Address<Work<Store>>,
        most_waiting: usize,
        clock: SharedClock,
    ) -> Self {
        Self { address: WorkAddress::new(address, most_waiting), clock }
    }

    /// How many reads wait or run.
    pub fn waiting(&self) -> usize {
        self.address.waiting()
    }

    /// What waits in the outboxes of the store: mails, and deliveries to webhooks.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn outboxes(&self) -> Result<Outboxes, AskError> {
        self.read(move |store| async move {
            let (mails, deliveries) =
                (store.mails_waiting().await?, store.deliveries_waiting().await?);
            Ok(Outboxes { mails, deliveries })
        })
        .await
    }

    /// The scan of that id.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn scan(&self, id: String) -> Result<Option<ScanView>, AskError> {
        let row = self.read(move |store| async move { store.scan(&id).await }).await?;
        Ok(row.map(ScanView::from_row))
    }

    /// The report of the scan of that id, as JSON.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn report(&self, id: String) -> Result<Option<Vec<u8>>, AskError> {
        let row = self.read(move |store| async move { store.report(&id).await }).await?;
        Ok(row.map(|row| unpack(row.body)).transpose().map_err(StoreError::from)?)
    }

    /// Whether the scan of that id has a report.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn has_report_of(&self, id: String) -> Result<bool, AskError> {
        self.read(move |store: Store| async move { store.has_report_of(&id).await }).await
    }

    /// The newest finished report of an address that is under [`CACHE_LIFETIME`] old.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn cached_report(&self, url_hash: String) -> Result<Option<CachedReport>, AskError> {
        let since =
            self.clock.now_ms() - i64::try_from(CACHE_LIFETIME.as_millis()).unwrap_or(i64::MAX);
        let read = move |store: Store| async move { store.newest_report(&url_hash, since).await };
        let row = self.read(read).await?;
        Ok(row.map(|row| CachedReport { scan_id: row.scan_id, scanned_at: row.scanned_at }))
    }

    /// Whether an address has a finished report, however old.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn has_report(&self, url_hash: String) -> Result<bool, AskError> {
        self.read(move |store: Store| async move { store.has_report(&url_hash).await }).await
    }

    /// The newest finished reports of an address, newest first, as JSON.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn newest_reports(
        &self,
        url_hash: String,
        count: u32,
    ) -> Result<Vec<Vec<u8>>, AskError> {
        let count = i64::from(count);
        let read = move |store: Store| async move { store.newest_reports(&url_hash, count).await };
        let rows = self.read(read).await?;
        let reports = rows.into_iter().map(|row| unpack(row.body)).collect::<Result<_, _>>();
        Ok(reports.map_err(StoreError::from)?)
    }

    /// Whether the operator has paused scans.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn is_paused(&self) -> Result<bool, AskError> {
        Ok(self.read(|store| async move { store.pause().await }).await?.is_some())
    }

    /// How long the store takes to answer.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn ping(&self) -> Result<Duration, AskError> {
        let asked = Instant::now();
        self.read(move |store| async move { store.ping().await }).await?;
        Ok(asked.elapsed())
    }

    /// The newest event of a scan's log.
    pub(crate) async fn last_event(&self, id: String) -> Result<Option<LifecycleEvent>, AskError> {
        let row = self.read(move |store| async move { store.last_event(&id).await }).await?;
        Ok(row.map(LifecycleEvent::from_row))
    }

    /// A scan's events after `seq`, oldest first.
    pub(crate) async fn events_after(
        &self,
        id: String,
        seq: i64,
    ) -> Result<Vec<LifecycleEvent>, AskError> {
        let rows =
            self.read(move |store| async move { store.events_after(&id, seq).await }).await?;
        Ok(rows.into_iter().map(LifecycleEvent::from_row).collect())
    }

    /// The notification preferences of an account.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn preferences(&self, account_id: String) -> Result<Preferences, AskError> {
        self.read(move |store| async move { store.preferences(&account_id).await }).await
    }

    /// Whose API key that token is.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn holder_of_key(&self, token: &str) -> Result<Option<KeyHolder>, AskError> {
        if !is_key_token(token) {
            return Ok(None);
        }
        let hash = hash_of(token);
        let row = self.read(move |store| async move { store.live_key(&hash).await }).await?;
        Ok(row.map(|(key, account)| KeyHolder::from_rows(key, account, self.clock.now_ms())))
    }

    /// Whose session that cookie is.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn holder_of_session(&self, cookie: &str) -> Result<Option<Account>, AskError> {
        let (hash, now) = (hash_of(cookie), self.clock.now_ms());
        let read = move |store: Store| async move { store.account_of_session(&hash, now).await };
        Ok(self.read(read).await?.map(|row| Account::from_row(row, now)))
    }

    /// The account that a sign-in token would open; none for one that is unknown, used or expired.
    /// The token stays unused.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn account_of_link(&self, token: &str) -> Result<Option<Account>, AskError> {
        let (hash, now) = (hash_of(token), self.clock.now_ms());
        let read =
            move |store: Store| async move { store.account_of_sign_in_token(&hash, now).await };
        Ok(self.read(read).await?.map(|row| Account::from_row(row, now)))
    }

    /// The account of an email address; none if the text isn't one.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn account_of(&self, email: &str) -> Result<Option<Account>, AskError> {
        let Ok(email) = email.parse::<EmailAddress>() else { return Ok(None) };
        let (key, now) = (email.key(), self.clock.now_ms());
        let row = self.read(move |store| async move { store.account_of_email(&key).await }).await?;
        Ok(row.map(|row| Account::from_row(row, now)))
    }

    /// The live keys of an account, oldest first.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn keys_of(&self, account_id: String) -> Result<Vec<ApiKey>, AskError> {
        let rows = self.read(move |store| async move { store.keys_of(&account_id).await }).await?;
        Ok(rows.into_iter().map(ApiKey::from_row).collect())
    }

    /// The active monitors of an account, oldest first.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn monitors_of(&self, account_id: String) -> Result<Vec<Monitor>, AskError> {
        let read = |store: Store| async move { store.tracked_monitors(&account_id).await };
        Ok(self.read(read).await?.into_iter().map(Monitor::from_rows).collect())
    }

    /// How many active monitors an account has.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn count_monitors(&self, account_id: String) -> Result<u32, AskError> {
        let read = |store: Store| async move { store.count_active_monitors(&account_id).await };
        Ok(u32::try_from(self.read(read).await?).unwrap_or(u32::MAX))
    }

    /// When the weekly monitoring was last seen at work, on whatever node.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn monitoring_seen_at(&self) -> Result<Option<i64>, AskError> {
        self.read(|store: Store| async move { store.leader_renewed_at(monitors::TASK).await }).await
    }

    /// What a spender has spent of its buckets.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn usage_of(&self, spender: &Spender) -> Result<Usage, AskError> {
        let periods = Periods::at(self.clock.now_ms());
        let (day, month) = (periods.day.start, periods.month.start);
        let subject = spender.subject.clone();
        let used =
            self.read(move |store| async move { store.used(&subject, day, month).await }).await?;
        Ok(Usage::of(spender, &periods, used))
    }

    /// Reads what only one caller needs.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub(crate) async fn read<T, F>(
        &self,
        read: impl FnOnce(Store) -> F + Send + 'static,
    ) -> Result<T, AskError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        self.address.ask(DEADLINE, read).await
    }
}
