//! The store: one code over two databases, SQLite embedded and PostgreSQL by URL. The only place
//! with SQL.
//!
//! [`Store::open`] brings a database up to date and opens it. [`Reader`] answers questions from a
//! pool of read-only connections. [`Writer`] takes named units of work such as [`Admission`] and
//! [`Completion`], runs each to its end whatever its caller does, and answers after the commit.
//!
//! Instants are milliseconds since 1970 in UTC and are always given by the caller: nothing here
//! reads a clock.

mod accounts;
mod billing;
mod chain;
mod history;
mod ids;
mod mail;
mod monitors;
mod nodes;
mod quota;
mod requests;
mod scans;
mod store;
mod tracking;
mod upkeep;
mod webhooks;

pub use accounts::account::{AccountRow, NewAccount, Plan};
pub use accounts::api_keys::{
    KeyCreated, KeyCreation, KeyRevocation, KeyRow, KeySource, KeyUse, NewKey,
};
pub use accounts::open_account::OpenAccount;
pub use accounts::sign_in::{LinkRequest, LinkRequested, Rate, SignIn, SignOut, SignedIn};
pub use billing::events::{
    BillingEvent, BillingFact, BillingNews, EventApplied, TakeEvent, TellBilling,
};
pub use billing::subscription::BillingRow;
pub use billing::subscription::{SubscriptionRow, SubscriptionState, SubscriptionStatus};
pub use chain::snapshot::{ChainBoardRow, ChainRead, ChainRow, KeepChain, SwitchSource};
pub use history::deletion::{ForgetPage, ForgetScan, Forgotten};
pub use history::pages::{HistoryCursor, HistoryEntryRow, HistoryPageRow, HistoryScanRow};
pub use ids::{Prefix, RANDOM_CHARACTERS, is_id, new_id};
pub use mail::mails::{MailFence, MailRow, MailStatus, NewMail};
pub use mail::notifications::{Notice, NoticeKind, Notify, PreferencesRow};
pub use mail::preferences::{ChangePreferences, PreferencesPatch, Unsubscribe};
pub use mail::queue::{ClaimMails, ClaimedMails, EndMail, MailEnd, QueueMail};
pub use monitors::announcements::{AnnounceRun, DueReport, SendReport};
pub use monitors::changes::{RequestRun, SetConsent, Unwatch, Watch, Watched};
pub use monitors::monitor::{Consent, MonitorRow, MonitorStatus, NewMonitor, WEEK_MS};
pub use monitors::runs::RunRow;
pub use monitors::schedule::{MonitorLimits, RunsStarted, StartRuns};
pub use nodes::bell::{Bell, Heard};
pub use nodes::leaders::{Lead, LeaderFence};
pub use nodes::serve_lock::ServeLock;
pub use nodes::switches::{Pause, PauseRow, Resume};
pub use quota::counters::{Bucket, Spend, Used};
pub use requests::human_check_tokens::{ForgetToken, UseToken};
pub use requests::idempotency::{
    Begin, Begun, FirstAnswer, ForgetRequests, ForgetUnansweredRequests, RenewRequests,
    RequestFence, RequestKey,
};
pub use requests::with_answer::{KeepAnswer, WithAnswer};
pub use scans::admission::{Admission, Admitted};
pub use scans::completion::{Completion, Outcome, Progress};
pub use scans::events::{EventRow, EventStatus, NewEvent};
pub use scans::leases::{Claim, Claimed, ClaimedScan, Reclaim, Reclaimed, Release};
pub use scans::objects::{ClaimObjects, ClaimedObject, ExpectObject, ForgetObjects};
pub use scans::reports::{ReportRow, ReportSummary};
pub use scans::scan::{Fence, NewScan, ScanRow, ScanStatus};
pub use scans::snapshots::SnapshotRow;
pub use store::Store;
pub use store::error::StoreError;
pub use store::probe::Probe;
pub use store::reader::{ClockReading, Reader};
pub use store::settings::{PostgresLimits, PreparedStatements, StoreSettings, StoreUrl};
pub use store::unit::Unit;
pub use store::writer::Writer;
pub use tracking::asks::{AskAnswer, AskFence, AskRow, AskState, NewAsk, TrackedMonitor};
pub use tracking::queue::{AskEnd, BeginAsks, ClaimAsk, ClaimedAsk, EndAsk};
pub use upkeep::backup::{Backup, Restored, backup, restore};
pub use upkeep::migrate::migrate;
pub use upkeep::retention::{Leftover, Sweep};
pub use webhooks::attempts::AttemptRow;
pub use webhooks::deliveries::{DeliveryFence, DeliveryRow, DeliveryStatus, NewDelivery};
pub use webhooks::endpoints::{
    DeleteEndpoint, EnableEndpoint, EndpointRow, EndpointSaved, PauseEndpoint, PausedReason,
    RotateSecret, SaveEndpoint,
};
pub use webhooks::queue::{ClaimDeliveries, ClaimedDeliveries, DeliveryEnd, EndDelivery};
pub use webhooks::test_delivery_limit::UseWebhookTest;
