//! Whose certificates are trusted.

use std::path::PathBuf;

use citable_test_support::https_origin::HttpsOrigin;
use citable_test_support::reply::Reply;

use crate::world::{GOOD_PAGE, HOST, OTHER_HOST, World, block_on};

/// The operator's file of certificates, which names the authority of the origin.
const EXTRA: &str = "CITABLE_FETCH_EXTRA_CA_FILE";

/// A world whose operator names no file, on a system that has these authorities; without any, that
/// of the origin.
fn world(system: Option<PathBuf>) -> World {
    World::with(|command| {
        let extra = command.get_envs().find(|(name, _)| *name == EXTRA);
        let of_origin = extra.and_then(|(_, path)| path).unwrap().to_owned();
        let file = system.map_or(of_origin, PathBuf::into_os_string);
        command.env_remove(EXTRA).env_remove("SSL_CERT_DIR").env("SSL_CERT_FILE", file);
    })
}

#[test]
fn an_authority_of_the_system_is_trusted() {
    let world = world(None);
    for path in ["/first", "/second"] {
        world.origin.route(HOST, path, Reply::html(GOOD_PAGE));
        let finished = world.client.finished(&world.client.scan(&world.url(path)));
        assert_eq!(finished.status, 200, "{}", finished.body);
    }
}

#[test]
fn an_authority_that_the_system_does_not_know_is_not() {
    let another = block_on(HttpsOrigin::start(&[OTHER_HOST]));
    let world = world(Some(another.ca_file()));
    let failed = world.client.finished(&world.client.scan(&world.url("/")));
    assert_eq!(failed.status, 500, "{}", failed.body);
    assert_eq!(failed.json()["reason"]["code"], "tls_failed");
}
