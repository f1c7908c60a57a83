//! Events of checks, which are stored several to a row: the row is the event of the last of them,
//! and names the checks before it.

use diesel::prelude::*;

use crate::scans::events::{EventRow, NewEvent};
use crate::store::tables::scan_events;

/// A row of the log.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = scan_events)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub(crate) struct StoredRun {
    #[diesel(embed)]
    last: EventRow,
    earlier_checks: Option<String>,
}

/// A row to store.
#[derive(Debug)]
pub(crate) struct NewRun<'a> {
    pub(crate) last: &'a NewEvent,
    pub(crate) earlier_checks: Option<String>,
}

impl StoredRun {
    pub(crate) fn scan_id(&self) -> &str {
        &self.last.scan_id
    }

    /// The events of the row that come after a place in the log, in order.
    pub(crate) fn after(self, seq: i64) -> impl Iterator<Item = EventRow> {
        let Self { last, earlier_checks } = self;
        let lines = earlier_checks.as_deref().unwrap_or_default().lines().rev();
        let mut events: Vec<EventRow> =
            (1..).zip(lines).filter_map(|(back, line)| before(&last, back, line)).collect();
        events.reverse();
        events.push(last);
        events.into_iter().filter(move |event| event.seq > seq)
    }
}

/// The event so many places before.
fn before(last: &EventRow, back: i32, line: &str) -> Option<EventRow> {
    let (verdict, id) = line.split_once(' ')?;
    Some(EventRow {
        seq: last.seq - i64::from(back),
        completed_checks: last.completed_checks - back,
        check_id: Some(id.to_owned()),
        check_status: Some(verdict.to_owned()),
        ..last.clone()
    })
}

/// The events as rows, in order.
pub(crate) fn rows(events: &[NewEvent]) -> impl Iterator<Item = NewRun<'_>> {
    let runs = events.chunk_by(follows);
    runs.filter_map(|run| run.split_last())
        .map(|(last, earlier)| NewRun { last, earlier_checks: checks_of(earlier) })
}

/// Whether two events differ in nothing but their place and their check.
fn follows(one: &NewEvent, next: &NewEvent) -> bool {
    let moved = NewEvent {
        seq: one.seq + 1,
        completed_checks: one.completed_checks + 1,
        check_id: next.check_id.clone(),
        check_status: next.check_status.clone(),
        ..one.clone()
    };
    check_of(one).is_some() && check_of(next).is_some() && moved == *next
}

fn check_of(event: &NewEvent) -> Option<(&str, &str)> {
    event.check_id.as_deref().zip(event.check_status.as_deref())
}

fn checks_of(events: &[NewEvent]) -> Option<String> {
    let checks = events.iter().filter_map(check_of);
    let lines: Vec<_> = checks.map(|(id, verdict)| format!("{verdict} {id}")).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn event(seq: i64, kind: u8, at: i64) -> NewEvent {
        let is_check = kind > 0;
        NewEvent {
            completed_checks: i32::try_from(seq).unwrap(),
            check_id: is_check.then(|| format!("check-{seq}")),
            check_status: is_check.then(|| ["pass", "fail"][usize::from(kind) % 2].to_owned()),
            ..NewEvent::entered(seq, at, "saving")
        }
    }

    /// The row as it is read back.
    fn stored(run: NewRun<'_>) -> StoredRun {
        let last = run.last.clone().into_row("scn_1".to_owned());
        StoredRun { last, earlier_checks: run.earlier_checks }
    }

    #[test]
    fn the_checks_of_a_scan_take_one_row() {
        let mut events: Vec<_> = (5..39).map(|seq| event(seq, 1, 7)).collect();
        events.insert(0, event(4, 0, 7));
        events.push(event(39, 0, 7));
        assert_eq!(rows(&events).count(), 3);
    }

    proptest! {
        #[test]
        fn events_come_back_from_every_place(
            kinds in prop::collection::vec((0_u8..4, 0_i64..2), 0..20),
            after in 0_i64..25,
        ) {
            let events: Vec<_> =
                (1..).zip(kinds).map(|(seq, (kind, at))| event(seq, kind, at)).collect();
            let back = rows(&events).map(stored);
            let back: Vec<_> = back.flat_map(|row| row.after(after)).collect();
            let expected: Vec<_> = events
                .into_iter()
                .filter(|event| event.seq > after)
                .map(|event| event.into_row("scn_1".to_owned()))
                .collect();
            prop_assert_eq!(back, expected);
        }
    }
}
