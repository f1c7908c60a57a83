//! `citable admin`: what an operator does to accounts and to the service, beside a running one or
//! without one.
//!
//! The commands open the store and commit. The service keeps nothing of it in memory, so what they
//! change counts with its next request.

mod copies;
mod office;
mod pause;
mod service;

use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use citable_actors::Handles;
use citable_actors::clock::rfc3339;
use citable_actors::identity::{
    Account, AccountPlan, CreateKey, CreatedKey, KeySource, Scope, Scopes,
};
use clap::{Args, Subcommand};
use serde_json::json;

use self::office::{STOP, Said, open, open_or_create};
use self::service::ServiceCommand;
use super::output;
use crate::api::auth::UserView;
use crate::api::keys::KeyView;
use crate::cli::exit::Exit;
use crate::config::{LogSettings, ServiceSettings, Settings};

#[derive(Args, Debug)]
pub(super) struct AdminArgs {
    #[command(subcommand)]
    command: AdminCommand,
    #[command(flatten)]
    settings: Box<Settings>,
    /// Print JSON
    #[arg(long, global = true, help_heading = crate::cli::help::GLOBAL)]
    json: bool,
}

impl AdminArgs {
    /// What is logged.
    pub(super) fn log(&self) -> &LogSettings {
        &self.settings.log
    }

    /// What the service is and where it keeps its data.
    pub(super) fn service(&self) -> &ServiceSettings {
        &self.settings.service
    }
}

#[derive(Debug, Subcommand)]
enum AdminCommand {
    #[command(flatten)]
    Account(OfficeCommand),
    #[command(flatten)]
    Service(ServiceCommand),
}

#[derive(Debug, Subcommand)]
enum OfficeCommand {
    /// Create accounts
    #[command(subcommand)]
    Account(AccountCommand),
    /// Grant plans
    #[command(subcommand)]
    Plan(PlanCommand),
    /// Print a one-time sign-in link for an email address, without sending mail
    LoginLink {
        /// Email address
        email: String,
    },
    /// Issue API keys
    #[command(subcommand)]
    Key(KeyCommand),
    /// Run monitors
    #[command(subcommand)]
    Monitor(MonitorCommand),
}

#[derive(Debug, Subcommand)]
enum AccountCommand {
    /// Create an account, unless the email address has one
    Create {
        /// Email address
        email: String,
        /// Plan: free, pro or agency
        #[arg(long, value_parser = plan)]
        plan: Option<AccountPlan>,
    },
}

#[derive(Debug, Subcommand)]
enum PlanCommand {
    /// Grant a plan to an account
    Grant {
        /// Email address
        email: String,
        /// Plan: free, pro or agency
        #[arg(value_parser = plan)]
        plan: AccountPlan,
        /// When the plan ends, such as 2027-01-31T00:00:00Z. Default: never
        #[arg(long, value_name = "RFC3339")]
        until: Option<DateTime<Utc>>,
    },
}

#[derive(Debug, Subcommand)]
enum KeyCommand {
    /// Create an API key and print its token once
    Issue {
        /// Email address of the owner
        email: String,
        /// Name of the key
        #[arg(long)]
        name: String,
        /// Scopes besides read: scan, monitors
        #[arg(long, value_delimiter = ',', value_parser = scope)]
        scopes: Vec<Scope>,
        /// Key of a connected app, which doesn't count toward the account's limit
        #[arg(long)]
        app: bool,
    },
    /// Create a legacy key, which has every scope, as keys had before scopes existed
    IssueLegacy {
        /// Email address of the owner
        email: String,
    },
}

#[derive(Debug, Subcommand)]
enum MonitorCommand {
    /// Run a monitor within seconds, in addition to its weekly run
    RunNow {
        /// ID of the monitor
        id: String,
    },
}

fn plan(word: &str) -> Result<AccountPlan, String> {
    AccountPlan::parse(word).ok_or_else(|| "use free, pro or agency".to_owned())
}

fn scope(word: &str) -> Result<Scope, String> {
    Scope::offered(word).ok_or_else(|| "use read, scan or monitors".to_owned())
}

/// Runs one command.
pub(super) async fn admin(args: AdminArgs) -> anyhow::Result<Exit> {
    let settings = &args.settings;
    let (value, text) = match args.command {
        AdminCommand::Account(command) => office(settings, command).await?,
        AdminCommand::Service(command) => service::run(settings, command).await?,
    };
    output::print(&if args.json { format!("{value:#}\n") } else { text })
}

async fn office(settings: &Settings, command: OfficeCommand) -> anyhow::Result<Said> {
    let base_url = settings.service.base_url(settings.service.listen)?;
    // A new account may be the first thing that a service has.
    let store = match &command {
        OfficeCommand::Account(AccountCommand::Create { .. }) => open_or_create(settings).await?,
        _ => open(settings).await?,
    };
    let said = Office { handles: store.handles(), base_url }.run(command).await;
    store.close(STOP).await;
    said
}

/// Where commands are carried out.
struct Office {
    handles: Handles,
    base_url: url::Url,
}

impl Office {
    async fn run(&self, command: OfficeCommand) -> anyhow::Result<Said> {
        match command {
            OfficeCommand::Account(AccountCommand::Create { email, plan }) => {
                let plan = plan.map(|plan| (plan, None));
                Ok(account(&self.handles.identity.open_account(&email, plan).await?, None))
            }
            OfficeCommand::Plan(PlanCommand::Grant { email, plan, until }) => {
                let until = until.map(|until| until.timestamp_millis());
                self.existing(&email).await?;
                let opened =
                    self.handles.identity.open_account(&email, Some((plan, until))).await?;
                Ok(account(&opened, until))
            }
            OfficeCommand::LoginLink { email } => self.login_link(&email).await,
            OfficeCommand::Key(KeyCommand::Issue { email, name, scopes, app }) => {
                let source = if app { KeySource::App } else { KeySource::Account };
                self.issue(&email, name, Scopes::of(&scopes), source).await
            }
            OfficeCommand::Key(KeyCommand::IssueLegacy { email }) => {
                self.issue(&email, "legacy".to_owned(), Scopes::legacy(), KeySource::Account).await
            }
            OfficeCommand::Monitor(MonitorCommand::RunNow { id }) => self.run_now(id).await,
        }
    }

    async fn login_link(&self, email: &str) -> anyhow::Result<Said> {
        let requested = self.handles.identity.operator_link(email).await?;
        let path = format!("/login/confirm?token={}", requested.token);
        let link = crate::http::join(&self.base_url, &path);
        let seconds = self.handles.identity.link_lifetime().as_secs();
        Ok((json!({ "link": link, "expiresInSec": seconds }), format!("{link}\n")))
    }

    /// An operator may give more keys than the account could make itself.
    async fn issue(
        &self,
        email: &str,
        name: String,
        scopes: Scopes,
        source: KeySource,
    ) -> anyhow::Result<Said> {
        let account_id = self.existing(email).await?.id;
        let wanted = CreateKey { account_id, name, scopes, source, limit: None };
        let created: CreatedKey = self.handles.identity.create_key(wanted).await?;
        let key = serde_json::to_value(KeyView::from(&created.key)).context("the key")?;
        let text = format!("{}\n", created.token);
        Ok((json!({ "key": key, "token": created.token }), text))
    }

    async fn run_now(&self, id: String) -> anyhow::Result<Said> {
        if !self.handles.monitors.request_run(id.clone()).await? {
            bail!("no active monitor {id}; `GET /monitors` lists those of an account");
        }
        Ok((json!({ "id": id, "requested": true }), format!("{id} will run within seconds\n")))
    }

    async fn existing(&self, email: &str) -> anyhow::Result<Account> {
        match self.handles.reader.account_of(email).await? {
            Some(account) => Ok(account),
            None => bail!(
                "{email} has no account; create one with `citable admin account create {email}`"
            ),
        }
    }
}

fn account(account: &Account, until: Option<i64>) -> Said {
    let plan = AccountPlan::as_str(account.plan);
    let until = until.map(rfc3339);
    let user = UserView::from(account);
    let lapses = until.as_ref().map_or_else(String::new, |until| format!(" until {until}"));
    let text = format!("{} {}: {plan}{lapses}\n", user.id, user.email);
    (json!({ "user": user, "plan": plan, "until": until }), text)
}
