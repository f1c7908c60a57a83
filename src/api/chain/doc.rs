//! What the API description says of the chain board.

use super::views::{BoardView, StatusView};
use crate::http::doc::{Answer, Doc, schema_of};
use crate::http::problem::{Code, OK};
use crate::http::reply::JSON;

const TAG: &str = "Chain";

/// `GET /chain/status`.
pub(crate) const STATUS: Doc = Doc {
    operation_id: "readChainStatus",
    tag: TAG,
    summary: "Read the pause switch",
    description: "`frozen` is true if the pause switch is on; `stale` is true if the switch was not \
        read in the last 45 minutes. The two are independent: act only if both are false. Uses no \
        quota.",
    parameters: &[],
    request: None,
    answers: &[Answer {
        status: OK,
        description: "State of the pause switch when it was last read.",
        media: JSON,
        bodies: &[schema_of::<StatusView>],
        headers: &[("Cache-Control", "`no-store`.")],
    }],
    errors: &[],
};

/// `GET /chain/board`.
pub(crate) const BOARD: Doc = Doc {
    operation_id: "readChainBoard",
    tag: TAG,
    summary: "Read the chain board",
    description: "Returns the open issues and pull requests of the mirrored repository with their \
        stages. The board is refreshed every 10 minutes. Needs a session on the Agency plan or a \
        key with the `scan` scope. Uses no quota.",
    parameters: &[],
    request: None,
    answers: &[Answer {
        status: OK,
        description: "Board. Empty and stale if no repository is mirrored.",
        media: JSON,
        bodies: &[schema_of::<BoardView>],
        headers: &[("Cache-Control", "`private, no-store`.")],
    }],
    errors: &[Code::InsufficientScope],
};
