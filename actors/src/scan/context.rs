//! What every scan of a node shares.

use std::sync::Arc;
use std::time::Duration;

use citable_schema::{Reader, Writer};

use crate::bell::BellHandle;
use crate::clock::SharedClock;
use crate::cores::Cores;
use crate::fetch::{FetchSettings, Gather};
use crate::snapshots::Snapshots;
use crate::webhooks::WebhooksHandle;

/// What every scan of a node shares.
#[derive(Clone)]
pub(crate) struct ScanContext {
    pub(crate) reader: Reader,
    pub(crate) writer: Writer,
    pub(crate) gather: Arc<dyn Gather>,
    pub(crate) fetch: Arc<FetchSettings>,
    pub(crate) cores: Cores,
    /// Where what was fetched is kept.
    pub(crate) snapshots: Snapshots,
    pub(crate) clock: SharedClock,
    /// Who tells other nodes what happens.
    pub(crate) bell: BellHandle,
    /// Who delivers what a scan has to tell.
    pub(crate) webhooks: WebhooksHandle,
    /// How long a scan may take from its claim to its verdict, its wait for a core left out.
    pub(crate) deadline: Duration,
    /// Whether accounts of every plan have webhooks.
    pub(crate) webhooks_of_every_plan: bool,
}
