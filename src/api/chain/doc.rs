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
    summary: "Whether the chain is paused",
    description: "`frozen` is true only when the pause switch is pressed, `stale` when it was not \
        read for 45 minutes. The two are independent: whoever wants to act needs both false. Free \
        of quota.",
    parameters: &[],
    request: None,
    answers: &[Answer {
        status: OK,
        description: "The pause switch, as it was last read.",
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
    description: "What is open in the mirrored repository and where it stands, as it was last \
        read; it is read every ten minutes. For sessions with the plan Agency, and for keys with \
        the scope `scan`. Free of quota.",
    parameters: &[],
    request: None,
    answers: &[Answer {
        status: OK,
        description: "The board; empty and stale where nothing is mirrored.",
        media: JSON,
        bodies: &[schema_of::<BoardView>],
        headers: &[("Cache-Control", "`private, no-store`.")],
    }],
    errors: &[Code::InsufficientScope],
};
