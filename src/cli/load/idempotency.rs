//! The load on idempotency: new requests that begin and are answered, and earlier ones that come
//! again.

use citable_actors::Handles;
use citable_actors::idempotency::{Beginning, StoredAnswer};
use futures_util::future::BoxFuture;
use rand::RngExt;

use super::operation::{Ended, Fault, Refusal, Workload, draws};
use super::recovery::patiently;

/// Requests that are answered before the load begins.
const ANSWERED_BEFORE: u64 = 256;
/// Of all requests, those that come again.
const REPEATED: f64 = 0.3;
/// Credentials that send requests.
const CREDENTIALS: u64 = 64;

/// What a request is that comes again while the first one is under way.
const TOLD_TO_WAIT: &str = "told to wait";

/// Requests with keys.
pub(super) struct Requests {
    handles: Handles,
    seed: u64,
}

impl Requests {
    /// Answers the first requests.
    pub(super) async fn start(handles: Handles, seed: u64) -> anyhow::Result<Self> {
        let requests = Self { handles, seed };
        for number in 0..ANSWERED_BEFORE {
            patiently(async || match requests.request(number).await? {
                TOLD_TO_WAIT => Err(Fault::Refused(Refusal::MailboxFull)),
                _ => Ok(()),
            })
            .await?;
        }
        Ok(requests)
    }

    /// The request that a number stands for: its own, or an earlier one that comes again.
    fn of(&self, number: u64) -> u64 {
        let mut request = number;
        while request >= ANSWERED_BEFORE {
            let mut draws = draws(self.seed, request);
            if !draws.random_bool(REPEATED) {
                break;
            }
            request = draws.random_range(0..request);
        }
        request
    }

    async fn request(&self, number: u64) -> Ended {
        let request = self.of(number);
        let credential = format!("key_load{}", request % CREDENTIALS);
        let key = format!("load-{request}");
        let fingerprint = format!("{request:064x}");
        match self.handles.idempotency.begin(credential, key, fingerprint).await? {
            Beginning::New(reservation) => {
                self.handles.idempotency.keep(reservation, &answer(request)).await?;
                Ok("started and answered")
            }
            Beginning::Answered(stored) if stored == answer(request) => Ok("answered again"),
            Beginning::Running { .. } => Ok(TOLD_TO_WAIT),
            other => {
                Err(Fault::Failed(format!("request {number} was mistaken for another: {other:?}")))
            }
        }
    }
}

/// An answer like that to a scan that was admitted.
fn answer(request: u64) -> StoredAnswer {
    StoredAnswer {
        status: 202,
        content_type: "application/json".to_owned(),
        location: Some(format!("/api/v1/scan/scn_load{request}")),
        body: format!("{{\"id\":\"scn_load{request}\",\"status\":\"pending\"}}"),
    }
}

impl Workload for Requests {
    fn operation(&self) -> &'static str {
        "start a request with an idempotency key and store its response, or look up a repeated one"
    }

    fn run(&self, number: u64) -> BoxFuture<'_, Ended> {
        Box::pin(self.request(ANSWERED_BEFORE + number))
    }

    fn waiting(&self) -> usize {
        self.handles.idempotency.waiting()
    }
}
