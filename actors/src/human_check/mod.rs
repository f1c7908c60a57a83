//! The actor that checks for humans.
//!
//! **Owns** which human-check tokens were used, and the questions to the provider that issued
//! them.
//! **Invariants** fails closed: without the provider's clear yes nobody passes. A token is used
//! once, whatever the provider says of a second time and on whichever node: its hash is stored
//! before the provider is asked, and taken away again only where the provider could not be asked.
//! **Messages** one per token.
//! **Restart** permanent; it has no state.
//! **Backpressure** a permit travels in each message; without a free one the caller is told
//! [`HumanCheckError::Overloaded`].

mod settings;
mod siteverify;
#[cfg(test)]
mod tests;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use citable_schema::{ForgetToken, StoreError, UseToken, Writer};
use tokio::sync::Semaphore;
use url::Url;

use crate::address::Address;
use crate::call::CallError;
use crate::clock::SharedClock;
use crate::provider::Provider;
use crate::secrets::hash_of;
use crate::worker::Work;

pub use settings::{DEFAULT_VERIFY_URL, HumanCheckSettings, HumanCheckSettingsError};
use siteverify::{Verdict, ask};

/// The longest token (Turnstile's limit).
const TOKEN_CHARACTERS: usize = 2_048;
/// How long a used token is remembered, in milliseconds: longer than any is good.
const TOKEN_LIFETIME_MS: i64 = 10 * 60 * 1_000;
/// Checks that may wait or run.
const CHECKS_WAITING: usize = 256;
/// How long a caller waits: the provider's time, and the store's.
const DEADLINE: Duration = Duration::from_secs(15);

/// Why the human check failed.
#[derive(Debug, thiserror::Error)]
pub enum HumanCheckError {
    /// There is no token.
    #[error("the human check is missing")]
    Missing,
    /// The token is not good, or was used.
    #[error("the human check failed")]
    Refused,
    /// The provider gave no clear answer. The same token may be tried again.
    #[error("the human check can't be verified right now; try again in a few seconds")]
    Unreachable,
    /// Too many checks wait already.
    #[error("too many human checks are waiting; try again in a few seconds")]
    Overloaded,
    /// The actor gave no answer.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How the rest of the program checks for humans.
#[derive(Clone, Debug)]
pub struct HumanCheckHandle {
    address: Address<Work<HumanCheckArgs>>,
    /// None if the human check is off.
    settings: Option<HumanCheckSettings>,
    places: Arc<Semaphore>,
}

impl HumanCheckHandle {
    pub(crate) fn new(
        address: Address<Work<HumanCheckArgs>>,
        settings: Option<HumanCheckSettings>,
    ) -> Self {
        Self { address, settings, places: Arc::new(Semaphore::new(CHECKS_WAITING)) }
    }

    /// Whether there is a human check. Without one everybody passes.
    pub fn is_configured(&self) -> bool {
        self.settings.is_some()
    }

    /// What pages show the check with.
    pub fn site_key(&self) -> Option<&str> {
        self.settings.as_ref()?.site_key.as_deref()
    }

    /// Returns the URL of the script that shows the check on pages: beside the one that verifies
    /// tokens, as Turnstile has it.
    pub fn script(&self) -> Option<Url> {
        self.settings.as_ref()?.verify_url.join("api.js").ok()
    }

    /// Whether that token shows that a human is there. A token is good for one call that answers
    /// `Ok` or [`HumanCheckError::Refused`]; cheap checks come first.
    ///
    /// # Errors
    /// Every [`HumanCheckError`]; never where there is no human check.
    pub async fn verify(
        &self,
        token: Option<&str>,
        remote_ip: IpAddr,
    ) -> Result<(), HumanCheckError> {
        if !self.is_configured() {
            return Ok(());
        }
        let token = token.filter(|token| !token.is_empty()).ok_or(HumanCheckError::Missing)?;
        if token.chars().count() > TOKEN_CHARACTERS {
            return Err(HumanCheckError::Refused);
        }
        let permit = Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_none_free| HumanCheckError::Overloaded)?;
        let token = token.to_owned();
        let begin = move |held: &mut HumanCheckArgs| verify(held.clone(), token, remote_ip);
        self.address.call(DEADLINE, |reply| Work::answering(reply, permit, begin)).await?
    }
}

/// What the actor holds.
#[derive(Clone)]
pub(crate) struct HumanCheckArgs {
    /// None where there is no human check; then nothing arrives.
    pub(crate) settings: Option<HumanCheckSettings>,
    pub(crate) provider: Provider,
    pub(crate) writer: Writer,
    pub(crate) clock: SharedClock,
}

async fn verify(
    args: HumanCheckArgs,
    token: String,
    remote_ip: IpAddr,
) -> Result<(), HumanCheckError> {
    let Some(settings) = &args.settings else { return Ok(()) };
    let (hash, now) = (hash_of(&token), args.clock.now_ms());
    let used = UseToken { hash: hash.clone(), now, expires_at: now + TOKEN_LIFETIME_MS };
    if !args.writer.run(used).await? {
        return Err(HumanCheckError::Refused);
    }
    match ask(&args.provider, settings, &token, remote_ip).await {
        Verdict::Human => Ok(()),
        Verdict::Refused => Err(HumanCheckError::Refused),
        Verdict::Unclear => {
            args.writer.run(ForgetToken { hash }).await?;
            Err(HumanCheckError::Unreachable)
        }
    }
}
