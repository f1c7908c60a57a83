//! What a page asks for while a browser renders it: every request goes through the one gate, with
//! the session, the manners and the limits of the scan.

use std::collections::HashSet;
use std::sync::{Mutex, OnceLock, PoisonError};

use citable_checks::page::snapshot::{Exchange, FileFetch};
use citable_checks::robots::own_agent_refused;
use futures_util::future::{BoxFuture, FutureExt};
use url::Url;

use super::client::{Agent, Wanted};
use super::redirect::{self, TrailEnd};
use super::session::Session;
use super::target::{TargetUrl, check_url};
use super::{failure, robots};
use crate::render::{RenderLimits, Resource, Resources};

/// Header fields of an answer that a browser judges it by.
const PASSED_ON: [&str; 5] = [
    "content-type",
    "access-control-allow-origin",
    "access-control-allow-credentials",
    "access-control-expose-headers",
    "cross-origin-resource-policy",
];

/// Answers what a page asks for.
pub(super) struct Subresources<'a> {
    session: &'a Session<'a>,
    /// The same with the time of all requests, from the first one on: a page may have to wait for
    /// its browser.
    timed: OnceLock<Session<'a>>,
    /// The page's own origin.
    origin: TargetUrl,
    /// The robots.txt of that origin.
    robots: Option<FileFetch>,
    other_origins: Mutex<HashSet<String>>,
    limits: &'a RenderLimits,
}

impl<'a> Subresources<'a> {
    pub(super) fn new(
        session: &'a Session<'a>,
        origin: &TargetUrl,
        robots: &[FileFetch],
        limits: &'a RenderLimits,
    ) -> Self {
        let own = robots.iter().find(|file| file.url.origin() == origin.url().origin());
        Self {
            session,
            timed: OnceLock::new(),
            origin: origin.clone(),
            robots: own.cloned(),
            other_origins: Mutex::default(),
            limits,
        }
    }

    async fn fetch(&self, url: &Url) -> Option<Resource> {
        let session = self.timed.get_or_init(|| self.session.within(self.limits.fetching));
        let bytes = self.limits.answer_bytes;
        let wanted = Wanted { kind: "subresource", accept: "*/*", bytes, agent: Agent::Own };
        let mut url = url.clone();
        url.set_fragment(None);
        let mut target = check_url(url, session.settings()).ok()?;
        for _ in 0..=session.settings().limits.redirects {
            let robots = self.rules(session, &target).await?;
            let refused = |next: &TargetUrl| {
                robots.as_ref().and_then(|robots| own_agent_refused(robots, next.url()))
            };
            if refused(&target).is_some() {
                return None;
            }
            // Another origin has rules of its own, which are read first.
            let objection = |next: &TargetUrl| match next.same_origin(&target) {
                true => refused(next),
                false => Some(failure::blocked_file(next.host())),
            };
            let trail = redirect::follow(session, &target, wanted, objection).await;
            let answer = trail.exchanges.last()?;
            match trail.end {
                TrailEnd::Answered(body) if !body.truncated => {
                    return Some(resource(answer, body.bytes));
                }
                TrailEnd::Failed(_) => {
                    let next = redirect::next_target(answer, session.settings())?;
                    if next.same_origin(&target) {
                        return None;
                    }
                    target = next;
                }
                _ => return None,
            }
        }
        None
    }

    /// The robots.txt that says what may be asked of the target's origin; the outer option is none
    /// if that is one origin too many.
    async fn rules(&self, session: &Session<'_>, target: &TargetUrl) -> Option<Option<FileFetch>> {
        if target.same_origin(&self.origin) {
            return Some(self.robots.clone());
        }
        let origin = target.url().origin().ascii_serialization();
        {
            let mut others = self.other_origins.lock().unwrap_or_else(PoisonError::into_inner);
            if !others.contains(&origin) && others.len() >= self.limits.other_origins {
                return None;
            }
            others.insert(origin);
        }
        Some(Some(robots::fetch(session, target).await))
    }
}

/// An answer as the browser gets it.
fn resource(answer: &Exchange, body: Vec<u8>) -> Resource {
    let headers = answer.headers.iter();
    let headers = headers.filter(|(name, _)| PASSED_ON.contains(&name.as_str())).cloned();
    Resource { status: answer.status, headers: headers.collect(), body }
}

impl Resources for Subresources<'_> {
    fn get<'b>(&'b self, url: &'b Url) -> BoxFuture<'b, Option<Resource>> {
        self.fetch(url).boxed()
    }
}
