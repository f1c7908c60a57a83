//! What becomes of a page that is not read to its end since it takes too long.

use std::cell::Cell;

use citable_checks::evaluate::{evaluate, evaluate_within};
use citable_checks::failure::FailureCode;
use citable_checks::page::snapshot::Snapshot;
use citable_checks::patience::Patience;
use citable_checks::sandbox::FIXTURES;

fn snapshot() -> Snapshot {
    FIXTURES[0].snapshot()
}

#[test]
fn wherever_patience_ends_there_is_no_report_and_else_the_same() {
    let snapshot = snapshot();
    let whole = evaluate("scn_test", &snapshot, &mut |_| {}).unwrap();
    for last in 0.. {
        let questions = Cell::new(0);
        let may_go_on = || {
            questions.set(questions.get() + 1);
            questions.get() <= last
        };
        let patience = Patience::new(&may_go_on);
        let read = evaluate_within("scn_test", &snapshot, &mut |_| {}, &patience);
        if questions.get() <= last {
            assert_eq!(read.unwrap(), whole);
            assert!(last > 40, "each check asks, and so does the parser: {last}");
            return;
        }
        assert_eq!(read.unwrap_err().code, FailureCode::Internal, "after {last} questions");
        assert!(questions.get() <= last + 2, "nobody goes on asking");
    }
}
