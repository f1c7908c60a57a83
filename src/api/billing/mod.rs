//! Buying a plan, changing it, and the events of the payment provider.

mod doc;

use citable_actors::billing::{Hosted, Offer, Payer};
use hyper::header::CACHE_CONTROL;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::http::call::Call;
use crate::http::problem::{Code, OK, Problem};
use crate::http::reply::{self, Response, With};

pub(crate) use doc::{CHECKOUT, PORTAL, RECEIVE};

/// The header that carries the provider's signature.
const SIGNATURE: &str = "payment-signature";
/// The name that the provider's own contract gives to it.
const PROVIDERS_SIGNATURE: &str = "stripe-signature";

/// Body of `POST /billing/checkout`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("not" = {
    "properties": { "plan": { "const": "agency" }, "interval": { "const": "yearly" } },
    "required": ["plan", "interval"],
}))]
pub struct CheckoutRequest {
    /// Plan to buy.
    pub plan: PaidPlan,
    /// Billing interval. `yearly` is available for `pro` only.
    #[serde(default)]
    pub interval: Interval,
}

/// Paid plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaidPlan {
    /// Pro plan.
    Pro,
    /// Agency plan.
    Agency,
}

/// Billing interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "BillingInterval")]
pub enum Interval {
    /// Billed every month.
    #[default]
    Monthly,
    /// Billed every year.
    Yearly,
}

/// Page hosted by the payment provider.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "HostedPage")]
pub struct HostedView {
    /// ID of the page at the provider.
    pub id: String,
    /// URL to open in a browser.
    pub url: String,
}

/// Acknowledgement of a payment event.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PaymentEventReceipt")]
pub struct ReceiptView {
    /// Always true.
    #[schemars(extend("const" = true))]
    pub received: bool,
    /// True if the event was received before.
    pub duplicate: bool,
}

/// Makes a page on which a plan is bought.
pub(crate) async fn checkout(call: Call) -> Result<Response, Problem> {
    Ok(page(buy(&call).await?))
}

/// Makes a page of the provider on which the plan that the body names is bought.
pub(crate) async fn buy(call: &Call) -> Result<Hosted, Problem> {
    let payer = payer(call)?;
    let offer = offer(call)?;
    Ok(call.app().handles.billing.checkout(payer, offer).await?)
}

/// Makes a page on which a plan is changed.
pub(crate) async fn portal(call: Call) -> Result<Response, Problem> {
    Ok(page(manage(&call).await?))
}

/// Makes a page of the provider on which the account's plan is changed.
pub(crate) async fn manage(call: &Call) -> Result<Hosted, Problem> {
    Ok(call.app().handles.billing.portal(payer(call)?).await?)
}

/// Acts on an event of the payment provider.
pub(crate) async fn receive(call: Call) -> Result<Response, Problem> {
    let signature = signature(&call);
    let body = call.content.raw.to_vec();
    let duplicate = call.app().handles.billing.receive(signature, body).await?;
    let receipt = ReceiptView { received: true, duplicate };
    Ok(reply::json(OK, &receipt).with_static(CACHE_CONTROL, "no-store"))
}

fn payer(call: &Call) -> Result<Payer, Problem> {
    let account = call.account()?;
    let request = call.slot.as_ref().and_then(|slot| slot.request_name());
    Ok(Payer { account_id: account.id.clone(), email: account.email.clone(), request })
}

fn offer(call: &Call) -> Result<Offer, Problem> {
    let wanted: CheckoutRequest =
        call.fields().map_err(|problem: Problem| problem.recoded(Code::InvalidPlan))?;
    match (wanted.plan, wanted.interval) {
        (PaidPlan::Pro, Interval::Monthly) => Ok(Offer::ProMonthly),
        (PaidPlan::Pro, Interval::Yearly) => Ok(Offer::ProYearly),
        (PaidPlan::Agency, Interval::Monthly) => Ok(Offer::AgencyMonthly),
        (PaidPlan::Agency, Interval::Yearly) => Err(Problem::new(
            Code::InvalidPlan,
            "The Agency plan is billed monthly. Send `interval` as `monthly`.",
        )
        .about("interval")),
    }
}

/// The only signature; two are ambiguous.
fn signature(call: &Call) -> Option<String> {
    let headers = call.headers();
    let name = if headers.contains_key(SIGNATURE) { SIGNATURE } else { PROVIDERS_SIGNATURE };
    let mut values = headers.get_all(name).into_iter();
    let (value, another) = (values.next()?, values.next());
    let value = value.to_str().ok()?;
    another.is_none().then(|| value.to_owned())
}

fn page(hosted: Hosted) -> Response {
    let view = HostedView { id: hosted.id, url: hosted.url };
    reply::json(OK, &view).with_static(CACHE_CONTROL, "no-store")
}
