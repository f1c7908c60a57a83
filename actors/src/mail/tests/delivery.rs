//! Against a mail server that others have written.

use std::collections::HashMap;
use std::time::Duration;

use citable_schema::MailStatus;
use citable_test_support::authority::Authority;

use super::super::*;
use super::world::{Log, World, at_once, smtp};
use citable_test_support::smtp_sink::Sink;

/// The server and the actor before it; the test is skipped where there is no such server.
macro_rules! before_a_server {
    () => {{
        let Some(sink) = Sink::start(&[]).await else { return };
        let world = World::start(at_once(smtp(&format!("smtp://127.0.0.1:{}", sink.port)))).await;
        (world, sink)
    }};
}

#[tokio::test]
async fn a_mail_arrives_whole() {
    let (world, mut sink) = before_a_server!();
    let (id, token) = world.queue("plain@example.net").await;
    let taken = sink.next("taken").await;
    assert_eq!(taken["to"], "plain@example.net");
    assert_eq!(taken["sender"], "citable@example.com");
    assert_eq!(taken["id"], format!("<{id}@example.com>"));
    let headers = &taken["headers"];
    assert_eq!(headers["from"], "Citable <citable@example.com>");
    assert_eq!(headers["to"], "plain@example.net");
    assert_eq!(headers["subject"], "Your sign-in link for Citable");
    assert_eq!(headers["date"], "Fri, 15 Jan 2027 08:00:00 +0000");
    assert_eq!(headers["auto-submitted"], "auto-generated");
    let link = format!("https://citable.example/login/confirm?token={token}");
    for kind in ["text/plain", "text/html"] {
        let part = taken["parts"][kind].as_str().unwrap();
        assert!(part.contains(&link) && part.contains("15 minutes"), "{part}");
    }
    let row = world.ended(&id).await;
    assert_eq!((row.status, row.attempt), (MailStatus::Sent, 1));
    assert_eq!((row.recipient.as_str(), row.data.as_str()), ("", ""));
}

#[tokio::test]
async fn a_greylisted_mail_comes_again() {
    let (world, mut sink) = before_a_server!();
    let (id, _) = world.queue("grey@example.net").await;
    sink.next("greylisted").await;
    sink.next("taken").await;
    let row = world.ended(&id).await;
    assert_eq!((row.status, row.attempt), (MailStatus::Sent, 2));
    assert_eq!(row.last_error.as_deref(), Some("the mail server returned 450"));
}

#[tokio::test]
async fn a_mail_whose_answer_was_lost_comes_again_under_the_same_id() {
    let (world, mut sink) = before_a_server!();
    let (id, _) = world.queue("cut@example.net").await;
    let (cut, taken) = (sink.next("cut").await, sink.next("taken").await);
    assert_eq!(cut["id"], taken["id"]);
    assert_eq!(taken["id"], format!("<{id}@example.com>"));
    assert_eq!(cut["headers"]["date"], taken["headers"]["date"]);
    assert_eq!(
        (world.ended(&id).await.status, world.ended(&id).await.attempt),
        (MailStatus::Sent, 2)
    );
}

#[tokio::test]
async fn a_refused_mail_is_given_up_with_one_line_that_does_not_name_its_reader() {
    let (log, _listening) = Log::listen();
    let (world, mut sink) = before_a_server!();
    let (id, token) = world.queue("bounce@example.net").await;
    sink.next("refused").await;
    let row = world.ended(&id).await;
    assert_eq!((row.status, row.attempt), (MailStatus::Failed, 1));
    assert_eq!(row.last_error.as_deref(), Some("the mail server returned 550"));
    let lines = log.lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains(&id) && lines[0].contains("550"), "{lines:?}");
    assert!(!lines[0].contains("bounce") && !lines[0].contains(&token), "{lines:?}");
    // A mail that comes later is the next that the server hears of.
    world.queue("plain@example.net").await;
    sink.next("taken").await;
}

#[tokio::test]
async fn a_slow_server_gets_a_mail_once() {
    let (world, mut sink) = before_a_server!();
    let (id, _) = world.queue("slow@example.net").await;
    sink.next("taken").await;
    assert_eq!(world.ended(&id).await.attempt, 1);
    let (next, _) = world.queue("plain@example.net").await;
    assert_eq!(sink.next("taken").await["id"], format!("<{next}@example.com>"));
}

#[tokio::test]
async fn of_many_mails_none_is_lost_and_none_comes_twice() {
    const EACH: usize = 10;
    let (world, mut sink) = before_a_server!();
    let mut ids = HashMap::new();
    for number in 0..EACH {
        for kind in ["plain", "grey", "cut", "bounce", "slow"] {
            let (id, _) = world.queue(&format!("{kind}+{number}@example.net")).await;
            ids.insert(format!("<{id}@example.com>"), (id, kind));
        }
    }
    for (id, kind) in ids.values() {
        let row = world.ended(id).await;
        let expected = match *kind {
            "bounce" => (MailStatus::Failed, 1),
            "grey" | "cut" => (MailStatus::Sent, 2),
            _ => (MailStatus::Sent, 1),
        };
        assert_eq!((row.status, row.attempt), expected, "{kind}");
    }
    // Whatever the server heard before this one is all that it heard.
    world.queue("plain+last@example.net").await;
    let mut heard = HashMap::new();
    loop {
        let event = sink.any().await;
        if event["to"] == "plain+last@example.net" {
            break;
        }
        let kind = event["to"].as_str().unwrap().split('+').next().unwrap().to_owned();
        if event["event"] == "taken" || event["event"] == "cut" {
            assert_eq!(ids[event["id"].as_str().unwrap()].1, kind);
        }
        *heard.entry((kind, event["event"].as_str().unwrap().to_owned())).or_insert(0) += 1;
    }
    let mut heard: Vec<_> = heard.into_iter().collect();
    heard.sort();
    let expected = [
        ("bounce", "refused"),
        ("cut", "cut"),
        ("cut", "taken"),
        ("grey", "greylisted"),
        ("grey", "taken"),
        ("plain", "taken"),
        ("slow", "taken"),
    ];
    let expected = expected.map(|(kind, event)| ((kind.to_owned(), event.to_owned()), EACH));
    assert_eq!(heard, expected);
}

#[tokio::test]
async fn a_mail_under_which_the_process_died_is_sent_under_the_same_id() {
    let (mut world, mut sink) = before_a_server!();
    let (id, _) = world.queue("slow@example.net").await;
    world.until(&id, |row| row.status == MailStatus::Sending).await;
    world.cage.kill().await;
    world.boot().await;
    let row = world.ended(&id).await;
    assert_eq!((row.status, row.attempt), (MailStatus::Sent, 2));
    assert_eq!(sink.next("taken").await["id"], format!("<{id}@example.com>"));
}

/// A server that wants TLS and a password, and the settings to use it.
async fn private_server(mode: &str, scheme: &str, query: &str) -> Option<(Sink, MailTransport)> {
    let authority = Authority::new();
    let (certificate, key) = authority.server_files(&["localhost"]);
    let sink = Sink::start(&[mode, certificate.to_str().unwrap(), key.to_str().unwrap()]).await?;
    let url = format!("{scheme}://ada%40example.com:s%3Acret@localhost:{}{query}", sink.port);
    let from = "citable@example.com";
    let settings = SmtpSettings::read(&url, from, Some(&authority.ca_file())).unwrap();
    Some((sink, MailTransport::Smtp(settings)))
}

#[tokio::test]
async fn both_kinds_of_tls_carry_password_and_mail() {
    for (mode, scheme, query) in [("starttls", "smtp", "?tls=required"), ("tls", "smtps", "")] {
        let Some((mut sink, transport)) = private_server(mode, scheme, query).await else { return };
        let world = World::start(at_once(transport)).await;
        let (id, _) = world.queue("plain@example.net").await;
        sink.next("signed in").await;
        let taken = sink.next("taken").await;
        assert_eq!(taken["encrypted"], true, "{mode}");
        assert_eq!(world.ended(&id).await.attempt, 1);
    }
}

#[tokio::test]
async fn nothing_is_sent_where_tls_cannot_be_had() {
    let Some(mut plain) = Sink::start(&[]).await else { return };
    let Some((mut private, _)) = private_server("tls", "smtps", "").await else { return };
    let of = |sink: &Sink, scheme: &str, query: &str| {
        smtp(&format!("{scheme}://ada%40example.com:s%3Acret@localhost:{}{query}", sink.port))
    };
    let no_starttls = of(&plain, "smtp", "?tls=required");
    let unknown_authority = of(&private, "smtps", "");
    for transport in [no_starttls, unknown_authority] {
        let world =
            World::start(MailSettings { transport, schedule: vec![Duration::ZERO; 2] }).await;
        let (id, _) = world.queue("plain@example.net").await;
        let row = world.ended(&id).await;
        // It is about the server, so it was tried again.
        assert_eq!((row.status, row.attempt), (MailStatus::Failed, 2), "{:?}", row.last_error);
    }
    assert_eq!((plain.end().await, private.end().await), (None, None));
}

#[tokio::test]
async fn a_refused_password_is_no_fault_of_the_mail() {
    let Some((mut sink, right)) = private_server("tls", "smtps", "").await else { return };
    let MailTransport::Smtp(mut settings) = right else { return };
    settings.credentials = Some(lettre::transport::smtp::authentication::Credentials::new(
        "ada@example.com".to_owned(),
        "wrong".to_owned(),
    ));
    let transport = MailTransport::Smtp(settings);
    let world = World::start(MailSettings { transport, schedule: vec![Duration::ZERO; 2] }).await;
    let (id, _) = world.queue("plain@example.net").await;
    sink.next("sign-in refused").await;
    sink.next("sign-in refused").await;
    let row = world.ended(&id).await;
    assert_eq!((row.status, row.attempt), (MailStatus::Failed, 2));
    assert_eq!(row.last_error.as_deref(), Some("the mail server returned 535"));
}
