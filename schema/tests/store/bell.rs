//! What the nodes of one store say to each other.

use citable_schema::{Heard, Store, StoreError};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::fixture::{Fixture, execute};

/// What one node says and hears.
struct Node {
    words: mpsc::Sender<String>,
    heard: mpsc::UnboundedReceiver<String>,
    line: JoinHandle<Result<(), StoreError>>,
}

impl Node {
    /// A node that listens already; none behind a pooler, which nobody hears anything through.
    async fn of(store: &Store) -> Option<Self> {
        let bell = store.bell().unwrap();
        let (words, mut said) = mpsc::channel(1_000);
        let (tell, heard) = mpsc::unbounded_channel();
        let line = tokio::spawn(async move {
            let heard = |heard: Heard<'_>| match heard {
                Heard::Listening => tell.send("(listening)".to_owned()).unwrap(),
                Heard::Word(word) => tell.send(word.to_owned()).unwrap(),
            };
            bell.serve(&mut said, heard).await
        });
        let mut node = Self { words, heard, line };
        match node.heard.recv().await {
            Some(heard) => assert_eq!(heard, "(listening)"),
            None => {
                let refused = node.line.await.unwrap().unwrap_err().to_string();
                assert!(refused.contains("set CITABLE_DATABASE_LISTEN_URL"), "{refused}");
                assert_eq!(std::env::var("CITABLE_TEST_POSTGRES").as_deref(), Ok("pgbouncer"));
                return None;
            }
        }
        Some(node)
    }

    async fn hears(&mut self) -> String {
        self.heard.recv().await.unwrap()
    }

    async fn says(&self, word: &str) {
        self.words.send(word.to_owned()).await.unwrap();
    }
}

#[tokio::test]
async fn what_one_node_says_every_node_hears() {
    let Some(fixture) = Fixture::postgres().await else { return };
    let Some(mut one) = Node::of(&fixture.store).await else { return };
    let mut other = Node::of(&fixture.store).await.unwrap();
    one.says("scans").await;
    for node in [&mut one, &mut other] {
        assert_eq!(node.hears().await, "scans");
    }
    // More than one notification holds, and than a node says while it waits.
    let words: Vec<String> = (0..900).map(|number| format!("scn_{number:026}")).collect();
    for word in &words {
        other.says(word).await;
    }
    for word in words {
        assert_eq!(one.hears().await, word);
    }
}

#[tokio::test]
async fn a_line_that_breaks_says_so_and_one_that_is_not_needed_ends() {
    let Some(fixture) = Fixture::postgres().await else { return };
    let Some(Node { words, line, .. }) = Node::of(&fixture.store).await else { return };
    drop(words);
    assert_eq!(line.await.unwrap(), Ok(()));

    let node = Node::of(&fixture.store).await.unwrap();
    let listeners = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                     WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    execute(&fixture.url, listeners).await;
    let broken = node.line.await.unwrap();
    assert!(matches!(broken, Err(StoreError::Unavailable(_))), "{broken:?}");
}

#[tokio::test]
async fn one_node_alone_has_nobody_to_tell() {
    assert!(Fixture::sqlite().await.store.bell().is_none());
}
