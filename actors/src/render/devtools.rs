//! A client of the Chrome DevTools Protocol: commands with a deadline each, and a stream of events.
//!
//! Source: <https://chromedevtools.github.io/devtools-protocol/>.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;

use super::wire::Wire;

/// How long the browser may take to answer one command.
const COMMAND: Duration = Duration::from_secs(10);
/// Bytes of events that may wait to be read; a browser that floods us with more is given up.
const WAITING_BYTES: usize = 64 * 1024 * 1024;

/// Why a command did not succeed.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum DevtoolsError {
    /// The connection is closed: the browser crashed, was killed or broke the protocol.
    #[error("the browser is gone")]
    Gone,
    /// No answer came in time.
    #[error("the browser didn't answer {0} in time")]
    TimedOut(&'static str),
    /// The browser refused it.
    #[error("the browser refused {method}: {message}")]
    Refused {
        /// The command.
        method: &'static str,
        /// What it said.
        message: String,
    },
}

/// Something that happened in the browser.
#[derive(Debug)]
pub(super) struct Event {
    pub(super) method: String,
    pub(super) params: Value,
    /// The session it happened in; none for the browser's own.
    pub(super) session: Option<String>,
}

#[derive(Deserialize)]
struct Incoming {
    id: Option<u64>,
    result: Option<Value>,
    error: Option<Refusal>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
    #[serde(rename = "sessionId")]
    session: Option<String>,
}

#[derive(Deserialize)]
struct Refusal {
    message: String,
}

type Answer = Result<Value, String>;
/// Who waits for which answer; none once no answer can come any more.
type Waiting = Arc<Mutex<Option<HashMap<u64, oneshot::Sender<Answer>>>>>;

/// The commands' side of a connection. Dropping it ends the connection.
#[derive(Debug)]
pub(super) struct Devtools {
    outgoing: mpsc::Sender<String>,
    waiting: Waiting,
    next_id: AtomicU64,
    _pumps: JoinSet<()>,
}

/// The events' side.
#[derive(Debug)]
pub(super) struct Events {
    events: mpsc::UnboundedReceiver<(usize, Event)>,
    bytes: Arc<AtomicUsize>,
}

impl Events {
    /// The next event; none once the browser is gone.
    pub(super) async fn next(&mut self) -> Option<Event> {
        let (bytes, event) = self.events.recv().await?;
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        Some(event)
    }

    /// Forgets what has not been read yet.
    pub(super) fn clear(&mut self) {
        while let Ok((bytes, _event)) = self.events.try_recv() {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        }
    }
}

impl Devtools {
    /// Speaks over that wire.
    pub(super) fn over(wire: Wire) -> (Self, Events) {
        let Wire { outgoing, incoming, mut pumps } = wire;
        let waiting = Arc::new(Mutex::new(Some(HashMap::new())));
        let bytes = Arc::<AtomicUsize>::default();
        let (happened, events) = mpsc::unbounded_channel();
        pumps.spawn(sort(incoming, Arc::clone(&waiting), happened, Arc::clone(&bytes)));
        let devtools = Self { outgoing, waiting, next_id: AtomicU64::new(1), _pumps: pumps };
        (devtools, Events { events, bytes })
    }

    /// Whether the connection is known to be closed.
    pub(super) fn is_gone(&self) -> bool {
        locked(&self.waiting).is_none()
    }

    /// Sends a command and waits for its result. `session` is none for the browser itself.
    pub(super) async fn call(
        &self,
        session: Option<&str>,
        method: &'static str,
        params: Value,
    ) -> Result<Value, DevtoolsError> {
        self.call_within(COMMAND, session, method, params).await
    }

    /// The same with a deadline of its own.
    pub(super) async fn call_within(
        &self,
        time: Duration,
        session: Option<&str>,
        method: &'static str,
        params: Value,
    ) -> Result<Value, DevtoolsError> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        locked(&self.waiting).as_mut().ok_or(DevtoolsError::Gone)?.insert(id, answer);
        // Whoever drops this future no longer waits.
        let _forget = Forget { waiting: &self.waiting, id };
        let sent = self.outgoing.send(message(id, session, method, &params));
        let answered = async {
            sent.await.map_err(|_closed| DevtoolsError::Gone)?;
            answered.await.map_err(|_closed| DevtoolsError::Gone)
        };
        let answer = tokio::time::timeout(time, answered).await;
        let answer = answer.map_err(|_elapsed| DevtoolsError::TimedOut(method))??;
        answer.map_err(|message| DevtoolsError::Refused { method, message })
    }

    /// Sends a command whose result nobody waits for.
    pub(super) async fn post(&self, session: Option<&str>, method: &'static str, params: Value) {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let _gone = self.outgoing.send(message(id, session, method, &params)).await;
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes whoever waited for an answer off the list.
fn take(waiting: &Waiting, id: u64) -> Option<oneshot::Sender<Answer>> {
    locked(waiting).as_mut()?.remove(&id)
}

struct Forget<'a> {
    waiting: &'a Waiting,
    id: u64,
}

impl Drop for Forget<'_> {
    fn drop(&mut self) {
        take(self.waiting, self.id);
    }
}

fn message(id: u64, session: Option<&str>, method: &str, params: &Value) -> String {
    let mut message = json!({ "id": id, "method": method, "params": params });
    if let Some(session) = session {
        message["sessionId"] = session.into();
    }
    message.to_string()
}

/// Gives answers to those who wait for them, and events to their reader.
async fn sort(
    mut incoming: mpsc::Receiver<String>,
    waiting: Waiting,
    happened: mpsc::UnboundedSender<(usize, Event)>,
    bytes: Arc<AtomicUsize>,
) {
    while let Some(text) = incoming.recv().await {
        let Ok(message) = serde_json::from_str::<Incoming>(&text) else { break };
        match (message.id, message.method) {
            (Some(id), _) => {
                let answer = match message.error {
                    Some(refusal) => Err(refusal.message),
                    None => Ok(message.result.unwrap_or_default()),
                };
                // An answer that comes late or twice is nobody's.
                let _late = take(&waiting, id).map(|waits| waits.send(answer));
            }
            (None, Some(method)) => {
                let before = bytes.fetch_add(text.len(), Ordering::Relaxed);
                let event = Event { method, params: message.params, session: message.session };
                let is_flood = before + text.len() > WAITING_BYTES;
                if is_flood || happened.send((text.len(), event)).is_err() {
                    break;
                }
            }
            (None, None) => break,
        }
    }
    *locked(&waiting) = None;
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

    use super::*;

    /// A peer that says what the test tells it to.
    struct Peer {
        from: BufReader<ReadHalf<DuplexStream>>,
        to: WriteHalf<DuplexStream>,
    }

    impl Peer {
        async fn heard(&mut self) -> Value {
            let mut message = Vec::new();
            self.from.read_until(0, &mut message).await.unwrap();
            message.pop();
            serde_json::from_slice(&message).unwrap()
        }

        async fn say(&mut self, message: Value) {
            self.to.write_all(format!("{message}\0").as_bytes()).await.unwrap();
        }
    }

    fn connected() -> (Devtools, Events, Peer) {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (from, to) = tokio::io::split(ours);
        let (devtools, events) = Devtools::over(Wire::over_pipe(to, from));
        let (from, to) = tokio::io::split(theirs);
        (devtools, events, Peer { from: BufReader::new(from), to })
    }

    #[tokio::test]
    async fn answers_in_any_order_reach_whoever_asked() {
        let (devtools, mut events, mut peer) = connected();
        let asked = async {
            tokio::join!(
                devtools.call(None, "A.first", json!({})),
                devtools.call(Some("S"), "A.second", json!({ "x": 1 })),
            )
        };
        let told = async {
            let (first, second) = (peer.heard().await, peer.heard().await);
            assert_eq!(second["sessionId"], "S");
            assert_eq!(second["params"]["x"], 1);
            peer.say(json!({ "method": "A.happened", "params": { "y": 2 } })).await;
            peer.say(json!({ "id": second["id"], "error": { "message": "no" } })).await;
            peer.say(json!({ "id": first["id"], "result": { "z": 3 } })).await;
            // Answers that nobody waits for harm nobody.
            peer.say(json!({ "id": first["id"], "result": {} })).await;
            peer.say(json!({ "id": 99, "result": {} })).await;
        };
        let ((first, second), ()) = tokio::join!(asked, told);
        assert_eq!(first.unwrap()["z"], 3);
        assert_eq!(second.unwrap_err().to_string(), "the browser refused A.second: no");
        assert_eq!(events.next().await.unwrap().params["y"], 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_command_without_answer_ends_at_its_deadline() {
        let (devtools, _events, _peer) = connected();
        let error = devtools.call(None, "A.slow", json!({})).await.unwrap_err();
        assert_eq!(error.to_string(), "the browser didn't answer A.slow in time");
        assert_eq!(locked(&devtools.waiting).as_ref().unwrap().len(), 0, "nothing is kept for it");
    }

    #[tokio::test]
    async fn a_browser_that_dies_or_talks_nonsense_is_gone() {
        for nonsense in ["", "no JSON\0", "{}\0"] {
            let (devtools, mut events, mut peer) = connected();
            peer.to.write_all(nonsense.as_bytes()).await.unwrap();
            peer.to.shutdown().await.unwrap();
            let error = devtools.call(None, "A.b", json!({})).await.unwrap_err();
            assert!(matches!(error, DevtoolsError::Gone), "{nonsense}: {error}");
            assert!(events.next().await.is_none());
        }
    }

    #[tokio::test]
    async fn a_flood_of_events_ends_the_connection() {
        let (devtools, mut events, mut peer) = connected();
        let event = json!({ "method": "A.flood", "params": "x".repeat(4 << 20) });
        for _ in 0..17 {
            if peer.to.write_all(format!("{event}\0").as_bytes()).await.is_err() {
                break;
            }
        }
        let error = devtools.call(None, "A.b", json!({})).await.unwrap_err();
        assert!(matches!(error, DevtoolsError::Gone), "{error}");
        assert!(events.next().now_or_never().is_some());
        events.clear();
        assert!(events.next().await.is_none());
    }
}
