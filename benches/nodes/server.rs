//! A PostgreSQL server that is measured.

use citable_test_support::postgres::Cluster;

/// The server's processes, and what they have used.
pub(crate) struct Server<'a> {
    pub(crate) cluster: &'a Cluster,
    pub(crate) url: String,
    postmaster: u32,
}

impl<'a> Server<'a> {
    pub(crate) fn of(cluster: &'a Cluster) -> Self {
        let url = cluster.create_database();
        cluster.make_durable(&url);
        let checkpointer = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'";
        let child = cluster.ask(&url, checkpointer);
        let postmaster = fields(&child)[1].parse().unwrap();
        Self { cluster, url, postmaster }
    }

    /// Seconds of CPU of all its processes, those that ended too.
    pub(crate) fn cpu(&self) -> f64 {
        let own = fields(&self.postmaster.to_string());
        let mut ticks: u64 = own[11..15].iter().map(|field| field.parse::<u64>().unwrap()).sum();
        let children = format!("/proc/{0}/task/{0}/children", self.postmaster);
        for child in std::fs::read_to_string(children).unwrap().split_whitespace() {
            let used = std::fs::read_to_string(format!("/proc/{child}/stat"));
            let Ok(used) = used else { continue };
            ticks += after_name(&used)[11..13]
                .iter()
                .map(|field| field.parse::<u64>().unwrap())
                .sum::<u64>();
        }
        #[expect(clippy::cast_precision_loss, reason = "a number of ticks")]
        let seconds = ticks as f64 / 100.0;
        seconds
    }

    /// Bytes that were written to the log of changes.
    pub(crate) fn wal(&self) -> f64 {
        self.cluster.ask(&self.url, "SELECT wal_bytes FROM pg_stat_wal").parse().unwrap()
    }

    pub(crate) fn waiting_for_locks(&self) -> usize {
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
        self.cluster.ask(&self.url, waiting).parse().unwrap()
    }
}

/// The fields of `/proc/<pid>/stat` after the name (proc_pid_stat(5)).
fn fields(pid: &str) -> Vec<String> {
    after_name(&std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap())
}

fn after_name(stat: &str) -> Vec<String> {
    let fields = stat.rsplit_once(')').unwrap().1;
    fields.split_whitespace().map(str::to_owned).collect()
}
