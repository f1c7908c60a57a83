//! `citable browser`: boxed browsers on a socket, for a service that may not start its own.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context;
use citable_actors::render::{BrowserSource, RenderSettings, serve_browsers};
use clap::Args;
use tokio::signal::unix::{SignalKind, signal};

use crate::cli::exit::Exit;
use crate::config::{LogSettings, count};

/// The arguments of `citable browser`.
#[derive(Args, Debug)]
pub(super) struct BrowserArgs {
    /// Unix socket to listen on. Each connection gets its own browser, without a network
    #[arg(long, value_name = "PATH")]
    socket: PathBuf,

    /// Browser program. Default: chromium-headless-shell, else chromium
    #[arg(long, value_name = "PROGRAM")]
    program: Option<PathBuf>,

    /// Number of browsers at the same time
    #[arg(long, env = "CITABLE_CHROMIUM_PAGES", default_value = "2", value_name = "NUMBER", value_parser = count)]
    pages: NonZeroUsize,

    #[command(flatten)]
    pub(super) log: LogSettings,
}

/// Serves browsers until it is stopped.
pub(super) async fn serve(args: &BrowserArgs) -> anyhow::Result<Exit> {
    let source = args.program.clone().map_or(BrowserSource::Auto, BrowserSource::Program);
    let settings = RenderSettings { pages: args.pages, ..RenderSettings::new(source) };
    let mut terminate = signal(SignalKind::terminate()).context("can't receive signals")?;
    let listening = serve_browsers(&args.socket, settings);
    let failed = || format!("can't listen on {}", args.socket.display());
    tokio::select! {
        served = listening => served.with_context(failed)?,
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
    Ok(Exit::Good)
}
