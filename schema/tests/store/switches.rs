//! Pausing scans.

use citable_schema::{Admitted, Pause, PauseRow, Resume};

use crate::fixture::{Fixture, NOW, admission, admit, claim_all, claim_one, completion};
use crate::on_both_databases;

on_both_databases! {
    while_scans_are_paused_none_is_admitted_or_claimed_on_any_node,
    a_pause_begins_and_ends_once,
}

fn pause(reason: Option<&str>, now: i64) -> Pause {
    Pause { reason: reason.map(str::to_owned), now }
}

async fn while_scans_are_paused_none_is_admitted_or_claimed_on_any_node(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    admit(store, "running", "one.example", NOW).await;
    let running = claim_one(store, "boot", NOW).await.fence().unwrap();
    admit(store, "waiting", "two.example", NOW).await;
    store.writer().run(pause(None, NOW)).await.unwrap();

    for node in [store.clone(), fixture.store_with(|_| ()).await] {
        let refused = node.writer().run(admission("new", "three.example", NOW)).await;
        assert_eq!(refused, Ok(Admitted::Paused));
        assert_eq!(node.reader().scan("new").await.unwrap(), None);
        let claimed = claim_all(&node, "other", NOW, &[]).await;
        assert_eq!((claimed.scans.len(), claimed.waiting, claimed.paused), (0, 1, true));
    }
    let ended = store.writer().run(completion(running, NOW, 2)).await;
    assert_eq!(ended, Ok(()), "what was running ends");

    store.writer().run(Resume).await.unwrap();
    let claimed = claim_all(store, "boot", NOW, &[]).await;
    assert_eq!((claimed.scans.len(), claimed.paused), (1, false));
    admit(store, "new", "three.example", NOW).await;
}

async fn a_pause_begins_and_ends_once(fixture: Fixture) {
    let (writer, reader) = (fixture.store.writer(), fixture.store.reader());
    let since_now =
        |reason: Option<&str>| PauseRow { turned_on_at: NOW, reason: reason.map(str::to_owned) };
    assert_eq!(reader.pause().await, Ok(None));
    assert_eq!(writer.run(Resume).await, Ok(None));
    assert_eq!(writer.run(pause(Some("disk"), NOW)).await, Ok(since_now(Some("disk"))));
    assert_eq!(writer.run(pause(None, NOW + 1)).await, Ok(since_now(Some("disk"))));
    assert_eq!(writer.run(pause(Some("net"), NOW + 2)).await, Ok(since_now(Some("net"))));
    assert_eq!(reader.pause().await, Ok(Some(since_now(Some("net")))));
    assert_eq!(writer.run(Resume).await, Ok(Some(since_now(Some("net")))));
    assert_eq!(reader.pause().await, Ok(None));
    assert_eq!(writer.run(pause(None, NOW)).await, Ok(since_now(None)), "nothing is left of it");
}
