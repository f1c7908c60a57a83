//! The mails of a service that runs for its developer alone.

use askama::Template;
use citable_actors::mail::DevelopmentMail;

use crate::http::problem::Problem;
use crate::http::reply::Response;
use crate::web::page::page;
use crate::web::visit::Visit;

#[derive(Template)]
#[template(path = "outbox.html")]
struct Outbox {
    /// The newest first.
    mails: Vec<DevelopmentMail>,
}

/// The mails that were kept instead of sent.
pub(super) async fn show(visit: Visit) -> Result<Response, Problem> {
    if !visit.app.development {
        return Err(Problem::not_found(
            "Nothing exists at this path. /llms.txt lists every route.",
        ));
    }
    let mut mails = visit.app.handles.mail.outbox().await?;
    mails.reverse();
    page(&Outbox { mails })
}
