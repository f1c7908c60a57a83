//! Tests in a network of their own, which has nothing but this machine and one public address.

use std::net::{IpAddr, Ipv4Addr};
use std::process::Command;

/// An address that is public; it lives on the loopback interface of such a network.
pub(crate) const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(93, 184, 215, 14));
/// Says that this process is in a network of its own.
const INSIDE: &str = "CITABLE_TEST_NETWORK";

/// Whether this process is in such a network. Where it is not, the test is run again in one, if
/// the machine permits that.
///
/// # Panics
/// Where the machine does not and the variable `required` says that it must.
pub(crate) fn is_inside(test: &str, required: Option<&str>) -> bool {
    if std::env::var_os(INSIDE).is_some() {
        for arguments in
            [&["link", "set", "lo", "up"][..], &["addr", "add", "93.184.215.14/32", "dev", "lo"]]
        {
            assert!(Command::new("ip").args(arguments).status().unwrap().success());
        }
        return true;
    }
    let permitted = Command::new("unshare").args(["-n", "-m", "true"]).status();
    if !permitted.is_ok_and(|status| status.success()) {
        let required = required.is_some_and(|name| std::env::var_os(name).is_some());
        assert!(!required, "network namespaces are required");
        eprintln!("skipped: no network namespaces here");
        return false;
    }
    let status = Command::new("unshare")
        .args(["-n", "-m"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(INSIDE, "1")
        .status()
        .unwrap();
    assert!(status.success(), "{test} failed in its own network");
    false
}
