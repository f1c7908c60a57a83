//! One attempt to ask one question, from its claim to its end in the store.

use std::sync::Arc;

use citable_schema::{AskAnswer, AskEnd, AskFence, AskRow, EndAsk, StoreError, Writer};
use futures_util::StreamExt as _;
use http::header::RETRY_AFTER;
use tokio::time::{Instant, timeout_at};
use url::Url;

use super::citations::{Cited, Verdict, judge};
use super::engines;
use super::schedule::pause;
use super::settings::{EngineSettings, TrackingSettings};
use crate::clock::SharedClock;
use crate::fetch::Links;
use crate::outbox::store_end;
use crate::provider::{Provider, ProviderAnswer, ProviderError};
use crate::tracking::engines::{Source, Unusable};
use crate::webhooks::retry_after_ms;

/// The most links of one answer that are looked into; the others count by their titles.
const MOST_LINKS: usize = 10;
/// Links that are looked into at once.
const LINKS_AT_ONCE: usize = 3;
/// Why there is no answer where an engine wants to be left alone for a while.
const RATE_LIMITED: &str = "rate_limited";

/// The outbox of questions: what every attempt needs.
pub(crate) struct Tracking {
    pub(crate) settings: Arc<TrackingSettings>,
    pub(crate) provider: Provider,
    pub(crate) links: Arc<Links>,
    pub(crate) writer: Writer,
    pub(crate) clock: SharedClock,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    /// It may be about the moment; with the pause that the engine asks for, in milliseconds.
    Passing(&'static str, Option<i64>),
    /// It is about this question.
    Lasting(&'static str),
    /// It is about every question.
    ForAll(&'static str),
}

impl Tracking {
    /// Asks what was claimed about the page of that address, and stores how that went.
    pub(super) async fn ask_once(&self, ask: AskRow, url: String) {
        let Some(fence) = ask.fence() else { return };
        let outcome = match self.answer(&ask, &url).await {
            Ok(verdict) => AskEnd::Answered(stored(verdict)),
            Err(failure) => self.after(ask.attempts, failure),
        };
        tell(&ask, &outcome);
        self.store(fence, outcome).await;
    }

    async fn answer(&self, ask: &AskRow, url: &str) -> Result<Verdict, Failure> {
        let engine = ask.engine.parse().ok().and_then(|id| self.settings.engines.get(&id));
        let engine = engine.ok_or(Failure::Lasting("not_configured"))?;
        let body = self.call(engine, &ask.question).await?;
        let sources = engines::sources(engine.kind, &body).map_err(|unusable| match unusable {
            Unusable::Malformed => Failure::Passing("malformed_answer", None),
            Unusable::Declined => Failure::Lasting("declined"),
        })?;
        let own: Vec<Url> =
            [url, &ask.page_url].iter().filter_map(|url| url.parse().ok()).collect();
        Ok(judge(&own, &self.resolve(sources).await))
    }

    async fn call(&self, engine: &EngineSettings, question: &str) -> Result<Vec<u8>, Failure> {
        let call = engines::call(engine, question);
        let (name, key) = &call.key;
        let headers = [(*name, key.as_str())];
        let limit = self.settings.call;
        match self.provider.post_json(&call.url, &call.body, &headers, limit).await {
            Ok(answer) => judge_status(&answer, self.clock.now_ms()).map(|()| answer.body),
            Err(error) => {
                tracing::warn!(engine = engine.kind.as_str(), %error, "an engine returned no answer");
                Err(no_answer(&error))
            }
        }
    }

    /// Finds out where the links of an answer lead, as far as that is known in time.
    async fn resolve(&self, sources: Vec<Source>) -> Vec<Cited> {
        let deadline = Instant::now() + self.settings.links;
        let mut links = 0;
        let found = sources.into_iter().map(|source| {
            links += usize::from(matches!(source, Source::Redirect { .. }));
            self.resolve_one(source, deadline, links <= MOST_LINKS)
        });
        let found: Vec<_> = found.collect();
        let found = futures_util::stream::iter(found).buffered(LINKS_AT_ONCE);
        found.filter_map(std::future::ready).collect().await
    }

    async fn resolve_one(&self, source: Source, deadline: Instant, look: bool) -> Option<Cited> {
        let (link, title) = match source {
            Source::Address(url) => return Cited::address(&url),
            Source::Redirect { link, title } => (link, title),
        };
        let destination = async { if look { self.links.destination(&link).await } else { None } };
        let found = timeout_at(deadline, destination).await.ok().flatten();
        found.and_then(|url| Cited::address(url.as_str())).or_else(|| Cited::host(&title))
    }

    /// What follows from a failed attempt: the next one, or none.
    fn after(&self, attempts: i32, failure: Failure) -> AskEnd {
        let failed = |reason: &str, for_all| AskEnd::Failed { reason: reason.to_owned(), for_all };
        match failure {
            Failure::Lasting(reason) => failed(reason, false),
            Failure::ForAll(reason) => failed(reason, true),
            Failure::Passing(reason, asked) => match pause(&self.settings, attempts, asked) {
                Some(pause) => AskEnd::Retry {
                    at: self.clock.now_ms().saturating_add(pause),
                    reason: reason.to_owned(),
                    for_all: reason == RATE_LIMITED,
                },
                None => failed(reason, false),
            },
        }
    }

    /// An answer that was paid for and is not stored would be asked for again, so this does not
    /// give up soon.
    async fn store(&self, fence: AskFence, outcome: AskEnd) {
        let id = &fence.id;
        let end = || {
            let (fence, now, outcome) = (fence.clone(), self.clock.now_ms(), outcome.clone());
            EndAsk { fence, now, outcome }
        };
        match store_end(&self.writer, end).await {
            Ok(()) => {}
            Err(StoreError::Fenced) => {
                tracing::info!(
                    ask = id,
                    "a question was withdrawn, or taken over by another process"
                );
            }
            Err(error) => {
                tracing::error!(ask = id, %error, "couldn't store the outcome of a question")
            }
        }
    }
}

/// Whether an engine answered.
fn judge_status(answer: &ProviderAnswer, now: i64) -> Result<(), Failure> {
    let status = answer.status;
    let asked = || {
        let value = answer.headers.get(RETRY_AFTER)?.to_str().ok()?;
        retry_after_ms(value, now)
    };
    match status.as_u16() {
        200..300 => return Ok(()),
        401 | 403 => Err(Failure::ForAll("key_refused")),
        429 => Err(Failure::Passing(RATE_LIMITED, asked())),
        500.. => Err(Failure::Passing("engine_error", asked())),
        _ => Err(Failure::Lasting("refused")),
    }
    .inspect_err(|_| tracing::warn!(%status, "an engine rejected a question"))
}

fn no_answer(error: &ProviderError) -> Failure {
    match error {
        ProviderError::Unsendable => Failure::Lasting("refused"),
        ProviderError::Unreachable(_) => Failure::Passing("unreachable", None),
        ProviderError::TimedOut => Failure::Passing("timed_out", None),
        ProviderError::TooLarge => Failure::Passing("malformed_answer", None),
    }
}

fn stored(verdict: Verdict) -> AskAnswer {
    AskAnswer {
        position: verdict.position.and_then(|position| i32::try_from(position).ok()),
        cited_url: verdict.url,
        others: serde_json::to_string(&verdict.others).unwrap_or_default(),
    }
}

/// Says how it went, and never what was asked.
fn tell(ask: &AskRow, outcome: &AskEnd) {
    let (id, engine, attempt) = (&ask.id, &ask.engine, ask.attempts);
    match outcome {
        AskEnd::Answered(_) => tracing::info!(ask = id, engine, attempt, "an engine answered"),
        AskEnd::Failed { reason, .. } | AskEnd::Retry { reason, .. } => {
            tracing::warn!(ask = id, engine, attempt, reason, "an engine didn't answer");
        }
    }
}

#[cfg(test)]
mod tests;
