use std::sync::Mutex;
use std::time::Duration;

use super::*;
use crate::clock::Clock;
use crate::test_kit::{Cage, listen_to_spans, name_of_span};

const PATIENCE: Duration = Duration::from_secs(60);

/// Knows in which spans it was asked.
#[derive(Debug, Default)]
struct Asked(Mutex<Vec<&'static str>>);

impl Clock for Asked {
    fn now_ms(&self) -> i64 {
        self.0.lock().unwrap().push(name_of_span());
        0
    }
}

#[tokio::test]
async fn a_read_is_logged_for_nobody_in_particular() {
    let _listening = listen_to_spans();
    let (mut cage, clock) = (Cage::open().await, Arc::new(Asked::default()));
    let settings = ChainSettings {
        api_url: "http://127.0.0.1:1/".parse().unwrap(),
        owner: "o".to_owned(),
        name: "n".to_owned(),
        token: String::new(),
        pause_variable: "P".to_owned(),
        stages: Vec::new(),
        state: None,
    };
    let args = ChainArgs {
        settings: Some(settings),
        provider: Provider::new(None).unwrap(),
        reader: cage.store.reader(),
        writer: cage.store.writer(),
        clock: clock.clone(),
        holder: "boot".to_owned(),
        single_node: true,
    };
    let child = chain_child(&Address::vacant(), args);
    cage.start(child).await;
    let waiting = async {
        while clock.0.lock().unwrap().len() < 2 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.unwrap();
    // The actor asks as it starts, and then its task.
    assert_eq!(clock.0.lock().unwrap()[1], "actor");
}
