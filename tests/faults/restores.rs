//! A restore that dies at any moment.

use std::process::Stdio;

use super::*;

/// Longest life of the command, in milliseconds: longer than it takes.
const LONGEST_COMMAND: u64 = 200;

#[test]
fn a_restore_that_is_killed_leaves_the_one_database_or_the_other() {
    let data = TempDir::new().unwrap();
    admin(&data, &["account", "create", "one@people.example"]);
    let made = admin(&data, &["backup"]);
    let backup = made["path"].as_str().unwrap();
    let accounts = || count(&data, "select count(*) from accounts");
    let (mut before, mut after) = (0, 0);
    for _ in 0..rounds() * 4 {
        admin(&data, &["account", "create", "two@people.example"]);
        let mut restore = command(BINARY);
        restore.args(["admin", "restore", backup]).env("CITABLE_DATA_DIR", data.path());
        let mut restore = restore.stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(random(LONGEST_COMMAND)));
        let _it_may_have_ended = restore.kill();
        restore.wait().unwrap();
        match accounts() {
            1 => after += 1,
            2 => before += 1,
            other => panic!("{other} accounts"),
        }
    }
    println!("{before} killed before the change, {after} after it");
    admin(&data, &["restore", backup]);
    assert_eq!(accounts(), 1, "what the killed ones left is not in the way");
}
