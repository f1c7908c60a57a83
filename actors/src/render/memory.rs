//! How much memory a process and those below it have taken for themselves, as Linux tells it.

use std::path::Path;

/// Bytes that no file stands behind (proc(5): `statm`, resident less shared), of that process and
/// all that descend from it. None where the system doesn't tell, as for processes in another
/// container or away from Linux.
pub(super) fn of_tree(root: u32) -> Option<u64> {
    let mut pages = pages(root)?;
    let mut parents = vec![root];
    while let Some(parent) = parents.pop() {
        for child in children(parent) {
            // One that ended meanwhile has none.
            pages += self::pages(child).unwrap_or_default();
            parents.push(child);
        }
    }
    let page = u64::try_from(rustix::param::page_size()).ok()?;
    Some(pages.saturating_mul(page))
}

fn pages(process: u32) -> Option<u64> {
    let counts = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let mut counts = counts.split(' ').skip(1).map(str::parse::<u64>);
    let (resident, shared) = (counts.next()?.ok()?, counts.next()?.ok()?);
    Some(resident.saturating_sub(shared))
}

/// Each thread of a process may have started some.
fn children(process: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    let of_thread = |at: &Path| std::fs::read_to_string(at.join("children")).unwrap_or_default();
    let ids = threads.flatten().map(|thread| of_thread(&thread.path()));
    ids.flat_map(|ids| ids.split(' ').filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_child_counts_with_its_parent() {
        let own = std::process::id();
        let alone = pages(own).unwrap();
        assert!(alone > 0);
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        assert!(children(own).contains(&child.id()));
        assert!(of_tree(child.id()).unwrap() > 0);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(of_tree(child.id()), None);
    }
}
