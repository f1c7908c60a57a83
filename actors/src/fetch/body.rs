//! Reading a body as it arrives, decoded, cut at a cap, and given up where it hardly moves.

use std::time::Duration;

use futures_util::io::{AsyncRead, AsyncReadExt};
use tokio::time::{Instant, timeout_at};

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

/// How fast a body has to come: a mean of so many bytes a second in every stretch of that time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) bytes: u32,
    pub(super) within: Duration,
}

/// One stretch of a body, and what came in it.
struct Stretch {
    pace: Pace,
    ends: Instant,
    came: usize,
}

impl Stretch {
    fn begin(pace: Pace) -> Self {
        Self { pace, ends: Instant::now() + pace.within, came: 0 }
    }

    /// Takes what came, and begins the next stretch where this one is over.
    fn pass(&mut self, came: usize) -> Result<(), RequestError> {
        self.came += came;
        if Instant::now() < self.ends {
            return Ok(());
        }
        let least = f64::from(self.pace.bytes) * self.pace.within.as_secs_f64();
        // Bodies are far smaller than what this type counts exactly.
        if (self.came as f64) < least {
            return Err(RequestError::TimedOut);
        }
        *self = Self::begin(self.pace);
        Ok(())
    }
}

/// Reads until the end or a cap; dropping the source then aborts the transfer.
pub(super) async fn read(
    mut source: impl AsyncRead + Unpin,
    coding: Coding,
    caps: Caps,
    pace: Pace,
) -> Result<Body, RequestError> {
    let mut decoder = Decoder::new(coding, caps);
    let mut buffer = vec![0; READ_BYTES];
    let mut stretch = Stretch::begin(pace);
    'body: loop {
        let Ok(read) = timeout_at(stretch.ends, source.read(&mut buffer)).await else {
            stretch.pass(0)?;
            continue;
        };
        let length = read.map_err(isahc::Error::from)?;
        if length == 0 {
            break;
        }
        stretch.pass(length)?;
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
