use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicUsize, Ordering};

use citable_test_support::form_server::{FormReply, FormServer, SeenPost};

use super::*;
use crate::test_kit::Cage;
use crate::worker::worker_child;

const VISITOR: IpAddr = IpAddr::V4(Ipv4Addr::new(203, 0, 113, 9));
const YES: &str = r#"{"success":true,"challenge_ts":"2027-01-15T08:00:00Z","hostname":"x"}"#;
const INTERNAL: &str = r#"{"success":false,"error-codes":["internal-error"]}"#;

/// The actor before a provider.
struct World {
    provider: FormServer,
    handle: HumanCheckHandle,
    cage: Cage,
}

impl World {
    /// The provider's answer, by the form and by how many came before it.
    async fn start(answer: impl Fn(&SeenPost, usize) -> FormReply + Send + Sync + 'static) -> Self {
        let asked = AtomicUsize::new(0);
        let provider =
            FormServer::start(move |post| answer(post, asked.fetch_add(1, Ordering::SeqCst))).await;
        let url = provider.url("/siteverify");
        let settings = HumanCheckSettings::read("secret".into(), Some("site".into()), Some(&url));
        let mut cage = Cage::open().await;
        let args = HumanCheckArgs {
            settings: Some(settings.unwrap()),
            provider: Provider::new(None).unwrap(),
            writer: cage.store.writer(),
            clock: cage.clock.clone(),
        };
        let address = Address::vacant();
        let handle = HumanCheckHandle::new(address.clone(), args.settings.clone());
        cage.start(worker_child("HumanCheck", &address, args)).await;
        Self { provider, handle, cage }
    }

    async fn verify(&self, token: &str) -> Result<(), HumanCheckError> {
        self.handle.verify(Some(token), VISITOR).await
    }
}

#[tokio::test]
async fn a_human_passes_once_per_token() {
    let world = World::start(|post, _| match post.field("response") {
        Some("good" | "other") => FormReply::json(200, YES),
        _ => FormReply::json(200, r#"{"success":false,"error-codes":["invalid-input-response"]}"#),
    })
    .await;
    assert!(world.handle.is_configured());
    assert_eq!(world.handle.site_key(), Some("site"));
    world.verify("good").await.unwrap();
    assert!(matches!(world.verify("good").await, Err(HumanCheckError::Refused)));
    assert!(matches!(world.verify("bad").await, Err(HumanCheckError::Refused)));
    assert!(matches!(world.verify("bad").await, Err(HumanCheckError::Refused)));
    world.verify("other").await.unwrap();

    let posts = world.provider.posts();
    let asked: Vec<_> = posts.iter().map(|post| post.field("response").unwrap()).collect();
    assert_eq!(asked, ["good", "bad", "other"], "a used token is not asked about");
    assert_eq!(posts[0].path, "/siteverify");
    assert_eq!(posts[0].field("secret"), Some("secret"));
    assert_eq!(posts[0].field("remoteip"), Some("203.0.113.9"));
    assert_eq!(posts[0].field("idempotency_key").unwrap().len(), 36);
    assert_ne!(posts[0].field("idempotency_key"), posts[2].field("idempotency_key"));
}

#[tokio::test]
async fn a_used_token_is_remembered_for_ten_minutes() {
    let world = World::start(|_, _| FormReply::json(200, YES)).await;
    world.verify("token").await.unwrap();
    world.cage.clock.move_by(Duration::from_millis(599_999));
    assert!(matches!(world.verify("token").await, Err(HumanCheckError::Refused)));
    world.cage.clock.move_by(Duration::from_millis(1));
    world.verify("token").await.unwrap();
    assert_eq!(world.cage.store.reader().used_tokens().await.unwrap(), 1);
}

#[tokio::test]
async fn what_cannot_be_a_token_is_asked_about_nobody() {
    let world = World::start(|_, _| FormReply::json(200, YES)).await;
    for none in [None, Some("")] {
        let missing = world.handle.verify(none, VISITOR).await;
        assert!(matches!(missing, Err(HumanCheckError::Missing)));
    }
    let long = world.verify(&"x".repeat(2_049)).await;
    assert!(matches!(long, Err(HumanCheckError::Refused)));
    assert_eq!(world.provider.posts().len(), 0);
    world.verify(&"x".repeat(2_048)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_hundred_at_once_with_one_token_one_passes_and_one_asks() {
    let world = World::start(|_, _| FormReply::json(200, YES)).await;
    let checks = (0..100).map(|_| {
        let handle = world.handle.clone();
        tokio::spawn(async move { handle.verify(Some("token"), VISITOR).await })
    });
    let (mut passed, mut refused) = (0, 0);
    for check in checks.collect::<Vec<_>>() {
        match check.await.unwrap() {
            Ok(()) => passed += 1,
            Err(HumanCheckError::Refused) => refused += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!((passed, refused), (1, 99));
    assert_eq!(world.provider.posts().len(), 1);
}

#[tokio::test]
async fn a_fault_of_the_provider_is_asked_about_once_more_with_the_same_key() {
    for fault in [FormReply::json(200, INTERNAL), FormReply::json(503, "down")] {
        let again = fault.clone();
        let world = World::start(move |_, before| match before {
            0 => again.clone(),
            _ => FormReply::json(200, YES),
        })
        .await;
        world.verify("token").await.unwrap();
        let posts = world.provider.posts();
        assert_eq!(posts.len(), 2);
        assert_eq!(posts[0].field("idempotency_key"), posts[1].field("idempotency_key"));

        let world = World::start(move |_, _| fault.clone()).await;
        assert!(matches!(world.verify("token").await, Err(HumanCheckError::Unreachable)));
        assert_eq!(world.provider.posts().len(), 2, "twice, and no more");
    }
}

#[tokio::test]
async fn without_a_clear_answer_nobody_passes_and_the_token_is_still_good() {
    for unclear in [
        FormReply::json(200, "<html>a proxy's page</html>"),
        FormReply::json(404, YES),
        FormReply::json(302, YES).header("Location", "/elsewhere"),
        FormReply::json(200, r#"{"success":false,"error-codes":["invalid-input-secret"]}"#),
        FormReply::json(200, &" ".repeat(2 * 1024 * 1024)),
        FormReply::Hangup,
    ] {
        let world = World::start(move |_, before| match before {
            0 => unclear.clone(),
            _ => FormReply::json(200, YES),
        })
        .await;
        assert!(matches!(world.verify("token").await, Err(HumanCheckError::Unreachable)));
        assert_eq!(world.provider.posts().len(), 1);
        world.verify("token").await.unwrap();
        assert!(matches!(world.verify("token").await, Err(HumanCheckError::Refused)));
    }
}

#[tokio::test]
async fn a_provider_that_is_silent_for_five_seconds_was_not_reached() {
    let world = World::start(|_, _| FormReply::Silence).await;
    let begun = std::time::Instant::now();
    assert!(matches!(world.verify("token").await, Err(HumanCheckError::Unreachable)));
    let waited = begun.elapsed();
    assert!(waited >= Duration::from_secs(5) && waited < Duration::from_secs(9), "{waited:?}");
    assert_eq!(world.cage.store.reader().used_tokens().await.unwrap(), 0);
}

#[tokio::test]
async fn where_there_is_no_check_everybody_passes() {
    let handle = HumanCheckHandle::new(Address::vacant(), None);
    assert!(!handle.is_configured());
    assert_eq!(handle.site_key(), None);
    handle.verify(None, VISITOR).await.unwrap();
}

#[tokio::test]
async fn too_many_checks_at_once_are_told_so() {
    let world = World::start(|_, _| FormReply::json(200, YES)).await;
    let taken = world.handle.places.clone().acquire_many_owned(CHECKS_WAITING as u32).await;
    assert!(matches!(world.verify("token").await, Err(HumanCheckError::Overloaded)));
    drop(taken);
    world.verify("token").await.unwrap();
}
