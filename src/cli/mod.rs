//! The command line.
//!
//! Data goes to standard output, everything else to standard error. Exit codes: 0 success, 1 a
//! threshold was missed, the page got worse or the service is degraded or paused, 2 the command was
//! invalid, or a fetch or scan failed.
//!
//! Errors of every kind meet here and nowhere else; below, each concern has a type of its own.

mod admin;
mod browser;
mod catalogue;
mod compare;
mod environment;
mod exit;
pub(crate) mod fix;
mod formats;
mod health;
mod help;
mod layout;
mod load;
mod logs;
mod mcp;
pub(crate) mod nearest;
pub(crate) mod output;
pub(crate) mod page;
mod read;
mod render;
mod saved;
mod scan;
pub(crate) mod site;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use self::exit::Exit;
use crate::config::{self, ServiceSettings, Settings};
use crate::{boot, data_folder, routes, telemetry};

/// How long work on blocking threads may go on after a command is over.
const BLOCKING_STOP: Duration = Duration::from_secs(1);

/// Score how ready a web page is to be cited by AI answer engines
#[derive(Debug, Parser)]
#[command(
    name = "citable",
    version,
    max_term_width = 100,
    disable_help_flag = true,
    disable_version_flag = true,
    after_help = help::PROGRAM
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Scan one page, without a server or an account
    #[command(after_help = help::SCAN)]
    Scan(Box<scan::ScanArgs>),
    /// Scan the pages of a folder, a sitemap or a list
    #[command(after_help = help::SITE)]
    Site(Box<site::SiteArgs>),
    /// Fix pages in their files, and prove each edit by scanning again
    #[command(after_help = help::FIX)]
    Fix(Box<fix::FixArgs>),
    /// Show one page as a crawler without JavaScript reads it
    #[command(after_help = help::READ)]
    Read(Box<read::ReadArgs>),
    /// Show what JavaScript adds to one page, in a local Chromium
    #[command(after_help = help::RENDER)]
    Render(Box<render::RenderPageArgs>),
    /// Show what changed between two saved reports
    #[command(after_help = help::COMPARE)]
    Compare(compare::CompareArgs),
    /// Show which AI crawlers and assistants fetched which pages, from access logs
    #[command(after_help = help::LOGS)]
    Logs(Box<logs::LogsArgs>),
    /// List the checks
    Checks(catalogue::ChecksArgs),
    /// Explain one check: what it looks at, why, and how to fix it
    Explain(catalogue::ExplainArgs),
    /// Serve MCP on standard input and output, for an agent on this machine
    #[command(after_help = help::MCP)]
    Mcp(Box<mcp::McpArgs>),
    /// Run the service: website, REST API and MCP endpoints
    #[command(after_help = help::SERVE)]
    Serve(Box<ServeArgs>),
    /// Manage accounts, plans, API keys, backups and pauses
    #[command(after_help = help::ADMIN)]
    Admin(Box<admin::AdminArgs>),
    /// Serve isolated browsers on a socket, for a service that can't start its own
    #[command(hide = true)]
    Browser(Box<browser::BrowserArgs>),
    /// Check a running service
    #[command(after_help = help::HEALTH)]
    Health(Box<Settings>),
    /// Show the settings in effect and where each comes from
    #[command(after_help = help::SETTINGS)]
    Config(Box<ConfigArgs>),
    /// Bring the database schema up to date
    #[command(after_help = help::SETTINGS)]
    Migrate(Box<Settings>),
    /// Load-test one actor in process: latency, rejections, memory
    Load(Box<load::LoadArgs>),
    /// Print the API description (OpenAPI 3.1)
    #[command(after_help = help::SETTINGS)]
    Openapi(Box<Settings>),
    /// Print a shell completion script
    Completions {
        /// Shell to complete for
        shell: Shell,
    },
}

#[derive(Args, Debug)]
struct ServeArgs {
    /// Run for local development: sign-in links are in the response, emails are shown at
    /// /dev/outbox. Needs a loopback address and base URL
    #[arg(long, help_heading = "Development")]
    dev: bool,
    #[command(flatten)]
    settings: Settings,
}

#[derive(Args, Debug)]
struct ConfigArgs {
    #[command(flatten)]
    form: ConfigForm,
    #[command(flatten)]
    settings: Settings,
}

#[derive(Args, Debug)]
#[group(multiple = false)]
struct ConfigForm {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print docs/config.md
    #[arg(long)]
    markdown: bool,
    /// Print .env.example
    #[arg(long)]
    env_example: bool,
}

/// The command line.
fn program() -> clap::Command {
    help::shaped(Cli::command())
}

/// Runs the command that the program was called with.
pub fn run() -> ExitCode {
    let matches = match program().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return refuse(&error),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let exit = execute(cli.command, &matches).unwrap_or_else(|error| {
        output::complain(&output::chain(&error));
        Exit::Failed
    });
    exit.into()
}

/// Says what is wrong with the arguments or the environment; help and the version come here too.
fn refuse(error: &clap::Error) -> ExitCode {
    match environment::mistake(&program(), error, std::env::args_os()) {
        Some(mistake) => {
            output::complain(&mistake);
            Exit::Failed.into()
        }
        None => error.exit(),
    }
}

fn execute(command: Command, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let warnings = environment::unknown_variables(std::env::vars_os());
    if !matches!(command, Command::Serve(_)) {
        output::warn_of(&warnings);
    }
    match command {
        Command::Serve(args) => serve(&args, warnings),
        Command::Scan(args) => {
            telemetry::start_if_asked(&args.page.network.log);
            block_on(scan::scan(&args))
        }
        Command::Site(args) => {
            telemetry::start_if_asked(&args.network.log);
            block_on(site::site(*args))
        }
        Command::Fix(args) => fix::fix(&args),
        Command::Read(args) => {
            telemetry::start_if_asked(&args.page.network.log);
            block_on(read::read(&args))
        }
        Command::Render(args) => {
            telemetry::start_if_asked(&args.page.network.log);
            block_on(render::render(&args))
        }
        Command::Browser(args) => {
            telemetry::start(&args.log);
            block_on(browser::serve(&args))
        }
        Command::Compare(args) => compare::compare(&args),
        Command::Logs(args) => logs::logs(&args),
        Command::Mcp(args) => {
            telemetry::start_if_asked(&args.network.log);
            block_on(mcp::serve(&args))
        }
        Command::Checks(args) => catalogue::checks(&args),
        Command::Explain(args) => catalogue::explain(&args),
        Command::Admin(args) => {
            telemetry::start_if_asked(args.log());
            output::warn_of(&protect_data(args.service()));
            block_on(admin::admin(*args))
        }
        Command::Migrate(settings) => {
            telemetry::start_if_asked(&settings.log);
            output::warn_of(&protect_data(&settings.service));
            block_on(migrate(&settings))
        }
        Command::Config(args) => show_config(&args.form, matches),
        Command::Health(settings) => block_on(health::health(settings.service.listen)),
        Command::Load(args) => {
            telemetry::start_if_asked(&args.log);
            block_on(load::load(&args))
        }
        Command::Openapi(settings) => openapi(&settings),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut program(), "citable", &mut script);
            output::print(&String::from_utf8_lossy(&script))
        }
    }
}

/// Runs the service. What other commands print as warnings goes to its log.
fn serve(args: &ServeArgs, mut warnings: Vec<String>) -> anyhow::Result<Exit> {
    telemetry::start(&args.settings.log);
    warnings.extend(protect_data(&args.settings.service));
    for warning in warnings {
        tracing::warn!("{warning}");
    }
    block_on(async { Ok(boot::serve(&args.settings, args.dev).await?) })?;
    Ok(Exit::Good)
}

fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("can't start threads")?;
    let result = runtime.block_on(work);
    runtime.shutdown_timeout(BLOCKING_STOP);
    result
}

/// Makes the data private; returns the warnings about what isn't or wasn't.
fn protect_data(service: &ServiceSettings) -> Vec<String> {
    data_folder::protect(&service.data_dir, &service.database())
}

async fn migrate(settings: &Settings) -> anyhow::Result<Exit> {
    let applied =
        citable_actors::store::migrate(&settings.database.store(&settings.service)?.url).await?;
    if applied.is_empty() {
        return output::print("The database is up to date.\n");
    }
    output::print(&format!("Applied migrations: {}\n", applied.join(", ")))
}

fn show_config(form: &ConfigForm, matches: &ArgMatches) -> anyhow::Result<Exit> {
    if form.markdown {
        return output::print(&config::markdown());
    }
    if form.env_example {
        return output::print(&config::env_example());
    }
    let matches = matches.subcommand().map_or(matches, |(_, matches)| matches);
    let shown = config::effective(matches);
    if form.json {
        let settings = serde_json::json!({ "settings": shown });
        return output::print(&format!("{settings:#}\n"));
    }
    output::print(&config::table(&shown))
}

fn openapi(settings: &Settings) -> anyhow::Result<Exit> {
    let base_url = settings.service.base_url(settings.service.listen)?;
    output::print(&format!("{:#}\n", routes::openapi::document(&base_url)))
}

#[cfg(test)]
mod tests;
