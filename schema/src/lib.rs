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
mod admission;
mod announcing;
mod api_keys;
mod asking;
mod asks;
mod backend;
mod backup;
mod billing;
mod chain;
mod charges;
mod completion;
mod copies;
mod deliveries;
mod delivery_attempts;
mod delivery_outbox;
mod error;
mod history;
mod human_check_tokens;
mod idempotency;
mod ids;
mod keyed;
mod leaders;
mod leases;
mod mails;
mod migrate;
mod monitor_runs;
mod monitors;
mod notifications;
mod outbox;
mod plans;
mod preferences;
mod probe;
mod quota;
mod reader;
mod reports;
mod retention;
mod scan_events;
mod scans;
mod schedule;
mod serve_lock;
mod settings;
mod sign_in;
mod snapshots;
mod store;
mod switches;
mod tables;
mod tracking_calls;
mod watching;
mod webhook_endpoints;
mod webhook_tests;
mod writer;

pub use accounts::{AccountRow, NewAccount, Plan};
pub use admission::{Admission, Admitted};
pub use announcing::{AnnounceRun, DueReport, SendReport};
pub use api_keys::{KeyCreated, KeyCreation, KeyRow, KeySource, NewKey};
pub use asking::{AskEnd, BeginAsks, ClaimAsk, ClaimedAsk, EndAsk};
pub use asks::{AskAnswer, AskFence, AskRow, AskState, NewAsk, TrackedMonitor};
pub use backup::{Backup, Restored, backup, restore};
pub use billing::{
    BillingEvent, BillingFact, BillingNews, BillingRow, EventApplied, SubscriptionRow,
    SubscriptionState, SubscriptionStatus, TakeEvent, TellBilling,
};
pub use chain::{ChainBoardRow, ChainRead, ChainRow, KeepChain, SwitchSource};
pub use completion::{Completion, Outcome, Progress};
pub use deliveries::{DeliveryFence, DeliveryRow, DeliveryStatus, NewDelivery};
pub use delivery_attempts::AttemptRow;
pub use delivery_outbox::{ClaimDeliveries, ClaimedDeliveries, DeliveryEnd, EndDelivery};
pub use error::StoreError;
pub use history::{
    ForgetPage, ForgetScan, Forgotten, HistoryCursor, HistoryEntryRow, HistoryPageRow,
    HistoryScanRow,
};
pub use human_check_tokens::{ForgetToken, UseToken};
pub use idempotency::{Begin, Begun, FirstAnswer, RequestFence, RequestKey};
pub use ids::{Prefix, RANDOM_CHARACTERS, is_id, new_id};
pub use keyed::KeepAnswer;
pub use leaders::{Lead, LeaderFence};
pub use leases::{Claim, Claimed, ClaimedScan, Reclaim, Reclaimed};
pub use mails::{MailFence, MailRow, MailStatus, NewMail};
pub use migrate::migrate;
pub use monitor_runs::RunRow;
pub use monitors::{Consent, MonitorRow, MonitorStatus, NewMonitor, WEEK_MS};
pub use notifications::{Notice, NoticeKind, PreferencesRow};
pub use outbox::{ClaimMails, ClaimedMails, EndMail, MailEnd, QueueMail};
pub use preferences::PreferencesPatch;
pub use quota::{Bucket, Spend, Used};
pub use reader::{ClockReading, Reader};
pub use reports::ReportRow;
pub use retention::{Leftover, Sweep};
pub use scan_events::{EventRow, EventStatus, NewEvent};
pub use scans::{Fence, NewScan, ScanRow, ScanStatus};
pub use schedule::{MonitorLimits, RunsStarted, StartRuns};
pub use serve_lock::ServeLock;
pub use settings::{StoreSettings, StoreUrl};
pub use sign_in::{LinkRequest, LinkRequested, Rate, SignIn, SignedIn};
pub use snapshots::SnapshotRow;
pub use store::Store;
pub use switches::{Pause, PauseRow};
pub use watching::{SetConsent, Watch, Watched};
pub use webhook_endpoints::{EndpointRow, EndpointSaved, PausedReason, RotateSecret, SaveEndpoint};
pub use webhook_tests::UseWebhookTest;
pub use writer::Writer;
