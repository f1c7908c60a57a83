//! What the writer promises of every unit of work.

use citable_schema::{Admitted, Completion, NewEvent, Probe, ScanStatus, StoreError};
use futures_util::future::join_all;
use futures_util::poll;

use crate::fixture::{Fixture, NOW, admission, admit, claim_one, completion, progress};
use crate::on_both_databases;

on_both_databases! {
    a_place_in_the_log_is_taken_once,
    a_unit_that_fails_half_way_leaves_nothing,
    a_caller_that_leaves_does_not_undo_its_unit,
    a_failing_unit_does_not_take_others_with_it,
    a_full_queue_refuses,
    a_probe_goes_the_way_of_every_unit,
    a_closed_store_refuses_and_has_stored_what_it_accepted,
}

async fn a_place_in_the_log_is_taken_once(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    admit(store, "a", "example.com", NOW).await;
    let fence = claim_one(store, "boot", NOW).await.fence().unwrap();
    store.writer().run(progress(&fence, 2, "fetching")).await.unwrap();
    let again = store.writer().run(progress(&fence, 2, "reading")).await;
    assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
    assert_eq!(
        store.reader().scan("a").await.unwrap().unwrap().stage,
        "fetching",
        "the whole unit is undone"
    );
}

async fn a_unit_that_fails_half_way_leaves_nothing(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    admit(store, "a", "example.com", NOW).await;
    let fence = claim_one(store, "boot", NOW).await.fence().unwrap();
    let events = vec![NewEvent::entered(2, NOW, "saving"), NewEvent::entered(1, NOW, "taken")];
    let finish = Completion { events, ..completion(fence.clone(), NOW, 2) };
    let refused = store.writer().run(finish).await;
    assert!(matches!(refused, Err(StoreError::Conflict(_))), "{refused:?}");
    assert_eq!(store.reader().scan("a").await.unwrap().unwrap().status, ScanStatus::Running);
    assert_eq!(store.reader().report("a").await.unwrap(), None);
    assert_eq!(store.reader().events_after("a", 1).await.unwrap(), []);
    store.writer().run(completion(fence, NOW, 2)).await.unwrap();
}

async fn a_caller_that_leaves_does_not_undo_its_unit(fixture: Fixture) {
    let writer = fixture.store.writer();
    let lock = fixture.block_writes().await;
    let mut admitting = Box::pin(writer.run(admission("a", "example.com", NOW)));
    // Polled once, the unit is accepted; it cannot have run yet.
    assert!(poll!(&mut admitting).is_pending());
    drop(admitting);
    lock.release().await;
    fixture.store.close().await;
    assert!(fixture.store.reader().scan("a").await.unwrap().is_some());
}

async fn a_probe_goes_the_way_of_every_unit(fixture: Fixture) {
    let writer = fixture.store.writer();
    writer.run(Probe).await.unwrap();
    fixture.store.close().await;
    let refused = writer.run(Probe).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
}

async fn a_failing_unit_does_not_take_others_with_it(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    admit(store, "taken", "example.com", NOW).await;
    let lock = fixture.block_writes().await;
    let ids = ["a", "taken", "b", "taken", "c"];
    let mut units: Vec<_> = ids
        .map(|id| {
            Box::pin(async move { store.writer().run(admission(id, "example.com", NOW)).await })
        })
        .into();
    for unit in &mut units {
        assert!(poll!(unit).is_pending());
    }
    lock.release().await;
    let outcomes = join_all(units).await;
    for (id, outcome) in ids.iter().zip(outcomes) {
        match *id {
            "taken" => assert!(matches!(outcome, Err(StoreError::Conflict(_))), "{outcome:?}"),
            _ => assert!(matches!(outcome, Ok(Admitted::Taken(_))), "{id}: {outcome:?}"),
        }
    }
    assert_eq!(store.reader().waiting().await.unwrap(), 4);
}

async fn a_full_queue_refuses(fixture: Fixture) {
    let narrow =
        fixture.store_with(|settings| (settings.write_queue, settings.write_batch) = (2, 1)).await;
    let lock = fixture.block_writes().await;
    let units = (0..5).map(|number| {
        let narrow = narrow.clone();
        Box::pin(async move {
            narrow.writer().run(admission(&format!("a{number}"), "example.com", NOW)).await
        })
    });
    let mut units: Vec<_> = units.collect();
    let mut refused = 0;
    for unit in &mut units {
        if let std::task::Poll::Ready(outcome) = poll!(unit) {
            assert_eq!(outcome, Err(StoreError::Overloaded));
            refused += 1;
        }
    }
    // SQLite's thread may have taken one out of the queue before it waits for the lock.
    assert!((2..=3).contains(&refused), "{refused} of 5 were refused");
    lock.release().await;
    narrow.close().await;
    assert_eq!(fixture.store.reader().waiting().await.unwrap(), 5 - refused);
}

async fn a_closed_store_refuses_and_has_stored_what_it_accepted(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let clone = store.clone();
    let accepted: Vec<_> = (0..20)
        .map(|number| {
            let writer = store.writer();
            tokio::spawn(async move {
                writer.run(admission(&format!("a{number:02}"), "example.com", NOW)).await
            })
        })
        .collect();
    clone.close().await;
    let mut stored = 0;
    for unit in accepted {
        stored += i64::from(unit.await.unwrap().is_ok());
    }
    let late = store.writer().run(admission("late", "example.com", NOW)).await;
    assert!(matches!(late, Err(StoreError::Unavailable(_))), "{late:?}");
    assert_eq!(store.reader().waiting().await.unwrap(), stored);
    store.close().await;
}
