//! What name servers answer.

use std::net::IpAddr;
use std::time::Duration;

use citable_checks::failure::FailureCode;
use citable_checks::page::snapshot::PageEnd;
use citable_test_support::canary::Canary;
use citable_test_support::dns::{DnsAnswer, ScriptedDns};
use citable_test_support::reply::Reply;

use crate::site::{NAMED, PRIVATE, PUBLIC, Site};

/// A site whose name has to be resolved, a canary on the same port of the private addresses.
struct Named {
    site: Site,
    dns: ScriptedDns,
    canary: Canary,
}

impl Named {
    async fn start(answers: impl Into<Vec<DnsAnswer>>) -> Self {
        let mut site = Site::start().await;
        let dns = ScriptedDns::start().await;
        dns.script(NAMED, answers);
        site.settings.dns_servers = vec![dns.address()];
        site.settings.limits.dns = Duration::from_millis(900);
        site.origin.route(NAMED, "/", Reply::html("<p>Named"));
        let canary = Canary::on_port(site.port());
        Self { site, dns, canary }
    }

    /// Scans; nobody may have touched the canary.
    async fn outcome(&self) -> Result<PageEnd, FailureCode> {
        let outcome = self.site.scan_host(NAMED, "/").await;
        assert!(!self.canary.is_touched());
        outcome.map(|snapshot| snapshot.page.end).map_err(|failure| failure.code)
    }
}

fn addresses(list: &[&str]) -> DnsAnswer {
    DnsAnswer::Addresses(list.iter().map(|address| address.parse::<IpAddr>().unwrap()).collect())
}

#[tokio::test]
async fn a_public_answer_is_dialled() {
    let named = Named::start([DnsAnswer::Addresses(vec![PUBLIC])]).await;
    assert_eq!(named.outcome().await, Ok(PageEnd::Answered));
    assert_eq!(named.site.asked(NAMED), ["/robots.txt", "/"]);
}

#[tokio::test]
async fn one_private_answer_among_public_ones_refuses_the_name() {
    for answer in [
        DnsAnswer::Addresses(vec![PRIVATE]),
        DnsAnswer::Addresses(vec![PUBLIC, PRIVATE]),
        DnsAnswer::Addresses(vec![PRIVATE, PUBLIC]),
        addresses(&["127.0.0.2", "::1"]),
        addresses(&["127.0.0.2", "::ffff:127.0.0.2"]),
        addresses(&["127.0.0.2", "64:ff9b::7f00:2"]),
        addresses(&["10.0.0.1"]),
        addresses(&["169.254.169.254"]),
        DnsAnswer::Aliases(vec!["inside.pages-for-citable.org".to_owned()], vec![PRIVATE]),
    ] {
        let named = Named::start([answer.clone()]).await;
        assert_eq!(named.outcome().await, Err(FailureCode::BlockedAddress), "{answer:?}");
        assert!(named.site.origin.requests().is_empty(), "{answer:?}");
    }
}

#[tokio::test]
async fn a_name_that_changes_its_mind_is_not_asked_again_within_a_scan() {
    let named =
        Named::start([DnsAnswer::Addresses(vec![PUBLIC]), DnsAnswer::Addresses(vec![PRIVATE])])
            .await;
    assert_eq!(named.outcome().await, Ok(PageEnd::Answered));
    assert_eq!(named.dns.questions(NAMED), 1);
    assert_eq!(named.outcome().await, Err(FailureCode::BlockedAddress));
    assert_eq!(named.dns.questions(NAMED), 2);
}

#[tokio::test]
async fn names_without_an_answer_fail_as_such() {
    for answer in [
        DnsAnswer::NoSuchName,
        DnsAnswer::Addresses(Vec::new()),
        DnsAnswer::Failure,
        DnsAnswer::Silence,
    ] {
        let named = Named::start([answer.clone()]).await;
        assert_eq!(named.outcome().await, Err(FailureCode::DnsFailed), "{answer:?}");
    }
}

#[tokio::test]
async fn aliases_are_followed_to_a_depth() {
    for (depth, expected) in
        [(1, Ok(PageEnd::Answered)), (8, Ok(PageEnd::Answered)), (9, Err(FailureCode::DnsFailed))]
    {
        let aliases = (0..depth).map(|n| format!("alias-{n}.pages-for-citable.org")).collect();
        let named = Named::start([DnsAnswer::Aliases(aliases, vec![PUBLIC])]).await;
        assert_eq!(named.outcome().await, expected, "{depth} aliases");
    }
}

#[tokio::test]
async fn the_next_address_is_dialled_where_the_first_does_not_answer() {
    let mut named = Named::start([addresses(&["127.0.0.3", "127.0.0.2"])]).await;
    named.site.settings.allow_cidrs.push("127.0.0.3/32".parse().unwrap());
    assert_eq!(named.outcome().await, Ok(PageEnd::Answered));
}

#[tokio::test]
async fn given_addresses_come_before_the_name_servers_and_through_the_same_gate() {
    let mut named = Named::start([DnsAnswer::Addresses(vec![PUBLIC])]).await;
    named.site.settings.resolve.add(NAMED, PRIVATE);
    assert_eq!(named.outcome().await, Err(FailureCode::BlockedAddress));
    assert_eq!(named.dns.questions(NAMED), 0);
}
