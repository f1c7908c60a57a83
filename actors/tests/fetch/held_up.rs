//! Scans that wait for each other at one host.

use std::sync::Arc;
use std::time::Duration;

use citable_actors::fetch::{Fetcher, Gather};
use citable_checks::failure::FailureCode;
use citable_checks::page::snapshot::FileOutcome;
use citable_test_support::reply::Reply;

use crate::site::{HOST, NOW, Site};

#[tokio::test]
async fn a_scan_that_others_left_no_time_fails_as_our_fault_and_they_by_the_page() {
    let mut site = Site::start().await;
    site.settings.limits.whole_fetch = Duration::from_secs(3);
    site.page("/1", Reply::never());
    site.page("/2", Reply::never());
    let fetcher = Fetcher::new(site.settings.clone()).unwrap();
    // Kept from now on: no scan below spends its time on anything but its page and its wait.
    let robots = fetcher.robots_txt(&site.target(HOST, "/1"), NOW).await;
    assert!(matches!(robots.outcome, FileOutcome::Answered { .. }), "{robots:?}");
    let failure = async |path| {
        let target = site.target(HOST, path);
        let gathered = fetcher.gather(&target, NOW, Arc::new(|_| ())).await;
        gathered.unwrap_err().code
    };
    // One of them has the host for itself; the other one waits for it.
    let mut codes = <[FailureCode; 2]>::from(tokio::join!(failure("/1"), failure("/2")));
    codes.sort_by_key(|code| code.as_str());
    assert_eq!(codes, [FailureCode::Internal, FailureCode::TimedOut]);
}
