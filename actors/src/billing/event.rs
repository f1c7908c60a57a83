//! Reading the payment provider's events. What is not there or of another form than expected makes
//! an event say nothing; the provider would only send it again.

use citable_metrics::PAYMENT_EVENTS;
use citable_schema::{BillingEvent, BillingFact, SubscriptionState, SubscriptionStatus};
use serde::Deserialize;
use serde_json::Value;

/// The longest id that is believed.
const ID_BYTES: usize = 255;

#[derive(Deserialize)]
struct Event {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    created: i64,
    #[serde(default)]
    data: Value,
}

/// Reads an event; none where it is no event at all. `prices` are those that are known.
pub(super) fn read(body: &[u8], is_known_price: impl Fn(&str) -> bool) -> Option<BillingEvent> {
    let event: Event = serde_json::from_slice(body).ok()?;
    if event.id.is_empty() || event.id.len() > ID_BYTES {
        return None;
    }
    PAYMENT_EVENTS.one([known(&event.kind)]);
    let object = &event.data["object"];
    let fact = match event.kind.as_str() {
        "checkout.session.completed" if is_paid(object) => customer(object),
        "checkout.session.async_payment_succeeded" => customer(object),
        "customer.subscription.created" => subscription(object, 1, None, is_known_price),
        "customer.subscription.updated" => subscription(object, 2, None, is_known_price),
        "customer.subscription.deleted" => {
            subscription(object, 3, Some(SubscriptionStatus::Canceled), is_known_price)
        }
        "invoice.paid" => invoice(object, true),
        "invoice.payment_failed" => invoice(object, false),
        _ => Some(BillingFact::Nothing),
    };
    let fact = fact.unwrap_or_else(|| {
        tracing::warn!(event.id, event.kind, "ignored a payment event that can't be read");
        BillingFact::Nothing
    });
    Some(BillingEvent { id: event.id, created_at: event.created.saturating_mul(1_000), fact })
}

/// A type of event in our words: what a sender may write is no label.
fn known(kind: &str) -> &'static str {
    const KNOWN: [&str; 7] = [
        "checkout.session.completed",
        "checkout.session.async_payment_succeeded",
        "customer.subscription.created",
        "customer.subscription.updated",
        "customer.subscription.deleted",
        "invoice.paid",
        "invoice.payment_failed",
    ];
    KNOWN.into_iter().find(|known| *known == kind).unwrap_or("other")
}

fn is_paid(session: &Value) -> bool {
    matches!(session["payment_status"].as_str(), Some("paid" | "no_payment_required"))
}

/// The id in a field that holds an id, or the object of that id.
fn id(value: &Value) -> Option<String> {
    let id = value.as_str().or_else(|| value["id"].as_str())?;
    (!id.is_empty() && id.len() <= ID_BYTES).then(|| id.to_owned())
}

fn milliseconds(value: &Value) -> Option<i64> {
    Some(value.as_i64()?.saturating_mul(1_000))
}

fn customer(session: &Value) -> Option<BillingFact> {
    Some(BillingFact::Customer {
        customer_id: id(&session["customer"])?,
        account_id: id(&session["client_reference_id"])
            .or_else(|| id(&session["metadata"]["user_id"]))?,
    })
}

fn subscription(
    object: &Value,
    rank: u8,
    status: Option<SubscriptionStatus>,
    is_known_price: impl Fn(&str) -> bool,
) -> Option<BillingFact> {
    let empty = Vec::new();
    let items = object["items"]["data"].as_array().unwrap_or(&empty);
    let prices: Vec<String> = items.iter().filter_map(|item| id(&item["price"])).collect();
    let known = prices.iter().find(|price| is_known_price(price)).or(prices.first());
    // The period was the subscription's; in later versions of the contract it is its items'.
    let of_items = items.iter().filter_map(|item| milliseconds(&item["current_period_end"])).max();
    let named = object["status"].as_str().and_then(SubscriptionStatus::parse);
    Some(BillingFact::Subscription {
        id: id(&object["id"])?,
        customer_id: id(&object["customer"])?,
        account_id: id(&object["metadata"]["user_id"]),
        state: SubscriptionState {
            status: status.or(named).unwrap_or(SubscriptionStatus::Other),
            price_id: known.cloned().unwrap_or_default(),
            period_end: milliseconds(&object["current_period_end"]).or(of_items),
        },
        rank,
    })
}

fn invoice(object: &Value, paid: bool) -> Option<BillingFact> {
    let parent = &object["parent"]["subscription_details"]["subscription"];
    let Some(subscription_id) = id(&object["subscription"]).or_else(|| id(parent)) else {
        return Some(BillingFact::Nothing);
    };
    let lines = object["lines"]["data"].as_array();
    let ends = lines.into_iter().flatten().filter_map(|line| milliseconds(&line["period"]["end"]));
    let (customer_id, until) = (id(&object["customer"])?, ends.max());
    Some(BillingFact::Invoice { subscription_id, customer_id, paid, until })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fact(kind: &str, object: Value) -> BillingFact {
        let event =
            json!({ "id": "evt_1", "type": kind, "created": 7, "data": { "object": object } });
        let event = read(event.to_string().as_bytes(), |price| price == "price_pro").unwrap();
        assert_eq!((event.id.as_str(), event.created_at), ("evt_1", 7_000));
        event.fact
    }

    #[test]
    fn only_a_paid_session_says_whose_a_customer_is() {
        let session = |status: &str| json!({ "customer": "cus_1", "client_reference_id": "usr_1", "payment_status": status });
        let told =
            BillingFact::Customer { customer_id: "cus_1".into(), account_id: "usr_1".into() };
        for status in ["paid", "no_payment_required"] {
            assert_eq!(fact("checkout.session.completed", session(status)), told);
        }
        assert_eq!(fact("checkout.session.completed", session("unpaid")), BillingFact::Nothing);
        assert_eq!(fact("checkout.session.async_payment_succeeded", session("unpaid")), told);
        assert_eq!(fact("checkout.session.expired", session("paid")), BillingFact::Nothing);
    }

    #[test]
    fn a_subscription_is_read_in_both_versions_of_the_contract() {
        let old = json!({
            "id": "sub_1", "customer": "cus_1", "status": "active", "current_period_end": 9,
            "items": { "data": [
                { "price": { "id": "price_seat" } }, { "price": { "id": "price_pro" } },
            ] },
            "metadata": { "user_id": "usr_1" },
        });
        let new = json!({
            "id": "sub_1", "customer": { "id": "cus_1" }, "status": "active",
            "items": { "data": [
                { "price": { "id": "price_pro" }, "current_period_end": 9 },
            ] },
            "metadata": { "user_id": "usr_1" },
        });
        let told = BillingFact::Subscription {
            id: "sub_1".into(),
            customer_id: "cus_1".into(),
            account_id: Some("usr_1".into()),
            state: SubscriptionState {
                status: SubscriptionStatus::Active,
                price_id: "price_pro".into(),
                period_end: Some(9_000),
            },
            rank: 2,
        };
        assert_eq!(fact("customer.subscription.updated", old.clone()), told);
        assert_eq!(fact("customer.subscription.updated", new), told);
        let deleted = fact("customer.subscription.deleted", old);
        let BillingFact::Subscription { state, .. } = deleted else { panic!("{deleted:?}") };
        assert_eq!(state.status, SubscriptionStatus::Canceled);
    }

    #[test]
    fn what_cannot_be_read_says_nothing() {
        for object in [json!({}), json!(null), json!([]), json!({ "id": 5, "customer": "" })] {
            for kind in
                ["customer.subscription.created", "checkout.session.completed", "invoice.paid"]
            {
                assert_eq!(fact(kind, object.clone()), BillingFact::Nothing, "{kind} {object}");
            }
        }
        for body in [&b"{}"[..], b"[]", b"\xff", b"", br#"{"id":"","type":"x","created":1}"#] {
            assert_eq!(read(body, |_| true), None);
        }
    }
}
