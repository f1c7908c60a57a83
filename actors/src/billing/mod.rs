//! The actor that talks with the payment provider.
//!
//! **Owns** the calls to the provider, and what its events change: customers, subscriptions, and
//! the plans that follow from them.
//! **Invariants** an event is acted on once, in one transaction with everything that follows from
//! it; of each subscription the newest word counts, by the provider's clock, so every order of
//! events ends in the same plan. Only what carries the provider's signature is believed, and a
//! plan follows from the price that was paid, never from what a caller said.
//! **Messages** one per call.
//! **Restart** permanent; it has no state.
//! **Backpressure** a permit travels in each call.

mod event;
mod hosted;
mod settings;
mod signature;

use std::sync::Arc;
use std::time::Duration;

use citable_schema::{
    BillingNews, MonitorLimits, Plan, Reader, StoreError, TakeEvent, TellBilling, Writer,
};

use crate::address::Address;
use crate::call::CallError;
use crate::clock::SharedClock;
use crate::mail::MailHandle;
use crate::mail::news::{BillingNotice, News};
use crate::provider::Provider;
use crate::secrets::Secrets;
use crate::webhooks::WebhooksHandle;
use crate::worker::{Work, WorkAddress};

pub use hosted::Hosted;
pub use settings::{BillingSettings, DEFAULT_API_URL, Prices};
pub use signature::sign;

/// How long a caller waits: the provider's time, and the store's.
const DEADLINE: Duration = Duration::from_secs(20);
/// A request without a name of its own is the same for one day.
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// What can be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Pro by the month.
    ProMonthly,
    /// Pro by the year.
    ProYearly,
    /// Agency by the month.
    AgencyMonthly,
}

/// Who wants one of the provider's pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payer {
    /// The account.
    pub account_id: String,
    /// Its mail address.
    pub email: String,
    /// What names the request, where its sender named it.
    pub request: Option<String>,
}

/// Why something about payments was not done.
#[derive(Debug, thiserror::Error)]
pub enum BillingError {
    /// Payments aren't configured.
    #[error("payments aren't configured on this service")]
    NotConfigured,
    /// There is a subscription already.
    #[error(
        "this account already has a subscription; change it in the portal (POST /billing/portal)"
    )]
    Subscribed,
    /// The provider does not know the account.
    #[error(
        "this account has never paid, so there is no portal; start with POST /billing/checkout"
    )]
    NoProfile,
    /// The provider did not do it.
    #[error("the payment provider couldn't complete the request; try again in a moment")]
    Provider,
    /// The event is not the provider's.
    #[error("the signature of the event can't be verified")]
    Signature,
    /// The signed body isn't an event.
    #[error("the body isn't an event from the payment provider")]
    NoEvent,
    /// The actor gave no answer.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How the rest of the program reaches the payment provider.
#[derive(Clone, Debug)]
pub struct BillingHandle {
    address: WorkAddress<Arc<BillingArgs>>,
    is_configured: bool,
}

impl BillingHandle {
    pub(crate) fn new(
        address: Address<Work<Arc<BillingArgs>>>,
        most_waiting: usize,
        is_configured: bool,
    ) -> Self {
        Self { address: WorkAddress::new(address, most_waiting), is_configured }
    }

    /// True if plans can be bought here.
    pub fn is_configured(&self) -> bool {
        self.is_configured
    }

    /// A page on which that is bought.
    ///
    /// # Errors
    /// [`BillingError::Subscribed`], [`BillingError::NotConfigured`], [`BillingError::Provider`],
    /// in this order, or a fault of actor or store.
    pub async fn checkout(&self, payer: Payer, offer: Offer) -> Result<Hosted, BillingError> {
        self.address
            .have(DEADLINE, move |billing| Arc::clone(billing).checkout(payer, offer))
            .await?
    }

    /// The page on which a customer changes what they pay for.
    ///
    /// # Errors
    /// [`BillingError::NotConfigured`], [`BillingError::NoProfile`], [`BillingError::Provider`],
    /// in this order, or a fault of actor or store.
    pub async fn portal(&self, payer: Payer) -> Result<Hosted, BillingError> {
        self.address.have(DEADLINE, move |billing| Arc::clone(billing).portal(payer)).await?
    }

    /// Acts on an event with that signature; answers whether it was acted on before.
    ///
    /// # Errors
    /// [`BillingError::NotConfigured`], [`BillingError::Signature`], [`BillingError::NoEvent`], in
    /// this order, or a fault of actor or store.
    pub async fn receive(
        &self,
        signature: Option<String>,
        body: Vec<u8>,
    ) -> Result<bool, BillingError> {
        self.address
            .have(DEADLINE, move |billing| Arc::clone(billing).receive(signature, body))
            .await?
    }
}

/// What the actor holds.
pub(crate) struct BillingArgs {
    /// None if payments aren't configured.
    pub(crate) settings: Option<BillingSettings>,
    /// Where the provider sends people back to, without a slash at its end.
    pub(crate) base_url: String,
    pub(crate) monitors: MonitorLimits,
    pub(crate) provider: Provider,
    pub(crate) reader: Reader,
    pub(crate) writer: Writer,
    pub(crate) secrets: Secrets,
    pub(crate) mail: MailHandle,
    pub(crate) webhooks: WebhooksHandle,
    pub(crate) clock: SharedClock,
}

impl BillingArgs {
    async fn checkout(self: Arc<Self>, payer: Payer, offer: Offer) -> Result<Hosted, BillingError> {
        let known = self.reader.billing_of(&payer.account_id).await?;
        if known.subscriptions.iter().any(|one| one.standing().status.lives()) {
            return Err(BillingError::Subscribed);
        }
        let settings = self.settings.as_ref().ok_or(BillingError::NotConfigured)?;
        let (price, plan) = match offer {
            Offer::ProMonthly => (&settings.prices.pro_monthly, Plan::Pro),
            Offer::ProYearly => (&settings.prices.pro_yearly, Plan::Pro),
            Offer::AgencyMonthly => (&settings.prices.agency_monthly, Plan::Agency),
        };
        let account = payer.account_id.as_str();
        let success = format!("{}/account?checkout=done", self.base_url);
        let cancel = format!("{}/account?checkout=canceled", self.base_url);
        let customer = match &known.customer_id {
            Some(customer) => ("customer", customer.as_str()),
            None => ("customer_email", payer.email.as_str()),
        };
        let fields = [
            ("mode", "subscription"),
            ("line_items[0][price]", price.as_str()),
            ("line_items[0][quantity]", "1"),
            ("client_reference_id", account),
            customer,
            ("success_url", success.as_str()),
            ("cancel_url", cancel.as_str()),
            ("metadata[user_id]", account),
            ("metadata[plan]", plan.as_str()),
            ("subscription_data[metadata][user_id]", account),
        ];
        self.page(settings, "v1/checkout/sessions", &fields, &payer).await
    }

    async fn portal(self: Arc<Self>, payer: Payer) -> Result<Hosted, BillingError> {
        let settings = self.settings.as_ref().ok_or(BillingError::NotConfigured)?;
        let known = self.reader.billing_of(&payer.account_id).await?;
        let living = known.subscriptions.iter().find(|one| one.standing().status.lives());
        let customer = living.map(|one| one.customer_id.clone()).or(known.customer_id);
        let customer = customer.ok_or(BillingError::NoProfile)?;
        let back = format!("{}/account", self.base_url);
        let fields = [("customer", customer.as_str()), ("return_url", back.as_str())];
        self.page(settings, "v1/billing_portal/sessions", &fields, &payer).await
    }

    async fn page(
        &self,
        settings: &BillingSettings,
        path: &str,
        fields: &[(&str, &str)],
        payer: &Payer,
    ) -> Result<Hosted, BillingError> {
        let today = self.clock.now_ms().div_euclid(DAY_MS);
        let unnamed = || format!("{} on day {today}", payer.account_id);
        let name = payer.request.clone().unwrap_or_else(unnamed);
        let made = hosted::make(&self.provider, settings, path, fields, &name).await;
        made.ok_or(BillingError::Provider)
    }

    async fn receive(
        self: Arc<Self>,
        signature: Option<String>,
        body: Vec<u8>,
    ) -> Result<bool, BillingError> {
        let settings = self.settings.as_ref().ok_or(BillingError::NotConfigured)?;
        let now = self.clock.now_ms();
        let header = signature.ok_or(BillingError::Signature)?;
        if !signature::verify(&settings.webhook_secret, &header, &body, now) {
            return Err(BillingError::Signature);
        }
        let prices = settings.prices.plans();
        let is_known = |price: &str| prices.iter().any(|(known, _)| known == price);
        let event = event::read(&body, is_known).ok_or(BillingError::NoEvent)?;
        let (monitors, tell) = (self.monitors, self.tell(now));
        let take = TakeEvent { event, prices, monitors, tell, now };
        let applied = self.writer.run(take).await?;
        // A mail may wait now, and so may deliveries that a plan allows again.
        self.mail.wake();
        self.webhooks.wake();
        Ok(applied.duplicate)
    }

    fn tell(&self, now: i64) -> TellBilling {
        let secrets = self.secrets.clone();
        Arc::new(move |news| {
            let notice = match news {
                BillingNews::PastDue { plan, until } => {
                    BillingNotice::PastDue { plan: plan.as_str().to_owned(), until: *until }
                }
                BillingNews::Ended { plan } => {
                    BillingNotice::Ended { plan: plan.as_str().to_owned() }
                }
            };
            News::Billing(notice).into_notice(&secrets, now)
        })
    }
}
