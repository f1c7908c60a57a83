//! The `chain_snapshot` table: what was last read of the repository that is mirrored. It has one
//! row, which names its origin; what is of another one is as good as nothing.
//!
//! Routes read this row, so all nodes show the same.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::nodes::leaders::{LeaderFence, hold};
use crate::store::connection::Connection;
use crate::store::error::StoreError;
use crate::store::queries::{queries, stored_words};
use crate::store::reader::reads;
use crate::store::tables::chain_snapshot;
use crate::store::unit::Unit;

/// The name of the row.
const NAME: &str = "chain";

stored_words! {
    /// How the last attempt to read the pause switch went.
    pub enum SwitchSource {
        /// It was read.
        Variable = "variable",
        /// It could not be read.
        Unreadable = "unreadable",
    }
}

/// The row.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = chain_snapshot)]
pub struct ChainRow {
    /// Whether the switch was pressed when it was last read.
    pub frozen: bool,
    /// How the last attempt to read it went.
    pub switch_source: SwitchSource,
    /// When it was last read.
    pub switch_as_of: Option<i64>,
    /// When the board was last read.
    pub board_as_of: Option<i64>,
    /// When it is time to read again.
    pub next_read_at: i64,
}

/// The board's part of the row.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = chain_snapshot)]
pub struct ChainBoardRow {
    /// JSON, as it was last read.
    pub board: Option<String>,
    /// When it was last read.
    pub board_as_of: Option<i64>,
}

/// Something that was read, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainRead<T> {
    /// What it said.
    pub value: T,
    /// When.
    pub as_of: i64,
}

/// Keeps what a leader has read. What could not be read stays as it was.
///
/// # Errors
/// [`StoreError::Fenced`] where somebody else leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeepChain {
    /// Who may.
    pub leader: LeaderFence,
    /// Of what.
    pub origin: String,
    /// Whether the switch is pressed; none where it could not be read.
    pub switch: Option<ChainRead<bool>>,
    /// The board, as JSON; none where it could not be read.
    pub board: Option<ChainRead<String>>,
    /// When it is time to read again.
    pub next_read_at: i64,
}

impl Unit for KeepChain {
    type Answer = ();

    async fn run(&self, conn: &mut Connection<'_>) -> Result<(), StoreError> {
        hold(conn, &self.leader).await?;
        let before = conn.chain(&self.origin).await?;
        let (frozen, switch_source, switch_as_of) = match (&self.switch, before) {
            (Some(read), _) => (read.value, SwitchSource::Variable, Some(read.as_of)),
            (None, Some(row)) => (row.frozen, SwitchSource::Unreadable, row.switch_as_of),
            (None, None) => (false, SwitchSource::Unreadable, None),
        };
        let board = match &self.board {
            Some(read) => {
                ChainBoardRow { board: Some(read.value.clone()), board_as_of: Some(read.as_of) }
            }
            None => {
                let nothing = ChainBoardRow { board: None, board_as_of: None };
                conn.chain_board(&self.origin).await?.unwrap_or(nothing)
            }
        };
        let row = ChainRow {
            frozen,
            switch_source,
            switch_as_of,
            board_as_of: board.board_as_of,
            next_read_at: self.next_read_at,
        };
        conn.delete_chain().await?;
        conn.insert_chain(&self.origin, &row, board.board.as_deref()).await?;
        Ok(())
    }
}

queries! {
    /// Statements on `chain_snapshot`.
    trait ChainQueries {
        fn chain(origin: &str) -> first ChainRow {
            chain_snapshot::table
                .filter(chain_snapshot::origin.eq(origin))
                .select(ChainRow::as_select())
        }

        fn chain_board(origin: &str) -> first ChainBoardRow {
            chain_snapshot::table
                .filter(chain_snapshot::origin.eq(origin))
                .select(ChainBoardRow::as_select())
        }

        fn delete_chain() -> changed {
            diesel::delete(chain_snapshot::table)
        }

        fn insert_chain(origin: &str, row: &ChainRow, board: Option<&str>) -> changed {
            diesel::insert_into(chain_snapshot::table)
                .values((
                    chain_snapshot::name.eq(NAME),
                    chain_snapshot::origin.eq(origin),
                    chain_snapshot::frozen.eq(row.frozen),
                    chain_snapshot::switch_source.eq(row.switch_source),
                    chain_snapshot::switch_as_of.eq(row.switch_as_of),
                    chain_snapshot::board.eq(board),
                    chain_snapshot::board_as_of.eq(row.board_as_of),
                    chain_snapshot::next_read_at.eq(row.next_read_at),
                ))
        }
    }
}

reads! {
    /// What was last read of that origin, but for the board itself.
    fn chain(origin: &str) -> Option<ChainRow>;

    /// The board that was last read of that origin.
    fn chain_board(origin: &str) -> Option<ChainBoardRow>;
}
