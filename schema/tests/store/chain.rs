//! The mirror of a repository.

use citable_schema::{
    ChainBoardRow, ChainRead, ChainRow, KeepChain, Lead, LeaderFence, Store, StoreError,
    SwitchSource,
};

use crate::fixture::{Fixture, NOW};
use crate::on_both_databases;

on_both_databases! {
    what_was_read_is_kept_and_what_was_not_stays,
    what_is_of_another_origin_counts_as_nothing,
    who_leads_no_more_keeps_nothing,
}

const ORIGIN: &str = "https://api.test/ octo/repo";

async fn lead(store: &Store, holder: &str) -> Option<LeaderFence> {
    let (task, holder) = ("chain".to_owned(), holder.to_owned());
    let lead = Lead { task, holder, now: NOW, lease: 1_000, take_foreign: true };
    store.writer().run(lead).await.unwrap()
}

fn read(leader: &LeaderFence, frozen: Option<bool>, board: Option<&str>, at: i64) -> KeepChain {
    KeepChain {
        leader: leader.clone(),
        origin: ORIGIN.to_owned(),
        switch: frozen.map(|value| ChainRead { value, as_of: at }),
        board: board.map(|text| ChainRead { value: text.to_owned(), as_of: at }),
        next_read_at: at + 600,
    }
}

async fn stored(store: &Store) -> (ChainRow, ChainBoardRow) {
    let reader = store.reader();
    let row = reader.chain(ORIGIN).await.unwrap().unwrap();
    (row, reader.chain_board(ORIGIN).await.unwrap().unwrap())
}

async fn what_was_read_is_kept_and_what_was_not_stays(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let leader = lead(store, "one").await.unwrap();
    assert_eq!(store.reader().chain(ORIGIN).await.unwrap(), None);

    store.writer().run(read(&leader, None, None, NOW)).await.unwrap();
    let (row, board) = stored(store).await;
    let unread = ChainRow {
        frozen: false,
        switch_source: SwitchSource::Unreadable,
        switch_as_of: None,
        board_as_of: None,
        next_read_at: NOW + 600,
    };
    assert_eq!(row, unread);
    assert_eq!(board, ChainBoardRow { board: None, board_as_of: None });

    store.writer().run(read(&leader, Some(true), Some("{}"), NOW + 1)).await.unwrap();
    store.writer().run(read(&leader, None, Some("[]"), NOW + 2)).await.unwrap();
    let (row, board) = stored(store).await;
    assert!(row.frozen, "a switch that cannot be read stays pressed");
    assert_eq!((row.switch_source, row.switch_as_of), (SwitchSource::Unreadable, Some(NOW + 1)));
    assert_eq!((row.board_as_of, row.next_read_at), (Some(NOW + 2), NOW + 602));
    assert_eq!(board, ChainBoardRow { board: Some("[]".to_owned()), board_as_of: Some(NOW + 2) });

    store.writer().run(read(&leader, Some(false), None, NOW + 3)).await.unwrap();
    let (row, board) = stored(store).await;
    assert_eq!((row.frozen, row.switch_source), (false, SwitchSource::Variable));
    assert_eq!((row.switch_as_of, row.board_as_of), (Some(NOW + 3), Some(NOW + 2)));
    assert_eq!(board.board.as_deref(), Some("[]"));
}

async fn what_is_of_another_origin_counts_as_nothing(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let leader = lead(store, "one").await.unwrap();
    store.writer().run(read(&leader, Some(true), Some("{}"), NOW)).await.unwrap();
    assert_eq!(store.reader().chain("another").await.unwrap(), None);
    assert_eq!(store.reader().chain_board("another").await.unwrap(), None);

    let other = KeepChain { origin: "another".to_owned(), ..read(&leader, None, None, NOW) };
    store.writer().run(other).await.unwrap();
    let row = store.reader().chain("another").await.unwrap().unwrap();
    assert_eq!((row.frozen, row.switch_as_of, row.board_as_of), (false, None, None));
    assert_eq!(store.reader().chain(ORIGIN).await.unwrap(), None, "there is one row");
}

async fn who_leads_no_more_keeps_nothing(fixture: Fixture) {
    let Fixture { store, .. } = &fixture;
    let before = lead(store, "one").await.unwrap();
    let after = lead(store, "two").await.unwrap();
    store.writer().run(read(&after, Some(true), None, NOW)).await.unwrap();
    let late = store.writer().run(read(&before, Some(false), None, NOW + 1)).await;
    assert!(matches!(late, Err(StoreError::Fenced)), "{late:?}");
    assert!(stored(store).await.0.frozen);
}
