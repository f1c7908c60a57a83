//! The `tracking_asks` table: what answer engines are asked about monitored addresses, and what
//! they cited.

use diesel::prelude::*;

use crate::monitors::monitor::MonitorRow;
use crate::store::queries::stored_words;
use crate::store::tables::tracking_asks;

stored_words! {
    /// Where a question is in its life.
    pub enum AskState {
        /// Waits for its next attempt.
        Waiting = "waiting",
        /// Held by an owner until its lease is over.
        Asking = "asking",
        /// Its answer is stored.
        Answered = "answered",
        /// Given up.
        Failed = "failed",
        /// The account had no calls left in that week.
        OverLimit = "over_limit",
        /// There is no such engine here.
        Unavailable = "unavailable",
    }
}

/// A stored question. Instants are milliseconds since 1970 in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = tracking_asks)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct AskRow {
    /// `ask_…`.
    pub id: String,
    /// Whose address it is about.
    pub monitor_id: String,
    /// Whose monitor.
    pub account_id: String,
    /// The run that it belongs to.
    pub period_start: i64,
    /// Who is asked, as consents name it.
    pub engine: String,
    /// The same for people.
    pub engine_name: String,
    /// Its place among the questions of the page, from 1 on.
    pub number: i32,
    /// What is asked.
    pub question: String,
    /// Where the redirects of the page ended.
    pub page_url: String,
    /// Where it is in its life.
    pub state: AskState,
    /// Why there is no answer, in one word.
    pub reason: Option<String>,
    /// When it is due, if it waits.
    pub due_at: i64,
    /// How often it was claimed.
    pub attempts: i32,
    /// Who asks.
    pub owner: Option<String>,
    /// When its owner's claim is over.
    pub lease_until: Option<i64>,
    /// Whether the answer cites the page or its site.
    pub cited: Option<bool>,
    /// Where among what it cites, from 1 on.
    pub position: Option<i32>,
    /// The address that it cites.
    pub cited_url: Option<String>,
    /// Other sites that it cites, a JSON list.
    pub others: Option<String>,
    /// When the run was announced.
    pub created_at: i64,
    /// When it ended.
    pub ended_at: Option<i64>,
}

impl AskRow {
    /// The right to end this attempt, if it is under way.
    #[must_use]
    pub fn fence(&self) -> Option<AskFence> {
        let owner = self.owner.clone()?;
        Some(AskFence { id: self.id.clone(), owner, attempt: self.attempts })
    }
}

/// The right to end one attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskFence {
    /// The question.
    pub id: String,
    /// Who asks.
    pub owner: String,
    /// Which attempt it is.
    pub attempt: i32,
}

/// A question to an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAsk {
    /// `ask_…`.
    pub id: String,
    /// Who is asked, as consents name it.
    pub engine: String,
    /// The same for people.
    pub engine_name: String,
    /// Its place among the questions of the page, from 1 on.
    pub number: i32,
    /// What is asked.
    pub question: String,
    /// Whether there is such an engine here.
    pub is_available: bool,
}

/// A monitor with what engines were asked about its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackedMonitor {
    /// The monitor.
    pub row: MonitorRow,
    /// The questions of its newest run that had any, by engine and number.
    pub asks: Vec<AskRow>,
}

/// What an engine's answer cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskAnswer {
    /// Where the page or its site stands among what is cited, from 1 on; none where it is not.
    pub position: Option<i32>,
    /// The address under which it is cited.
    pub cited_url: Option<String>,
    /// Other sites that are cited, a JSON list.
    pub others: String,
}
