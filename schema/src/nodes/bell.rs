//! Words between the nodes of one store, by PostgreSQL's `LISTEN` and `NOTIFY`.
//!
//! Nothing rests on them: one that is lost costs the time until the next poll. They go over a
//! connection of their own, beside the units that they tell of. A transaction that notifies takes a
//! lock at its commit that every other one that notifies waits for
//! (<https://www.postgresql.org/docs/current/sql-notify.html>, `PreCommit_Notify` in the server's
//! `async.c`); one connection for each node keeps units out of that.

use std::collections::HashSet;
use std::sync::Arc;

use futures_util::future::{BoxFuture, Fuse, FusedFuture};
use futures_util::{FutureExt, StreamExt};
use tokio::sync::mpsc;
use tokio_postgres::{AsyncMessage, Client, Error};

use crate::store::error::StoreError;
use crate::store::postgres::server::{Messages, Server};

/// The channel. A database holds one store.
const CHANNEL: &str = "citable";
/// Bytes of words that are told at once, at most; PostgreSQL takes a payload of less than 8,000.
const PAYLOAD_BYTES: usize = 7_000;

/// Where the nodes of a store hear each other.
#[derive(Clone)]
pub struct Bell {
    server: Arc<Server>,
}

/// What is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard<'a> {
    /// Nothing that is said from now on is missed; what was said before may have been.
    Listening,
    /// A word that a node said, this one too.
    Word(&'a str),
}

type Statement = Fuse<BoxFuture<'static, Result<(), Error>>>;

impl Bell {
    pub(crate) fn new(server: Arc<Server>) -> Self {
        Self { server }
    }

    /// Says what comes by `words`, and hands on what is heard, until the connection ends or nobody
    /// is left who says anything. What came while a word was on its way is said together, each word
    /// once.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`]: the database cannot be reached, the connection broke, or a pooler
    /// does not leave it to this node.
    pub async fn serve(
        &self,
        words: &mut mpsc::Receiver<String>,
        mut heard: impl FnMut(Heard<'_>) + Send,
    ) -> Result<(), StoreError> {
        let (client, messages) = self.server.line().await?;
        let mut line = Line { client: Arc::new(client), messages, said: Fuse::terminated() };
        line.say(format!("LISTEN {CHANNEL}"));
        line.finish(&mut heard).await?;
        heard(Heard::Listening);
        let mut left_over = None;
        loop {
            let first = match left_over.take() {
                Some(word) => word,
                None => tokio::select! {
                    heard_of = line.messages.next() => {
                        hand_on(heard_of, &mut heard)?;
                        continue;
                    }
                    word = words.recv() => match word {
                        Some(word) => word,
                        None => return Ok(()),
                    },
                },
            };
            let payload;
            (payload, left_over) = together(first, words);
            line.say(format!("NOTIFY {CHANNEL}, '{payload}'"));
            line.finish(&mut heard).await?;
        }
    }
}

/// An open connection, and the statement that is under way on it.
struct Line {
    client: Arc<Client>,
    messages: Messages,
    said: Statement,
}

impl Line {
    fn say(&mut self, statement: String) {
        let client = Arc::clone(&self.client);
        self.said = async move { client.batch_execute(&statement).await }.boxed().fuse();
    }

    /// Waits for the statement; the connection lives only as long as somebody asks for messages.
    async fn finish(
        &mut self,
        heard: &mut (impl FnMut(Heard<'_>) + Send),
    ) -> Result<(), StoreError> {
        while !self.said.is_terminated() {
            tokio::select! {
                done = &mut self.said => done.map_err(broken)?,
                heard_of = self.messages.next() => hand_on(heard_of, heard)?,
            }
        }
        Ok(())
    }
}

fn hand_on(
    message: Option<Result<AsyncMessage, Error>>,
    heard: &mut (impl FnMut(Heard<'_>) + Send),
) -> Result<(), StoreError> {
    match message {
        Some(Ok(AsyncMessage::Notification(told))) => {
            told.payload().split(' ').for_each(|word| heard(Heard::Word(word)));
            Ok(())
        }
        Some(Ok(_)) => Ok(()),
        Some(Err(error)) => Err(broken(error)),
        None => Err(StoreError::Unavailable("the connection was closed".to_owned())),
    }
}

/// The word and those that wait behind it, each once; and one that has no room any more.
fn together(first: String, words: &mut mpsc::Receiver<String>) -> (String, Option<String>) {
    let mut payload = String::new();
    let mut said = HashSet::new();
    let mut next = Some(first);
    while let Some(word) = next {
        if is_word(&word) && !said.contains(&word) {
            if payload.len() + word.len() >= PAYLOAD_BYTES {
                return (payload, Some(word));
            }
            if !payload.is_empty() {
                payload.push(' ');
            }
            payload.push_str(&word);
            said.insert(word);
        }
        next = words.try_recv().ok();
    }
    (payload, None)
}

/// Words stand in a statement as they are.
fn is_word(word: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (1..PAYLOAD_BYTES).contains(&word.len()) && word.bytes().all(fits)
}

fn broken(error: Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(words: &[&str]) -> mpsc::Receiver<String> {
        let (sender, receiver) = mpsc::channel(words.len().max(1));
        words.iter().for_each(|word| sender.try_send((*word).to_owned()).unwrap());
        receiver
    }

    #[test]
    fn words_that_wait_are_said_together_and_each_once() {
        let said = together("scans".to_owned(), &mut queue(&["mail", "scans", "scn_1", "mail"]));
        assert_eq!(said, ("scans mail scn_1".to_owned(), None));
    }

    #[test]
    fn what_has_no_room_is_said_next() {
        let long = "a".repeat(PAYLOAD_BYTES - 4);
        let said = together(long.clone(), &mut queue(&["scans", "mail"]));
        assert_eq!(said, (long, Some("scans".to_owned())));
    }

    #[test]
    fn what_is_no_word_is_not_said() {
        let long = "a".repeat(PAYLOAD_BYTES);
        let said =
            together("scans".to_owned(), &mut queue(&["'; DROP TABLE scans", "", &long, "mail"]));
        assert_eq!(said, ("scans mail".to_owned(), None));
    }
}
