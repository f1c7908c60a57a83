//! Notifications, from the unit that has something to tell to the mail server.

use citable_checks::report::GainKind;
use citable_schema::{
    ChangePreferences, MailStatus, NewAccount, Notify, OpenAccount, PreferencesPatch, Unsubscribe,
};

use super::super::news::{
    FixLine, News, PageChange, PageFailure, PauseReason, WebhookPaused, WeeklyReport,
};
use super::super::*;
use super::world::{Log, World, at_once, smtp};
use crate::clock::Clock as _;
use crate::secrets::hash_of;
use citable_test_support::smtp_sink::Sink;

const ACCOUNT: &str = "usr_ada";

async fn before(sink: &Sink) -> World {
    let world = World::start(at_once(smtp(&format!("smtp://127.0.0.1:{}", sink.port)))).await;
    open_account(&world, "plain@example.net").await;
    world
}

async fn open_account(world: &World, email: &str) {
    let account = NewAccount { id: ACCOUNT.into(), email: email.into(), email_key: email.into() };
    world.cage.store.writer().run(OpenAccount { account, plan: None, now: 0 }).await.unwrap();
}

fn page() -> PageChange {
    PageChange {
        url: "https://example.com/pricing".to_owned(),
        scan_id: "scn_0123456789abcdefghijkl".to_owned(),
        score: 72,
        previous_score: Some(78),
        fixes: vec![FixLine {
            title: "Let search crawlers in".to_owned(),
            gain: Some(12),
            gain_kind: GainKind::Exact,
        }],
        engines: Vec::new(),
    }
}

fn failure() -> PageFailure {
    let message = "The server did not answer in time.".to_owned();
    PageFailure { url: "https://example.com/slow".to_owned(), message }
}

/// Each kind of news, its subject, and words of both parts.
fn all_news() -> [(News, &'static str, Vec<&'static str>); 4] {
    let report = "https://citable.example/report/scn_0123456789abcdefghijkl";
    let of_page = vec![
        "https://example.com/pricing",
        "72 of 100, down 6 points from 78",
        "Let search crawlers in (+12 points)",
        report,
    ];
    let mut of_week = of_page.clone();
    of_week.push("https://example.com/slow");
    let weekly = WeeklyReport { pages: vec![page()], failures: vec![failure()] };
    let paused = WebhookPaused {
        url: "https://hooks.example.com/x".to_owned(),
        reason: PauseReason::Failing,
    };
    [
        (
            News::WeeklyReport(weekly),
            "Weekly report: 1 page scanned, 1 down, 1 not scanned",
            of_week,
        ),
        (News::ScoreDrop(page()), "Score dropped from 78 to 72: example.com/pricing", of_page),
        (
            News::MonitorFailure(failure()),
            "Couldn't scan example.com/slow",
            vec!["https://example.com/slow", "did not answer in time"],
        ),
        (
            News::WebhookPaused(paused),
            "Webhooks to hooks.example.com are paused",
            vec!["hooks.example.com", "failed for 5 days", "/webhooks"],
        ),
    ]
}

/// Commits a notification and says nothing yet; answers its id.
async fn tell(world: &World, news: News) -> String {
    let now = world.cage.clock.now_ms();
    let notice = news.into_notice(&world.secrets, now);
    let id = notice.mail_id.clone();
    world
        .cage
        .store
        .writer()
        .run(Notify { account_id: ACCOUNT.to_owned(), notice, now })
        .await
        .unwrap();
    id
}

#[tokio::test]
async fn every_notification_arrives_with_two_ways_out() {
    let Some(mut sink) = Sink::start(&[]).await else { return };
    let world = before(&sink).await;
    for (news, subject, words) in all_news() {
        let id = tell(&world, news).await;
        world.handle.wake();
        let taken = sink.next("taken").await;
        let headers = &taken["headers"];
        assert_eq!(headers["subject"], subject);
        assert_eq!((&taken["to"], &headers["to"]), (&"plain@example.net".into(), &taken["to"]));
        assert_eq!(headers["auto-submitted"], "auto-generated");
        assert_eq!(headers["list-unsubscribe-post"], "List-Unsubscribe=One-Click");
        let way_out = headers["list-unsubscribe"].as_str().unwrap();
        let link = way_out.strip_prefix('<').and_then(|link| link.strip_suffix('>')).unwrap();
        let token = link.strip_prefix("https://citable.example/unsubscribe?token=").unwrap();
        for kind in ["text/plain", "text/html"] {
            let part = taken["parts"][kind].as_str().unwrap();
            assert!(part.contains(link), "{kind}: {part}");
            for word in &words {
                assert!(part.contains(word), "{word}: {part}");
            }
        }
        assert_eq!(world.ended(&id).await.status, MailStatus::Sent);
        // Its token is the one that the store knows.
        let writer = world.cage.store.writer();
        assert_eq!(writer.run(Unsubscribe { token_hash: hash_of(token), now: 0 }).await, Ok(true));
        let on = PreferencesPatch { everything: Some(true), ..PreferencesPatch::default() };
        writer.run(ChangePreferences { account_id: ACCOUNT.to_owned(), patch: on }).await.unwrap();
    }
}

#[tokio::test]
async fn a_sign_in_mail_has_no_way_out_and_is_never_held_back() {
    let Some(mut sink) = Sink::start(&[]).await else { return };
    let world = before(&sink).await;
    let off = PreferencesPatch { everything: Some(false), ..PreferencesPatch::default() };
    world
        .cage
        .store
        .writer()
        .run(ChangePreferences { account_id: ACCOUNT.to_owned(), patch: off })
        .await
        .unwrap();
    world.queue("plain@example.net").await;
    let taken = sink.next("taken").await;
    assert_eq!(taken["headers"]["subject"], "Your sign-in link for Citable");
    for name in ["list-unsubscribe", "list-unsubscribe-post"] {
        assert!(taken["headers"][name].is_null(), "{name}");
    }
    for kind in ["text/plain", "text/html"] {
        assert!(!taken["parts"][kind].as_str().unwrap().contains("unsubscribe"), "{kind}");
    }
}

#[tokio::test]
async fn what_was_turned_off_while_it_waited_is_not_sent() {
    let Some(mut sink) = Sink::start(&[]).await else { return };
    let (log, _listening) = Log::listen();
    let settings = at_once(smtp(&format!("smtp://127.0.0.1:{}", sink.port)));
    let mut world = World::new(settings).await;
    open_account(&world, "plain@example.net").await;
    let mut waiting = Vec::new();
    for (news, ..) in all_news() {
        waiting.push(tell(&world, news).await);
    }
    let (link, _) = world.queue("plain@example.net").await;
    let off = PreferencesPatch {
        weekly_report: Some(false),
        score_drop: Some(false),
        monitor_failure: Some(false),
        ..PreferencesPatch::default()
    };
    world
        .cage
        .store
        .writer()
        .run(ChangePreferences { account_id: ACCOUNT.to_owned(), patch: off })
        .await
        .unwrap();
    world.boot().await;
    let kept = waiting.pop().unwrap();
    for id in &waiting {
        let row = world.ended(id).await;
        assert_eq!((row.status, row.data.as_str()), (MailStatus::Dropped, ""));
    }
    for id in [&kept, &link] {
        assert_eq!(world.ended(id).await.status, MailStatus::Sent);
        sink.next("taken").await;
    }
    assert_eq!(sink.end().await, None, "nothing else was sent");
    let lines = log.lines();
    assert!(!lines.iter().any(|line| line.contains("plain@")), "{lines:?}");
}

#[tokio::test]
async fn a_mail_to_be_tried_again_is_dropped_where_its_reader_left_meanwhile() {
    let Some(mut sink) = Sink::start(&[]).await else { return };
    let settings = MailSettings {
        // The second attempt waits until the clock is moved.
        schedule: vec![Duration::ZERO, Duration::from_secs(3_600)],
        ..at_once(smtp(&format!("smtp://127.0.0.1:{}", sink.port)))
    };
    let world = World::start(settings).await;
    open_account(&world, "grey@example.net").await;
    let id = tell(&world, News::ScoreDrop(page())).await;
    world.handle.wake();
    sink.next("greylisted").await;
    world.until(&id, |row| row.status == MailStatus::Waiting && row.attempt == 1).await;
    let off = PreferencesPatch { everything: Some(false), ..PreferencesPatch::default() };
    world
        .cage
        .store
        .writer()
        .run(ChangePreferences { account_id: ACCOUNT.to_owned(), patch: off })
        .await
        .unwrap();
    world.cage.clock.move_by(Duration::from_secs(3_601));
    world.handle.wake();
    let row = world.ended(&id).await;
    assert_eq!((row.status, row.attempt), (MailStatus::Dropped, 2));
    assert_eq!(sink.end().await, None);
}

#[tokio::test]
async fn a_mail_whose_account_is_gone_is_not_sent() {
    let Some(mut sink) = Sink::start(&[]).await else { return };
    let world = before(&sink).await;
    let now = world.cage.clock.now_ms();
    let notice = News::ScoreDrop(page()).into_notice(&world.secrets, now);
    // A mail whose token the store does not know, as after the account was deleted.
    let mail = citable_schema::NewMail {
        id: notice.mail_id.clone(),
        template: notice.kind.as_str().to_owned(),
        recipient: "plain@example.net".to_owned(),
        data: notice.data,
        not_after: notice.not_after,
    };
    let queue = citable_schema::QueueMail { mail, now };
    world.cage.store.writer().run(queue).await.unwrap();
    world.handle.wake();
    assert_eq!(world.ended(&notice.mail_id).await.status, MailStatus::Dropped);
    assert_eq!(sink.end().await, None);
}
