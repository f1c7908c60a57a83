//! What went wrong, as a page.

use askama::Template;

use crate::http::App;
use crate::http::call::Head;
use crate::http::caller::{self, Caller};
use crate::http::problem::{Code, Problem};
use crate::http::reply::{Response, With};
use crate::web::notice::Notice;
use crate::web::page;
use crate::web::shell::Shell;

#[derive(Template)]
#[template(path = "failure.html")]
struct Failure {
    shell: Shell,
    title: &'static str,
    message: String,
    /// What to do next: text and target.
    ways: Vec<(&'static str, &'static str)>,
    code: &'static str,
    request_id: String,
}

/// Answers a browser with what went wrong.
pub(crate) async fn page(app: &App, head: &Head, problem: Problem) -> Response {
    let title = title(problem.code());
    // Whoever is signed in stays so on a page of an error; if that can't be read, it is left out.
    let caller = caller::by_session(&head.parts.headers, app).await.ok();
    let account = caller.as_ref().and_then(Caller::account);
    let signed_in = account.map(|account| account.email.clone());
    let failure = Failure {
        shell: Shell { signed_in, ..Shell::bare(app, head, title) },
        title,
        message: Notice::of(&problem).text,
        ways: ways(problem.code()),
        code: problem.code().name(),
        request_id: head.request_id.clone(),
    };
    match page::private_with(problem.status(), &failure) {
        Ok(response) => {
            let (_, headers, _) = problem.parts(&head.request_id);
            headers.into_iter().fold(response, |response, (name, value)| response.with(name, value))
        }
        Err(_) => problem.respond(&head.request_id),
    }
}

fn title(code: Code) -> &'static str {
    match code {
        Code::NotFound => "Page not found",
        Code::MethodNotAllowed => "That doesn't work here",
        Code::CrossSiteRequest => "That came from another site",
        Code::RateLimited | Code::QuotaExceeded => "Limit reached",
        Code::PlanRequired => "Your plan doesn't include this",
        Code::Overloaded | Code::Draining | Code::DailyBudgetExhausted => "Not available right now",
        code if code.status().is_server_error() => "Something went wrong",
        _ => "That request didn't work",
    }
}

fn ways(code: Code) -> Vec<(&'static str, &'static str)> {
    match code {
        Code::PlanRequired => vec![("See plans", "/account#plans"), ("Scan a page", "/")],
        Code::NotFound => vec![
            ("Scan a page", "/"),
            ("See a sample report", "/samples/sandbox-example"),
            ("Read the guides", "/guides"),
        ],
        _ => vec![("Go to the start page", "/")],
    }
}
