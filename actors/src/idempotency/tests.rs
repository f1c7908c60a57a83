use ractor::{Actor, ActorProcessingErr, ActorRef};

use super::actor::SIGN_OF_LIFE_EVERY;
use super::*;
use crate::call::answer;
use crate::clock::SystemClock;
use crate::test_kit::Universe;

/// Answers nothing, and knows which keys it was told to free.
struct Freed(tokio::sync::mpsc::UnboundedSender<String>);

impl Actor for Freed {
    type Msg = IdempotencyMessage;
    type State = ();
    type Arguments = ();

    async fn pre_start(
        &self,
        _myself: ActorRef<Self::Msg>,
        _args: (),
    ) -> Result<(), ActorProcessingErr> {
        Ok(())
    }

    async fn handle(
        &self,
        _myself: ActorRef<Self::Msg>,
        message: Self::Msg,
        _state: &mut (),
    ) -> Result<(), ActorProcessingErr> {
        match message {
            IdempotencyMessage::Begin { reply, .. } => answer(reply, Err(StoreError::Fenced)),
            IdempotencyMessage::Forget(fence) => {
                let _told = self.0.send(fence.request.key);
            }
            _ => {}
        }
        Ok(())
    }
}

#[tokio::test]
async fn a_request_that_was_refused_at_the_door_costs_the_store_nothing() {
    let (told, mut freed) = tokio::sync::mpsc::unbounded_channel();
    let (actor, _running) = Actor::spawn(None, Freed(told), ()).await.unwrap();
    let address = Address::vacant();
    address.occupy(actor.clone());
    let handle = |places| {
        let (secrets, clock) = (Secrets::ephemeral(), std::sync::Arc::new(SystemClock));
        IdempotencyHandle::new(address.clone(), places, secrets, clock)
    };
    let begin = async |places, key: &str| {
        handle(places).begin("key_1".to_owned(), key.to_owned(), String::new()).await
    };
    let refused = begin(0, "refused at the door").await.unwrap_err();
    assert!(matches!(refused, IdempotencyError::Call(CallError::Overloaded)));
    begin(1, "failed behind it").await.unwrap_err();
    assert_eq!(freed.recv().await.as_deref(), Some("failed behind it"));
    actor.stop(None);
}

#[test]
fn who_is_not_heard_of_is_waited_for_no_longer_than_the_lease_lasts() {
    let seconds = |left_ms, owner_is_ours| try_again_in(left_ms, owner_is_ours).as_secs_f64();
    assert_eq!(seconds(60_000, false), 2.0);
    assert_eq!(seconds(45_001, false), 2.0);
    assert_eq!(seconds(45_000, false), 45.0);
    assert_eq!(seconds(1, false), 0.001);
    assert_eq!(seconds(-5, false), 0.0);
    assert_eq!(seconds(45_000, true), 2.0, "it lives, whatever the store knows");
}

async fn begin(universe: &Universe) -> Beginning {
    let idempotency = universe.handles().idempotency;
    idempotency.begin("usr_1".to_owned(), "k".to_owned(), "f".to_owned()).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_request_that_takes_longer_than_its_lease_keeps_its_key() {
    let universe = Universe::start().await;
    let Beginning::New(reservation) = begin(&universe).await else { panic!("it is new") };
    for _ in 0..=(2 * LEASE.as_secs() / SIGN_OF_LIFE_EVERY.as_secs()) {
        universe.advance(SIGN_OF_LIFE_EVERY).await;
        let other = begin(&universe).await;
        let Beginning::Running { try_again_in } = other else { panic!("{other:?}") };
        assert_eq!(try_again_in, TRY_AGAIN_IN);
    }
    let answer = StoredAnswer {
        status: 200,
        content_type: String::new(),
        location: None,
        body: "done".to_owned(),
    };
    universe.handles().idempotency.keep(reservation, &answer).await.unwrap();
    assert!(matches!(begin(&universe).await, Beginning::Answered(stored) if stored == answer));
}

#[tokio::test(start_paused = true)]
async fn a_caller_who_leaves_while_the_store_is_asked_frees_the_key() {
    let universe = Universe::start().await;
    for _ in 0..20 {
        let idempotency = universe.handles().idempotency;
        let mut begun =
            Box::pin(idempotency.begin("usr_1".to_owned(), "k".to_owned(), "f".to_owned()));
        let _asked = futures_util::poll!(&mut begun);
        drop(begun);
    }
    let patience = std::time::Instant::now() + Duration::from_secs(30);
    while !matches!(begin(&universe).await, Beginning::New(_)) {
        assert!(std::time::Instant::now() < patience, "the key is never free");
        tokio::task::yield_now().await;
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_was_refused_may_ask_again_before_the_key_is_free() {
    let universe = Universe::start().await;
    let idempotency = universe.handles().idempotency;
    let begin = async |key: &str| {
        let begun = idempotency.begin("usr_1".to_owned(), key.to_owned(), "f".to_owned()).await;
        begun.unwrap()
    };
    let mut refused = Vec::new();
    for key in ["first", "second", "third"] {
        let Beginning::New(reservation) = begin(key).await else { panic!("it is new") };
        refused.push(reservation);
    }
    // The first key is being freed when the request with the last one comes again.
    drop(refused);
    let again = begin("third").await;
    assert!(matches!(again, Beginning::New(_)), "{again:?}");
}

#[tokio::test(start_paused = true)]
async fn a_request_of_another_node_is_waited_for_as_long_as_its_lease_says() {
    let universe = Universe::start().await;
    let request = RequestKey { credential: "usr_1".to_owned(), key: "k".to_owned() };
    let elsewhere = Begin {
        fence: RequestFence { request, owner: "another node".to_owned() },
        fingerprint: "f".to_owned(),
        lease_until: universe.now() + 40_000,
        now: universe.now(),
    };
    assert_eq!(universe.writer().run(elsewhere).await.unwrap(), Begun::New);
    let told = begin(&universe).await;
    let Beginning::Running { try_again_in } = told else { panic!("{told:?}") };
    assert_eq!(try_again_in, Duration::from_secs(40));
}
