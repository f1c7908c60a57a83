//! Every number. What is written above one is its description, here and in what is served.

use crate::Metric;
use crate::counting::{Count, CountBy, Level, LevelBy, Sizes, Timing, TimingBy};

/// Declares numbers: `NAME: kind = how("name", ["label", …]);`.
macro_rules! table {
    ($(
        $(#[doc = $help:literal])+
        $place:ident: $kind:ty = $make:ident($name:literal $(, $label:literal)*);
    )+) => {
        $(
            $(#[doc = $help])+
            pub static $place: $kind = <$kind>::$make($name, concat!($($help),+), &[$($label),*]);
        )+

        /// Every number, in the order of the table.
        pub static METRICS: &[&Metric] = &[$(&$place.metric),+];
    };
}

table! {
    /// Requests answered, by the template of the route (`unmatched` where there is none), the
    /// method, and the class of the status. The report of a scan that failed is `scan_failed`: it
    /// is answered with 500 and is no fault of this service.
    HTTP_REQUESTS: CountBy<3> = new("citable_http_requests_total", "route", "method", "status");
    /// Seconds from a request's head to the head of its answer.
    HTTP_DURATION: TimingBy<2> =
        quick("citable_http_request_duration_seconds", "route", "method");
    /// Connections that are open.
    HTTP_CONNECTIONS: Level = new("citable_http_connections");
    /// Connections refused: their network held its `share`, or all places were taken (`full`; some
    /// of these are still answered once).
    HTTP_CONNECTIONS_REFUSED: CountBy<1> = new("citable_http_connections_refused_total", "reason");
    /// Requests refused, since too many bytes of earlier answers were not read yet.
    HTTP_ANSWERS_REFUSED: Count = new("citable_http_answers_refused_total");
    /// Streams of events that are open.
    HTTP_EVENT_STREAMS: Level = new("citable_http_event_streams");

    /// Scans admitted for somebody who asked.
    SCANS_ADMITTED: Count = new("citable_scans_admitted_total");
    /// Scans that ended on this node: `done`, or `failed` for a reason (else `none`).
    SCANS_FINISHED: CountBy<2> = new("citable_scans_finished_total", "outcome", "reason");
    /// Scans that run on this node.
    SCANS_RUNNING: Level = new("citable_scans_running");
    /// Scans that wait, as far as this node knows.
    SCANS_WAITING: Level = new("citable_scans_waiting");
    /// Seconds from the start of a scan to its stored end.
    SCAN_DURATION: TimingBy<1> = new("citable_scan_duration_seconds", "outcome");
    /// Seconds that a scan spends in a stage.
    SCAN_STAGE_DURATION: TimingBy<1> = new("citable_scan_stage_duration_seconds", "stage");
    /// Requests for a scan that were answered with an earlier report.
    SCAN_CACHE_HITS: Count = new("citable_scan_cache_hits_total");
    /// Requests to pages and what stands around them, by what was asked for and by the class of
    /// the answer's status, or why there was no answer.
    FETCHES: CountBy<2> = new("citable_fetches_total", "kind", "outcome");
    /// Bytes of bodies that were read, decoded.
    FETCHED_BYTES: CountBy<1> = new("citable_fetched_bytes_total", "kind");

    /// Scans refused, since the caller's `quota` or the service's daily `budget` was spent.
    QUOTA_REFUSALS: CountBy<1> = new("citable_quota_refusals_total", "limit");
    /// Requests that came again under their idempotency key and got the first answer.
    IDEMPOTENCY_REPLAYS: Count = new("citable_idempotency_replays_total");

    /// Attempts to send a mail: `sent`, `dropped` (of no use any more), `retry`, `failed` (given
    /// up).
    MAIL_ATTEMPTS: CountBy<1> = new("citable_mail_attempts_total", "outcome");
    /// Attempts to deliver to a webhook endpoint: `delivered`, or why not.
    WEBHOOK_ATTEMPTS: CountBy<1> = new("citable_webhook_attempts_total", "outcome");
    /// What waits in an outbox of the store (`mail`, `webhooks`), whichever node sends it. Not
    /// there while the store cannot be read.
    OUTBOX_WAITING: LevelBy<1> = new("citable_outbox_waiting", "outbox");
    /// Weekly runs of monitors that this node began.
    MONITOR_RUNS: Count = new("citable_monitor_runs_total");
    /// Whether this node looks after the monitors: 1 on one node of all.
    MONITOR_LEADER: Level = new("citable_monitor_leader");
    /// Events of the payment provider that were acted on, by type (`other` for those that change
    /// nothing).
    PAYMENT_EVENTS: CountBy<1> = new("citable_payment_events_total", "type");

    /// Actors that stopped and were started again.
    ACTOR_RESTARTS: CountBy<1> = new("citable_actor_restarts_total", "actor");
    /// Calls of actors that were refused, since as many waited as may.
    ACTOR_CALLS_REFUSED: CountBy<1> = new("citable_actor_calls_refused_total", "actor");
    /// Calls of actors that were not answered in time.
    ACTOR_CALL_TIMEOUTS: CountBy<1> = new("citable_actor_call_timeouts_total", "actor");
    /// Calls that wait in an actor or run.
    ACTOR_CALLS: LevelBy<1> = new("citable_actor_calls_waiting", "actor");

    /// Seconds from a change that is asked for to its commit.
    STORE_UNIT_DURATION: Timing = new("citable_store_unit_duration_seconds");
    /// Changes in one commit, on SQLite.
    STORE_BATCH: Sizes = new("citable_store_batch_units");
    /// Changes that failed: `unavailable`, `overloaded`, `contention`, `damaged`, `refused`.
    STORE_FAILURES: CountBy<1> = new("citable_store_unit_failures_total", "reason");
    /// Seconds that a read waits for a connection.
    STORE_READ_WAIT: Timing = new("citable_store_read_wait_seconds");

    /// Clock jumps of more than a second, ahead or back: of the `machine`'s clock, or of the
    /// `database`'s. Waking from suspension counts as well.
    CLOCK_JUMPS: CountBy<1> = new("citable_clock_jumps_total", "clock");

    /// 1, with what is running.
    BUILD_INFO: LevelBy<2> = new("citable_build_info", "version", "catalogue");
    /// When the program started, in seconds since 1970.
    PROCESS_START: Level = new("process_start_time_seconds");
    /// Bytes of memory that the program holds; 0 where the system does not tell.
    PROCESS_MEMORY: Level = new("process_resident_memory_bytes");
}
