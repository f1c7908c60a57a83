//! Stopping the service.

use std::time::Duration;

use citable_test_support::reply::Reply;

use crate::world::{HOST, World, eventually};

#[test]
fn the_service_stops_in_time_with_open_streams_and_running_scans_and_loses_nothing() {
    let mut world = World::start();
    world.origin.route(HOST, "/never", Reply::never());
    let id = world.client.scan(&world.url("/never"));
    eventually("the page is asked for", || world.origin.paths(HOST).contains(&"/never".to_owned()));
    let mut stream = world.client.stream(&format!("/scan/{id}/events"), &[]);
    stream.next_event().unwrap();

    let program = world.take_program();
    program.terminate();
    let (status, took, log) = program.wait();
    assert_eq!(status.code(), Some(0), "{log}");
    assert!(took < Duration::from_secs(20), "{took:?}");
    assert!(stream.rest().contains("retry: 1000"));

    world.origin.route(HOST, "/never", Reply::html(crate::world::GOOD_PAGE));
    world.restart();
    let report = world.client.finished(&id);
    assert_eq!(report.json()["status"], "done", "{}", report.body);
}

#[test]
fn a_second_process_does_not_serve_the_same_data() {
    let world = World::start();
    let data = world.data();
    let second = crate::world::citable(&["serve"])
        .env("CITABLE_LISTEN", "127.0.0.1:0")
        .env("CITABLE_DATA_DIR", data)
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(2));
    let message = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(message.contains("another process is serving"), "{message}");
}
