//! What the rest of the program sees of a monitor.

use citable_schema::{MonitorStatus, TrackedMonitor};

use crate::tracking::{Engine, TrackingHandle, TrackingView};

/// An address that is scanned every week. Instants are milliseconds since 1970 in UTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monitor {
    /// `mon_…`.
    pub id: String,
    /// The normalised address.
    pub url: String,
    /// Its hash.
    pub url_hash: String,
    /// Whether it runs.
    pub active: bool,
    /// When the address was first monitored.
    pub created_at: i64,
    /// When it is due.
    pub next_run_at: Option<i64>,
    /// When its last run ended.
    pub last_run_at: Option<i64>,
    /// The last scan that brought a score.
    pub last_scan_id: Option<String>,
    /// Its score.
    pub last_score: Option<i32>,
    /// The score before that.
    pub previous_score: Option<i32>,
    /// What its owner consented to.
    pub consent: Option<TrackingConsent>,
    /// What engines answered last; none if none was asked.
    pub tracking: Option<TrackingView>,
}

/// That answer engines may be asked about an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackingConsent {
    /// Which engines.
    pub engines: Vec<Engine>,
    /// Since when.
    pub consented_at: i64,
    /// The client address that said so.
    pub ip: String,
}

impl Monitor {
    pub(crate) fn from_rows(TrackedMonitor { row, asks }: TrackedMonitor) -> Self {
        let consent = row.consent_engines.zip(row.consented_at).zip(row.consent_ip);
        Self {
            id: row.id,
            url: row.url,
            url_hash: row.url_hash,
            active: row.status == MonitorStatus::Active,
            created_at: row.created_at,
            next_run_at: row.next_run_at,
            last_run_at: row.last_run_at,
            last_scan_id: row.last_scan_id,
            last_score: row.last_score,
            previous_score: row.previous_score,
            consent: consent.map(|((engines, consented_at), ip)| TrackingConsent {
                engines: Engine::of_words(&engines),
                consented_at,
                ip,
            }),
            tracking: TrackingView::of(&asks),
        }
    }

    /// Returns the monitor with the engines that its owner consented to and that are not configured
    /// here, shown as unavailable.
    #[must_use]
    pub fn showing_unavailable(self, tracking: &TrackingHandle) -> Self {
        let consented = self.consent.as_ref().map_or(&[][..], |consent| &consent.engines);
        let is_configured = |engine| tracking.name_of(engine).is_some();
        let shown = TrackingView::with_unavailable(self.tracking, consented, is_configured);
        Self { tracking: shown, ..self }
    }
}
