//! What the rest of the program sees of a monitor.

use std::str::FromStr;

use citable_schema::{MonitorStatus, TrackedMonitor};

use crate::tracking::TrackingView;

/// An answer engine that can be asked about an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    /// `engine_1`.
    One,
    /// `engine_2`.
    Two,
    /// `engine_3`.
    Three,
}

/// There is no such engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the engines are engine_1, engine_2 and engine_3")]
pub struct UnknownEngine;

impl Engine {
    /// Every engine.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// Its name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::One => "engine_1",
            Self::Two => "engine_2",
            Self::Three => "engine_3",
        }
    }

    /// As the store keeps them: each once, in order.
    pub(super) fn words(engines: &[Self]) -> String {
        let named = Self::ALL.into_iter().filter(|engine| engines.contains(engine));
        named.map(Self::as_str).collect::<Vec<_>>().join(" ")
    }

    fn of_words(words: &str) -> Vec<Self> {
        words.split(' ').filter_map(|word| word.parse().ok()).collect()
    }
}

impl std::fmt::Display for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, UnknownEngine> {
        Self::ALL.into_iter().find(|engine| engine.as_str() == name).ok_or(UnknownEngine)
    }
}

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
    /// What engines said when they were last asked; none where nobody was.
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
}
