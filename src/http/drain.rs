//! The signal that ends every connection and every open stream.

use tokio::sync::watch;

/// Starts the drain. Dropping it starts it too.
#[derive(Debug)]
pub(crate) struct DrainSwitch(watch::Sender<bool>);

impl DrainSwitch {
    pub(crate) fn new() -> (Self, Drain) {
        let (switch, drain) = watch::channel(false);
        (Self(switch), Drain(drain))
    }

    pub(crate) fn start(&self) {
        self.0.send_replace(true);
    }
}

/// Whether the server is coming to an end.
#[derive(Clone, Debug)]
pub(crate) struct Drain(watch::Receiver<bool>);

impl Drain {
    pub(crate) fn is_on(&self) -> bool {
        *self.0.borrow()
    }

    /// Returns once the drain has started.
    pub(crate) async fn started(&mut self) {
        let _switch_gone = self.0.wait_for(|on| *on).await;
    }
}
