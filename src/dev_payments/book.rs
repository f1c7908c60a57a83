//! What the simulated payment provider remembers: sessions and subscriptions.

use std::collections::BTreeMap;

use citable_actors::ids::{Prefix, new_id};
use serde_json::{Value, json};

use super::wire::{Answer, Question};

/// The one price by the year.
pub(super) const YEARLY: &str = "price_simulated_pro_yearly";
const DAY_S: i64 = 24 * 60 * 60;

/// An answer, and the events that go out before it.
pub(super) struct Effect {
    pub(super) answer: Answer,
    pub(super) events: Vec<Value>,
}

impl Effect {
    pub(super) fn answer(answer: Answer) -> Self {
        Self { answer, events: Vec::new() }
    }
}

#[derive(Clone)]
struct Session {
    account: String,
    customer: String,
    price: String,
    success: String,
    cancel: String,
    /// The subscription that was bought.
    bought: Option<String>,
}

#[derive(Clone)]
struct Subscription {
    id: String,
    account: String,
    customer: String,
    price: String,
    status: &'static str,
    period_end: i64,
}

#[derive(Default)]
pub(super) struct Book {
    sessions: BTreeMap<String, Session>,
    subscriptions: BTreeMap<String, Subscription>,
    /// First answers by the name of their request.
    answered: BTreeMap<String, Value>,
    /// Where the portal leads back to, by customer.
    back: BTreeMap<String, String>,
    /// The last instant of an event: the next one is later.
    last: i64,
}

impl Book {
    pub(super) fn checkout(&mut self, asked: &Question, here: &str) -> Answer {
        let name = asked.header("idempotency-key").unwrap_or_default().to_owned();
        if let Some(first) = self.answered.get(&name) {
            return Answer::json(200, first);
        }
        let known = asked.field("customer");
        let customer = if known.is_empty() { id("cus") } else { known.to_owned() };
        let session = Session {
            account: asked.field("client_reference_id").to_owned(),
            customer,
            price: asked.field("line_items[0][price]").to_owned(),
            success: asked.field("success_url").to_owned(),
            cancel: asked.field("cancel_url").to_owned(),
            bought: None,
        };
        let id = id("cs_test");
        let made = json!({ "id": id, "url": format!("{here}/pay/{id}") });
        self.sessions.insert(id, session);
        self.answered.insert(name, made.clone());
        Answer::json(200, &made)
    }

    pub(super) fn portal(&mut self, asked: &Question, here: &str) -> Answer {
        let customer = asked.field("customer").to_owned();
        let url = format!("{here}/portal/{customer}");
        self.back.insert(customer, asked.field("return_url").to_owned());
        Answer::json(200, &json!({ "id": id("bps_test"), "url": url }))
    }

    pub(super) fn show(&self, id: &str) -> Answer {
        let found = self.subscriptions.get(id);
        found.map_or_else(Answer::not_found, |one| Answer::json(200, &one.object()))
    }

    pub(super) fn pay_page(&self, id: &str) -> Answer {
        let Some(session) = self.sessions.get(id) else { return Answer::not_found() };
        let form = |act: &str, label: &str| {
            format!("<form method=post action=\"/pay/{id}/{act}\"><button>{label}</button></form>")
        };
        let buttons = form("complete", "Complete the payment") + &form("cancel", "Cancel");
        page("Simulated checkout", &format!("<p>{}</p>{buttons}", plain(&session.price)))
    }

    pub(super) fn portal_page(&self, customer: &str) -> Answer {
        let own = self.subscriptions.values().filter(|one| one.customer == customer);
        let mut body = String::new();
        for Subscription { id, price, status, .. } in own {
            body.push_str(&format!("<p>{}: {status}</p>", plain(price)));
            for (act, label) in [("fail", "Fail a payment"), ("pay", "Pay"), ("end", "End")] {
                body.push_str(&format!(
                    "<form method=post action=\"/portal/{id}/{act}\"><button>{label}</button></form>"
                ));
            }
        }
        if let Some(back) = self.back.get(customer) {
            body.push_str(&format!("<p><a href=\"{}\">Back</a></p>", plain(back)));
        }
        page("Simulated customer portal", &body)
    }

    /// What a customer does on the page of a checkout.
    pub(super) fn pay(&mut self, id_of_session: &str, act: &str, now: i64) -> Effect {
        let Some(session) = self.sessions.get(id_of_session).cloned() else {
            return Effect::answer(Answer::not_found());
        };
        match act {
            "complete" if session.bought.is_some() => Effect::answer(Answer::go(&session.success)),
            "complete" => {
                let days = if session.price == YEARLY { 365 } else { 30 };
                let bought = Subscription {
                    id: id("sub"),
                    account: session.account.clone(),
                    customer: session.customer.clone(),
                    price: session.price.clone(),
                    status: "active",
                    period_end: now + days * DAY_S,
                };
                let paid = json!({
                    "id": id_of_session, "object": "checkout.session", "customer": bought.customer,
                    "client_reference_id": bought.account, "subscription": bought.id,
                    "payment_status": "paid", "mode": "subscription",
                });
                let events = vec![
                    self.event("customer.subscription.created", &bought.object(), now),
                    self.event("checkout.session.completed", &paid, now),
                    self.event("invoice.paid", &bought.invoice(), now),
                ];
                let kept = Session { bought: Some(bought.id.clone()), ..session.clone() };
                self.sessions.insert(id_of_session.to_owned(), kept);
                self.subscriptions.insert(bought.id.clone(), bought);
                Effect { answer: Answer::go(&session.success), events }
            }
            "cancel" => Effect::answer(Answer::go(&session.cancel)),
            _ => Effect::answer(Answer::not_found()),
        }
    }

    /// What a customer does in the portal.
    pub(super) fn change(&mut self, id: &str, act: &str, now: i64, here: &str) -> Effect {
        let Some(mut one) = self.subscriptions.get(id).cloned() else {
            return Effect::answer(Answer::not_found());
        };
        let (status, kind) = match act {
            "fail" => ("past_due", "customer.subscription.updated"),
            "pay" => ("active", "customer.subscription.updated"),
            "end" => ("canceled", "customer.subscription.deleted"),
            _ => return Effect::answer(Answer::not_found()),
        };
        one.status = status;
        let mut events = vec![self.event(kind, &one.object(), now)];
        match act {
            "fail" => events.push(self.event("invoice.payment_failed", &one.invoice(), now)),
            "pay" => events.push(self.event("invoice.paid", &one.invoice(), now)),
            _ => {}
        }
        let answer = Answer::go(&format!("{here}/portal/{}", one.customer));
        self.subscriptions.insert(id.to_owned(), one);
        Effect { answer, events }
    }

    fn event(&mut self, kind: &str, object: &Value, now: i64) -> Value {
        self.last = now.max(self.last + 1);
        json!({
            "id": id("evt"), "object": "event", "type": kind, "created": self.last,
            "data": { "object": object },
        })
    }
}

impl Subscription {
    fn object(&self) -> Value {
        json!({
            "id": self.id, "object": "subscription", "customer": self.customer,
            "status": self.status, "current_period_end": self.period_end,
            "items": { "data": [{ "price": { "id": self.price } }] },
            "metadata": { "user_id": self.account },
        })
    }

    fn invoice(&self) -> Value {
        json!({
            "id": id("in"), "object": "invoice", "customer": self.customer,
            "subscription": self.id,
            "lines": { "data": [{ "period": { "end": self.period_end } }] },
        })
    }
}

/// An ID that can't be guessed.
fn id(prefix: &str) -> String {
    let random = new_id(Prefix::Request);
    format!("{prefix}_{}", random.trim_start_matches(Prefix::Request.as_str()))
}

fn page(title: &str, body: &str) -> Answer {
    Answer::page(format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title>\
         <h1>{title}</h1><p>Nothing is paid here: this is a part of <code>citable serve --dev</code>.</p>\
         {body}</html>\n"
    ))
}

/// Text escaped for HTML.
fn plain(text: &str) -> String {
    let escape = |character| match character {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        other => other.to_string(),
    };
    text.chars().map(escape).collect()
}
