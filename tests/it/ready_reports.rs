//! Reports that were read before are ready to be sent: the same bytes for the same viewer, and gone
//! as soon as the scan is.

use citable_test_support::client::Answer;
use citable_test_support::database::execute;
use citable_test_support::reply::Reply;

use crate::people::{admin, dev, error, sign_in};
use crate::world::{HOST, World};

const MARKDOWN: (&str, &str) = ("accept", "text/markdown");
/// A page with much to mend.
const POOR_PAGE: &str = "<!doctype html><html><head><title>Bees</title></head><body>\
<p>In this article we look at bees.</p></body></html>";

fn world() -> World {
    let world = World::with(dev);
    for path in ["/1", "/2"] {
        world.origin.route(HOST, path, Reply::html(POOR_PAGE));
    }
    world
}

/// The report in each of its forms, with more headers.
fn forms(world: &World, id: &str, headers: &[(&str, &str)]) -> Vec<Answer> {
    let get = |path: &str, form: &[(&str, &str)]| {
        world.client.send("GET", path, &[headers, form].concat(), None)
    };
    let (report, instructions) = (format!("/scan/{id}"), format!("/scan/{id}/ai-instructions"));
    vec![get(&report, &[]), get(&report, &[MARKDOWN]), get(&instructions, &[])]
}

/// What clients see of answers besides what is about the one request.
fn seen(answers: &[Answer]) -> Vec<(u16, [&str; 5], &str)> {
    let fields = ["content-type", "content-length", "etag", "cache-control", "vary"];
    let of = |answer| Answer::header(answer, "x-request-id").is_empty();
    assert!(!answers.iter().any(of));
    answers
        .iter()
        .map(|one| (one.status, fields.map(|name| one.header(name)), one.body.as_str()))
        .collect()
}

#[test]
fn what_one_viewer_sees_is_never_sent_to_another() {
    let mut world = world();
    let payer = sign_in(&world.client, "ada@people.example");
    admin(&world, None, &["plan", "grant", "ada@people.example", "pro"]);
    let free = sign_in(&world.client, "bob@people.example");
    let id = world.client.scan(&world.url("/1"));
    world.client.finished(&id);
    let viewers: [&[(&str, &str)]; 3] = [&[], &[("cookie", &free)], &[("cookie", &payer)]];
    let read = |world: &World| viewers.map(|viewer| forms(world, &id, viewer));

    let first = read(&world);
    let again = read(&world);
    for (first, again) in first.iter().zip(&again) {
        assert!(first.iter().all(|answer| answer.status == 200));
        assert_eq!(seen(first), seen(again), "ready or not");
    }
    let locked =
        first.each_ref().map(|forms| forms[0].json()["recommendationsLocked"].as_u64().unwrap());
    assert!(locked[0] > locked[1] && locked[1] > 0 && locked[2] == 0, "{locked:?}");
    for form in 0..3 {
        let tags = first.each_ref().map(|forms| forms[form].header("etag"));
        assert!(tags[0] != tags[1] && tags[1] != tags[2] && tags[0] != tags[2], "{tags:?}");
    }
    for (viewer, answers) in viewers.iter().zip(&first) {
        for (form, answer) in answers.iter().enumerate() {
            let tag = answer.header("etag");
            let known = &forms(&world, &id, &[*viewer, &[("if-none-match", tag)]].concat())[form];
            assert_eq!((known.status, known.body.as_str(), known.header("etag")), (304, "", tag));
            assert_eq!(known.header("cache-control"), "private, no-cache");
            assert_eq!(known.header("vary"), "Accept, Authorization, Cookie");
        }
    }

    // A service that keeps none ready sends the same.
    world.take_program().kill();
    world.restart_with(|command| {
        dev(command);
        command.env("CITABLE_REPORT_CACHE_MIB", "0");
    });
    for _ in 0..2 {
        for (first, other) in first.iter().zip(&read(&world)) {
            assert_eq!(seen(first), seen(other));
        }
    }
}

#[test]
fn a_deleted_report_is_gone_at_once_although_it_was_ready() {
    let world = world();
    let cookie = sign_in(&world.client, "ada@people.example");
    let owner = [("cookie", cookie.as_str())];
    let scan = |path: &str| {
        let taken = crate::people::post_scan(&world.client, &world.url(path), &owner);
        let id = taken.json()["id"].as_str().unwrap().to_owned();
        world.client.finished(&id);
        id
    };
    let (here, elsewhere) = (scan("/1"), scan("/2"));
    let mut tags = Vec::new();
    for id in [&here, &elsewhere] {
        let _made_ready = forms(&world, id, &[]);
        tags.push(forms(&world, id, &[]).iter().map(|one| one.header("etag").to_owned()).collect());
    }
    let tags: Vec<Vec<String>> = tags;

    let deleted = world.client.send("DELETE", &format!("/history/scans/{here}"), &owner, None);
    assert!((200..300).contains(&deleted.status), "{}", deleted.body);
    // As another node deletes.
    let statement = format!("DELETE FROM scans WHERE id = '{elsewhere}'");
    execute(world.data(), &statement);

    for (id, tags) in [&here, &elsewhere].into_iter().zip(&tags) {
        for (form, tag) in tags.iter().enumerate() {
            for headers in [&[][..], &[("if-none-match", tag.as_str())], &owner] {
                let answer = &forms(&world, id, headers)[form];
                assert_eq!(error(answer), (404, "not_found".to_owned()), "{headers:?}");
            }
        }
    }
}
