//! What the API description says of the notification routes.

use super::{NotificationsPatch, NotificationsView};
use crate::http::doc::{Answer, Doc, schema_of};
use crate::http::problem::{Code, OK};
use crate::http::reply::JSON;

const FLAGS: Answer = Answer {
    status: OK,
    description: "All flags.",
    media: JSON,
    bodies: &[schema_of::<NotificationsView>],
    headers: &[],
};

/// `GET /notifications`.
pub(crate) const READ: Doc = Doc {
    operation_id: "readNotifications",
    tag: "Account",
    summary: "Read notification preferences",
    description: "What the account is told by mail. An account that never said is told everything.",
    parameters: &[],
    request: None,
    answers: &[FLAGS],
    errors: &[],
};

/// `POST /notifications`.
pub(crate) const CHANGE: Doc = Doc {
    operation_id: "changeNotifications",
    tag: "Account",
    summary: "Change notification preferences",
    description: "Writes the flags that the body names and answers all of them. Mails that wait to \
        be sent are held against the flags once more.",
    parameters: &[],
    request: Some(schema_of::<NotificationsPatch>),
    answers: &[FLAGS],
    errors: &[Code::InvalidJson, Code::UnsupportedMediaType],
};
