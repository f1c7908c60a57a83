//! Snapshots in a bucket.

use citable_test_support::database::{count, execute};
use tempfile::TempDir;

use super::server::Server;
use super::{Service, refusal};
use crate::world::eventually;

/// Longer than any pause before an object is tried again, and than one waits for its scan.
const LATER_MS: i64 = 3 * 60 * 60 * 1_000;

#[test]
fn an_object_comes_with_its_scan_and_goes_with_it() {
    let Some(server) = Server::start() else { return };
    let mut service = Service::start(|command| server.give_to(command));
    assert_eq!(server.objects(), [], "what was written to test the bucket is gone");
    let (one, two) = (service.scan(), service.scan_again());
    for id in [&one, &two] {
        let (object, is_in_row) = service.stored(id);
        let object = object.unwrap();
        assert!(object.starts_with(&format!("{id}.")) && !is_in_row, "{object}");
        let found = server.objects().into_iter().find(|(key, _)| *key == object);
        assert!(found.unwrap().1 > 100, "{object}");
    }
    assert_eq!((server.keys().len(), service.waiting()), (2, 0));
    assert_eq!(service.number("citable_snapshots_stored_total{place=\"object\"}"), 2);
    service.delete(&one);
    server.comes_to(1);
    service.forgets_deleted();
    assert_eq!(server.keys(), [service.stored(&two).0.unwrap()]);
    let hash = service.world.client.get(&format!("/scan/{two}")).json()["urlHash"].clone();
    assert_eq!(service.send("DELETE", &format!("/history/{}", hash.as_str().unwrap())), 200);
    server.comes_to(0);
    service.forgets_deleted();
    let log = service.stop();
    assert!(!log.contains(server.secret()), "{log}");
}

#[test]
fn an_object_of_nobody_goes_when_the_scan_is_old() {
    let Some(server) = Server::start() else { return };
    let mut service = Service::start(|command| server.give_to(command));
    let id = service.world.client.scan(&service.world.url("/"));
    assert_eq!(service.world.client.finished(&id).status, 200);
    assert_eq!(server.keys(), [service.stored(&id).0.unwrap()]);
    service.stop();
    service.clock.move_by(31 * 24 * 60 * 60 * 1_000);
    service.restart(|command| server.give_to(command));
    server.comes_to(0);
    service.forgets_deleted();
}

#[test]
fn what_cannot_be_deleted_now_is_deleted_later() {
    let Some(server) = Server::start() else { return };
    let service = Service::start(|command| server.give_to(command));
    let ids = [service.scan(), service.scan_again()];
    for (id, trouble, end) in [(&ids[0], "down", "up"), (&ids[1], "answer 503", "answer ok")] {
        let left = server.keys().len();
        server.say(trouble);
        service.delete(id);
        eventually("a delete failed", || {
            count(service.world.data(), "select count(*) from object_deletions where attempts > 0")
                == 1
        });
        assert_eq!(server.keys().len(), left, "{trouble}");
        server.say(end);
        service.clock.move_by(if end == "up" { LATER_MS } else { 2 * LATER_MS });
        server.comes_to(left - 1);
        service.forgets_deleted();
    }
}

#[test]
fn a_scan_ends_whatever_the_server_does() {
    let Some(server) = Server::start() else { return };
    for (trouble, end) in [
        ("down", "up"),
        ("answer 503", "answer ok"),
        ("answer late", "answer ok"),
        ("answer 403", "answer ok"),
    ] {
        let mut service = Service::start(|command| server.give_to(command));
        server.say(trouble);
        let id = service.scan();
        assert_eq!(service.stored(&id), (None, true), "{trouble}");
        let requests = server.requests();
        // The next one does not even try.
        assert_eq!(service.stored(&service.scan_again()), (None, true), "{trouble}");
        assert_eq!(server.requests(), requests, "{trouble}");
        assert_eq!(service.number("citable_snapshots_stored_total{place=\"fallback\"}"), 2);
        server.say(end);
        let log = service.stop();
        assert!(log.contains("couldn't write a snapshot to the bucket snapshots"), "{log}");
        // What may have been written all the same is deleted once no scan can name it.
        assert_eq!(service.waiting(), 1, "{trouble}");
        service.clock.move_by(LATER_MS);
        service.restart(|command| server.give_to(command));
        service.forgets_deleted();
        assert_eq!(server.objects(), [], "{trouble}");
        assert_eq!(service.stored(&id), (None, true), "it stays where it is");
    }
}

#[test]
fn a_program_that_died_before_the_end_of_a_scan_leaves_nothing() {
    let Some(server) = Server::start() else { return };
    let mut service = Service::start(|command| server.give_to(command));
    service.stop();
    service.restart(|command| {
        server.give_to(command);
        command.env("CITABLE_TEST_CRASH_AT", "before-finish");
    });
    let id = service.begin_scan();
    let (status, ..) = service.world.take_program().wait();
    assert!(!status.success(), "it should have died");
    let [first] = server.keys().try_into().unwrap();
    assert!(first.starts_with(&format!("{id}.")));

    // Where other nodes could hold it, the scan waits until its lease is over.
    execute(service.world.data(), "update scans set lease_until = 0 where status = 'running'");
    service.restart(|command| server.give_to(command));
    assert_eq!(service.world.client.finished(&id).status, 200);
    let second = service.stored(&id).0.unwrap();
    assert_ne!(first, second);
    assert_eq!(server.keys().len(), 2, "the first attempt may still be about to end");
    service.clock.move_by(LATER_MS);
    server.comes_to(1);
    assert_eq!(server.keys(), [second]);
    service.forgets_deleted();
}

#[test]
fn a_program_does_not_start_with_a_wrong_bucket_or_key() {
    let Some(server) = Server::start() else { return };
    let data = TempDir::new().unwrap();
    for (setting, value, told) in [
        ("SECRET_ACCESS_KEY", "wr0ng", "SignatureDoesNotMatch"),
        ("ACCESS_KEY_ID", "AKIAWRONG", "InvalidAccessKeyId"),
        ("URL", "s3://elsewhere/of/citable", "NoSuchBucket"),
    ] {
        let said = refusal(data.path(), |command| {
            server.give_to(command);
            command.env(format!("CITABLE_SNAPSHOT_STORE_{setting}"), value);
        });
        assert!(said.contains("can't write a test object in the bucket"), "{setting}: {said}");
        assert!(
            said.contains(told) && said.contains("Check the bucket's name"),
            "{setting}: {said}"
        );
        assert!(!said.contains(server.secret()) && !said.contains("wr0ng"), "{said}");
    }
    let said = refusal(data.path(), |command| {
        server.give_to(command);
        command.env("CITABLE_SNAPSHOT_STORE_ALLOW_HTTP", "0");
    });
    assert!(said.contains("CITABLE_SNAPSHOT_STORE_ALLOW_HTTP=1"), "{said}");
    assert_eq!(server.objects(), []);

    // A server that is away keeps nobody from starting.
    server.say("down");
    let mut service = Service::start(|command| server.give_to(command));
    assert_eq!(service.stored(&service.scan()), (None, true));
    let log = service.stop();
    assert!(log.contains("can't write a test object in the bucket snapshots at"), "{log}");
}

#[test]
fn proxies_of_the_environment_are_not_asked() {
    let Some(server) = Server::start() else { return };
    let service = Service::start(|command| {
        server.give_to(command);
        for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"] {
            command.env(name, "http://127.0.0.1:9/");
        }
    });
    assert!(service.stored(&service.scan()).0.is_some());
}

#[test]
fn a_bucket_can_be_switched_on_and_off_and_on_again() {
    let Some(server) = Server::start() else { return };
    let mut service = Service::start(|_| {});
    let old = service.scan();
    assert_eq!(service.stored(&old), (None, true));
    service.stop();
    service.restart(|command| server.give_to(command));
    let new = service.scan_again();
    let object = service.stored(&new).0.unwrap();
    service.delete(&old);
    assert_eq!(service.waiting(), 0, "it had no object");
    service.stop();

    service.restart(|_| {});
    assert_eq!(service.world.client.finished(&new).status, 200, "reports are in the database");
    service.delete(&new);
    assert_eq!((service.waiting(), server.keys()), (1, vec![object]), "nobody knows where it is");
    let inline = service.scan();
    assert_eq!(service.stored(&inline), (None, true));
    let log = service.stop();
    assert!(
        log.contains("some snapshots are in a snapshot store, and none is configured"),
        "{log}"
    );

    service.restart(|command| server.give_to(command));
    server.comes_to(0);
    service.forgets_deleted();
}
