//! What the actor does with an outbox that is no table of the store.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Mutex;

use tokio::sync::Semaphore;
use tracing::Instrument as _;

use super::*;
use crate::bell::Word;
use crate::clock::SharedClock;
use crate::test_kit::{Cage, FakeClock, listen_to_spans, name_of_span};

const PATIENCE: Duration = Duration::from_secs(60);

/// Rows in memory. An attempt at the row `panics` does, any other ends when it may.
struct InMemory {
    clock: SharedClock,
    due: Mutex<VecDeque<&'static str>>,
    attempts: Mutex<Vec<&'static str>>,
    spans: Mutex<Vec<&'static str>>,
    may_end: Semaphore,
}

impl Kind for Arc<InMemory> {
    const NAME: &'static str = "InMemory";
    const WORD: Word = Word::Mail;
    const POLL_EVERY: Duration = PATIENCE;
    type Row = &'static str;
    type Question = Infallible;

    fn clock(&self) -> &SharedClock {
        &self.clock
    }

    fn most_in_flight(&self) -> usize {
        2
    }

    fn longest_attempt(&self) -> Duration {
        PATIENCE
    }

    async fn claim(&self, order: ClaimOrder) -> Result<Claimed<Self::Row>, StoreError> {
        self.spans.lock().unwrap().push(name_of_span());
        let mut due = self.due.lock().unwrap();
        let limit = usize::try_from(order.limit).unwrap().min(due.len());
        Ok(Claimed { rows: due.drain(..limit).collect(), next_poll: NextPoll::At(None) })
    }

    fn claim_failed(&self, error: &StoreError) {
        panic!("{error}");
    }

    fn id(row: &Self::Row) -> &str {
        row
    }

    async fn attempt(&self, row: Self::Row) {
        self.spans.lock().unwrap().push(name_of_span());
        self.attempts.lock().unwrap().push(row);
        assert_ne!(row, "panics");
        self.may_end.acquire().await.unwrap().forget();
    }

    fn broke_off(&self, id: &str, _error: TaskPanicked) {
        assert_eq!(id, "panics");
    }

    fn asked(self: &Arc<Self>, question: Infallible, _tasks: &mut Tasks) {
        match question {}
    }
}

struct World {
    cage: Cage,
    address: Address<OutboxMessage<Arc<InMemory>>>,
    outbox: Arc<InMemory>,
}

impl World {
    async fn start(due: &[&'static str]) -> Self {
        let outbox = Arc::new(InMemory {
            clock: FakeClock::at_start(),
            due: Mutex::new(due.iter().copied().collect()),
            attempts: Mutex::default(),
            spans: Mutex::default(),
            may_end: Semaphore::new(0),
        });
        let (mut cage, address) = (Cage::open().await, Address::vacant());
        cage.start(outbox_child(
            &address,
            Arc::clone(&outbox),
            "boot".to_owned(),
            OutboxNode::alone(),
        ))
        .await;
        Self { cage, address, outbox }
    }

    /// Waits until so many attempts were made; answers which.
    async fn attempted(&self, count: usize) -> Vec<&'static str> {
        let waiting = async {
            while self.outbox.attempts.lock().unwrap().len() < count {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.unwrap();
        self.outbox.attempts.lock().unwrap().clone()
    }
}

#[tokio::test]
async fn the_end_of_an_attempt_makes_room_however_it_ends() {
    let world = World::start(&["panics", "a", "b", "c"]).await;
    assert_eq!(world.attempted(3).await, ["panics", "a", "b"]);
    let drained = world.address.drain(Duration::from_millis(100)).await;
    assert_eq!(drained, Err(CallError::TimedOut), "two are in flight");
    assert_eq!(world.attempted(3).await.len(), 3, "and no more than two");
}

#[tokio::test]
async fn a_drain_waits_for_what_is_in_flight_and_begins_nothing() {
    let world = World::start(&["a", "b", "c"]).await;
    world.attempted(2).await;
    let mut drained = Box::pin(world.address.drain(PATIENCE));
    assert!(futures_util::poll!(&mut drained).is_pending());
    world.outbox.may_end.add_permits(3);
    drained.await.unwrap();
    world.address.wake();
    world.address.drain(PATIENCE).await.unwrap();
    assert_eq!(world.attempted(2).await, ["a", "b"]);
}

#[tokio::test]
async fn what_it_does_is_logged_for_nobody_in_particular() {
    let _listening = listen_to_spans();
    let caller = tracing::info_span!("caller");
    let world = World::start(&["a"]).instrument(caller.clone()).await;
    world.attempted(1).await;
    world.outbox.due.lock().unwrap().push_back("b");
    caller.in_scope(|| world.address.wake());
    world.attempted(2).await;
    assert_eq!(*world.outbox.spans.lock().unwrap(), ["actor"; 4], "two claims, two attempts");
    drop(world.cage);
}
