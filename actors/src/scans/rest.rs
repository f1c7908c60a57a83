//! How often a node claims what only others may know of.
//!
//! Where several nodes run scans, each hears that one waits, and one claim is enough. The others
//! find nothing, and rest before they answer the next word, so that a fleet's claims don't grow with
//! its square. A node that finds something goes on at once, and what a node stored itself it claims
//! at once.

use std::ops::RangeInclusive;
use std::time::Duration;

use ractor::ActorRef;

use super::ScansMessage;
use crate::timer::Timer;

/// How long a node rests, at least and at most: long beside a claim, short beside a scan. Chance
/// keeps nodes apart that began at the same word.
const REST_MS: RangeInclusive<u64> = 25..=75;

/// Whether a node claims on a word now, or later.
#[derive(Debug, Default)]
pub(super) struct Rest {
    timer: Timer,
    is_resting: bool,
    /// A word came that was not answered yet.
    is_woken: bool,
}

impl Rest {
    /// Something may wait; answers whether to claim now. Otherwise, [`Rest::end`] says so when the
    /// claim that is under way, or the rest, is over.
    pub(super) fn hear(&mut self, is_claiming: bool) -> bool {
        self.is_woken = self.is_resting || is_claiming;
        !self.is_woken
    }

    /// Rests after a claim that brought nothing.
    pub(super) fn begin(&mut self, myself: &ActorRef<ScansMessage>) {
        self.is_resting = true;
        let pause = Duration::from_millis(rand::random_range(REST_MS));
        self.timer.set(myself, pause, || ScansMessage::Rested);
    }

    /// Ends it; answers whether a word came meanwhile.
    pub(super) fn end(&mut self) -> bool {
        self.is_resting = false;
        std::mem::take(&mut self.is_woken)
    }
}

#[cfg(test)]
mod tests {
    use ractor::{Actor, ActorProcessingErr};
    use tokio::sync::mpsc;

    use super::*;

    #[test]
    fn a_word_during_a_claim_is_answered_once_after_it() {
        let mut rest = Rest::default();
        assert!(rest.hear(false), "at once where nothing is under way");
        assert!(!rest.hear(true));
        assert!(!rest.hear(true));
        assert!(rest.end());
        assert!(!rest.end(), "two words, one answer");
    }

    /// Hands on what it is sent.
    struct Ear;

    impl Actor for Ear {
        type Msg = ScansMessage;
        type State = mpsc::UnboundedSender<ScansMessage>;
        type Arguments = Self::State;

        async fn pre_start(
            &self,
            _: ActorRef<Self::Msg>,
            heard: Self::State,
        ) -> Result<Self::State, ActorProcessingErr> {
            Ok(heard)
        }

        async fn handle(
            &self,
            _: ActorRef<Self::Msg>,
            message: Self::Msg,
            heard: &mut Self::State,
        ) -> Result<(), ActorProcessingErr> {
            heard.send(message)?;
            Ok(())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_node_that_found_nothing_answers_all_words_of_its_rest_at_its_end() {
        let (heard, mut messages) = mpsc::unbounded_channel();
        let (ear, _) = Actor::spawn(None, Ear, heard).await.unwrap();
        let mut rest = Rest::default();
        let began = tokio::time::Instant::now();
        rest.begin(&ear);
        assert!(!rest.hear(false) && !rest.hear(false), "it rests");
        assert!(matches!(messages.recv().await, Some(ScansMessage::Rested)));
        let pause = u64::try_from(began.elapsed().as_millis()).unwrap();
        // The timer counts whole milliseconds.
        assert!((*REST_MS.start()..=REST_MS.end() + 1).contains(&pause), "{pause}");
        assert!(rest.end() && rest.hear(false), "then it claims, and hears again");
    }
}
