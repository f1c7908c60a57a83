//! The inputs that fuzzers begin with, so that every test run reads them too.

use crate::program::workspace;

/// Runs that on each seed of that target (`fuzz/seeds/<target>`), of which there is at least one.
pub fn each(target: &str, run: impl Fn(&[u8])) {
    let folder = workspace().join("fuzz/seeds").join(target);
    let mut seeds = 0;
    for seed in std::fs::read_dir(&folder).expect("the target has seeds") {
        run(&std::fs::read(seed.expect("a seed").path()).expect("a seed"));
        seeds += 1;
    }
    assert!(seeds > 0, "{target} has no seeds");
}

/// The same for what reads text.
pub fn each_text(target: &str, run: impl Fn(&str)) {
    each(target, |seed| run(&String::from_utf8_lossy(seed)));
}
