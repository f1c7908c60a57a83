//! A payment provider for whoever develops: `serve --dev` starts it on a port of its own on this
//! machine, where no other is named. It speaks as much of the provider's contract as the service
//! asks for, shows the pages that a customer would see, and sends signed events back.

mod book;
mod wire;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use citable_actors::billing::{BillingSettings, Prices, sign};
use citable_actors::clock::SharedClock;
use citable_actors::ids::{Prefix, new_id};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use url::Url;

use book::{Book, Effect};
use wire::{Answer, Question};

/// How often an event is sent until it is taken.
const TRIES: u32 = 3;
/// Where events go.
const EVENTS: &str = "/api/v1/payments/webhook";

/// The provider.
struct Payments {
    /// Where it is, without a slash at its end.
    here: String,
    /// The service.
    service: SocketAddr,
    secret_key: String,
    webhook_secret: String,
    clock: SharedClock,
    book: Mutex<Book>,
}

/// Starts the provider; answers with what the service needs to know of it.
///
/// # Errors
/// No port can be had.
pub(crate) async fn start(service: SocketAddr, clock: SharedClock) -> io::Result<BillingSettings> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let here = format!("http://{}", listener.local_addr()?);
    let api_url = Url::parse(&here).map_err(io::Error::other)?;
    let prices = Prices {
        pro_monthly: "price_simulated_pro_monthly".to_owned(),
        pro_yearly: book::YEARLY.to_owned(),
        agency_monthly: "price_simulated_agency_monthly".to_owned(),
    };
    let payments = Arc::new(Payments {
        here,
        service,
        secret_key: new_id(Prefix::Request),
        webhook_secret: new_id(Prefix::Request),
        clock,
        book: Mutex::default(),
    });
    let settings = BillingSettings {
        api_url,
        secret_key: payments.secret_key.clone(),
        webhook_secret: payments.webhook_secret.clone(),
        prices,
    };
    tracing::info!("payments are simulated at {}", payments.here);
    tokio::spawn(async move {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => drop(tokio::spawn(Arc::clone(&payments).serve(stream))),
                Err(error) => tracing::warn!(%error, "the simulated payments lost a connection"),
            }
        }
    });
    Ok(settings)
}

impl Payments {
    /// One question per connection.
    async fn serve(self: Arc<Self>, mut stream: TcpStream) {
        let Some(question) = wire::read(&mut stream).await else { return };
        let answer = self.answer(&question).await;
        if let Err(error) = wire::write(&mut stream, &answer).await {
            tracing::debug!(%error, "a response of the simulated payments wasn't read");
        }
    }

    async fn answer(&self, question: &Question) -> Answer {
        let path: Vec<&str> = question.path.trim_matches('/').split('/').collect();
        let is_api = path.first() == Some(&"v1");
        let bearer = format!("Bearer {}", self.secret_key);
        if is_api && question.header("authorization") != Some(bearer.as_str()) {
            return Answer::json(401, &json!({ "error": { "message": "no such key" } }));
        }
        let now = self.clock.now_ms().div_euclid(1_000);
        let effect = {
            let mut book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
            match (question.method.as_str(), path.as_slice()) {
                ("POST", ["v1", "checkout", "sessions"]) => {
                    Effect::answer(book.checkout(question, &self.here))
                }
                ("POST", ["v1", "billing_portal", "sessions"]) => {
                    Effect::answer(book.portal(question, &self.here))
                }
                ("GET", ["v1", "subscriptions", id]) => Effect::answer(book.show(id)),
                ("GET", ["pay", id]) => Effect::answer(book.pay_page(id)),
                ("GET", ["portal", customer]) => Effect::answer(book.portal_page(customer)),
                ("POST", ["pay", id, act]) => book.pay(id, act, now),
                ("POST", ["portal", id, act]) => book.change(id, act, now, &self.here),
                _ => Effect::answer(Answer::not_found()),
            }
        };
        for event in effect.events {
            self.send(&event.to_string()).await;
        }
        effect.answer
    }

    /// Sends an event to the service, and again where it was not taken.
    async fn send(&self, event: &str) {
        for _ in 0..TRIES {
            let now = self.clock.now_ms().div_euclid(1_000);
            let signature = sign(&self.webhook_secret, now, event.as_bytes());
            match wire::post(self.service, EVENTS, ("payment-signature", &signature), event).await {
                Ok(200) => return,
                Ok(status) => tracing::warn!(status, "a simulated event was rejected"),
                Err(error) => tracing::warn!(%error, "couldn't send a simulated event"),
            }
        }
    }
}
