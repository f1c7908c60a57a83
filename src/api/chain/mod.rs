//! The chain board: the pause switch of a mirrored repository, and its open issues and pull
//! requests.

mod doc;
mod views;

use citable_actors::identity::{AccountPlan, Scope};
use hyper::header::CACHE_CONTROL;

use crate::http::call::Call;
use crate::http::caller::Caller;
use crate::http::problem::{Code, OK, Problem};
use crate::http::reply::{self, Response, With};

pub(crate) use doc::{BOARD, STATUS};
use views::{BoardView, StatusView};

/// Answers with the pause switch.
pub(crate) async fn status(call: Call) -> Result<Response, Problem> {
    let status = call.app().handles.chain.status().await?;
    Ok(reply::json(OK, &StatusView::from(status)).with_static(CACHE_CONTROL, "no-store"))
}

/// Answers with the board.
pub(crate) async fn board(call: Call) -> Result<Response, Problem> {
    permit(&call)?;
    let board = call.app().handles.chain.board().await?;
    let response = reply::json(OK, &BoardView::from(board));
    Ok(response.with_static(CACHE_CONTROL, "private, no-store"))
}

/// A session needs the plan; what a key may was asked at the gate.
fn permit(call: &Call) -> Result<(), Problem> {
    match &call.caller {
        Caller::Session(account) if account.plan != AccountPlan::Agency => Err(Problem::new(
            Code::InsufficientScope,
            "The chain board needs the Agency plan. Upgrade, or send an API key with the `scan` scope.",
        )
        .scope(Scope::Scan.as_str())),
        _ => Ok(()),
    }
}
