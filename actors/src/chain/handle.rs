//! What the rest of the program asks of the mirror.

use super::board::Board;
use super::settings::{ChainSettings, STALE_AFTER};
use crate::clock::{SharedClock, milliseconds};
use crate::reader::ReaderHandle;
use crate::worker::AskError;

pub use citable_schema::SwitchSource;

/// How the rest of the program looks at the mirror. It is read from the store, so every node shows
/// the same.
#[derive(Clone, Debug)]
pub struct ChainHandle {
    reader: ReaderHandle,
    clock: SharedClock,
    /// None where nothing is mirrored.
    origin: Option<String>,
}

/// The pause switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainStatus {
    /// Whether it was pressed when it was last read.
    pub frozen: bool,
    /// Whether that is too long ago, or never was.
    pub stale: bool,
    /// When it was last read.
    pub as_of: Option<i64>,
    /// How the last attempt went; none where there was none.
    pub source: Option<SwitchSource>,
}

/// The board, as it was last read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainBoard {
    /// Whether that is too long ago, or never was.
    pub stale: bool,
    /// When it was last read.
    pub as_of: Option<i64>,
    /// What was read.
    pub board: Board,
    /// The instant of the question, which ages are counted to.
    pub now: i64,
}

impl ChainHandle {
    pub(crate) fn new(
        reader: ReaderHandle,
        settings: Option<&ChainSettings>,
        clock: SharedClock,
    ) -> Self {
        Self { reader, clock, origin: settings.map(ChainSettings::origin) }
    }

    /// The pause switch.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn status(&self) -> Result<ChainStatus, AskError> {
        let read = self
            .origin
            .clone()
            .map(|origin| self.reader.read(move |store| async move { store.chain(&origin).await }));
        let row = match read {
            Some(read) => read.await?,
            None => None,
        };
        let as_of = row.as_ref().and_then(|row| row.switch_as_of);
        Ok(ChainStatus {
            frozen: row.as_ref().is_some_and(|row| row.frozen),
            stale: is_stale(as_of, self.clock.now_ms()),
            as_of,
            source: row.map(|row| row.switch_source),
        })
    }

    /// The board.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn board(&self) -> Result<ChainBoard, AskError> {
        let read = self.origin.clone().map(|origin| {
            self.reader.read(move |store| async move { store.chain_board(&origin).await })
        });
        let row = match read {
            Some(read) => read.await?,
            None => None,
        };
        let now = self.clock.now_ms();
        let read = row.and_then(|row| {
            let board: Board = serde_json::from_str(&row.board?).ok()?;
            Some((board, row.board_as_of?))
        });
        let as_of = read.as_ref().map(|(_, as_of)| *as_of);
        let board = read.map(|(board, _)| board).unwrap_or_default();
        Ok(ChainBoard { stale: is_stale(as_of, now), as_of, board, now })
    }
}

/// What was read after now was read by a clock that was wrong: its age is not known.
fn is_stale(as_of: Option<i64>, now: i64) -> bool {
    let limit = milliseconds(STALE_AFTER);
    as_of.is_none_or(|as_of| now.saturating_sub(as_of).saturating_abs() >= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_five_minutes_make_it_stale() {
        const NOW: i64 = 1_800_000_000_000;
        const LIMIT: i64 = 45 * 60 * 1_000;
        assert!(is_stale(None, NOW));
        for (age, stale) in
            [(0, false), (LIMIT - 1, false), (LIMIT, true), (-LIMIT + 1, false), (-LIMIT, true)]
        {
            assert_eq!(is_stale(Some(NOW - age), NOW), stale, "{age}");
        }
    }
}
