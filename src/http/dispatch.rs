//! The gate: one order in which every request is judged.
//!
//! Draining 503, route 404 and 405, body 413 and 408, credentials 401; what follows (the body's
//! syntax and fields, state, the act itself) is the handler's.

use std::convert::Infallible;
use std::sync::Arc;

use futures_util::Stream;
use hyper::body::Buf;
use hyper::header::ALLOW;
use warp::{Filter, Rejection, Reply};

use super::call::{Call, Head};
use super::drain::Drain;
use super::problem::Problem;
use super::reply::{self, Response, With};
use super::router::{Found, Router};
use super::table::{ROUTES, Route};
use super::{App, body, guard, openapi};

/// What all requests share.
pub(crate) struct Site {
    pub(crate) app: Arc<App>,
    pub(crate) drain: Drain,
    /// The API description, written once.
    pub(crate) description: Vec<u8>,
    router: Router,
}

impl Site {
    pub(crate) fn new(app: Arc<App>, drain: Drain) -> Self {
        let description = reply::to_json(&openapi::document(&app.base_url));
        Self { app, drain, description, router: Router::new(ROUTES) }
    }
}

/// The one filter: it takes every request as a whole and rejects none.
pub(crate) fn filter(
    site: Arc<Site>,
) -> impl Filter<Extract = (Response,), Error = Infallible> + Clone {
    warp::ext::get::<Arc<Head>>()
        .and(warp::body::stream())
        .then(move |head, body| dispatch(Arc::clone(&site), head, body))
        .recover(unreachable_rejection)
        .unify()
}

async fn dispatch<S, B>(site: Arc<Site>, head: Arc<Head>, body: S) -> Response
where
    S: Stream<Item = Result<B, warp::Error>> + Send,
    B: Buf,
{
    let outcome = judge(site, Arc::clone(&head), body).await;
    outcome.unwrap_or_else(|problem| problem.respond(&head.request_id))
}

async fn judge<S, B>(site: Arc<Site>, head: Arc<Head>, body: S) -> Result<Response, Problem>
where
    S: Stream<Item = Result<B, warp::Error>> + Send,
    B: Buf,
{
    if site.drain.is_on() {
        return Err(Problem::draining());
    }
    match site.router.find(&head.parts.method, head.parts.uri.path()) {
        Found::Route(route, params) => {
            tracing::Span::current().record("route", route.path);
            let outcome = call(Arc::clone(&site), route, head, params, body).await;
            outcome.map_err(|problem| guard::challenge(problem, route, &site.app))
        }
        Found::Options(allow) => Ok(reply::no_content().with(ALLOW, allow)),
        Found::WrongMethod(allow) => Err(Problem::method_not_allowed(allow)),
        Found::Nothing => Err(Problem::not_found("There is nothing at this path.")),
    }
}

async fn call<S, B>(
    site: Arc<Site>,
    route: &'static Route,
    head: Arc<Head>,
    params: Vec<(String, String)>,
    body: S,
) -> Result<Response, Problem>
where
    S: Stream<Item = Result<B, warp::Error>> + Send,
    B: Buf,
{
    let body = body::read(&head.parts.headers, body, &site.app.http).await?;
    guard::authenticate(route.auth, &head.parts.headers)?;
    (route.handler)(Call { site, head, params, body }).await
}

/// The filter above rejects only what cannot happen: a request without our extension, or a body
/// taken twice.
async fn unreachable_rejection(rejection: Rejection) -> Result<Response, Infallible> {
    tracing::error!(?rejection, "a request was rejected outside the gate");
    Ok(Problem::internal().respond(&super::edge::fresh_request_id()).into_response())
}

#[cfg(test)]
#[path = "dispatch_tests.rs"]
mod tests;
