//! Bodies of snapshots outside the database: which object is whose, and when one is deleted.

use citable_schema::{
    Admission, ClaimObjects, ClaimedObject, Completion, ExpectObject, Fence, ForgetObjects,
    ForgetPage, ForgetScan, Leftover, NewScan, Outcome, SnapshotRow, Store, StoreError, Sweep,
};

use crate::fixture::{Fixture, NOW, admission, claim_one, completion};
use crate::on_both_databases;

on_both_databases! {
    a_snapshot_is_in_the_object_that_was_expected,
    what_no_scan_took_in_time_is_deleted,
    an_object_that_is_being_deleted_is_never_named,
    a_scan_that_was_taken_over_leaves_its_object,
    objects_of_deleted_scans_are_due_at_once,
    a_failed_delete_comes_up_again_ever_later,
    nodes_at_once_delete_different_objects,
    a_key_is_expected_once,
}

const FIRST: i64 = 30_000;
const LONGEST: i64 = 3_600_000;
const GRACE: i64 = 900_000;

fn expected(object: &str) -> ExpectObject {
    ExpectObject { object: object.to_owned(), due_at: NOW + GRACE }
}

async fn expect(store: &Store, object: &str) {
    store.writer().run(expected(object)).await.unwrap();
}

fn claim(now: i64, limit: i64) -> ClaimObjects {
    ClaimObjects { now, limit, first_pause: FIRST, longest_pause: LONGEST }
}

async fn due(store: &Store, now: i64) -> Vec<String> {
    let claimed = store.writer().run(claim(now, 100)).await.unwrap();
    let mut keys: Vec<_> = claimed.into_iter().map(|object| object.object).collect();
    keys.sort();
    keys
}

async fn forget(store: &Store, object: &str) {
    store.writer().run(ForgetObjects { objects: vec![object.to_owned()] }).await.unwrap();
}

/// A running scan of an account, or of none.
async fn running(store: &Store, id: &str, account: Option<&str>) -> Fence {
    let admission = admission(id, &format!("{id}.example"), NOW - 50);
    let scan = NewScan {
        account_id: account.map(ToOwned::to_owned),
        url_hash: "page".to_owned(),
        ..admission.scan
    };
    store.writer().run(Admission { scan, ..admission }).await.unwrap();
    claim_one(store, "boot", NOW).await.fence().unwrap()
}

fn end_with(fence: Fence, key: &str) -> Completion {
    let mut end = completion(fence, NOW, 2);
    let Outcome::Done { object, .. } = &mut end.outcome else { unreachable!() };
    *object = Some(key.to_owned());
    end
}

/// A finished scan whose snapshot is in an object.
async fn scanned(store: &Store, id: &str, account: Option<&str>, object: &str) {
    let fence = running(store, id, account).await;
    expect(store, object).await;
    store.writer().run(end_with(fence, object)).await.unwrap();
}

async fn snapshot(store: &Store, id: &str) -> SnapshotRow {
    store.reader().snapshot(id).await.unwrap().unwrap()
}

async fn a_snapshot_is_in_the_object_that_was_expected(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    assert!(!store.reader().has_objects().await.unwrap());
    scanned(store, "a", None, "key of a").await;
    let stored = snapshot(store, "a").await;
    assert_eq!((stored.object.as_deref(), &*stored.body), (Some("key of a"), &[][..]));
    assert_eq!(stored.hash, "s256");
    assert!(store.reader().has_objects().await.unwrap());
    assert!(due(store, i64::MAX).await.is_empty(), "a row names it");

    let fence = running(store, "b", None).await;
    store.writer().run(completion(fence, NOW, 2)).await.unwrap();
    let stored = snapshot(store, "b").await;
    assert_eq!((stored.object, &*stored.body), (None, &[0, 255, 10][..]));
}

async fn what_no_scan_took_in_time_is_deleted(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    expect(store, "lost").await;
    assert_eq!(store.reader().objects_doomed(NOW + GRACE - 1).await.unwrap(), 0);
    assert!(due(store, NOW + GRACE - 1).await.is_empty());
    assert_eq!(store.reader().objects_doomed(NOW + GRACE).await.unwrap(), 1);
    assert_eq!(due(store, NOW + GRACE).await, ["lost"]);
    forget(store, "lost").await;
    assert!(due(store, i64::MAX).await.is_empty());
}

async fn an_object_that_is_being_deleted_is_never_named(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    for (id, is_gone) in [("a", false), ("b", true)] {
        let fence = running(store, id, None).await;
        expect(store, id).await;
        assert_eq!(due(store, NOW + GRACE).await, [id]);
        if is_gone {
            forget(store, id).await;
        }
        store.writer().run(end_with(fence, id)).await.unwrap();
        let stored = snapshot(store, id).await;
        assert_eq!((stored.object, &*stored.body), (None, &[0, 255, 10][..]), "{id}");
    }
    assert_eq!(due(store, i64::MAX).await, ["a"], "nobody named it");
}

async fn a_scan_that_was_taken_over_leaves_its_object(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let fence = running(store, "a", None).await;
    expect(store, "late").await;
    let other = Fence { owner: "another".to_owned(), ..fence };
    let ended = store.writer().run(end_with(other, "late")).await;
    assert!(matches!(ended, Err(StoreError::Fenced)), "{ended:?}");
    assert_eq!(due(store, NOW + GRACE).await, ["late"]);
}

async fn objects_of_deleted_scans_are_due_at_once(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let ada = Some("ada");
    for id in ["one", "two", "three"] {
        scanned(store, id, ada, &format!("object of {id}")).await;
    }
    let fence = running(store, "inline", ada).await;
    store.writer().run(completion(fence, NOW, 2)).await.unwrap();
    scanned(store, "stray", None, "object of stray").await;
    scanned(store, "other", Some("grace"), "object of other").await;
    assert!(due(store, NOW).await.is_empty());

    let order = ForgetScan { account_id: "ada".to_owned(), scan_id: "two".to_owned() };
    store.writer().run(order).await.unwrap();
    assert!(store.reader().snapshot("two").await.unwrap().is_none());
    assert_eq!(store.reader().objects_doomed(NOW).await.unwrap(), 1);
    assert_eq!(due(store, NOW).await, ["object of two"]);
    forget(store, "object of two").await;

    let order = ForgetPage { account_id: "ada".to_owned(), url_hash: "page".to_owned() };
    store.writer().run(order).await.unwrap();
    assert_eq!(due(store, NOW).await, ["object of one", "object of three"]);
    for id in ["one", "three"] {
        assert!(store.reader().snapshot(id).await.unwrap().is_none());
        forget(store, &format!("object of {id}")).await;
    }

    let sweep = Sweep { what: Leftover::StrayScan, until: NOW, limit: 9, now: NOW };
    assert_eq!(store.writer().run(sweep).await.unwrap(), 1);
    assert_eq!(due(store, NOW).await, ["object of stray"]);
    assert_eq!(snapshot(store, "other").await.object.as_deref(), Some("object of other"));
}

async fn a_failed_delete_comes_up_again_ever_later(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    expect(store, "a").await;
    let mut now = NOW + GRACE;
    for (attempts, pause) in [(1, FIRST), (2, 2 * FIRST), (3, 4 * FIRST)] {
        let claimed = store.writer().run(claim(now, 9)).await.unwrap();
        assert_eq!(claimed, [ClaimedObject { object: "a".to_owned(), attempts }]);
        assert!(due(store, now + pause - 1).await.is_empty(), "after {attempts}");
        assert_eq!(store.reader().objects_doomed(now).await.unwrap(), 1);
        now += pause;
    }
    for _ in 0..80 {
        assert_eq!(due(store, now).await, ["a"]);
        now += LONGEST;
    }
}

async fn nodes_at_once_delete_different_objects(fixture: Fixture) {
    let nodes = [fixture.store_with(|_| ()).await, fixture.store_with(|_| ()).await];
    for number in 0..40 {
        expect(&fixture.store, &format!("{number}")).await;
    }
    let claims = (0..30).map(|round| {
        let store = nodes[round % 2].clone();
        tokio::spawn(async move { store.writer().run(claim(NOW + GRACE, 3)).await.unwrap() })
    });
    let mut taken = Vec::new();
    for claimed in claims.collect::<Vec<_>>() {
        let claimed = claimed.await.unwrap();
        assert!(claimed.iter().all(|object| object.attempts == 1), "{claimed:?}");
        taken.extend(claimed.into_iter().map(|object| object.object));
    }
    // Passing over what another node has locked may leave some for the next claim.
    taken.extend(due(&fixture.store, NOW + GRACE).await);
    taken.sort();
    assert_eq!(taken.len(), 40);
    taken.dedup();
    assert_eq!(taken.len(), 40, "none twice");
}

async fn a_key_is_expected_once(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    expect(store, "a").await;
    let again = store.writer().run(expected("a")).await;
    assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
}
