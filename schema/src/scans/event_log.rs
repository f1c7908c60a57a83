//! The `scan_events` table: the progress log of each scan.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::scans::event_runs::{self, NewRun, StoredRun};
use crate::scans::events::{EventRow, NewEvent};
use crate::store::error::StoreError;
use crate::store::queries::queries;
use crate::store::reader::{Reader, reads};
use crate::store::tables::scan_events;

/// Scans asked for in one statement by [`Reader::events_of`]; more are asked for in several.
const SCANS_PER_POLL: usize = 100;

queries! {
    /// Statements on `scan_events`.
    trait EventQueries {
        fn insert_event(scan_id: &str, event: &NewEvent) -> changed {
            diesel::insert_into(scan_events::table)
                .values((scan_events::scan_id.eq(scan_id), event))
        }

        /// Stores events in order; several checks in a row become one row of the table.
        fn insert_events(scan_id: &str, events: &[NewEvent]) -> own usize |conn| {
            let mut stored = 0;
            for NewRun { last, earlier_checks } in event_runs::rows(events) {
                let earlier = scan_events::earlier_checks.eq(earlier_checks);
                let row = (scan_events::scan_id.eq(scan_id), last, earlier);
                stored += diesel::insert_into(scan_events::table).values(row).execute(conn).await?;
            }
            Ok(stored)
        }

        /// The highest place taken in a scan's log; 0 where it is empty.
        fn last_seq(scan_id: &str) -> own i64 |conn| {
            scan_events::table
                .filter(scan_events::scan_id.eq(scan_id))
                .select(diesel::dsl::max(scan_events::seq))
                .get_result::<Option<i64>>(conn)
                .await
                .map(Option::unwrap_or_default)
        }

        /// The same for several scans, those whose log is empty left out.
        fn last_seqs(scan_ids: &[String]) -> all (String, Option<i64>) {
            scan_events::table
                .filter(scan_events::scan_id.eq_any(scan_ids))
                .group_by(scan_events::scan_id)
                .select((scan_events::scan_id, diesel::dsl::max(scan_events::seq)))
        }

        fn last_event(scan_id: &str) -> first EventRow {
            scan_events::table
                .filter(scan_events::scan_id.eq(scan_id))
                .order(scan_events::seq.desc())
                .select(EventRow::as_select())
        }

        /// The rows of each scan with events after a place in its log, by scan and place.
        fn runs_after(places: &[(String, i64)]) -> all StoredRun {
            let mut query = scan_events::table
                .filter(diesel::dsl::sql::<diesel::sql_types::Bool>("1 = 0"))
                .order((scan_events::scan_id, scan_events::seq))
                .select(StoredRun::as_select())
                .into_boxed();
            for (scan_id, seq) in places {
                let after = scan_events::scan_id.eq(scan_id).and(scan_events::seq.gt(seq));
                query = query.or_filter(after);
            }
            query
        }
    }
}

impl Reader {
    /// The events of one scan after a place in its log, in order.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn events_after(&self, scan_id: &str, seq: i64) -> Result<Vec<EventRow>, StoreError> {
        self.events_of(&[(scan_id.to_owned(), seq)]).await
    }

    /// The events of many scans, each after a place in its log, by scan and then in order.
    ///
    /// # Errors
    /// Those of every method.
    pub async fn events_of(&self, places: &[(String, i64)]) -> Result<Vec<EventRow>, StoreError> {
        let mut events = Vec::new();
        let place_of: HashMap<&str, i64> =
            places.iter().map(|(scan_id, seq)| (scan_id.as_str(), *seq)).collect();
        for some in places.chunks(SCANS_PER_POLL) {
            let some = some.to_vec();
            let read = self.read(move |conn| Box::pin(async move { conn.runs_after(&some).await }));
            for run in read.await? {
                let seq = place_of.get(run.scan_id()).copied().unwrap_or_default();
                events.extend(run.after(seq));
            }
        }
        events.sort_by(|a, b| (&a.scan_id, a.seq).cmp(&(&b.scan_id, b.seq)));
        Ok(events)
    }
}

reads! {
    /// The last event of one scan.
    fn last_event(scan_id: &str) -> Option<EventRow>;
}
