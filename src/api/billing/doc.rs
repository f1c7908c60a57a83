//! What the API description says of the billing routes.

use super::{CheckoutRequest, HostedView, ReceiptView};
use crate::http::doc::{Answer, Doc, Form, Parameter, Place, schema_of};
use crate::http::problem::{Code, OK};
use crate::http::reply::JSON;

const HOSTED: Answer = Answer {
    status: OK,
    description: "A page of the payment provider's.",
    media: JSON,
    bodies: &[schema_of::<HostedView>],
    headers: &[],
};

/// `POST /billing/checkout`.
pub(crate) const CHECKOUT: Doc = Doc {
    operation_id: "createCheckout",
    tag: "Billing",
    summary: "Buy a plan",
    description: "Answers with a page of the payment provider's on which the plan is bought. The \
        plan starts when the provider confirms the payment. An account that has a subscription \
        changes it in the portal.",
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
    summary: "Change or end a plan",
    description: "Answers with a page of the payment provider's on which the owner of the account \
        changes or ends the subscription and sees its invoices.",
    parameters: &[],
    request: None,
    answers: &[HOSTED],
    errors: &[Code::BillingNotConfigured, Code::NoBillingProfile, Code::ProviderError],
};

/// `POST /payments/webhook`.
pub(crate) const RECEIVE: Doc = Doc {
    operation_id: "receivePaymentEvent",
    tag: "Billing",
    summary: "Receive a payment event",
    description: "For the payment provider alone. The signature is the HMAC-SHA256 of the time, a \
        dot and the body as it was sent, under the webhook secret, at most 300 seconds old. An \
        event is acted on once, and events may come in any order.",
    parameters: &[Parameter {
        name: "payment-signature",
        place: Place::Header,
        required: true,
        description: "`t=<unix seconds>,v1=<hex>`; several `v1` may stand in it. \
            `stripe-signature` is read where it is missing.",
        form: Form::Text,
        example: "t=1795338000,v1=00000000",
    }],
    request: None,
    answers: &[Answer {
        status: OK,
        description: "The event was acted on, now or before, or it says nothing that matters here.",
        media: JSON,
        bodies: &[schema_of::<ReceiptView>],
        headers: &[],
    }],
    errors: &[Code::BillingNotConfigured, Code::InvalidSignature],
};
