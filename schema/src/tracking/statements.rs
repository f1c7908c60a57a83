//! The statements on `tracking_asks`.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::monitors::monitor::MonitorRow;
use crate::store::error::StoreError;
use crate::store::queries::{locking_queries, queries};
use crate::store::reader::{Reader, reads};
use crate::store::tables::tracking_asks;
use crate::tracking::asks::{AskAnswer, AskFence, AskRow, AskState, NewAsk, TrackedMonitor};

/// The row that a fence names.
#[diesel::dsl::auto_type]
fn held<'a>(fence: &'a AskFence) -> _ {
    let id: &'a str = fence.id.as_str();
    let owner: &'a str = fence.owner.as_str();
    let attempt: i32 = fence.attempt;
    let asking: AskState = AskState::Asking;
    tracking_asks::table
        .filter(tracking_asks::id.eq(id))
        .filter(tracking_asks::state.eq(asking))
        .filter(tracking_asks::owner.eq(owner))
        .filter(tracking_asks::attempts.eq(attempt))
}

/// What ends a question without an answer.
macro_rules! without_answer {
    ($state:expr, $reason:expr, $now:expr) => {
        (
            tracking_asks::state.eq($state),
            tracking_asks::reason.eq($reason),
            tracking_asks::owner.eq(None::<String>),
            tracking_asks::lease_until.eq(None::<i64>),
            tracking_asks::ended_at.eq($now),
        )
    };
}

queries! {
    /// Statements on `tracking_asks` that read the same on both databases.
    trait AskQueries {
        /// Stores questions of a run, due at once where there is somebody to ask.
        fn insert_ask(
            ask: &NewAsk, monitor: &MonitorRow, period_start: i64, page_url: &str, now: i64,
        ) -> changed {
            let (state, reason, ended_at) = match ask.is_available {
                true => (AskState::Waiting, None, None),
                false => (AskState::Unavailable, Some("not_configured"), Some(now)),
            };
            diesel::insert_into(tracking_asks::table)
                .values((
                    tracking_asks::id.eq(&ask.id),
                    tracking_asks::monitor_id.eq(&monitor.id),
                    tracking_asks::account_id.eq(&monitor.account_id),
                    tracking_asks::period_start.eq(period_start),
                    tracking_asks::engine.eq(&ask.engine),
                    tracking_asks::engine_name.eq(&ask.engine_name),
                    tracking_asks::number.eq(ask.number),
                    tracking_asks::question.eq(&ask.question),
                    tracking_asks::page_url.eq(page_url),
                    tracking_asks::state.eq(state),
                    tracking_asks::reason.eq(reason),
                    tracking_asks::due_at.eq(now),
                    tracking_asks::attempts.eq(0),
                    tracking_asks::created_at.eq(now),
                    tracking_asks::ended_at.eq(ended_at),
                ))
        }

        /// The questions about one address, by engine and number.
        fn asks_of_monitor(monitor_id: &str) -> all AskRow {
            tracking_asks::table
                .filter(tracking_asks::monitor_id.eq(monitor_id))
                .order((tracking_asks::engine, tracking_asks::number))
                .select(AskRow::as_select())
        }

        /// The questions about all addresses of an account, by monitor, engine and number.
        fn asks_of_account(account_id: &str) -> all AskRow {
            tracking_asks::table
                .filter(tracking_asks::account_id.eq(account_id))
                .order((
                    tracking_asks::monitor_id,
                    tracking_asks::engine,
                    tracking_asks::number,
                ))
                .select(AskRow::as_select())
        }

        fn delete_asks_of_monitor(monitor_id: &str) -> changed {
            let asks = tracking_asks::table.filter(tracking_asks::monitor_id.eq(monitor_id));
            diesel::delete(asks)
        }

        /// Deletes what has no answer yet, but for questions to those engines. Who is asking
        /// finds the claim gone.
        fn delete_open_asks(monitor_id: &str, but_to: &[String]) -> changed {
            let open = tracking_asks::table
                .filter(tracking_asks::monitor_id.eq(monitor_id))
                .filter(tracking_asks::state.eq_any([AskState::Waiting, AskState::Asking]))
                .filter(tracking_asks::engine.ne_all(but_to));
            diesel::delete(open)
        }

        fn delete_asks(ids: &[String]) -> changed {
            diesel::delete(tracking_asks::table.filter(tracking_asks::id.eq_any(ids)))
        }

        /// When the first question that waits is due or the first claim is over.
        fn next_ask_due() -> own Option<i64> |conn| {
            let due: Option<i64> = tracking_asks::table
                .filter(tracking_asks::state.eq(AskState::Waiting))
                .select(diesel::dsl::min(tracking_asks::due_at))
                .get_result(&mut *conn)
                .await?;
            let lapses: Option<i64> = tracking_asks::table
                .filter(tracking_asks::state.eq(AskState::Asking))
                .select(diesel::dsl::min(tracking_asks::lease_until))
                .get_result(conn)
                .await?;
            Ok(due.into_iter().chain(lapses).min())
        }

        /// Gives a question to an owner.
        fn start_ask(id: &str, owner: &str, lease_until: i64) -> one AskRow {
            diesel::update(tracking_asks::table.find(id))
                .set((
                    tracking_asks::state.eq(AskState::Asking),
                    tracking_asks::owner.eq(owner),
                    tracking_asks::attempts.eq(tracking_asks::attempts + 1),
                    tracking_asks::lease_until.eq(lease_until),
                ))
                .returning(AskRow::as_returning())
        }

        /// Ends a question that nobody is asking.
        fn settle_ask(id: &str, state: AskState, reason: &str, now: i64) -> changed {
            diesel::update(tracking_asks::table.find(id)).set(without_answer!(state, reason, now))
        }

        /// Ends the questions of a run to an engine that wait.
        fn fail_waiting_asks(ask: &AskRow, reason: &str, now: i64) -> changed {
            let waiting = tracking_asks::table
                .filter(tracking_asks::monitor_id.eq(&ask.monitor_id))
                .filter(tracking_asks::period_start.eq(ask.period_start))
                .filter(tracking_asks::engine.eq(&ask.engine))
                .filter(tracking_asks::state.eq(AskState::Waiting));
            diesel::update(waiting)
                .set(without_answer!(AskState::Failed, reason, now))
        }

        /// Puts off the questions of a run to an engine that wait.
        fn put_off_asks(ask: &AskRow, at: i64) -> changed {
            let waiting = tracking_asks::table
                .filter(tracking_asks::monitor_id.eq(&ask.monitor_id))
                .filter(tracking_asks::period_start.eq(ask.period_start))
                .filter(tracking_asks::engine.eq(&ask.engine))
                .filter(tracking_asks::state.eq(AskState::Waiting))
                .filter(tracking_asks::due_at.lt(at));
            diesel::update(waiting).set(tracking_asks::due_at.eq(at))
        }

        /// Stores an answer.
        fn answer_ask(fence: &AskFence, answer: &AskAnswer, now: i64) -> changed {
            diesel::update(held(fence))
                .set((
                    tracking_asks::state.eq(AskState::Answered),
                    tracking_asks::reason.eq(None::<String>),
                    tracking_asks::cited.eq(answer.position.is_some()),
                    tracking_asks::position.eq(answer.position),
                    tracking_asks::cited_url.eq(answer.cited_url.as_deref()),
                    tracking_asks::others.eq(&answer.others),
                    tracking_asks::owner.eq(None::<String>),
                    tracking_asks::lease_until.eq(None::<i64>),
                    tracking_asks::ended_at.eq(now),
                ))
        }

        /// Gives a question up; answers with its row.
        fn fail_ask(fence: &AskFence, reason: &str, now: i64) -> maybe AskRow {
            diesel::update(held(fence))
                .set(without_answer!(AskState::Failed, reason, now))
                .returning(AskRow::as_returning())
        }

        /// Lets a question wait for its next attempt; answers with its row.
        fn retry_ask(fence: &AskFence, at: i64, reason: &str) -> maybe AskRow {
            diesel::update(held(fence))
                .set((
                    tracking_asks::state.eq(AskState::Waiting),
                    tracking_asks::reason.eq(reason),
                    tracking_asks::due_at.eq(at),
                    tracking_asks::owner.eq(None::<String>),
                    tracking_asks::lease_until.eq(None::<i64>),
                ))
                .returning(AskRow::as_returning())
        }
    }
}

reads! {
    /// What engines were asked about all addresses of an account, by monitor, engine and number.
    fn asks_of_account(account_id: &str) -> Vec<AskRow>;
}

impl Reader {
    /// The active monitors of an account, oldest first, with what engines were asked.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn tracked_monitors(
        &self,
        account_id: &str,
    ) -> Result<Vec<TrackedMonitor>, StoreError> {
        let monitors = self.active_monitors(account_id).await?;
        if monitors.is_empty() {
            return Ok(Vec::new());
        }
        let mut asks: HashMap<String, Vec<AskRow>> = HashMap::new();
        for ask in self.asks_of_account(account_id).await? {
            asks.entry(ask.monitor_id.clone()).or_default().push(ask);
        }
        let with_asks = monitors.into_iter().map(|row| {
            let asks = asks.remove(&row.id).unwrap_or_default();
            TrackedMonitor { row, asks }
        });
        Ok(with_asks.collect())
    }
}

locking_queries! {
    /// Searches for a question to claim.
    trait AskClaimQueries {
        /// The question that is due the longest, or whose claim is over. Where `foreign_to` names
        /// an owner, claims of all others count as over; a comparison with no owner at all is never
        /// true, so its being none adds nothing.
        fn due_ask(now: i64, foreign_to: Option<&str>) -> AskRow {
            let due =
                tracking_asks::state.eq(AskState::Waiting).and(tracking_asks::due_at.le(now));
            let lapsed = tracking_asks::state
                .eq(AskState::Asking)
                .and(tracking_asks::lease_until.le(now).or(tracking_asks::owner.ne(foreign_to)));
            tracking_asks::table
                .filter(due.or(lapsed))
                .order((tracking_asks::due_at, tracking_asks::id))
                .limit(1)
                .select(AskRow::as_select())
        }
    }
}
