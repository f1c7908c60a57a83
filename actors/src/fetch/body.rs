//! Reading a body as it arrives, decoded and cut at a cap.

use futures_util::io::{AsyncRead, AsyncReadExt};

use super::decode::{Caps, Coding, Decoder};
use super::failure::RequestError;

/// Bytes that are read at a time.
const READ_BYTES: usize = 64 * 1024;

/// Bytes that are decoded at a time: small, so that the expansion is judged often.
const STEP_BYTES: usize = 4 * 1024;

/// A body with its content coding undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Body {
    pub(super) bytes: Vec<u8>,
    /// Whether it was cut at a cap.
    pub(super) truncated: bool,
}

/// Reads until the end or a cap; dropping the source then aborts the transfer.
pub(super) async fn read(
    mut source: impl AsyncRead + Unpin,
    coding: Coding,
    caps: Caps,
) -> Result<Body, RequestError> {
    let mut decoder = Decoder::new(coding, caps);
    let mut buffer = vec![0; READ_BYTES];
    'body: loop {
        let length = source.read(&mut buffer).await.map_err(isahc::Error::from)?;
        if length == 0 {
            break;
        }
        for piece in buffer[..length].chunks(STEP_BYTES) {
            if !decoder.feed(piece)? {
                break 'body;
            }
        }
        // A fast origin must not keep other tasks of this thread waiting.
        tokio::task::yield_now().await;
    }
    let (bytes, truncated) = decoder.finish()?;
    Ok(Body { bytes, truncated })
}
