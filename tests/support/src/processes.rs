//! The processes that a process started, and what they use.

use std::collections::HashMap;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Ticks of the kernel's CPU accounting in a second (`USER_HZ`, the same on every Linux).
const TICKS: u64 = 100;
/// Where the CPU times begin in `/proc/ID/stat` (proc(5)), counted after the name in brackets: own
/// user and system time, then those of ended children.
const TIMES: std::ops::Range<usize> = 11..15;

/// A process.
#[derive(Clone, Debug)]
pub struct Process {
    /// Its id.
    pub id: u32,
    /// Its command line.
    pub words: Vec<String>,
}

/// The processes that descend from that one, parents first.
#[must_use]
pub fn descendants(id: u32) -> Vec<Process> {
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Ok(id) = entry.file_name().to_string_lossy().parse::<u32>() else { continue };
        let status = std::fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
        if let Some(parent) = parent.and_then(|parent| parent.trim().parse().ok()) {
            children.entry(parent).or_default().push(id);
        }
    }
    let mut found = Vec::new();
    let mut next = vec![id];
    while let Some(id) = next.pop() {
        for id in children.remove(&id).unwrap_or_default() {
            let words = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            let words = String::from_utf8_lossy(&words);
            let words = words.split_terminator('\0').map(str::to_owned).collect();
            found.push(Process { id, words });
            next.push(id);
        }
    }
    found
}

impl Process {
    /// Kills it, if it is still there.
    pub fn kill(&self) {
        let mut kill = Command::new("kill");
        let _gone = kill.args(["-9", &self.id.to_string()]).stderr(Stdio::null()).status();
    }

    /// Bytes of memory that it uses, its part of what it shares with others (PSS); none where it is
    /// gone or another user's.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/smaps_rollup", self.id)).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
        Some(kib * 1_024)
    }

    /// CPU time that it used, and its children that ended.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.id)).unwrap_or_default();
        let after_name = text.rsplit_once(") ").map_or("", |(_, rest)| rest);
        let fields: Vec<&str> = after_name.split(' ').collect();
        let times = fields.get(TIMES).unwrap_or_default();
        let ticks: u64 = times.iter().filter_map(|time| time.parse::<u64>().ok()).sum();
        Duration::from_millis(ticks * 1_000 / TICKS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_found_measured_and_killed() {
        let mut child = Command::new("sh")
            .args(["-c", "read _; exit 0"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let found = descendants(std::process::id());
        let known = found.into_iter().find(|process| process.id == child.id()).unwrap();
        assert!(known.memory().is_some_and(|bytes| bytes > 1_024));
        assert!(known.cpu() < Duration::from_secs(60));
        known.kill();
        assert!(!child.wait().unwrap().success());
        assert!(descendants(std::process::id()).iter().all(|process| process.id != known.id));
    }
}
