//! How a command reaches the network, and its time.

use citable_actors::fetch::{Fetcher, user_agent};
use clap::Args;
use url::Url;

use crate::config::{FetchArgs, LogSettings, TestHooks, base_url};

/// How a command reaches the network.
#[derive(Args, Debug)]
pub(in crate::cli) struct NetworkArgs {
    /// Site with the page about the scanner, for the User-Agent
    #[arg(
        long,
        hide = true,
        env = "CITABLE_BASE_URL",
        default_value = "http://127.0.0.1:8080",
        value_parser = base_url
    )]
    service_base_url: Url,

    #[command(flatten)]
    fetch: FetchArgs,

    #[command(flatten)]
    pub(in crate::cli) log: LogSettings,

    #[command(flatten)]
    pub(in crate::cli) hooks: TestHooks,
}

impl NetworkArgs {
    /// What fetches.
    pub(in crate::cli) fn fetcher(&self) -> anyhow::Result<Fetcher> {
        let settings = self.fetch.settings(&self.service_base_url, Vec::new(), &self.hooks)?;
        Ok(Fetcher::new(settings)?)
    }

    /// The User-Agent of a crawler without scripts.
    pub(in crate::cli) fn user_agent(&self) -> String {
        user_agent(&format!("{}/bot", self.service_base_url))
    }
}
