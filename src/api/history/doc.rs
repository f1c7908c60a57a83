//! What the API description says of the history routes.

use super::super::keys::Done;
use super::{DEFAULT_LIMIT, DeletedScans, HistoryList, MAX_LIMIT, PageHistoryView};
use crate::api::scans::{ID, OF_LIST, UNCHANGED_LIST};
use crate::http::conditional::IF_NONE_MATCH_PARAMETER;
use crate::http::doc::{Answer, Doc, Form, Parameter, Place, schema_of};
use crate::http::problem::{Code, OK};
use crate::http::reply::JSON;

const URL_HASH: Parameter = Parameter {
    name: "urlHash",
    place: Place::Path,
    required: true,
    description: "The SHA-256 of the page's normalised address, as `GET /history` names it. A \
        malformed one is as unknown as any other.",
    form: Form::Like("^[0-9a-f]{64}$"),
    example: "0115db062b7c0dd030b16878c99dea5c354b49dc37b38eb8846179c7783e9d70",
};

const CURSOR: Parameter = Parameter {
    name: "cursor",
    place: Place::Query,
    required: false,
    description: "The `next_cursor` of an answer: the list goes on behind it. Cursors are opaque, \
        and good for one list of one account. Scans that come meanwhile are not in the list.",
    form: Form::Like("^[A-Za-z0-9_-]+$"),
    example: "AbCd0123_-",
};

const LIMIT: Parameter = Parameter {
    name: "limit",
    place: Place::Query,
    required: false,
    description: "How many at most: 1 to 200, and 200 where it is left out.",
    form: Form::Whole { least: 1, most: MAX_LIMIT, default: DEFAULT_LIMIT },
    example: "50",
};

/// `GET /history`.
pub(crate) const PAGES: Doc = Doc {
    operation_id: "listHistory",
    tag: "History",
    summary: "List the pages that were scanned",
    description: "One entry for each page that the account has scanned, by itself or through a \
        monitor, the one scanned last first. Needs a paid plan.",
    parameters: &[CURSOR, LIMIT, IF_NONE_MATCH_PARAMETER],
    request: None,
    answers: &[
        Answer {
            status: OK,
            description: "The pages.",
            media: JSON,
            bodies: &[schema_of::<HistoryList>],
            headers: OF_LIST,
        },
        UNCHANGED_LIST,
    ],
    errors: &[Code::InvalidCursor, Code::InvalidLimit, Code::PlanRequired],
};

/// `GET /history/{urlHash}`.
pub(crate) const SCANS: Doc = Doc {
    operation_id: "listScansOfPage",
    tag: "History",
    summary: "List the scans of a page",
    description: "Every scan that the account has of a page, newest first, those that wait or \
        failed too. Needs a paid plan.",
    parameters: &[URL_HASH, CURSOR, LIMIT, IF_NONE_MATCH_PARAMETER],
    request: None,
    answers: &[
        Answer {
            status: OK,
            description: "The scans; none where the cursor is past the last one.",
            media: JSON,
            bodies: &[schema_of::<PageHistoryView>],
            headers: OF_LIST,
        },
        UNCHANGED_LIST,
    ],
    errors: &[Code::InvalidCursor, Code::InvalidLimit, Code::PlanRequired, Code::NotFound],
};

/// `DELETE /history/{urlHash}`.
pub(crate) const FORGET_PAGE: Doc = Doc {
    operation_id: "deleteScansOfPage",
    tag: "History",
    summary: "Delete the scans of a page",
    description: "Deletes every scan that the account has of a page, with reports and stored \
        copies of the page. Their ids are unknown at once.",
    parameters: &[URL_HASH],
    request: None,
    answers: &[Answer {
        status: OK,
        description: "The scans are gone.",
        media: JSON,
        bodies: &[schema_of::<DeletedScans>],
        headers: &[],
    }],
    errors: &[Code::NotFound, Code::ScanRunning],
};

/// `DELETE /history/scans/{id}`.
pub(crate) const FORGET_SCAN: Doc = Doc {
    operation_id: "deleteScan",
    tag: "History",
    summary: "Delete a scan",
    description: "Deletes one scan of the account, with its report and the stored copy of the \
        page. Its id is unknown at once.",
    parameters: &[ID],
    request: None,
    answers: &[Answer {
        status: OK,
        description: "The scan is gone.",
        media: JSON,
        bodies: &[schema_of::<Done>],
        headers: &[],
    }],
    errors: &[Code::NotFound, Code::ScanRunning],
};
