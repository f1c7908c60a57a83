//! The load on identity: sign-in links by mail, sign-ins, and keys that are made and revoked.
//! Mails go into memory.

use std::net::{IpAddr, Ipv4Addr};

use citable_actors::identity::{CreateKey, KeySource, Scopes};
use citable_actors::mail::{MailSettings, MailTransport};
use citable_actors::{Handles, SystemSettings};
use futures_util::future::BoxFuture;
use rand::RngExt;

use super::operation::{Ended, Fault, Workload, draws};
use super::recovery::patiently;

/// People who have accounts.
pub(super) const ACCOUNTS: usize = 64;
/// Where all of them sit; links of one client are not limited here.
const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));

/// Lets anyone ask for any number of links, and mails go into memory.
pub(super) fn adjust(settings: &mut SystemSettings) {
    settings.identity.links_per_email = u32::MAX;
    settings.identity.links_per_client = u32::MAX;
    settings.mail = MailSettings::new(MailTransport::Development);
}

/// Changes of accounts.
pub(super) struct Changes {
    handles: Handles,
    accounts: Vec<String>,
    seed: u64,
}

impl Changes {
    /// Opens the accounts.
    pub(super) async fn start(handles: Handles, seed: u64) -> anyhow::Result<Self> {
        let accounts = open_accounts(&handles).await?;
        Ok(Self { handles, accounts, seed })
    }

    async fn change(&self, number: u64) -> Ended {
        let mut draws = draws(self.seed, number);
        let person = draws.random_range(0..self.accounts.len());
        match draws.random_range(0..10) {
            0..4 => self.ask_for_a_link(person).await,
            4..7 => self.sign_in(person).await,
            _ => self.make_and_revoke_a_key(person).await,
        }
    }

    async fn ask_for_a_link(&self, person: usize) -> Ended {
        self.handles.identity.request_link(&email(person), CLIENT).await?;
        Ok("link requested")
    }

    async fn sign_in(&self, person: usize) -> Ended {
        let link = self.handles.identity.operator_link(&email(person)).await?;
        self.handles.identity.sign_in(&link.token, None).await?;
        Ok("signed in")
    }

    async fn make_and_revoke_a_key(&self, person: usize) -> Ended {
        let account = &self.accounts[person];
        let created = self.handles.identity.create_key(wanted_key(account)).await?;
        let revoked = self.handles.identity.revoke_key(account.clone(), created.key.id).await?;
        let done = revoked.then_some("key created and revoked");
        done.ok_or_else(|| Fault::Failed("a key was gone before it was revoked".to_owned()))
    }
}

/// Opens the accounts and answers their ids.
pub(super) async fn open_accounts(handles: &Handles) -> anyhow::Result<Vec<String>> {
    let mut accounts = Vec::with_capacity(ACCOUNTS);
    for person in 0..ACCOUNTS {
        let open = async || Ok(handles.identity.open_account(&email(person), None).await?.id);
        accounts.push(patiently(open).await?);
    }
    Ok(accounts)
}

/// A key for an account.
pub(super) fn wanted_key(account: &str) -> CreateKey {
    CreateKey {
        account_id: account.to_owned(),
        name: "load".to_owned(),
        scopes: Scopes::of(&[]),
        source: KeySource::Account,
        limit: None,
    }
}

fn email(person: usize) -> String {
    format!("load-{person}@example.com")
}

impl Workload for Changes {
    fn operation(&self) -> &'static str {
        "request a sign-in link, sign in, or create and revoke a key"
    }

    fn run(&self, number: u64) -> BoxFuture<'_, Ended> {
        Box::pin(self.change(number))
    }

    fn waiting(&self) -> usize {
        self.handles.identity.waiting()
    }
}
