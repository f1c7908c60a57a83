//! `citable mcp`: MCP over standard input and output, without server, account or database.

use clap::Args;

use super::page::NetworkArgs;
use crate::cli::exit::Exit;
use crate::mcp::local::{self, Session};

/// The arguments of `citable mcp`.
#[derive(Args, Debug)]
pub(super) struct McpArgs {
    /// Don't use the network: scan files and HTML only
    #[arg(long)]
    offline: bool,

    #[command(flatten)]
    pub(super) network: NetworkArgs,
}

/// Serves until the client closes standard input.
pub(super) async fn serve(args: &McpArgs) -> anyhow::Result<Exit> {
    let fetcher = match args.offline {
        true => None,
        false => Some(args.network.fetcher()?),
    };
    local::serve(Session::new(fetcher, args.network.hooks.clock()?)).await?;
    Ok(Exit::Good)
}
