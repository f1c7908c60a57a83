//! What happens to a mail whatever the mail server.

use std::time::Duration;

use citable_schema::{ClaimMails, MailStatus};
use tokio::net::TcpListener;

use super::super::*;
use super::world::{Log, World, at_once, smtp};
use crate::clock::Clock as _;
use crate::secrets::Secrets;

/// A mail server that is not there.
async fn nowhere() -> MailTransport {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    smtp(&format!("smtp://{}", listener.local_addr().unwrap()))
}

#[tokio::test]
async fn whoever_develops_reads_mails_in_memory() {
    let (log, _listening) = Log::listen();
    let world = World::start(MailSettings::new(MailTransport::Development)).await;
    assert!(world.handle.is_configured());
    assert_eq!(world.handle.outbox().await.unwrap(), []);
    let (id, token) = world.queue("ada@example.com").await;
    let row = world.ended(&id).await;
    assert_eq!((row.status, row.attempt, row.data.as_str()), (MailStatus::Sent, 1, ""));
    let shown = world.handle.outbox().await.unwrap();
    assert_eq!(shown.len(), 1);
    assert_eq!((shown[0].id.as_str(), shown[0].to.as_str()), (id.as_str(), "ada@example.com"));
    let link = format!("https://citable.example/login/confirm?token={token}");
    assert!(shown[0].text.contains(&link) && shown[0].html.contains(&link));
    let said = log.lines().join("\n");
    assert!(said.contains(&id), "{said}");
    assert!(!said.contains("ada@") && !said.contains(&token), "{said}");
}

#[tokio::test]
async fn without_a_mail_server_mails_wait() {
    let world = World::start(MailSettings::new(MailTransport::NotConfigured)).await;
    assert!(!world.handle.is_configured());
    let (id, _) = world.queue("ada@example.com").await;
    assert_eq!(world.handle.outbox().await.unwrap(), []);
    assert_eq!(
        (world.row(&id).await.status, world.row(&id).await.attempt),
        (MailStatus::Waiting, 0)
    );
}

#[tokio::test]
async fn a_mail_that_came_too_late_is_dropped() {
    let mut world = World::new(at_once(MailTransport::Development)).await;
    let (late, _) = world.queue("late@example.com").await;
    world.cage.clock.move_by(Duration::from_millis(1));
    let (in_time, _) = world.queue("in.time@example.com").await;
    world.cage.clock.move_by(Duration::from_secs(900));
    world.boot().await;
    let row = world.ended(&late).await;
    assert_eq!(
        (row.status, row.recipient.as_str(), row.data.as_str()),
        (MailStatus::Dropped, "", "")
    );
    assert_eq!(world.ended(&in_time).await.status, MailStatus::Sent);
    let shown = world.handle.outbox().await.unwrap();
    assert_eq!(shown.iter().map(|mail| &mail.id).collect::<Vec<_>>(), [&in_time]);
}

#[tokio::test]
async fn the_next_attempt_waits_as_long_as_the_schedule_says() {
    let world = World::start(MailSettings::new(nowhere().await)).await;
    let (id, _) = world.queue("ada@example.com").await;
    let began = world.cage.clock.now_ms();
    for (failed, pause) in [(1, 30), (2, 120), (3, 600)] {
        let so = |row: &citable_schema::MailRow| {
            row.status == MailStatus::Waiting && row.attempt == failed
        };
        let row = world.until(&id, so).await;
        let now = world.cage.clock.now_ms();
        assert_eq!(row.next_attempt_at, now + pause * 1_000);
        assert!(row.last_error.unwrap().starts_with("the mail server can't be used"));
        world.cage.clock.move_by(Duration::from_secs(pause.unsigned_abs()));
        world.handle.wake();
    }
    // The fourth attempt fails 12.5 minutes after the first; the fifth would be too late.
    let fourth =
        |row: &citable_schema::MailRow| row.status == MailStatus::Waiting && row.attempt == 4;
    assert_eq!(world.until(&id, fourth).await.next_attempt_at, began + (750 + 3_600) * 1_000);
    world.cage.clock.move_by(Duration::from_secs(3_600));
    world.handle.wake();
    let row = world.ended(&id).await;
    assert_eq!((row.status, row.attempt), (MailStatus::Dropped, 5));
}

#[tokio::test]
async fn after_its_last_attempt_a_mail_is_given_up() {
    let (log, _listening) = Log::listen();
    let settings = MailSettings { transport: nowhere().await, schedule: vec![Duration::ZERO; 3] };
    let world = World::start(settings).await;
    let (id, _) = world.queue("ada@example.com").await;
    let row = world.ended(&id).await;
    assert_eq!((row.status, row.attempt), (MailStatus::Failed, 3));
    assert_eq!((row.recipient.as_str(), row.data.as_str()), ("", ""));
    let levels: Vec<_> = log.lines().iter().map(|line| line[..5].trim().to_owned()).collect();
    assert_eq!(levels, ["WARN", "WARN", "ERROR"], "{:?}", log.lines());
}

#[tokio::test]
async fn a_mail_that_cannot_be_written_is_given_up_at_once() {
    let (log, _listening) = Log::listen();
    let world = World::start(at_once(MailTransport::Development)).await;
    let seed = Secrets::ephemeral().new_token(crate::secrets::Purpose::SignInLinks).seed;
    let data = serde_json::json!({"seed": seed, "expiresAt": 1}).to_string();
    let id = world.queue_data("ada@example.com", &data).await;
    let row = world.ended(&id).await;
    assert_eq!((row.status, row.attempt), (MailStatus::Failed, 1));
    assert!(row.last_error.unwrap().contains("CITABLE_SECRET_KEY"));
    let lines = log.lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("ERROR") && !lines[0].contains("ada@"), "{lines:?}");
    assert_eq!(world.handle.outbox().await.unwrap(), []);
}

#[tokio::test]
async fn a_new_process_sends_at_once_what_the_one_before_was_sending() {
    let mut world = World::new(at_once(MailTransport::Development)).await;
    let (id, _) = world.queue("ada@example.com").await;
    let now = world.cage.clock.now_ms();
    let claim = ClaimMails {
        owner: "boot_0.0".to_owned(),
        now,
        lease_until: now + 330_000,
        limit: 4,
        take_foreign: false,
    };
    assert_eq!(world.cage.store.writer().run(claim).await.unwrap().mails.len(), 1);
    world.boot().await;
    let row = world.ended(&id).await;
    assert_eq!((row.status, row.attempt), (MailStatus::Sent, 2));
}

#[tokio::test]
async fn a_mail_that_processes_keep_dying_under_is_given_up() {
    let mut world = World::new(at_once(MailTransport::Development)).await;
    let (id, _) = world.queue("ada@example.com").await;
    for died in 0..6 {
        let now = world.cage.clock.now_ms();
        let claim = ClaimMails {
            owner: format!("dead_{died}"),
            now,
            lease_until: now + 330_000,
            limit: 4,
            take_foreign: true,
        };
        assert_eq!(world.cage.store.writer().run(claim).await.unwrap().mails.len(), 1);
    }
    world.boot().await;
    let row = world.ended(&id).await;
    assert_eq!((row.status, row.attempt), (MailStatus::Failed, 7));
    assert_eq!(world.handle.outbox().await.unwrap(), []);
}

#[tokio::test]
async fn after_a_drain_nothing_is_sent() {
    let world = World::start(at_once(MailTransport::Development)).await;
    world.address.drain(Duration::from_secs(5)).await.unwrap();
    let (id, _) = world.queue("ada@example.com").await;
    assert_eq!(world.handle.outbox().await.unwrap(), []);
    assert_eq!(world.row(&id).await.status, MailStatus::Waiting);
}
