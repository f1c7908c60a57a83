//! The signal that ends every connection and every open stream.

use tokio::sync::watch;

/// How far the server is on its way to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// It stays.
    Serving,
    /// It answers everything, and says that it will soon not.
    Leaving,
    /// It answers what came before.
    Draining,
}

/// Starts the drain. Dropping it starts it too.
#[derive(Debug)]
pub(crate) struct DrainSwitch(watch::Sender<Stage>);

impl DrainSwitch {
    pub(crate) fn new() -> (Self, Drain) {
        let (switch, drain) = watch::channel(Stage::Serving);
        (Self(switch), Drain(drain))
    }

    /// Says that the drain is to come.
    pub(crate) fn announce(&self) {
        self.0.send_replace(Stage::Leaving);
    }

    pub(crate) fn start(&self) {
        self.0.send_replace(Stage::Draining);
    }
}

/// Whether the server is coming to an end.
#[derive(Clone, Debug)]
pub(crate) struct Drain(watch::Receiver<Stage>);

impl Drain {
    pub(crate) fn is_on(&self) -> bool {
        *self.0.borrow() == Stage::Draining
    }

    /// Whether whoever sends requests here should send them elsewhere.
    pub(crate) fn is_near(&self) -> bool {
        *self.0.borrow() != Stage::Serving
    }

    /// Returns once the drain has started.
    pub(crate) async fn started(&mut self) {
        let _switch_gone = self.0.wait_for(|stage| *stage == Stage::Draining).await;
    }
}
