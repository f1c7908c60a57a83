//! An endpoint that follows a script, and the actors that deliver to it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use citable_schema::{
    Admission, Bucket, Claim, Completion, DeliveryRow, DeliveryStatus, EndpointRow, NewAccount,
    NewDelivery, NewEvent, NewScan, OpenAccount, Outcome, Plan, Spend, Writer,
};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::Notify;

use crate::address::Address;
use crate::clock::Clock as _;
use crate::fetch::TargetError;
use crate::fetch::{PostError, Posted, Posting};
use crate::ids::{Prefix, new_id};
use crate::mail::{MailHandle, MailSettings, MailTransport};
use crate::outbox::{OutboxNode, outbox_child};
use crate::reader::ReaderHandle;
use crate::secrets::Secrets;
use crate::supervision::Health;
use crate::test_kit::Cage;
use crate::webhooks::courier::Courier;
use crate::webhooks::signature::SigningSecret;
use crate::webhooks::*;
use crate::worker::{Work, worker_child};

pub(super) const PATIENCE: Duration = Duration::from_secs(60);
pub(super) const ACCOUNT: &str = "usr_a";
pub(super) const URL: &str = "https://hooks.example.com/in";

/// What the endpoint does.
#[derive(Clone, Debug)]
pub(super) enum Does {
    Answers(u16),
    AsksToWait(u16, &'static str),
    Fails(PostError),
    Hangs,
    Panics,
}

/// Carries messages to a script. Without one, everything is taken.
#[derive(Default)]
pub(super) struct Script {
    pub(super) does: Mutex<VecDeque<Does>>,
    pub(super) posts: Mutex<Vec<Posting>>,
    pub(super) posted: Notify,
}

impl Courier for Script {
    fn judge(&self, url: String) -> BoxFuture<'_, Result<String, TargetError>> {
        let judged = if url.contains("private") { Err(TargetError::NotPublic) } else { Ok(url) };
        async move { judged }.boxed()
    }

    fn post(&self, posting: Posting) -> BoxFuture<'_, Result<Posted, PostError>> {
        self.posts.lock().unwrap().push(posting);
        self.posted.notify_waiters();
        let does = self.does.lock().unwrap().pop_front().unwrap_or(Does::Answers(200));
        async move {
            match does {
                Does::Answers(status) => Ok(Posted { status, retry_after: None }),
                Does::AsksToWait(status, value) => {
                    Ok(Posted { status, retry_after: Some(value.to_owned()) })
                }
                Does::Fails(error) => Err(error),
                Does::Hangs => std::future::pending().await,
                Does::Panics => panic!("scripted"),
            }
        }
        .boxed()
    }
}

impl Script {
    pub(super) fn expect(&self, does: impl IntoIterator<Item = Does>) {
        self.does.lock().unwrap().extend(does);
    }

    pub(super) fn posts(&self) -> Vec<Posting> {
        self.posts.lock().unwrap().clone()
    }

    pub(super) fn ids(&self) -> Vec<String> {
        self.posts().iter().map(|posting| header(posting, "webhook-id").to_owned()).collect()
    }
}

pub(super) fn header<'p>(posting: &'p Posting, name: &str) -> &'p str {
    &posting.headers.iter().find(|(key, _)| *key == name).unwrap().1
}

/// The actors, a store, and an endpoint that follows a script.
pub(super) struct World {
    pub(super) cage: Cage,
    pub(super) handle: WebhooksHandle,
    pub(super) script: Arc<Script>,
    pub(super) secrets: Secrets,
    pub(super) addresses: (Address<WebhooksMessage>, Address<Work<Writer>>),
    pub(super) boots: u32,
}

impl World {
    /// With an endpoint; answers its secret too.
    pub(super) async fn start() -> (Self, SigningSecret) {
        let cage = Cage::open().await;
        let (secrets, clock) = (Secrets::ephemeral(), cage.clock.clone());
        let addresses = (Address::vacant(), Address::vacant());
        let reads = Address::vacant();
        let parts = WebhooksParts {
            address: addresses.0.clone(),
            endpoints: addresses.1.clone(),
            reader: ReaderHandle::new(reads.clone(), 100, clock.clone()),
            settings: Arc::default(),
            secrets: secrets.clone(),
            clock,
        };
        let handle = WebhooksHandle::new(parts, 100);
        let mut world = Self { cage, handle, script: Arc::default(), secrets, addresses, boots: 0 };
        world.cage.start(worker_child("Reader", &reads, world.cage.store.reader())).await;
        world.boot().await;
        let account = NewAccount {
            id: ACCOUNT.to_owned(),
            email: "a@example.com".to_owned(),
            email_key: "a@example.com".to_owned(),
        };
        let plan = Some((Plan::Agency, None));
        let now = world.now();
        world.cage.store.writer().run(OpenAccount { account, plan, now }).await.unwrap();
        let saved = world.handle.save(ACCOUNT.to_owned(), URL.to_owned(), None).await.unwrap();
        let secret = parsed(&saved.secret.unwrap());
        (world, secret)
    }

    /// The actors, as a new process would start them.
    pub(super) async fn boot(&mut self) {
        self.boots += 1;
        let mail = MailSettings::new(MailTransport::NotConfigured);
        let webhooks = Webhooks {
            settings: Arc::default(),
            base_url: "https://citable.example".to_owned(),
            secrets: self.secrets.clone(),
            courier: self.script.clone(),
            reader: self.cage.store.reader(),
            writer: self.cage.store.writer(),
            clock: self.cage.clock.clone(),
            mail: MailHandle::new(Address::vacant(), &mail),
            // Of its own: some tests make deliveries die.
            health: Health::new(),
            to_every_plan: false,
        };
        let writer = self.cage.store.writer();
        self.cage.start(worker_child("Endpoints", &self.addresses.1, writer)).await;
        // The last one is the one that can be killed.
        let process = format!("boot_{}", self.boots);
        self.cage
            .start(outbox_child(&self.addresses.0, webhooks, process, OutboxNode::alone()))
            .await;
    }

    pub(super) fn now(&self) -> i64 {
        self.cage.clock.now_ms()
    }

    /// Moves the clock and lets the actor look.
    pub(super) fn pass(&self, time: Duration) {
        self.cage.clock.move_by(time);
        self.handle.wake();
    }

    /// Finishes a scan that promises a delivery; the actor is not told.
    pub(super) async fn promise(&self, id: &str) {
        let (writer, now) = (self.cage.store.writer(), self.now());
        let scan_id = new_id(Prefix::Scan);
        let bucket = Bucket { period: 0, limit: i64::MAX };
        let admission = Admission {
            scan: NewScan {
                id: scan_id.clone(),
                url: "https://example.com/".to_owned(),
                url_hash: "hash".to_owned(),
                host: scan_id,
                account_id: Some(ACCOUNT.to_owned()),
                monitor_id: None,
            },
            spend: Spend { subject: None, day: bucket, month: bucket, budget: i64::MAX },
            answer: None,
            now,
        };
        writer.run(admission).await.unwrap();
        let claim = Claim {
            owner: "scanner".to_owned(),
            now,
            lease_until: now + 60_000,
            limit: 1,
            busy_hosts: Vec::new(),
        };
        let scan = writer.run(claim).await.unwrap().scans.remove(0).row;
        let completion = Completion {
            fence: scan.fence().unwrap(),
            now,
            outcome: Outcome::Done {
                score: 50,
                scanned_at: now,
                report: Vec::new(),
                snapshot_hash: String::new(),
                snapshot: Vec::new(),
                object: None,
            },
            give_back: false,
            events: vec![NewEvent::entered(2, now, "saving")],
            delivery: Some(NewDelivery {
                id: id.to_owned(),
                body: format!(r#"{{"n":"{id}"}}"#),
                to_every_plan: false,
            }),
        };
        writer.run(completion).await.unwrap();
    }

    pub(super) async fn promise_and_wake(&self, id: &str) {
        self.promise(id).await;
        self.handle.wake();
    }

    pub(super) async fn endpoint(&self) -> EndpointRow {
        self.cage.store.reader().endpoint_of(ACCOUNT).await.unwrap().unwrap()
    }

    /// Waits until a delivery is so.
    pub(super) async fn until(
        &self,
        id: &str,
        is_so: impl Fn(&DeliveryRow) -> bool,
    ) -> DeliveryRow {
        let waiting = async {
            loop {
                let row = self.cage.store.reader().delivery(id).await.unwrap().unwrap();
                if is_so(&row) {
                    return row;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.unwrap()
    }

    /// Waits until an attempt failed and the next one is to come, or none.
    pub(super) async fn failed(&self, id: &str, attempt: i32) -> DeliveryRow {
        self.until(id, |row| row.attempt == attempt && row.status != DeliveryStatus::Sending).await
    }

    pub(super) async fn delivered(&self, id: &str) -> DeliveryRow {
        self.until(id, |row| row.status == DeliveryStatus::Delivered).await
    }

    /// The same where time stands still: lets timers run out, one second after the other.
    pub(super) async fn delivered_by_and_by(&self, id: &str) {
        // The store's thread works in real time.
        let patience = std::time::Instant::now() + PATIENCE;
        while std::time::Instant::now() < patience {
            let row = self.cage.store.reader().delivery(id).await.unwrap().unwrap();
            if row.status == DeliveryStatus::Delivered {
                return;
            }
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        panic!("{id} was never delivered");
    }

    /// Waits until so many messages were posted.
    pub(super) async fn posted(&self, count: usize) -> Vec<Posting> {
        let waiting = async {
            while self.script.posts().len() < count {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.unwrap();
        self.script.posts()
    }
}

pub(super) fn parsed(text: &str) -> SigningSecret {
    use base64::Engine as _;
    let base64 = text.strip_prefix("whsec_").unwrap();
    SigningSecret::from_bytes(base64::engine::general_purpose::STANDARD.decode(base64).unwrap())
}

/// The signatures that these secrets make of a message.
pub(super) fn signatures(secrets: &[&SigningSecret], posting: &Posting) -> String {
    let at = header(posting, "webhook-timestamp").parse().unwrap();
    let sign =
        |secret: &&SigningSecret| secret.sign(header(posting, "webhook-id"), at, &posting.body);
    secrets.iter().map(sign).collect::<Vec<_>>().join(" ")
}
