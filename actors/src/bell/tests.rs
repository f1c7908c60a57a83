use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use ractor::{Actor, ActorProcessingErr, ActorRef};

use super::{BellMessage, Word};
use crate::test_kit::Universe;
use crate::{Resume, Role};

/// How long a word may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Stands where the bell does, and keeps what it is told.
struct Ear;

type Said = Arc<Mutex<Vec<Word>>>;

impl Actor for Ear {
    type Msg = BellMessage;
    type State = Said;
    type Arguments = Said;

    async fn pre_start(
        &self,
        _: ActorRef<BellMessage>,
        said: Said,
    ) -> Result<Said, ActorProcessingErr> {
        Ok(said)
    }

    async fn handle(
        &self,
        _: ActorRef<BellMessage>,
        message: BellMessage,
        said: &mut Said,
    ) -> Result<(), ActorProcessingErr> {
        if let BellMessage::Say(word) = message {
            said.lock().unwrap().push(word);
        }
        Ok(())
    }
}

/// A node of that role, and what it says to others.
async fn node(role: Role) -> (Universe, Said) {
    let universe = Universe::with(|settings| settings.role = role).await;
    let said = Said::default();
    let (ear, _) = Actor::spawn(None, Ear, Arc::clone(&said)).await.unwrap();
    universe.occupy_bell(ear);
    (universe, said)
}

/// Waits until that was said; by the machine's own clock, as the store's thread works in real time.
async fn said(words: &Said, word: Word) {
    let patience = Instant::now() + PATIENCE;
    while !words.lock().unwrap().contains(&word) {
        assert!(Instant::now() < patience, "never said: {word:?}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_node_that_only_answers_tells_others_what_waits() {
    let (universe, words) = node(Role::Api).await;
    universe.submit(universe.scan("https://a.test-site.net/")).await.unwrap();
    said(&words, Word::Scans).await;
    universe.handles().mail.wake();
    said(&words, Word::Mail).await;
    universe.handles().webhooks.wake();
    said(&words, Word::Webhooks).await;
}

#[tokio::test(start_paused = true)]
async fn a_node_that_works_tells_others_how_a_scan_goes_and_keeps_its_work() {
    let (universe, words) = node(Role::All).await;
    let scan = universe.scan("https://a.test-site.net/");
    let id = scan.id.clone();
    universe.submit(scan).await.unwrap();
    let events = universe.handles().scans.follow(id.clone(), Resume::After(0)).await.unwrap();
    let events = events.collect::<Vec<_>>().await.len();
    said(&words, Word::Events(id.clone())).await;
    let words = words.lock().unwrap();
    assert!(words.iter().all(|word| *word == Word::Events(id.clone())), "{words:?}");
    assert!(words.len() < events, "what is stored together is told once");
}
