//! Callers with a name: signed-in people, keys, and the operator beside the running service.

use std::process::Command;
use std::sync::Barrier;

use citable_test_support::client::{Answer, Client};
use citable_test_support::database::settings;
pub(crate) use citable_test_support::moved_clock::{MovedClock, milliseconds};
use serde_json::{Value, json};

use crate::world::{World, citable};

/// The media type of a form without scripts.
pub(crate) const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");
/// The media type of everything else.
pub(crate) const JSON: (&str, &str) = ("content-type", "application/json");

/// A program that runs for its developer alone, so that links are in the answers.
pub(crate) fn dev(command: &mut Command) {
    command.arg("--dev");
}

/// A program that takes any number of connections from this machine, as from a proxy.
pub(crate) fn crowd(command: &mut Command) {
    command.env("CITABLE_TRUSTED_PROXIES", "127.0.0.1/32");
}

/// What `citable admin … --json` prints beside the running service.
pub(crate) fn admin(world: &World, clock: Option<&MovedClock>, arguments: &[&str]) -> Value {
    let mut command = citable(&["admin"]);
    command.args(arguments).arg("--json").envs(settings(world.data()));
    if let Some(clock) = clock {
        clock.give_to(&mut command);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A token of a link that was asked for.
pub(crate) fn link_token(client: &Client, email: &str) -> String {
    let sent = client.post("/auth/request-link", &json!({ "email": email }).to_string());
    assert_eq!(sent.status, 200, "{}", sent.body);
    token_of(&sent.json())
}

/// The token in an answer with a link.
pub(crate) fn token_of(answer: &Value) -> String {
    answer["link"].as_str().unwrap().split_once("/login/confirm?token=").unwrap().1.to_owned()
}

/// Uses a token.
pub(crate) fn confirm(client: &Client, token: &str) -> Answer {
    client.post("/auth/callback", &json!({ "token": token }).to_string())
}

/// Signs somebody in; returns the value of a `Cookie` header.
pub(crate) fn sign_in(client: &Client, email: &str) -> String {
    let confirmed = confirm(client, &link_token(client, email));
    assert_eq!(confirmed.status, 200, "{}", confirmed.body);
    cookie_of(&confirmed)
}

/// The `Cookie` header that a browser would send after an answer.
pub(crate) fn cookie_of(answer: &Answer) -> String {
    answer.header("set-cookie").split(';').next().unwrap().to_owned()
}

/// A key by the operator, of an account with that plan: its id and its `Authorization`.
pub(crate) fn key_of(world: &World, email: &str, plan: &str, scopes: &str) -> (String, String) {
    admin(world, None, &["account", "create", email, "--plan", plan]);
    let issue = ["key", "issue", email, "--name", "tests", "--scopes", scopes];
    let issued = admin(world, None, &issue);
    let bearer = format!("Bearer {}", issued["token"].as_str().unwrap());
    (issued["key"]["id"].as_str().unwrap().to_owned(), bearer)
}

/// Status and code.
pub(crate) fn error(answer: &Answer) -> (u16, String) {
    (answer.status, answer.json()["error"].as_str().unwrap_or_default().to_owned())
}

/// Asks for a scan with more headers.
pub(crate) fn post_scan(client: &Client, url: &str, headers: &[(&str, &str)]) -> Answer {
    let body = json!({ "url": url }).to_string();
    client.send("POST", "/scan", &[&[JSON][..], headers].concat(), Some(&body))
}

/// Does something many times at once, each on a thread of its own, none before all are ready.
pub(crate) fn together<T: Send>(times: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let ready = Barrier::new(times);
    std::thread::scope(|scope| {
        let one = |number| {
            let (ready, work) = (&ready, &work);
            scope.spawn(move || {
                ready.wait();
                work(number)
            })
        };
        let threads: Vec<_> = (0..times).map(one).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}
