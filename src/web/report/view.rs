//! A finished report, with what can be done about it.

use askama::Template;
use citable_checks::report::Report;

use crate::http::call::Call;
use crate::render::html::View;
use crate::web::home::again_at;
use crate::web::notice::Notice;
use crate::web::shell::Shell;
use crate::web::times::{Time, milliseconds, span};

/// Age from which a page says that its report is old.
const OLD_MS: i64 = 30 * 24 * 60 * 60 * 1_000;
/// What the query of the page may say has happened.
const DONE: [(&str, &str); 1] = [(
    "known",
    "This is a report from the last 24 hours: changes to the page since then aren't in it. \
        Opening it didn't use up a scan.",
)];

#[derive(Template)]
#[template(path = "report_page.html")]
pub(super) struct Done {
    shell: Shell,
    notice: Option<Notice>,
    /// What is said of a report that is old.
    old: Option<String>,
    view: View,
    /// How the page is scanned again; none for samples.
    again: Option<Again>,
    /// URL of the instructions for a coding agent.
    agent: Option<String>,
    /// URL of the comparison with the scan before.
    compare: Option<String>,
    /// Path of the page that monitors the URL, for people who are signed in.
    monitor: Option<String>,
    /// Path of the page that deletes the account's scans of the URL.
    delete: Option<String>,
    /// Other forms of the report: text and URL.
    forms: Vec<(&'static str, String)>,
    /// How locked fixes are unlocked: sentence, text of the link, and its target.
    unlock: (&'static str, &'static str, &'static str),
}

/// How the page is scanned again.
pub(super) enum Again {
    /// At once; as a refresh if true.
    Now(bool),
    /// From then on.
    At(Time),
}

impl Done {
    /// Returns the page of a scan's report, as the viewer may see it; `mine` is whether the
    /// viewer's account has scans of the page.
    pub(super) fn of_scan(call: &Call, id: &str, report: &Report, mine: bool) -> Self {
        let path = format!("/report/{id}");
        let age = milliseconds(&report.scanned_at).map(|at| call.app().clock.now_ms() - at);
        let again = match call.caller.account() {
            Some(_) => Again::Now(true),
            None => again_at(&report.scanned_at)
                .filter(|time| milliseconds(&time.machine) > Some(call.app().clock.now_ms()))
                .map_or(Again::Now(false), Again::At),
        };
        let query: String = url::form_urlencoded::byte_serialize(report.url.as_bytes()).collect();
        Self {
            notice: Notice::named(call, &DONE),
            old: age.filter(|age| *age > OLD_MS).map(|age| {
                format!("This report is {} old. The page may have changed since.", span(age))
            }),
            again: Some(again),
            agent: Some(format!("/api/v1/scan/{id}/ai-instructions")),
            compare: Some(format!("/compare?url={query}")),
            delete: mine.then(|| format!("/history/{}/delete", report.url_hash)),
            monitor: call.caller.account().map(|_| format!("/monitors?url={query}")),
            forms: vec![
                ("Markdown", format!("{path}.md")),
                ("JSON", format!("{path}.json")),
                ("CSV", format!("{path}.csv")),
                ("Instructions for a coding agent", format!("/api/v1/scan/{id}/ai-instructions")),
                ("Every section open, for printing", format!("{path}?print=1")),
                ("Badge", format!("/badge/{}.svg", report.url_hash)),
            ],
            ..Self::of(call, report)
        }
    }

    /// Returns the page of a sample.
    pub(super) fn of_sample(call: &Call, id: &str, report: &Report) -> Self {
        let notice = Notice::done("This is a sample report of a made-up page.");
        let api = format!("/api/v1/sandbox/scan/{id}");
        let forms = vec![("Markdown", format!("{api}.md")), ("JSON", api)];
        Self { notice: Some(notice), forms, ..Self::of(call, report) }
    }

    fn of(call: &Call, report: &Report) -> Self {
        let title = match report.page.title.is_empty() {
            true => format!("{} of 100", report.score),
            false => format!("{} of 100: {}", report.score, report.page.title),
        };
        let mut view = View::of(report).on_site();
        if call.query("print").is_ok_and(|print| print.is_some()) {
            view.unfold();
        }
        let unlock = match call.caller.account() {
            None => ("Free accounts see more fixes in full.", "Sign in", "/login"),
            Some(_) => ("Paid plans show every fix in full.", "See plans", "/account#plans"),
        };
        Self {
            shell: Shell::new(call, title),
            notice: None,
            old: None,
            view,
            again: None,
            agent: None,
            compare: None,
            monitor: None,
            delete: None,
            forms: Vec::new(),
            unlock,
        }
    }
}
