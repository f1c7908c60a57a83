//! Every metric. The doc comment of a metric is its help text, in the table and in `/metrics`.

use crate::Metric;
use crate::counting::{Count, CountBy, Level, LevelBy, Sizes, Timing, TimingBy};

/// Declares metrics: `NAME: kind = how("name", ["label", …]);`.
macro_rules! table {
    ($(
        $(#[doc = $help:literal])+
        $place:ident: $kind:ty = $make:ident($name:literal $(, $label:literal)*);
    )+) => {
        $(
            $(#[doc = $help])+
            pub static $place: $kind = <$kind>::$make($name, concat!($($help),+), &[$($label),*]);
        )+

        /// Every metric, in the order of the table.
        pub static METRICS: &[&Metric] = &[$(&$place.metric),+];
    };
}

table! {
    /// Requests answered, by route template (`unmatched` if there is none), method, and status
    /// class. Requests that fail for reasons outside the service are counted under their error code:
    /// `scan_failed` for the report of a failed scan, `draining` for requests refused while the
    /// service restarts or scans are paused.
    HTTP_REQUESTS: CountBy<3> = new("citable_http_requests_total", "route", "method", "status");
    /// Seconds from the head of a request to the head of its response.
    HTTP_DURATION: TimingBy<2> =
        quick("citable_http_request_duration_seconds", "route", "method");
    /// Open connections.
    HTTP_CONNECTIONS: Level = new("citable_http_connections");
    /// Connections refused: the network had used up its `share`, or all connections were in use
    /// (`full`; some of these still get one response).
    HTTP_CONNECTIONS_REFUSED: CountBy<1> = new("citable_http_connections_refused_total", "reason");
    /// Requests refused because too many bytes of earlier responses were still waiting for clients
    /// to read them.
    HTTP_ANSWERS_REFUSED: Count = new("citable_http_answers_refused_total");
    /// Open event streams.
    HTTP_EVENT_STREAMS: Level = new("citable_http_event_streams");

    /// Scans accepted for a caller.
    SCANS_ADMITTED: Count = new("citable_scans_admitted_total");
    /// Scans that ended on this node: `done`, or `failed` with a reason (`none` if done).
    SCANS_FINISHED: CountBy<2> = new("citable_scans_finished_total", "outcome", "reason");
    /// Scans running on this node.
    SCANS_RUNNING: Level = new("citable_scans_running");
    /// Scans waiting, as far as this node knows.
    SCANS_WAITING: Level = new("citable_scans_waiting");
    /// Seconds from the start of a scan until its result is stored.
    SCAN_DURATION: TimingBy<1> = new("citable_scan_duration_seconds", "outcome");
    /// Seconds a scan spends in a stage.
    SCAN_STAGE_DURATION: TimingBy<1> = new("citable_scan_stage_duration_seconds", "stage");
    /// Scan requests answered with an earlier report.
    SCAN_CACHE_HITS: Count = new("citable_scan_cache_hits_total");
    /// Requests for pages and the files around them, by what was requested and by status class, or
    /// why there was no response.
    FETCHES: CountBy<2> = new("citable_fetches_total", "kind", "outcome");
    /// Pages rendered in a browser, by how that ended: `settled`, `deadline`, `crashed`, or
    /// `not_available` if there was no browser.
    RENDERINGS: CountBy<1> = new("citable_renderings_total", "end");
    /// Bytes of bodies read, after decompression.
    FETCHED_BYTES: CountBy<1> = new("citable_fetched_bytes_total", "kind");

    /// Snapshots stored: in the `database`, in an `object` of the snapshot store, or in the database
    /// because no object could be written (`fallback`).
    SNAPSHOTS_STORED: CountBy<1> = new("citable_snapshots_stored_total", "place");
    /// Operations on the snapshot store (`write`, `read`, `delete`), by how they ended: `done`,
    /// `missing`, `refused`, `unavailable`, `timed_out`.
    SNAPSHOT_STORE_REQUESTS: CountBy<2> =
        new("citable_snapshot_store_requests_total", "operation", "outcome");
    /// Objects of deleted scans that are still to be deleted from the snapshot store, whichever
    /// node deletes them.
    SNAPSHOT_OBJECTS_WAITING: Level = new("citable_snapshot_objects_waiting");

    /// Scans refused because the caller's `quota` or the service's daily `budget` was used up.
    QUOTA_REFUSALS: CountBy<1> = new("citable_quota_refusals_total", "limit");
    /// Repeated requests that got the first response because of their idempotency key.
    IDEMPOTENCY_REPLAYS: Count = new("citable_idempotency_replays_total");

    /// Attempts to send an email: `sent`, `dropped` (no longer needed), `retry`, `failed` (given
    /// up).
    MAIL_ATTEMPTS: CountBy<1> = new("citable_mail_attempts_total", "outcome");
    /// Attempts to deliver to a webhook endpoint: `delivered`, or the reason for the failure.
    WEBHOOK_ATTEMPTS: CountBy<1> = new("citable_webhook_attempts_total", "outcome");
    /// Rows waiting in an outbox (`mail`, `webhooks`), whichever node sends them. Absent while the
    /// database can't be read.
    OUTBOX_WAITING: LevelBy<1> = new("citable_outbox_waiting", "outbox");
    /// 1 while this node hears from other nodes over PostgreSQL. Otherwise it finds their work by
    /// polling, a few seconds later.
    NODE_LISTENING: Level = new("citable_node_listening");
    /// Weekly monitor runs this node started.
    MONITOR_RUNS: Count = new("citable_monitor_runs_total");
    /// 1 if this node runs the monitors. Exactly one node does.
    MONITOR_LEADER: Level = new("citable_monitor_leader");
    /// Payment events processed, by type (`other` for those that change nothing).
    PAYMENT_EVENTS: CountBy<1> = new("citable_payment_events_total", "type");

    /// Actors that stopped and were restarted.
    ACTOR_RESTARTS: CountBy<1> = new("citable_actor_restarts_total", "actor");
    /// Calls an actor refused because its queue was full.
    ACTOR_CALLS_REFUSED: CountBy<1> = new("citable_actor_calls_refused_total", "actor");
    /// Calls an actor didn't answer in time.
    ACTOR_CALL_TIMEOUTS: CountBy<1> = new("citable_actor_call_timeouts_total", "actor");
    /// Calls waiting or running in an actor.
    ACTOR_CALLS: LevelBy<1> = new("citable_actor_calls_waiting", "actor");

    /// Seconds from a request for a change to its commit.
    STORE_UNIT_DURATION: Timing = new("citable_store_unit_duration_seconds");
    /// Changes in one commit, on SQLite.
    STORE_BATCH: Sizes = new("citable_store_batch_units");
    /// Changes that failed: `unavailable`, `overloaded`, `contention`, `damaged`, `refused`.
    STORE_FAILURES: CountBy<1> = new("citable_store_unit_failures_total", "reason");
    /// Seconds a read waits for a connection.
    STORE_READ_WAIT: Timing = new("citable_store_read_wait_seconds");

    /// Clock jumps of more than 1 second, in either direction: of the `machine` clock or the
    /// `database` clock. Waking from suspension counts too.
    CLOCK_JUMPS: CountBy<1> = new("citable_clock_jumps_total", "clock");

    /// Always 1. The labels show what is running.
    BUILD_INFO: LevelBy<2> = new("citable_build_info", "version", "catalogue");
    /// Start time of the process, in seconds since 1970.
    PROCESS_START: Level = new("process_start_time_seconds");
    /// Resident memory in bytes. 0 if the system doesn't report it.
    PROCESS_MEMORY: Level = new("process_resident_memory_bytes");
}
