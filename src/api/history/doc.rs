//! What the API description says of the history routes.

use super::super::keys::Done;
use super::{DEFAULT_LIMIT, DeletedScans, HistoryList, MAX_LIMIT, PageHistoryView};
use crate::api::scans::{ID, OF_LIST, UNCHANGED_LIST};
use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place};
use crate::http::problem::{Code, OK};

const URL_HASH: Parameter = Parameter {
    name: "urlHash",
    place: Place::Path,
    required: true,
    description: "SHA-256 of the normalized URL in hex, as in `GET /history`. A malformed hash returns `not_found`.",
    form: Form::Like("^[0-9a-f]{64}$"),
    example: "0115db062b7c0dd030b16878c99dea5c354b49dc37b38eb8846179c7783e9d70",
};

const CURSOR: Parameter = Parameter {
    name: "cursor",
    place: Place::Query,
    required: false,
    description: "`next_cursor` of the previous page. Cursors are opaque and belong to one list of \
        one account. Scans added while paging are not included.",
    form: Form::Like("^[A-Za-z0-9_-]+$"),
    example: "AbCd0123_-",
};

const LIMIT: Parameter = Parameter {
    name: "limit",
    place: Place::Query,
    required: false,
    description: "Maximum number of entries per page.",
    form: Form::Whole { least: 1, most: MAX_LIMIT, default: DEFAULT_LIMIT },
    example: "50",
};

/// `GET /history`.
pub(crate) const PAGES: Doc = Doc {
    operation_id: "listHistory",
    tag: "History",
    summary: "List scanned URLs",
    description: "Returns one entry per URL the account has scanned, including monitor runs, most \
        recent first. Needs the Pro or Agency plan.",
    parameters: &[CURSOR, LIMIT, IF_NONE_MATCH_PARAMETER],
    request: None,
    answers: &[
        Answer::json::<HistoryList>(OK, "Page of the history.").with(OF_LIST),
        UNCHANGED_LIST,
    ],
    errors: &[Code::InvalidCursor, Code::InvalidLimit, Code::PlanRequired],
};

/// `GET /history/{urlHash}`.
pub(crate) const SCANS: Doc = Doc {
    operation_id: "listScansOfPage",
    tag: "History",
    summary: "List the scans of a URL",
    description: "Returns the account's scans of one URL, newest first, including pending and failed \
        ones. Needs the Pro or Agency plan.",
    parameters: &[URL_HASH, CURSOR, LIMIT, IF_NONE_MATCH_PARAMETER],
    request: None,
    answers: &[
        Answer::json::<PageHistoryView>(
            OK,
            "Page of scans. Empty if the cursor is past the last scan.",
        )
        .with(OF_LIST),
        UNCHANGED_LIST,
    ],
    errors: &[Code::InvalidCursor, Code::InvalidLimit, Code::PlanRequired, Code::NotFound],
};

/// `DELETE /history/{urlHash}`.
pub(crate) const FORGET_PAGE: Doc = Doc {
    operation_id: "deleteScansOfPage",
    tag: "History",
    summary: "Delete the scans of a URL",
    description: "Deletes all of the account's scans of a URL, with their reports and stored HTML. \
        Their IDs stop working immediately. Works on every plan.",
    parameters: &[URL_HASH],
    request: None,
    answers: &[Answer::json::<DeletedScans>(OK, "Deleted.")],
    errors: &[Code::NotFound, Code::ScanRunning],
};

/// `DELETE /history/scans/{id}`.
pub(crate) const FORGET_SCAN: Doc = Doc {
    operation_id: "deleteScan",
    tag: "History",
    summary: "Delete a scan",
    description: "Deletes one of the account's scans, with its report and stored HTML. Its ID \
        stops working immediately. Works on every plan.",
    parameters: &[ID],
    request: None,
    answers: &[Answer::json::<Done>(OK, "Deleted.")],
    errors: &[Code::NotFound, Code::ScanRunning],
};
