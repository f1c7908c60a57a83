//! What the API description says of the billing routes.

use super::{CheckoutRequest, HostedView, ReceiptView};
use crate::http::doc::{Answer, Doc, Form, Parameter, Place, schema_of};
use crate::http::problem::{Code, OK};

const HOSTED: Answer = Answer::json::<HostedView>(OK, "Page hosted by the payment provider.");

/// `POST /billing/checkout`.
pub(crate) const CHECKOUT: Doc = Doc {
    operation_id: "createCheckout",
    tag: "Billing",
    summary: "Buy a plan",
    description: "Creates a checkout page hosted by the payment provider. The plan starts when the \
        provider confirms the payment. To change an existing subscription, use the portal.",
    parameters: &[],
    request: Some(schema_of::<CheckoutRequest>),
    answers: &[HOSTED],
    errors: &[
        Code::InvalidPlan,
        Code::InvalidJson,
        Code::UnsupportedMediaType,
        Code::BillingNotConfigured,
        Code::ProviderError,
    ],
};

/// `POST /billing/portal`.
pub(crate) const PORTAL: Doc = Doc {
    operation_id: "createPortal",
    tag: "Billing",
    summary: "Open the customer portal",
    description: "Creates a portal page hosted by the payment provider, where the account owner \
        changes or cancels the subscription and sees invoices.",
    answers: &[HOSTED],
    errors: &[Code::BillingNotConfigured, Code::NoBillingProfile, Code::ProviderError],
    ..Doc::BARE
};

/// `POST /payments/webhook`.
pub(crate) const RECEIVE: Doc = Doc {
    operation_id: "receivePaymentEvent",
    tag: "Payment events",
    summary: "Receive a payment event",
    description: "Called by the payment provider only. The signature is the HMAC-SHA256 of the \
        timestamp, a dot and the raw body, keyed with the webhook secret, and at most 300 seconds \
        old. Each event is processed once, in any order.",
    parameters: &[Parameter {
        name: "payment-signature",
        place: Place::Header,
        required: true,
        description: "Signature: `t=<unix seconds>,v1=<hex>`, with one or more `v1`. If the header is \
            missing, `stripe-signature` is read.",
        form: Form::Text,
        example: "t=1795338000,v1=00000000",
    }],
    request: None,
    answers: &[Answer::json::<ReceiptView>(
        OK,
        "The event was processed, was processed before, or needs no action.",
    )],
    errors: &[Code::BillingNotConfigured, Code::InvalidSignature],
};
