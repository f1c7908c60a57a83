//! The actor that tells the other nodes what is new, and hears it from them.
//!
//! **Owns** the connection on which this node speaks and listens.
//! **Invariants** nothing rests on a word: whoever waits for one also polls. Words are said in their
//! order, those that came meanwhile together, each once.
//! **Messages** casts `Say`, tick `Connect`; `Ended` comes back from its task.
//! **Restart** permanent, where the store has several nodes; on SQLite there is none.
//! **Backpressure** while [`WORDS_WAITING`] wait to be said, more are dropped.

mod word;

use std::sync::Arc;
use std::time::Duration;

use citable_metrics::NODE_LISTENING;
use citable_schema::{Heard, StoreError};
use ractor::{Actor, ActorProcessingErr, ActorRef};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::address::Address;
use crate::tasks::{TaskPanicked, Tasks};
use crate::timer::Timer;

pub(crate) use word::Word;

/// Words that wait to be said.
const WORDS_WAITING: usize = 4_096;
/// The pause before a connection that broke is opened again; it doubles.
const PAUSE_FIRST: Duration = Duration::from_secs(2);
/// The longest pause. A connection that lived longer is opened after the first one again.
const PAUSE_MOST: Duration = Duration::from_secs(60);

/// How the other actors tell the other nodes what is new.
#[derive(Clone, Debug)]
pub(crate) struct BellHandle(Address<BellMessage>);

impl BellHandle {
    pub(crate) fn new(address: Address<BellMessage>) -> Self {
        Self(address)
    }

    /// Tells the other nodes; on SQLite there are none.
    pub(crate) fn say(&self, word: Word) {
        let _found_by_a_poll = self.0.cast(BellMessage::Say(word));
    }
}

/// Who is told what was heard.
pub(crate) type Hear = Arc<dyn Fn(Word) + Send + Sync>;

#[derive(Clone)]
pub(crate) struct BellArgs {
    pub(crate) bell: citable_schema::Bell,
    pub(crate) hear: Hear,
}

pub(crate) enum BellMessage {
    /// Tell the other nodes.
    Say(Word),
    /// Time to open the connection.
    Connect,
    /// The connection ended.
    Ended(Result<Result<(), StoreError>, TaskPanicked>),
}

/// The actor.
pub(crate) struct Bell;

type Myself = ActorRef<BellMessage>;

impl Actor for Bell {
    type Msg = BellMessage;
    type State = BellState;
    type Arguments = BellArgs;

    async fn pre_start(
        &self,
        myself: Myself,
        args: Self::Arguments,
    ) -> Result<Self::State, ActorProcessingErr> {
        let tasks = Tasks::apart("Bell");
        let mut state = BellState {
            args,
            tasks,
            words: None,
            opened_at: Instant::now(),
            pause: PAUSE_FIRST,
            next: Timer::default(),
        };
        state.connect(&myself);
        Ok(state)
    }

    async fn handle(
        &self,
        myself: Myself,
        message: Self::Msg,
        state: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            BellMessage::Say(word) => state.say(word),
            BellMessage::Connect => state.connect(&myself),
            BellMessage::Ended(result) => state.ended(&myself, result),
        }
        Ok(())
    }
}

pub(crate) struct BellState {
    args: BellArgs,
    tasks: Tasks,
    /// To the connection, while it is open or being opened.
    words: Option<mpsc::Sender<String>>,
    opened_at: Instant,
    /// Before the connection is opened the next time.
    pause: Duration,
    next: Timer,
}

impl BellState {
    fn say(&self, word: Word) {
        if let Some(words) = &self.words {
            let _found_by_a_poll = words.try_send(word.into_text());
        }
    }

    fn connect(&mut self, myself: &Myself) {
        let (words, mut said) = mpsc::channel(WORDS_WAITING);
        self.words = Some(words);
        self.opened_at = Instant::now();
        let BellArgs { bell, hear } = self.args.clone();
        let line = async move { bell.serve(&mut said, |heard| tell(&hear, heard)).await };
        self.tasks.attach(myself, line, BellMessage::Ended);
    }

    fn ended(&mut self, myself: &Myself, result: Result<Result<(), StoreError>, TaskPanicked>) {
        NODE_LISTENING.set(0);
        self.words = None;
        match result {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(%error, "can't hear other nodes; their work is found by polling");
            }
            Err(error) => tracing::error!(%error, "couldn't listen to other nodes"),
        }
        if self.opened_at.elapsed() > PAUSE_MOST {
            self.pause = PAUSE_FIRST;
        }
        self.next.set(myself, self.pause, || BellMessage::Connect);
        self.pause = PAUSE_MOST.min(self.pause * 2);
    }
}

/// Hands on what was heard; what was said before somebody listened may be anything.
fn tell(hear: &Hear, heard: Heard<'_>) {
    match heard {
        Heard::Listening => {
            NODE_LISTENING.set(1);
            tracing::info!("this node hears other nodes");
            Word::of_work().into_iter().for_each(|word| hear(word));
        }
        // A newer node may say what this one doesn't know.
        Heard::Word(text) => Word::read(text).into_iter().for_each(|word| hear(word)),
    }
}

#[cfg(test)]
mod tests;
