//! `citable mcp`: MCP over standard input and output, without server, account or database.

use citable_actors::fetch::Fetcher;
use clap::Args;
use url::Url;

use crate::cli::exit::Exit;
use crate::config::{FetchArgs, LogSettings, TestHooks, base_url};
use crate::mcp::local::{self, Session};

/// The arguments of `citable mcp`.
#[derive(Args, Debug)]
pub(super) struct McpArgs {
    /// Don't use the network: scan files and HTML only
    #[arg(long)]
    offline: bool,

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
    pub(super) log: LogSettings,

    #[command(flatten)]
    hooks: TestHooks,
}

/// Serves until the client closes standard input.
pub(super) async fn serve(args: &McpArgs) -> anyhow::Result<Exit> {
    let fetcher = match args.offline {
        true => None,
        false => {
            let settings = args.fetch.settings(&args.service_base_url, Vec::new(), &args.hooks)?;
            Some(Fetcher::new(settings)?)
        }
    };
    local::serve(Session::new(fetcher, args.hooks.clock()?)).await?;
    Ok(Exit::Good)
}
