//! The history of an account's scans: the pages, one page's trend, and deleting it.

use askama::Template;
use citable_actors::ScanStatus;

use crate::api::history::{self, HistoryList, HistoryScanView, PageHistoryView, ScanSource};
use crate::http::call::Call;
use crate::http::problem::{Code, OK, Problem};
use crate::http::reply::Response;
use crate::web::notice::Notice;
use crate::web::page::{self, redirect};
use crate::web::shell::Shell;
use crate::web::times::Time;
use crate::web::trend::Trend;

/// What the query of the page may say has happened.
const DONE: [(&str, &str); 1] = [("deleted", "The scans of that page are deleted.")];

#[derive(Template)]
#[template(path = "history.html")]
struct Pages {
    shell: Shell,
    notice: Option<Notice>,
    list: HistoryList,
    /// Part of the URLs to show.
    filter: String,
    /// Path of the next part of the list.
    next: Option<String>,
}

#[derive(Template)]
#[template(path = "history_page.html")]
struct OnePage {
    shell: Shell,
    page: PageHistoryView,
    trend: Option<Trend>,
    next: Option<String>,
}

#[derive(Template)]
#[template(path = "history_delete.html")]
struct Delete {
    shell: Shell,
    hash: String,
}

/// The pages that the account has scanned.
pub(super) async fn pages(call: Call) -> Result<Response, Problem> {
    let filter = call.query("q")?.unwrap_or_default().into_owned();
    let shell = Shell::new(&call, "History");
    let (list, notice) = match history::list(&call).await {
        Ok(list) => (list, Notice::named(&call, &DONE)),
        Err(problem) if problem.code() == Code::PlanRequired => {
            let list = HistoryList { entries: Vec::new(), next_cursor: None };
            (list, Some(Notice::of(&problem)))
        }
        Err(problem) => return Err(problem),
    };
    let mut list = list;
    list.entries.retain(|entry| entry.url.contains(filter.trim()));
    let next = list.next_cursor.as_ref().map(|cursor| format!("/history?cursor={cursor}"));
    page::private_with(OK, &Pages { shell, notice, list, filter, next })
}

/// The scans of one page.
pub(super) async fn page(call: Call) -> Result<Response, Problem> {
    let page = history::of_page(&call).await?;
    let title = page.url.clone().unwrap_or_else(|| "A page".to_owned());
    let trend = Trend::of(&page.scans);
    let next = page.next_cursor.as_ref();
    let next = next.map(|cursor| format!("/history/{}?cursor={cursor}", page.url_hash));
    page::private(&OnePage { shell: Shell::new(&call, title), page, trend, next })
}

/// Asks whether a page's scans are to be deleted. On plans without history, too: deleting is for
/// everyone.
pub(super) async fn ask(call: Call) -> Result<Response, Problem> {
    let hash = call.param("urlHash").to_owned();
    if !has_scans_of(&call, &hash).await {
        return Err(Problem::not_found("Your account has no scans of this page."));
    }
    page::private(&Delete { shell: Shell::new(&call, "Delete scans"), hash })
}

/// True if the account of whoever looks has scans of the page with that hash.
pub(super) async fn has_scans_of(call: &Call, hash: &str) -> bool {
    let Some(account) = call.caller.account() else { return false };
    call.app().handles.history.scans(&account.id, hash, None, 1).await.is_ok()
}

/// Deletes a page's scans.
pub(super) async fn delete(call: Call) -> Result<Response, Problem> {
    history::forget(&call).await?;
    Ok(redirect("/history?done=deleted"))
}

/// What a table says of a scan's end.
fn outcome(scan: &HistoryScanView) -> String {
    match (scan.status, scan.score) {
        (_, Some(score)) => score.to_string(),
        (ScanStatus::Pending, None) => "running".to_owned(),
        (_, None) => "failed".to_owned(),
    }
}

fn source(scan: &HistoryScanView) -> &'static str {
    match scan.source {
        ScanSource::Manual => "you",
        ScanSource::Monitor => "monitor",
    }
}
