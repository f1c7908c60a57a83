//! Asking answer engines: what a run has to ask, who asks it, and how each attempt ends.

use crate::monitors::monitor::{MonitorQueries, MonitorRow};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::unit::Unit;
use crate::tracking::asks::{AskAnswer, AskFence, AskRow, AskState, NewAsk};
use crate::tracking::calls::CallQueries;
use crate::tracking::statements::{AskClaimQueries, AskQueries};

/// What there is to ask about a run that brought a score. What was asked about the runs before goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeginAsks {
    /// Whose run it is.
    pub monitor_id: String,
    /// The run.
    pub period_start: i64,
    /// Where the redirects of the page ended.
    pub page_url: String,
    /// The questions, to every engine: those that are not consented to are left out.
    pub asks: Vec<NewAsk>,
}

/// Stores what there is to ask, as a part of the unit that announces the run.
pub(crate) async fn begin_asks(
    conn: &mut Connection<'_>,
    begin: &BeginAsks,
    now: i64,
) -> Result<(), StoreError> {
    conn.delete_asks_of_monitor(&begin.monitor_id).await?;
    let Some(monitor) = conn.monitor(&begin.monitor_id).await? else { return Ok(()) };
    for ask in begin.asks.iter().filter(|ask| monitor.consents_to(&ask.engine)) {
        conn.insert_ask(ask, &monitor, begin.period_start, &begin.page_url, now).await?;
    }
    Ok(())
}

/// Drops what has no answer yet and is not consented to any more, as a part of the unit that ends
/// the consent.
pub(crate) async fn drop_withdrawn(
    conn: &mut Connection<'_>,
    monitor: &MonitorRow,
) -> Result<(), StoreError> {
    let consented: Vec<String> = monitor.consented_engines().map(str::to_owned).collect();
    conn.delete_open_asks(&monitor.id, &consented).await?;
    Ok(())
}

/// Claims the question that is due the longest, and counts the call before it is made: whatever
/// dies, no account makes more calls than it has. A claim that is over counts as none: its question
/// is claimed again, and what its owner still has to say is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimAsk {
    /// Who will ask.
    pub owner: String,
    /// The instant of the claim.
    pub now: i64,
    /// When the claim is over. It is never renewed.
    pub lease_until: i64,
    /// Claims of every other owner count as over: right only where no other owner can be alive,
    /// on a single node.
    pub take_foreign: bool,
    /// The engines that can be asked.
    pub engines: Vec<String>,
    /// How often a question is asked at most.
    pub attempts: i32,
    /// The first instant of the week in which the call is counted.
    pub week: i64,
    /// Calls that an account has in a week.
    pub calls_per_week: i64,
}

/// What became of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimedAsk {
    /// Nothing is due.
    Nothing {
        /// When the next question is due, or the next claim is over. In the past where another node
        /// is claiming it.
        next_due: Option<i64>,
    },
    /// The question that was due ended without being asked.
    Settled,
    /// It is to be asked.
    Ask {
        /// The question.
        ask: Box<AskRow>,
        /// The address that is monitored.
        url: String,
    },
}

impl Unit for ClaimAsk {
    type Answer = ClaimedAsk;

    async fn run(&self, conn: &mut Connection<'_>) -> Result<ClaimedAsk, StoreError> {
        let foreign_to = self.take_foreign.then_some(self.owner.as_str());
        let Some(due) = conn.due_ask(self.now, foreign_to).await?.pop() else {
            return Ok(ClaimedAsk::Nothing { next_due: conn.next_ask_due().await? });
        };
        // The consent may have ended with the monitor, for whatever reason that did.
        let monitor = conn.monitor(&due.monitor_id).await?;
        let Some(monitor) = monitor.filter(|monitor| monitor.consents_to(&due.engine)) else {
            conn.delete_asks(std::slice::from_ref(&due.id)).await?;
            return Ok(ClaimedAsk::Settled);
        };
        if let Some((state, reason)) = self.obstacle(conn, &due).await? {
            conn.settle_ask(&due.id, state, reason, self.now).await?;
            return Ok(ClaimedAsk::Settled);
        }
        let ask = conn.start_ask(&due.id, &self.owner, self.lease_until).await?;
        Ok(ClaimedAsk::Ask { ask: Box::new(ask), url: monitor.url })
    }
}

impl ClaimAsk {
    /// Why it is not asked; where nothing speaks against it, a call is counted.
    async fn obstacle(
        &self,
        conn: &mut Connection<'_>,
        due: &AskRow,
    ) -> Result<Option<(AskState, &'static str)>, StoreError> {
        if !self.engines.contains(&due.engine) {
            return Ok(Some((AskState::Unavailable, "not_configured")));
        }
        if due.attempts >= self.attempts {
            return Ok(Some((AskState::Failed, "interrupted")));
        }
        let has_room = conn.use_call(&due.account_id, self.week, self.calls_per_week).await?;
        Ok((!has_room).then_some((AskState::OverLimit, "weekly_limit")))
    }
}

/// Ends one attempt to ask.
///
/// # Errors
/// [`StoreError::Fenced`] where the question is no longer held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndAsk {
    /// The attempt.
    pub fence: AskFence,
    /// The instant of its end.
    pub now: i64,
    /// How it ended.
    pub outcome: AskEnd,
}

/// How an attempt to ask ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskEnd {
    /// With an answer.
    Answered(AskAnswer),
    /// Without one, for good.
    Failed {
        /// Why, in one word.
        reason: String,
        /// Whether the same holds for what waits of that run for that engine.
        for_all: bool,
    },
    /// It is to be tried again.
    Retry {
        /// When.
        at: i64,
        /// Why, in one word.
        reason: String,
        /// Whether what waits of that run for that engine waits as long.
        for_all: bool,
    },
}

impl Unit for EndAsk {
    type Answer = ();

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        let (fence, now) = (&self.fence, self.now);
        let ended = match &self.outcome {
            AskEnd::Answered(answer) => conn.answer_ask(fence, answer, now).await? > 0,
            AskEnd::Retry { at, reason, for_all } => {
                let waits = conn.retry_ask(fence, *at, reason).await?;
                if let Some(ask) = waits.as_ref().filter(|_| *for_all) {
                    conn.put_off_asks(ask, *at).await?;
                }
                waits.is_some()
            }
            AskEnd::Failed { reason, for_all } => {
                let failed = conn.fail_ask(fence, reason, now).await?;
                if let Some(ask) = failed.as_ref().filter(|_| *for_all) {
                    conn.fail_waiting_asks(ask, reason, now).await?;
                }
                failed.is_some()
            }
        };
        if ended { Ok(()) } else { Err(StoreError::Fenced) }
    }
}
