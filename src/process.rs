//! What the operating system reports about this process, and allows it.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Resident memory of this process; none where the system doesn't report it (proc(5), VmRSS).
pub(crate) fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1_024)
}

/// Raises the limit of open files as far as allowed: every connection is one. Returns the limit.
pub(crate) fn raise_file_limit() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let current = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(error) => {
            tracing::debug!(%error, "can't raise the limit on open files");
            limit.current
        }
    };
    current.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX))
}
