//! What the rest of the program asks of the `Identity` actor.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use citable_schema::{
    KeyCreated, KeyCreation, KeyRevocation, KeyUse, LinkRequest, LinkRequested, NewAccount,
    NewMail, OpenAccount, Plan, Rate, SignIn, SignOut, SignedIn, Unit, Writer,
};
use serde_json::json;

use super::client::network_of;
use super::email::EmailAddress;
use super::error::{IdentityError, TooManyLinks};
use super::keys::{CreateKey, CreatedKey};
use super::settings::IdentitySettings;
use super::{Account, SessionCookie};
use crate::address::Address;
use crate::clock::{SharedClock, milliseconds};
use crate::ids::{Prefix, new_id};
use crate::mail::{MailHandle, SIGN_IN_LINK};
use crate::secrets::{Purpose, Secrets, hash_of};
use crate::worker::{Work, WorkAddress};

/// How long a caller waits for a change.
const DEADLINE: Duration = Duration::from_secs(10);
/// A use of a key is noted at most this often.
const KEY_USE_NOTED_EVERY: Duration = Duration::from_secs(60);
/// Milliseconds of the hour in which links are counted.
const HOUR: i64 = 60 * 60 * 1_000;

/// A link that was asked for.
#[derive(Clone, PartialEq, Eq)]
pub struct RequestedLink {
    /// Its token; it goes into a mail, or in development into the answer.
    pub token: String,
}

impl fmt::Debug for RequestedLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RequestedLink(..)")
    }
}

/// A session that has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSession {
    /// Its cookie.
    pub cookie: SessionCookie,
    /// How long it lasts.
    pub lifetime: Duration,
}

/// How the rest of the program reaches the identities.
#[derive(Clone, Debug)]
pub struct IdentityHandle {
    store: WorkAddress<Writer>,
    settings: IdentitySettings,
    secrets: Secrets,
    mail: MailHandle,
    clock: SharedClock,
}

impl IdentityHandle {
    pub(crate) fn new(
        address: Address<Work<Writer>>,
        most_waiting: usize,
        settings: IdentitySettings,
        secrets: Secrets,
        mail: MailHandle,
        clock: SharedClock,
    ) -> Self {
        let store = WorkAddress::new(address, most_waiting);
        Self { store, settings, secrets, mail, clock }
    }

    /// How many changes wait or run.
    pub fn waiting(&self) -> usize {
        self.store.waiting()
    }

    /// How long a sign-in link is good.
    pub fn link_lifetime(&self) -> Duration {
        self.settings.link_lifetime
    }

    /// Sends a sign-in link to a mail address. The outcome is the same for an address that has an
    /// account and one that has none.
    ///
    /// # Errors
    /// [`IdentityError::InvalidEmail`], [`IdentityError::MailNotConfigured`],
    /// [`IdentityError::TooManyLinks`], or a fault of actor or store.
    pub async fn request_link(
        &self,
        email: &str,
        client: IpAddr,
    ) -> Result<RequestedLink, IdentityError> {
        let email: EmailAddress = email.parse()?;
        if !self.mail.is_configured() {
            return Err(IdentityError::MailNotConfigured);
        }
        let rates = vec![
            rate(format!("email:{}", hash_of(&email.key())), self.settings.links_per_email),
            rate(format!("client:{}", network_of(client)), self.settings.links_per_client),
        ];
        let requested = self.issue_link(&email, rates, true).await?;
        self.mail.wake();
        Ok(requested)
    }

    /// Makes a sign-in link that an operator hands over; no mail is sent and nothing is counted.
    ///
    /// # Errors
    /// [`IdentityError::InvalidEmail`], or a fault of actor or store.
    pub async fn operator_link(&self, email: &str) -> Result<RequestedLink, IdentityError> {
        self.issue_link(&email.parse()?, Vec::new(), false).await
    }

    async fn issue_link(
        &self,
        email: &EmailAddress,
        rates: Vec<Rate>,
        by_mail: bool,
    ) -> Result<RequestedLink, IdentityError> {
        let now = self.clock.now_ms();
        let expires_at = now + milliseconds(self.settings.link_lifetime);
        let link = self.secrets.new_token(Purpose::SignInLinks);
        let mail = by_mail.then(|| NewMail {
            id: new_id(Prefix::Message),
            template: SIGN_IN_LINK.to_owned(),
            recipient: email.as_str().to_owned(),
            data: json!({ "seed": link.seed, "expiresAt": expires_at }).to_string(),
            not_after: Some(expires_at),
        });
        let request = LinkRequest {
            account: new_account(email),
            token_hash: hash_of(&link.token),
            expires_at,
            mail,
            rates,
            hour: now.div_euclid(HOUR) * HOUR,
            now,
        };
        let resets_at = request.hour + HOUR;
        match self.change(request).await? {
            LinkRequested::Issued => Ok(RequestedLink { token: link.token }),
            LinkRequested::TooMany { limit } => {
                let limit = u32::try_from(limit).unwrap_or(0);
                Err(IdentityError::TooManyLinks(TooManyLinks { limit, resets_at, at: now }))
            }
        }
    }

    /// Uses a sign-in token: its one use begins a session and ends the one that the browser had.
    ///
    /// # Errors
    /// [`IdentityError::UnknownToken`], [`IdentityError::ExpiredToken`],
    /// [`IdentityError::UsedToken`], or a fault of actor or store.
    pub async fn sign_in(
        &self,
        token: &str,
        earlier_cookie: Option<&str>,
    ) -> Result<NewSession, IdentityError> {
        let now = self.clock.now_ms();
        let (cookie, lifetime) = (SessionCookie::draw(), self.settings.session_lifetime);
        let sign_in = SignIn {
            token_hash: hash_of(token),
            session_hash: hash_of(cookie.reveal()),
            session_expires_at: now + milliseconds(lifetime),
            replaced_session: earlier_cookie.map(hash_of),
            now,
        };
        match self.change(sign_in).await? {
            SignedIn::Begun => Ok(NewSession { cookie, lifetime }),
            SignedIn::Unknown => Err(IdentityError::UnknownToken),
            SignedIn::Expired => Err(IdentityError::ExpiredToken),
            SignedIn::Used => Err(IdentityError::UsedToken),
        }
    }

    /// Ends a session, if it lives.
    ///
    /// # Errors
    /// A fault of actor or store.
    pub async fn sign_out(&self, cookie: &str) -> Result<(), IdentityError> {
        self.change(SignOut { session_hash: hash_of(cookie) }).await
    }

    /// Makes an API key.
    ///
    /// # Errors
    /// [`IdentityError::KeyLimit`], or a fault of actor or store.
    pub async fn create_key(&self, wanted: CreateKey) -> Result<CreatedKey, IdentityError> {
        let (created, key) = CreatedKey::draw(&wanted, self.clock.now_ms());
        let creation = KeyCreation { key, limit: wanted.limit.map(i64::from) };
        match self.change(creation).await? {
            KeyCreated::Created => Ok(created),
            KeyCreated::LimitReached => Err(IdentityError::KeyLimit),
        }
    }

    /// Ends a key of that account for good; answers whether it had such a live one.
    ///
    /// # Errors
    /// A fault of actor or store.
    pub async fn revoke_key(
        &self,
        account_id: String,
        key_id: String,
    ) -> Result<bool, IdentityError> {
        let now = self.clock.now_ms();
        self.change(KeyRevocation { account_id, key_id, now }).await
    }

    /// Stores that a key was used, without waiting.
    pub fn key_used(&self, key_id: &str) {
        let (key_id, now) = (key_id.to_owned(), self.clock.now_ms());
        let unless_since = now - milliseconds(KEY_USE_NOTED_EVERY);
        self.store.tell(move |writer| async move {
            if let Err(error) = writer.run(KeyUse { key_id, now, unless_since }).await {
                tracing::debug!(%error, "couldn't store when an API key was last used");
            }
        });
    }

    /// Makes an account where the address has none, and grants it a plan where one is named.
    ///
    /// # Errors
    /// [`IdentityError::InvalidEmail`], or a fault of actor or store.
    pub async fn open_account(
        &self,
        email: &str,
        plan: Option<(Plan, Option<i64>)>,
    ) -> Result<Account, IdentityError> {
        let (account, now) = (new_account(&email.parse()?), self.clock.now_ms());
        let opened = self.change(OpenAccount { account, plan, now }).await?;
        Ok(Account::from_row(opened, now))
    }

    async fn change<U: Unit>(&self, unit: U) -> Result<U::Answer, IdentityError> {
        Ok(self.store.run(DEADLINE, unit).await?)
    }
}

fn new_account(email: &EmailAddress) -> NewAccount {
    let (id, email, email_key) = (new_id(Prefix::User), email.as_str().to_owned(), email.key());
    NewAccount { id, email, email_key }
}

fn rate(subject: String, limit: u32) -> Rate {
    Rate { subject, limit: i32::try_from(limit).unwrap_or(i32::MAX) }
}
