//! What the rest of the program asks of [`super::Webhooks`].

use std::sync::Arc;
use std::time::Duration;

use citable_schema::{
    DeleteEndpoint, EnableEndpoint, EndpointRow, EndpointSaved, PauseEndpoint, RotateSecret,
    SaveEndpoint, Unit, WithAnswer, Writer,
};

use super::settings::WebhookSettings;
use super::signature::SigningSecret;
use super::views::{Endpoint, RotatedSecret, SavedEndpoint, TestDelivery, WebhooksError};
use super::{WebhooksMessage, WebhooksQuestion};
use crate::address::Address;
use crate::bounded::BoundedAddress;
use crate::clock::{SharedClock, milliseconds};
use crate::idempotency::Once;
use crate::ids::{Prefix, new_id};
use crate::reader::ReaderHandle;
use crate::secrets::{Purpose, Secrets};
use crate::worker::{AskError, Work, WorkAddress};

/// How long a caller waits for a change.
const DEADLINE: Duration = Duration::from_secs(10);
/// How much longer than an attempt a caller waits for one.
const TEST_MARGIN: Duration = Duration::from_secs(10);

/// How the rest of the program reaches the webhooks.
#[derive(Clone, Debug)]
pub struct WebhooksHandle {
    address: BoundedAddress<WebhooksMessage>,
    endpoints: WorkAddress<Writer>,
    reader: ReaderHandle,
    settings: Arc<WebhookSettings>,
    secrets: Secrets,
    clock: SharedClock,
}

/// Where its actors live, and what it asks besides.
pub(crate) struct WebhooksParts {
    pub(crate) address: Address<WebhooksMessage>,
    pub(crate) endpoints: Address<Work<Writer>>,
    pub(crate) reader: ReaderHandle,
    pub(crate) settings: Arc<WebhookSettings>,
    pub(crate) secrets: Secrets,
    pub(crate) clock: SharedClock,
}

impl WebhooksHandle {
    pub(crate) fn new(parts: WebhooksParts, most_waiting: usize) -> Self {
        Self {
            address: BoundedAddress::new(parts.address, most_waiting),
            endpoints: WorkAddress::new(parts.endpoints, most_waiting),
            reader: parts.reader,
            settings: parts.settings,
            secrets: parts.secrets,
            clock: parts.clock,
        }
    }

    /// Says that a delivery was committed. One that is not heard of is found a little later.
    pub fn wake(&self) {
        self.address.cast(WebhooksMessage::Poll);
    }

    /// The endpoint of an account.
    ///
    /// # Errors
    /// Every [`AskError`].
    pub async fn endpoint_of(&self, account_id: &str) -> Result<Option<Endpoint>, AskError> {
        Ok(self.row_of(account_id.to_owned()).await?.map(Endpoint::from_row))
    }

    /// Stores the address of an account's endpoint, which is made where there is none; `once`
    /// keeps the answer for a request that may come again.
    ///
    /// # Errors
    /// [`WebhooksError::Url`], or a fault of actor or store.
    pub async fn save(
        &self,
        account_id: String,
        url: String,
        once: Option<Once<SavedEndpoint>>,
    ) -> Result<SavedEndpoint, WebhooksError> {
        let judge =
            |reply, permit| WebhooksMessage::Ask(WebhooksQuestion::Judge { url, reply, permit });
        let url = self.address.call(DEADLINE, judge).await??;
        let (id, secret, now) =
            (new_id(Prefix::Webhook), SigningSecret::draw(), self.clock.now_ms());
        let save = SaveEndpoint {
            account_id,
            url,
            secret: self.seal(&id, &secret),
            secret_hint: secret.hint(),
            id,
            now,
        };
        let text = secret.text();
        let shown = text.clone();
        let keep = once.as_ref().map(|once| {
            let made = move |saved: &EndpointSaved| Some(SavedEndpoint::of(saved, &shown));
            once.keep(now, made)
        });
        let saved = self.change(WithAnswer { change: save, answer: keep }).await?;
        if let Some(once) = once {
            once.answered();
        }
        Ok(SavedEndpoint::of(&saved, &text))
    }

    /// Deletes the endpoint of an account, and whatever waits for it.
    ///
    /// # Errors
    /// [`WebhooksError::NoEndpoint`], or a fault of actor or store.
    pub async fn delete(&self, account_id: String) -> Result<(), WebhooksError> {
        match self.change(DeleteEndpoint { account_id }).await? {
            true => Ok(()),
            false => Err(WebhooksError::NoEndpoint),
        }
    }

    /// Replaces the secret of an account's endpoint; the old one signs too for a while.
    ///
    /// # Errors
    /// [`WebhooksError::NoEndpoint`], or a fault of actor or store.
    pub async fn rotate_secret(&self, account_id: String) -> Result<RotatedSecret, WebhooksError> {
        let endpoint_id = self.row_of(account_id).await?.ok_or(WebhooksError::NoEndpoint)?.id;
        let secret = SigningSecret::draw();
        let overlap = milliseconds(self.settings.secret_overlap);
        let previous_until = self.clock.now_ms().saturating_add(overlap);
        let rotation = RotateSecret {
            secret: self.seal(&endpoint_id, &secret),
            secret_hint: secret.hint(),
            endpoint_id,
            previous_until,
        };
        let endpoint = found(self.change(rotation).await?)?;
        Ok(RotatedSecret { endpoint, secret: secret.text(), previous_until })
    }

    /// Pauses the endpoint of an account.
    ///
    /// # Errors
    /// [`WebhooksError::NoEndpoint`], or a fault of actor or store.
    pub async fn pause(&self, account_id: String) -> Result<Endpoint, WebhooksError> {
        found(self.change(PauseEndpoint { account_id }).await?)
    }

    /// Ends the pause of an account's endpoint: what waits is delivered.
    ///
    /// # Errors
    /// [`WebhooksError::NoEndpoint`], or a fault of actor or store.
    pub async fn enable(&self, account_id: String) -> Result<Endpoint, WebhooksError> {
        let now = self.clock.now_ms();
        let endpoint = found(self.change(EnableEndpoint { account_id, now }).await?)?;
        self.wake();
        Ok(endpoint)
    }

    /// Delivers a message about nothing, and says how that went.
    ///
    /// # Errors
    /// [`WebhooksError::NoEndpoint`], [`WebhooksError::TooManyTests`], or a fault of actor or
    /// store.
    pub async fn test(&self, account_id: String) -> Result<TestDelivery, WebhooksError> {
        let deadline = self.settings.attempt + TEST_MARGIN;
        let test = |reply, permit| {
            WebhooksMessage::Ask(WebhooksQuestion::Test { account_id, reply, permit })
        };
        self.address.call(deadline, test).await?
    }

    async fn row_of(&self, account_id: String) -> Result<Option<EndpointRow>, AskError> {
        self.reader.read(move |store| async move { store.endpoint_of(&account_id).await }).await
    }

    async fn change<U: Unit>(&self, unit: U) -> Result<U::Answer, AskError> {
        self.endpoints.run(DEADLINE, unit).await
    }

    fn seal(&self, endpoint_id: &str, secret: &SigningSecret) -> Vec<u8> {
        self.secrets.seal(Purpose::WebhookSecrets, endpoint_id.as_bytes(), secret.bytes())
    }
}

fn found(row: Option<EndpointRow>) -> Result<Endpoint, WebhooksError> {
    row.map(Endpoint::from_row).ok_or(WebhooksError::NoEndpoint)
}
