//! Who listens to which scan.

use std::collections::{HashMap, HashSet};

use tokio::sync::broadcast;

use crate::scan::event::LifecycleEvent;

/// More than one scan's events, so that a listener that keeps up never lags.
const CAPACITY: usize = 128;

/// One channel for each scan that runs here or is listened to.
#[derive(Debug, Default)]
pub(super) struct Channels {
    by_scan: HashMap<String, Channel>,
}

#[derive(Debug)]
struct Channel {
    sender: broadcast::Sender<LifecycleEvent>,
    /// The last event that came from the log and not from the scan itself.
    logged_seq: i64,
}

impl Channels {
    /// Where events of that scan are published.
    pub(super) fn of(&mut self, id: &str) -> &broadcast::Sender<LifecycleEvent> {
        let channel = self
            .by_scan
            .entry(id.to_owned())
            .or_insert_with(|| Channel { sender: broadcast::Sender::new(CAPACITY), logged_seq: 0 });
        &channel.sender
    }

    /// Publishes an event that was read from the log; the last one closes the channel.
    pub(super) fn publish_logged(&mut self, event: LifecycleEvent) {
        let Some(channel) = self.by_scan.get_mut(&event.scan_id) else { return };
        channel.logged_seq = event.seq;
        let (id, ended) = (event.scan_id.clone(), event.is_terminal());
        let _nobody_listens = channel.sender.send(event);
        if ended {
            self.close(&id);
        }
    }

    /// Those of the scans that have a channel, each with the last event published from its log.
    pub(super) fn places(&self, ids: &[String]) -> Vec<(String, i64)> {
        let place = |id: &String| Some((id.clone(), self.by_scan.get(id)?.logged_seq));
        ids.iter().filter_map(place).collect()
    }

    /// The scans that are listened to and do not run here.
    pub(super) fn elsewhere(&self, running_here: &HashSet<&String>) -> Vec<String> {
        self.by_scan.keys().filter(|id| !running_here.contains(id)).cloned().collect()
    }

    /// Drops channels without listeners. A scan that runs here still publishes to its own.
    pub(super) fn forget_silent(&mut self, running_here: &HashSet<&String>) {
        self.by_scan
            .retain(|id, channel| channel.sender.receiver_count() > 0 || running_here.contains(id));
    }

    /// Closes a scan's channel: listeners get what was published, and then its end.
    pub(super) fn close(&mut self, id: &str) {
        self.by_scan.remove(id);
    }
}
