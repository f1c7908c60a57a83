//! Addresses that must not be reached, offered to the running service.

use citable_test_support::canary::Canary;
use citable_test_support::data::data_dir;
use serde_json::{Value, json};

use crate::world::World;

#[test]
fn refused_addresses_are_refused_at_the_door_and_nothing_is_touched() {
    let Some(data) = data_dir() else { return };
    let canary = Canary::start();
    let world = World::with(|command| {
        command.env("CITABLE_FETCH_ALLOW_CIDRS", "127.99.0.0/16");
    });
    let vectors = std::fs::read_to_string(data.join("vectors/ssrf-urls.json")).unwrap();
    let vectors: Vec<Value> = serde_json::from_str(&vectors).unwrap();
    let mut refused = 0;
    for vector in vectors {
        let (url, expect) = (vector["url"].as_str().unwrap(), vector["expect"].as_str().unwrap());
        // Public addresses are not dialled from a test, names are resolved in the fetch tests, and
        // redirects are followed there.
        let at_the_door = expect.starts_with("refuse")
            && !expect.contains("after DNS")
            && !expect.contains("at the hop")
            && !expect.contains("WHATWG host");
        if at_the_door {
            let answer = world.client.post("/scan", &json!({ "url": url }).to_string());
            assert_eq!(
                (answer.status, &answer.json()["error"]),
                (400, &json!("invalid_url")),
                "{url}"
            );
            refused += 1;
        }
    }
    assert!(refused > 30, "{refused}");
    assert!(!canary.is_touched());
}

#[test]
fn a_redirect_to_a_private_address_fails_the_scan_without_a_connection() {
    let canary = Canary::start();
    let world = World::start();
    let host = crate::world::HOST;
    for (path, to) in [
        ("/v6", format!("https://[::1]:{}/", canary.port())),
        ("/metadata", "https://169.254.169.254/latest/meta-data/".to_owned()),
        ("/ten", "https://10.0.0.1/".to_owned()),
    ] {
        let reply = citable_test_support::reply::Reply::redirect(302, &to);
        world.origin.route(host, path, reply);
        let failed = world.client.finished(&world.client.scan(&world.url(path))).json();
        assert_eq!(failed["reason"]["code"], "blocked_address", "{path}");
        let message = failed["reason"]["message"].as_str().unwrap();
        assert!(!message.contains("::1") && !message.contains("169.254"), "{message}");
    }
    assert!(!canary.is_touched());
}
