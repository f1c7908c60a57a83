//! The gate: one order in which every request is judged.
//!
//! A node that only works 404, draining 503, no room 503, route 404 and 405, body 413 and 408, credentials 401, cross-site 401,
//! keys and their scopes 401 and 403, the idempotency key's syntax and the body's 400 and 415, the
//! request that came before; what follows (plan, fields, state, limits, the act itself) is the
//! handler's.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;

use citable_metrics::IDEMPOTENCY_REPLAYS;
use futures_util::Stream;
use hyper::body::Buf;
use hyper::header::ALLOW;
use warp::{Filter, Rejection, Reply};

use super::openapi;
use super::router::{Found, Router};
use super::table::ROUTES;
use crate::http::base::Based;
use crate::http::body::{self, Content};
use crate::http::call::{Call, Head};
use crate::http::caller::{self, Caller};
use crate::http::drain::Drain;
use crate::http::edge::fresh_request_id;
use crate::http::idempotency::{self, Begun, Slot};
use crate::http::policy::{BodyForm, Verb};
use crate::http::problem::Problem;
use crate::http::reply::{self, Response, With};
use crate::http::room::Turn;
use crate::http::route::Route;
use crate::http::site::Site;
use crate::http::{App, accept, cross_site, guard, rate_limit};
use crate::mcp::{self, Endpoint, McpSite};
use crate::web;
use crate::web::row::{Audience, Page};
use crate::web::table::PAGES;

type Params = Vec<(String, String)>;

/// What all requests come through.
pub(super) struct Entrance {
    site: Arc<Site>,
    /// The MCP endpoints.
    mcp: McpSite,
    router: Router,
}

impl Entrance {
    pub(super) fn new(app: Arc<App>, drain: Drain) -> Self {
        let mcp = McpSite::new(&app);
        let site = Arc::new(Site::new(app, drain, openapi::document));
        Self { site, mcp, router: Router::new(ROUTES, PAGES) }
    }
}

/// The one filter: it takes every request as a whole and rejects none.
pub(crate) fn filter(
    entrance: Arc<Entrance>,
) -> impl Filter<Extract = (Response,), Error = Infallible> + Clone {
    warp::ext::get::<Arc<Head>>()
        .and(warp::body::stream())
        .then(move |head, body| dispatch(Arc::clone(&entrance), head, body))
        .recover(unreachable_rejection)
        .unify()
}

async fn dispatch<S, B>(entrance: Arc<Entrance>, head: Arc<Head>, body: S) -> Response
where
    S: Stream<Item = Result<B, warp::Error>> + Send,
    B: Buf,
{
    let outcome = judge(&entrance, Arc::clone(&head), body).await;
    match outcome {
        Ok(response) => response,
        Err(problem) => refuse(&entrance.site.app, &head, problem).await,
    }
}

/// Answers with what went wrong: below the root of the site as a page, for browsers; as JSON for
/// everyone else.
async fn refuse(app: &App, head: &Head, problem: Problem) -> Response {
    let problem = problem.documented(|path| app.link(path));
    let path = head.parts.uri.path();
    let is_api = Based::split(path).is_some() || Endpoint::at(path).is_some();
    match !is_api && accept::prefers_html(&head.parts.headers) {
        true => web::failure::page(app, head, problem).await,
        false => problem.respond(&head.request_id),
    }
}

async fn judge<S, B>(entrance: &Entrance, head: Arc<Head>, body: S) -> Result<Response, Problem>
where
    S: Stream<Item = Result<B, warp::Error>> + Send,
    B: Buf,
{
    let site = Arc::clone(&entrance.site);
    let found = entrance.router.find(&head.parts.method, head.parts.uri.path());
    if !site.app.role.answers() && !found.is_health() {
        return Err(Problem::no_requests_here());
    }
    if let Some(endpoint) = Endpoint::at(head.parts.uri.path()) {
        head.matched(endpoint.path());
        let _turn = admit(&head)?;
        return mcp::gate::answer(site, &entrance.mcp, endpoint, head, body).await;
    }
    if site.drain.is_on() && !found.is_answered_while_draining() {
        return Err(Problem::draining());
    }
    let _turn = match found.is_health() {
        true => None,
        false => Some(admit(&head)?),
    };
    if let Found::Route(route, params) = found {
        head.matched(route.path);
        return Visit::new(site, route, head).answer(params, body).await;
    }
    if let Found::Page(page, params) = found {
        head.matched(page.path);
        return show(site, page, head, params, body).await;
    }
    body::discard(&head.parts.headers, body, &site.app.http, &head.room).await;
    match found {
        Found::Options(allow) => Ok(reply::no_content().with(ALLOW, allow)),
        Found::WrongMethod(allow) => Err(Problem::method_not_allowed(allow)),
        Found::Nothing | Found::Route(..) | Found::Page(..) => {
            Err(Problem::not_found("Nothing exists at this path. /llms.txt lists every route."))
        }
    }
}

/// Answers with a page, or does what one of its forms asks for.
async fn show<S, B>(
    site: Arc<Site>,
    page: &'static Page,
    head: Arc<Head>,
    params: Params,
    body: S,
) -> Result<Response, Problem>
where
    S: Stream<Item = Result<B, warp::Error>> + Send,
    B: Buf,
{
    let (app, headers) = (Arc::clone(&site.app), &head.parts.headers);
    let content = match page.verb {
        Verb::Get => {
            body::discard(headers, body, &app.http, &head.room).await;
            Content::default()
        }
        Verb::Post | Verb::Delete => {
            let body = body::read(headers, body, &app.http, &head.room).await?;
            cross_site::of_this_site(headers, &app.base_url)?;
            body::content(BodyForm::Form, headers, &body)?
        }
    };
    let caller = caller::by_session(headers, &app).await?;
    if page.audience == Audience::SignedIn && caller == Caller::Anonymous {
        return Ok(web::login::first(&head));
    }
    let client = head.client(&app);
    (page.handler)(Call { site, head, params, content, caller, client, slot: None }).await
}

/// A turn to be worked on, for what is worth it: no request on a connection that is one too many, and
/// none of a client that has not taken what it asked for before.
fn admit(head: &Head) -> Result<Turn, Problem> {
    if head.is_spare() {
        return Err(Problem::overloaded());
    }
    head.room.check()?;
    head.room.turn()
}

/// One request at the gate of its route.
struct Visit {
    site: Arc<Site>,
    route: &'static Route,
    head: Arc<Head>,
    client: IpAddr,
    /// Anonymous until the credentials were read.
    caller: Caller,
}

impl Visit {
    fn new(site: Arc<Site>, route: &'static Route, head: Arc<Head>) -> Self {
        let client = head.client(&site.app);
        Self { site, route, head, client, caller: Caller::Anonymous }
    }

    /// Answers the request, with what every answer of such a route carries.
    async fn answer<S, B>(mut self, params: Params, body: S) -> Result<Response, Problem>
    where
        S: Stream<Item = Result<B, warp::Error>> + Send,
        B: Buf,
    {
        let outcome = self.pass(params, body).await;
        let outcome = self.add_usage(outcome).await;
        outcome.map_err(|problem| guard::challenge(problem, self.route, &self.site.app))
    }

    async fn pass<S, B>(&mut self, params: Params, body: S) -> Result<Response, Problem>
    where
        S: Stream<Item = Result<B, warp::Error>> + Send,
        B: Buf,
    {
        let (app, headers) = (&self.site.app, &self.head.parts.headers);
        let room = &self.head.room;
        let body = match self.route.body {
            BodyForm::Raw => body::read(headers, body, &app.http.for_events(), room).await?,
            _ => body::read(headers, body, &app.http, room).await?,
        };
        // The guard is about callers by cookie, so it comes as soon as they are known. A dead
        // cookie is no credential, here as everywhere.
        self.caller = caller::find(self.route.auth, headers, app).await?;
        cross_site::check(self.route, &self.caller, headers, &app.base_url)?;
        guard::permit(self.route, &self.caller)?;
        let key = if self.route.idempotent { idempotency::key(headers)? } else { None };
        let content = body::content(self.route.body, headers, &body)?;
        match key {
            Some(key) => {
                let outcome = self.handle_once(key, params, content).await;
                outcome.map_err(idempotency::not_replayed)
            }
            None => (self.route.handler)(self.call(params, content, None)).await,
        }
    }

    /// Handles a request that may come again, or answers as the first time.
    async fn handle_once(
        &self,
        key: &str,
        params: Params,
        content: Content,
    ) -> Result<Response, Problem> {
        let path = Based::split(self.head.parts.uri.path()).map_or("", Based::rest);
        let method = self.route.verb.as_str();
        let fingerprint = idempotency::fingerprint(method, path, content.value.as_ref());
        let credential = self.caller.credential(self.client);
        match idempotency::begin(&self.site.app, credential, key, fingerprint).await? {
            Begun::Replay(response) => {
                IDEMPOTENCY_REPLAYS.one();
                Ok(response)
            }
            Begun::New(slot) => {
                let call = self.call(params, content, Some(slot.clone()));
                let response = (self.route.handler)(call).await?;
                idempotency::settle(&self.site.app, &slot, response).await
            }
        }
    }

    fn call(&self, params: Params, content: Content, slot: Option<Slot>) -> Call {
        Call {
            site: Arc::clone(&self.site),
            head: Arc::clone(&self.head),
            params,
            content,
            caller: self.caller.clone(),
            client: self.client,
            slot,
        }
    }

    /// Says how full the caller's buckets are, on the answers that carry it.
    async fn add_usage(&self, outcome: Result<Response, Problem>) -> Result<Response, Problem> {
        if !self.route.quota || !rate_limit::belongs_to(&outcome) {
            return outcome;
        }
        let known = match &outcome {
            Ok(response) => response.extensions().get().copied(),
            Err(problem) => problem.usage().copied(),
        };
        let app = &self.site.app;
        let spender = self.caller.spender(self.client, &app.limits);
        let usage = match known {
            Some(usage) => Some(usage),
            // Whatever the answer is, it does not fail for want of these.
            None => app.handles.reader.usage_of(&spender).await.ok(),
        };
        let fields = usage.iter().flat_map(rate_limit::fields);
        match outcome {
            Ok(response) => {
                Ok(fields.fold(response, |response, (name, value)| response.with(name, value)))
            }
            Err(problem) => {
                Err(fields.fold(problem, |problem, (name, value)| problem.header(name, value)))
            }
        }
    }
}

/// The filter above rejects only what cannot happen: a request without our extension, or a body
/// taken twice.
async fn unreachable_rejection(rejection: Rejection) -> Result<Response, Infallible> {
    tracing::error!(?rejection, "a request was rejected outside the gate");
    Ok(Problem::internal().respond(&fresh_request_id()).into_response())
}

#[cfg(test)]
mod tests;
