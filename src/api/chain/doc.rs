//! What the API description says of the chain board.

use super::views::{BoardView, StatusView};
use crate::http::doc::{Answer, Doc};
use crate::http::problem::{Code, OK};

const TAG: &str = "Chain";

/// `GET /chain/status`.
pub(crate) const STATUS: Doc = Doc {
    operation_id: "readChainStatus",
    tag: TAG,
    summary: "Read the pause switch",
    description: "`frozen` is true if the pause switch is on; `stale` is true if the switch was not \
        read in the last 45 minutes. The two are independent: act only if both are false. Uses no \
        quota.",
    answers: &[Answer::json::<StatusView>(OK, "State of the pause switch when it was last read.")
        .with(&[("Cache-Control", "`no-store`.")])],
    ..Doc::BARE
};

/// `GET /chain/board`.
pub(crate) const BOARD: Doc = Doc {
    operation_id: "readChainBoard",
    tag: TAG,
    summary: "Read the chain board",
    description: "Returns the open issues and pull requests of the mirrored repository with their \
        stages. The board is refreshed every 10 minutes. Needs a session on the Agency plan or a \
        key with the `scan` scope. Uses no quota.",
    answers: &[Answer::json::<BoardView>(
        OK,
        "Board. Empty and stale if no repository is mirrored.",
    )
    .with(&[("Cache-Control", "`private, no-store`.")])],
    errors: &[Code::InsufficientScope],
    ..Doc::BARE
};
