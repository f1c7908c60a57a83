//! Reading a body as it arrives, decoded, cut at a cap, and given up where it hardly moves.

use std::time::Duration;

use futures_util::io::AsyncReadExt;
use isahc::AsyncBody;
use tokio::time::{Instant, timeout_at};

use super::decode::{Caps, Coding, Decoder};
use super::failure::RequestError;

/// Bytes that are read at a time.
const READ_BYTES: usize = 64 * 1024;

/// Bytes that are decoded at a time: small, so that the expansion is judged often.
const STEP_BYTES: usize = 4 * 1024;

/// Where the bytes of a body come from. A read that is given up loses none.
pub(super) trait Source {
    /// Reads some bytes; none are the end.
    async fn read(&mut self, buffer: &mut [u8]) -> Result<usize, RequestError>;
}

impl Source for AsyncBody {
    async fn read(&mut self, buffer: &mut [u8]) -> Result<usize, RequestError> {
        Ok(AsyncReadExt::read(self, buffer).await.map_err(isahc::Error::from)?)
    }
}

/// How the last tag of a document begins.
const LAST_TAG: &[u8] = b"</html";

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

/// Reads until the end or a cap. Dropping the source then aborts the transfer.
pub(super) async fn read(
    source: &mut impl Source,
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
        let length = read?;
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

/// Whether a document ends with its last tag; nothing but blanks and comments follow it.
pub(super) fn ends_document(bytes: &[u8]) -> bool {
    let mut rest = bytes.trim_ascii_end();
    while let Some(comment) = rest.strip_suffix(b"-->") {
        let Some(start) = comment.windows(4).rposition(|window| window == b"<!--") else { break };
        rest = comment[..start].trim_ascii_end();
    }
    let Some(tag) = rest.strip_suffix(b">").map(<[u8]>::trim_ascii_end) else { return false };
    let name = tag.len().saturating_sub(LAST_TAG.len());
    tag[name..].eq_ignore_ascii_case(LAST_TAG)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_ends_with_its_last_tag() {
        for document in [
            "<html>text</html>",
            "text</HTML \n>\r\n \t",
            "text</html><!-- kept for 0.2 s --> <!---->\n<!-- again -->",
        ] {
            assert!(ends_document(document.as_bytes()), "{document}");
        }
        for document in [
            "",
            "<html>text",
            "<html>text</html",
            "text</html>more",
            "text</html><!-- a comment",
            "text<!-- </html> -->",
            "<script>'</html>'",
            "text-->",
            ">",
        ] {
            assert!(!ends_document(document.as_bytes()), "{document}");
        }
    }
}
