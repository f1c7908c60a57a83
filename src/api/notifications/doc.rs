//! What the API description says of the notification routes.

use super::{NotificationsPatch, NotificationsView};
use crate::http::doc::{Answer, Doc, schema_of};
use crate::http::problem::{Code, OK};

const FLAGS: Answer = Answer::json::<NotificationsView>(OK, "Notification preferences.");

/// `GET /notifications`.
pub(crate) const READ: Doc = Doc {
    operation_id: "readNotifications",
    tag: "Account",
    summary: "Read notification preferences",
    description: "Returns which emails the account gets. By default, all.",
    answers: &[FLAGS],
    ..Doc::BARE
};

/// `POST /notifications`.
pub(crate) const CHANGE: Doc = Doc {
    operation_id: "changeNotifications",
    tag: "Account",
    summary: "Change notification preferences",
    description: "Changes the flags in the body and returns all flags. Also applies to emails that \
        are waiting to be sent.",
    parameters: &[],
    request: Some(schema_of::<NotificationsPatch>),
    answers: &[FLAGS],
    errors: &[Code::InvalidJson, Code::UnsupportedMediaType],
};
