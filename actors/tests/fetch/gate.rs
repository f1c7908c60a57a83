//! Addresses that must not be reached, at every door.

use citable_actors::fetch::{FetchSettings, parse_target};
use citable_checks::failure::FailureCode;
use citable_checks::page::snapshot::{FileOutcome, PageEnd};
use citable_test_support::canary::Canary;
use citable_test_support::data::data_dir;
use citable_test_support::dns::{DnsAnswer, ScriptedDns};
use citable_test_support::reply::Reply;
use proptest::prelude::*;
use url::Url;

use crate::site::{HOST, NAMED_AFTER_ADDRESS, Site};

/// One address of the shared vectors.
struct Vector {
    address: String,
    expected: String,
}

impl Vector {
    fn must_be_refused(&self) -> bool {
        self.expected.starts_with("refuse") && !self.expected.contains("or treat by")
    }

    /// The names among them are refused only when they are resolved.
    fn is_judged_by_its_name_alone(&self) -> bool {
        self.expected != "refuse after DNS"
    }
}

/// The shared vectors that are addresses.
fn vectors() -> Vec<Vector> {
    let Some(folder) = data_dir() else { return Vec::new() };
    let text = std::fs::read_to_string(folder.join("vectors/ssrf-urls.json")).unwrap();
    let list: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    let field = |value: &serde_json::Value, name: &str| value[name].as_str().unwrap().to_owned();
    list.iter()
        .map(|value| Vector { address: field(value, "url"), expected: field(value, "expect") })
        .filter(|vector| !vector.expected.contains("at the hop"))
        .collect()
}

#[test]
fn the_shared_vectors_are_judged_as_they_say() {
    for vector in vectors() {
        let verdict = parse_target(&vector.address, &FetchSettings::default());
        let allowed = match vector.expected.as_str() {
            "refuse after DNS" => true,
            "policy" => vector.address.contains(":443/"),
            expected => expected.starts_with("allow"),
        };
        assert_eq!(verdict.is_ok(), allowed, "{}: {verdict:?}", vector.address);
    }
}

/// The address with the canary's port where it names none, so that a connection would be noticed.
fn towards(canary: &Canary, address: &str) -> String {
    match Url::parse(address) {
        Ok(mut url) if url.scheme() == "https" && url.port().is_none() => {
            // Addresses without a host cannot have a port; they stay as they are.
            let _ = url.set_port(Some(canary.port()));
            url.to_string()
        }
        _ => address.to_owned(),
    }
}

/// A site that may redirect to the canary's port, with a name server that leads the shared
/// vectors' names inwards.
async fn redirecting_site(canary: &Canary) -> (Site, ScriptedDns) {
    let mut site = Site::start().await;
    let dns = ScriptedDns::start().await;
    for (name, address) in [("localtest.me", "127.0.0.1"), (NAMED_AFTER_ADDRESS, "10.0.0.1")] {
        dns.script(name, [DnsAnswer::Addresses(vec![address.parse().unwrap()])]);
    }
    site.settings.dns_servers = vec![dns.address()];
    site.settings.allow_ports.push(canary.port());
    (site, dns)
}

#[tokio::test]
async fn no_redirect_of_the_page_leads_to_a_refused_address() {
    let canary = Canary::start();
    let (site, _dns) = redirecting_site(&canary).await;
    for vector in vectors().iter().filter(|vector| !vector.expected.starts_with("allow")) {
        let location = towards(&canary, &vector.address);
        site.page("/", Reply::redirect(302, &location.escape_default().to_string()));
        if location.is_ascii() {
            site.page("/", Reply::redirect(302, &location));
        }
        match site.scan("/").await {
            // Nothing over plain HTTP is asked for, wherever it leads.
            Err(failure) if failure.code == FailureCode::RedirectedToHttp => {
                assert!(location.to_ascii_lowercase().starts_with("http:"), "{location}");
            }
            Err(failure) if vector.must_be_refused() => {
                assert_eq!(failure.code, FailureCode::BlockedAddress, "{location}");
            }
            Err(_) => {}
            Ok(snapshot) => assert!(
                snapshot.page.end == PageEnd::RedirectWithoutTarget,
                "{location}: {:?}",
                snapshot.page.end
            ),
        }
        assert!(!canary.is_touched(), "{location}");
    }
}

#[tokio::test]
async fn no_redirect_of_robots_txt_leads_to_a_refused_address() {
    let canary = Canary::start();
    let (site, _dns) = redirecting_site(&canary).await;
    site.page("/", Reply::html("<p>Page"));
    for vector in vectors().iter().filter(|vector| vector.must_be_refused()) {
        let location = towards(&canary, &vector.address);
        site.page("/robots.txt", Reply::redirect(302, &location));
        let snapshot = site.scan("/").await.unwrap();
        assert_eq!(snapshot.page.end, PageEnd::Answered);
        assert_eq!(snapshot.robots[0].outcome, FileOutcome::RedirectsUnresolved, "{location}");
        assert!(!canary.is_touched(), "{location}");
    }
}

#[tokio::test]
async fn an_allowed_port_does_not_open_private_addresses() {
    let canary = Canary::start();
    let mut settings = FetchSettings { allow_ports: vec![canary.port()], ..Default::default() };
    settings.resolve.add(HOST, "127.0.0.1".parse().unwrap());
    for host in ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0"] {
        let address = format!("https://{host}:{}/", canary.port());
        assert!(parse_target(&address, &settings).is_err(), "{address}");
    }
    assert!(!canary.is_touched());
}

#[test]
fn refused_vectors_exist_only_by_name_or_at_once() {
    for vector in vectors().iter().filter(|vector| vector.must_be_refused()) {
        let refused = parse_target(&vector.address, &FetchSettings::default()).is_err();
        assert_eq!(refused, vector.is_judged_by_its_name_alone(), "{}", vector.address);
    }
}

proptest! {
    /// What passes the gate can be sent, says the same to the HTTP client, and passes again.
    #[test]
    fn what_passes_is_stable_and_can_be_sent(
        address in r"(https://|HTTPS://|)[a-z0-9.\[\]:%@-]{1,30}(/[ -~é]{0,30})?"
    ) {
        let settings = FetchSettings::default();
        if let Ok(target) = parse_target(&address, &settings) {
            let again = parse_target(target.as_str(), &settings);
            prop_assert_eq!(again.as_ref(), Ok(&target));
            let uri: http::Uri = target.as_str().parse().unwrap();
            prop_assert_eq!(uri.host(), Some(target.host()));
            prop_assert_eq!(uri.scheme_str(), Some("https"));
            prop_assert_eq!(target.port(), 443);
        }
    }

    /// However an address is written, a private one does not pass.
    #[test]
    fn no_spelling_of_a_private_ipv4_address_passes(
        private in prop_oneof![Just(0x7f00_0000_u32), Just(0x0a00_0000), Just(0xa9fe_0000)],
        low in 0_u32..0x1_0000,
        spelling in 0..5,
    ) {
        let number = private + low;
        let [a, b, c, d] = number.to_be_bytes();
        let host = match spelling {
            0 => format!("{a}.{b}.{c}.{d}"),
            1 => number.to_string(),
            2 => format!("{number:#x}"),
            3 => format!("0{a:o}.{b}.{}", u32::from(c) * 256 + u32::from(d)),
            _ => format!("[::ffff:{a}.{b}.{c}.{d}]"),
        };
        let address = format!("https://{host}/");
        prop_assert!(parse_target(&address, &FetchSettings::default()).is_err());
    }
}
