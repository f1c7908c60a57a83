//! Messages on standard input and output.
//!
//! What is no message is answered here, since the protocol's library says nothing to it. The end of
//! input waits until what was asked before it is answered.

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rmcp::model::{ErrorCode, ErrorData, JsonRpcError, RequestId};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::sync::{Notify, mpsc, watch};

use super::limits::{LAST_RESPONSES, LINE_BYTES, QUEUE};
use super::lines::{self, Line};
use crate::http::MIB;
use crate::mcp::message::{Message, id_of};

/// The notification that a request is given up.
const CANCELLED: &str = "notifications/cancelled";
/// What asks for the server's revisions, before a lifecycle is chosen.
const DISCOVER: &str = "server/discover";

/// Standard input and output.
pub(super) struct Stdio {
    incoming: mpsc::Receiver<RxJsonRpcMessage<RoleServer>>,
    outgoing: mpsc::Sender<String>,
    open: Arc<Open>,
    written: Written,
}

/// Whether everything that was sent is written.
#[derive(Clone)]
pub(super) struct Written(watch::Receiver<bool>);

impl Written {
    /// Waits until it is.
    pub(super) async fn wait(mut self) {
        // The sender is gone when the thread that writes is.
        let _written = self.0.wait_for(|is_written| *is_written).await;
    }
}

/// Requests without a response.
#[derive(Default)]
struct Open {
    ids: Mutex<HashSet<RequestId>>,
    changed: Notify,
}

impl Open {
    fn add(&self, id: RequestId) {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
    }

    fn remove(&self, id: &RequestId) {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        self.changed.notify_waiters();
    }

    async fn none(&self) {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // From here on, no change is missed.
            changed.as_mut().enable();
            if self.ids.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
                return;
            }
            changed.await;
        }
    }
}

impl Stdio {
    /// Begins to read and write, on threads of its own: reading can't be interrupted.
    pub(super) fn start() -> Self {
        let (to_library, incoming) = mpsc::channel(QUEUE);
        let (outgoing, to_write) = mpsc::channel(QUEUE);
        let (done, written) = watch::channel(false);
        let open = Arc::new(Open::default());
        let gate = Gate {
            library: to_library,
            answers: outgoing.clone(),
            open: Arc::clone(&open),
            has_begun: false,
        };
        thread::spawn(move || gate.read());
        thread::spawn(move || {
            write(to_write);
            done.send_replace(true);
        });
        Self { incoming, outgoing, open, written: Written(written) }
    }

    /// Tells when everything that was sent is written.
    pub(super) fn written(&self) -> Written {
        self.written.clone()
    }
}

impl Transport<RoleServer> for Stdio {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let (outgoing, open) = (self.outgoing.clone(), Arc::clone(&self.open));
        async move {
            let value = serde_json::to_value(&message)?;
            let sent = outgoing.send(value.to_string()).await;
            if let Some(id) = id_of(&value) {
                open.remove(&id);
            }
            sent.map_err(|_closed| io::ErrorKind::BrokenPipe.into())
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        if let Some(message) = self.incoming.recv().await {
            return Some(message);
        }
        let waited = tokio::time::timeout(LAST_RESPONSES, self.open.none()).await;
        if waited.is_err() {
            tracing::warn!("some requests are left without a response");
        }
        None
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        let (nobody, _) = mpsc::channel(1);
        drop(std::mem::replace(&mut self.outgoing, nobody));
        self.incoming.close();
        self.written.clone().wait().await;
        Ok(())
    }
}

/// Writes each message on a line of its own, until nobody reads or sends any more.
fn write(mut messages: mpsc::Receiver<String>) {
    while let Some(message) = messages.blocking_recv() {
        let mut stdout = io::stdout().lock();
        if writeln!(stdout, "{message}").and_then(|()| stdout.flush()).is_err() {
            return;
        }
    }
}

/// Lets messages through to the library, and answers what is none.
struct Gate {
    library: mpsc::Sender<RxJsonRpcMessage<RoleServer>>,
    answers: mpsc::Sender<String>,
    open: Arc<Open>,
    /// Whether a lifecycle was chosen. The library ends where a notification comes before that.
    has_begun: bool,
}

impl Gate {
    fn read(mut self) {
        let mut stdin = io::stdin().lock();
        loop {
            let taken = match lines::next(&mut stdin) {
                Ok(Some(Line::Whole(line))) if line.trim_ascii().is_empty() => Ok(()),
                Ok(Some(Line::Whole(line))) => self.take(&line),
                Ok(Some(Line::TooLong)) => {
                    let most = LINE_BYTES / MIB;
                    let message = format!("A message can have at most {most} MiB.");
                    self.refuse(None, ErrorCode::INVALID_REQUEST, message)
                }
                Ok(None) => return,
                Err(error) => return tracing::error!(%error, "can't read standard input"),
            };
            if taken.is_err() {
                return;
            }
        }
    }

    fn take(&mut self, line: &[u8]) -> Result<(), Closed> {
        let Ok(value) = serde_json::from_slice::<Value>(line) else {
            let message = "Send one JSON-RPC message per line, as JSON.".to_owned();
            return self.refuse(None, ErrorCode::PARSE_ERROR, message);
        };
        if value.is_array() {
            let message = "Batches aren't supported. Send one message per line.".to_owned();
            return self.refuse(None, ErrorCode::INVALID_REQUEST, message);
        }
        let id = id_of(&value);
        let message = match Message::read(&value) {
            Ok(message) => message,
            Err(why) => return self.refuse(id, ErrorCode::INVALID_REQUEST, why.to_owned()),
        };
        let Some(method) = message.method.as_deref() else {
            // Nothing is ever asked of the client, so this responds to nothing.
            return Ok(());
        };
        let is_modern = message.version.is_some() && method != DISCOVER;
        self.has_begun |= message.id.is_some() && (message.is_initialize() || is_modern);
        match &message.id {
            None if !self.has_begun => return Ok(()),
            None if method == CANCELLED => {
                let given_up = serde_json::from_value(value["params"]["requestId"].clone());
                if let Ok(id) = given_up {
                    self.open.remove(&id);
                }
            }
            None => {}
            Some(id) => self.open.add(id.clone()),
        }
        match serde_json::from_value(value) {
            Ok(message) => self.library.blocking_send(message).map_err(|_closed| Closed),
            Err(error) => {
                tracing::debug!(%error, "a message can't be read");
                let why = "This isn't a message of the protocol.".to_owned();
                if let Some(id) = &id {
                    self.open.remove(id);
                }
                self.refuse(id, ErrorCode::INVALID_REQUEST, why)
            }
        }
    }

    fn refuse(
        &self,
        id: Option<RequestId>,
        code: ErrorCode,
        message: String,
    ) -> Result<(), Closed> {
        let error = JsonRpcError::new(id, ErrorData::new(code, message, None));
        let text = serde_json::to_string(&error).unwrap_or_default();
        self.answers.blocking_send(text).map_err(|_closed| Closed)
    }
}

/// The other side is gone.
struct Closed;
