//! Messages to and from one browser: JSON documents of the Chrome DevTools Protocol, over the pipe
//! of `--remote-debugging-pipe` or over a WebSocket.

use std::io;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// Bytes of the longest message that is read. A browser that sends a longer one is given up.
const MESSAGE_BYTES: u64 = 16 * 1024 * 1024;
/// Messages that may wait on their way out.
const OUTGOING: usize = 1_024;
/// Messages that may wait on their way in; after that the browser waits.
const INCOMING: usize = 64;

/// Both directions of one connection. It ends when either side is dropped.
#[derive(Debug)]
pub(super) struct Wire {
    pub(super) outgoing: mpsc::Sender<String>,
    pub(super) incoming: mpsc::Receiver<String>,
    pub(super) pumps: JoinSet<()>,
}

impl Wire {
    /// Over a pipe: a NUL byte ends each message.
    pub(super) fn over_pipe(
        to: impl AsyncWrite + Unpin + Send + 'static,
        from: impl AsyncRead + Unpin + Send + 'static,
    ) -> Self {
        let (outgoing, sent) = mpsc::channel(OUTGOING);
        let (received, incoming) = mpsc::channel(INCOMING);
        let mut pumps = JoinSet::new();
        pumps.spawn(async move { drop(write_messages(to, sent).await) });
        pumps.spawn(async move { drop(read_messages(from, received).await) });
        Self { outgoing, incoming, pumps }
    }

    /// Over a WebSocket: a text frame is a message.
    pub(super) fn over_websocket<S>(socket: WebSocketStream<S>) -> Self
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (outgoing, mut sent) = mpsc::channel::<String>(OUTGOING);
        let (received, incoming) = mpsc::channel(INCOMING);
        let (mut sink, mut stream) = socket.split();
        let mut pumps = JoinSet::new();
        pumps.spawn(async move {
            while let Some(message) = sent.recv().await {
                if sink.send(Message::text(message)).await.is_err() {
                    return;
                }
            }
        });
        pumps.spawn(async move {
            while let Some(Ok(message)) = stream.next().await {
                let Message::Text(text) = message else { continue };
                if received.send(text.as_str().to_owned()).await.is_err() {
                    return;
                }
            }
        });
        Self { outgoing, incoming, pumps }
    }

    /// Passes messages on between two connections, until one of them ends.
    pub(super) async fn join(mut self, mut other: Self) {
        loop {
            let sent = tokio::select! {
                message = self.incoming.recv() => match message {
                    Some(message) => other.outgoing.send(message).await,
                    None => return,
                },
                message = other.incoming.recv() => match message {
                    Some(message) => self.outgoing.send(message).await,
                    None => return,
                },
            };
            if sent.is_err() {
                return;
            }
        }
    }
}

/// The limits of a WebSocket that carries such messages.
pub(super) fn websocket_config() -> WebSocketConfig {
    let most = usize::try_from(MESSAGE_BYTES).ok();
    WebSocketConfig::default().max_message_size(most).max_frame_size(most)
}

async fn write_messages(
    mut to: impl AsyncWrite + Unpin,
    mut messages: mpsc::Receiver<String>,
) -> io::Result<()> {
    while let Some(message) = messages.recv().await {
        to.write_all(message.as_bytes()).await?;
        to.write_all(&[0]).await?;
        to.flush().await?;
    }
    Ok(())
}

async fn read_messages(
    from: impl AsyncRead + Unpin,
    messages: mpsc::Sender<String>,
) -> io::Result<()> {
    let mut from = BufReader::new(from);
    loop {
        let mut message = Vec::new();
        (&mut from).take(MESSAGE_BYTES).read_until(0, &mut message).await?;
        // Without its end it is too long, or the browser is gone.
        if message.pop() != Some(0) {
            return Ok(());
        }
        let message = String::from_utf8_lossy(&message).into_owned();
        if messages.send(message).await.is_err() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_go_both_ways_over_a_pipe() {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (from, to) = tokio::io::split(ours);
        let mut wire = Wire::over_pipe(to, from);
        let (mut their_from, mut their_to) = tokio::io::split(theirs);
        wire.outgoing.send("{\"id\":1}".to_owned()).await.unwrap();
        let mut read = [0; 9];
        their_from.read_exact(&mut read).await.unwrap();
        assert_eq!(&read, b"{\"id\":1}\0");
        their_to.write_all(b"{\"a\":1}\0{\"b\":2}\0half").await.unwrap();
        assert_eq!(wire.incoming.recv().await.as_deref(), Some("{\"a\":1}"));
        assert_eq!(wire.incoming.recv().await.as_deref(), Some("{\"b\":2}"));
        their_to.shutdown().await.unwrap();
        assert_eq!(wire.incoming.recv().await, None, "half a message is none");
    }

    #[tokio::test]
    async fn a_message_that_is_too_long_ends_the_connection() {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (from, to) = tokio::io::split(ours);
        let mut wire = Wire::over_pipe(to, from);
        let (_their_from, mut their_to) = tokio::io::split(theirs);
        let flood =
            tokio::spawn(
                async move { while their_to.write_all(&[b'x'; 1 << 16]).await.is_ok() {} },
            );
        assert_eq!(wire.incoming.recv().await, None);
        drop(wire);
        flood.await.unwrap();
    }
}
