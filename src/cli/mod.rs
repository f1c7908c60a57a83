//! The command line.
//!
//! Data goes to standard output, everything else to standard error. Exit codes: 0 good, 1 a
//! threshold was missed or the page got worse (or the service is degraded), 2 wrong usage, a failed
//! fetch or scan, or a fault.
//!
//! Errors of any kind meet here and nowhere else; below, each concern has a type of its own.

mod admin;
mod catalogue;
mod compare;
mod exit;
mod health;
mod load;
pub(crate) mod nearest;
mod output;
mod page;
mod read;
mod saved;
mod scan;

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

/// Scores a public HTTPS page for how ready it is to be cited by AI answer engines.
#[derive(Debug, Parser)]
#[command(name = "citable", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the service: REST API with live progress
    Serve(Box<ServeArgs>),
    /// Scan one page here, without server or account
    Scan(Box<scan::ScanArgs>),
    /// Read one page here and show what a crawler without JavaScript sees
    Read(Box<read::ReadArgs>),
    /// Show what changed between two saved reports
    Compare(compare::CompareArgs),
    /// List the checks
    Checks(catalogue::ChecksArgs),
    /// Explain one check: what it looks at, why, and how to fix it
    Explain(catalogue::ExplainArgs),
    /// Accounts, plans and keys, backups and pauses, as the service's operator
    Admin(Box<admin::AdminArgs>),
    /// Bring the database up to date
    Migrate(Box<Settings>),
    /// Show the settings in effect and where each comes from
    Config(Box<ConfigArgs>),
    /// Ask the running service how it is: exit 0 ok, 1 degraded, 2 not reached
    Health(Box<Settings>),
    /// Load an actor in this process and tell how it bears it: latency, refusals, memory
    Load(Box<load::LoadArgs>),
    /// Print the API description (OpenAPI 3.1)
    Openapi(Box<Settings>),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[derive(Args, Debug)]
struct ServeArgs {
    #[command(flatten)]
    settings: Settings,
    /// Run for its developer alone: sign-in links are in the answer, mails are kept in
    /// /dev/outbox. Only with a loopback base URL
    #[arg(long)]
    dev: bool,
}

#[derive(Args, Debug)]
struct ConfigArgs {
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    form: ConfigForm,
}

#[derive(Args, Debug)]
#[group(multiple = false)]
struct ConfigForm {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print the page docs/config.md
    #[arg(long)]
    markdown: bool,
    /// Print the file .env.example
    #[arg(long)]
    env_example: bool,
}

/// Runs the command that the program was called with.
pub fn run() -> ExitCode {
    let matches = Cli::command().get_matches();
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let exit = execute(cli.command, &matches).unwrap_or_else(|error| {
        output::complain(&format!("{error:#}"));
        Exit::Failed
    });
    exit.into()
}

fn execute(command: Command, matches: &ArgMatches) -> anyhow::Result<Exit> {
    match command {
        Command::Serve(args) => {
            telemetry::start(&args.settings.log);
            protect_data(&args.settings.service);
            block_on(async { Ok(boot::serve(&args.settings, args.dev).await?) })?;
            Ok(Exit::Good)
        }
        Command::Scan(args) => {
            telemetry::start(&args.page.log);
            block_on(scan::scan(&args))
        }
        Command::Read(args) => {
            telemetry::start(&args.page.log);
            block_on(read::read(&args))
        }
        Command::Compare(args) => compare::compare(&args),
        Command::Checks(args) => catalogue::checks(&args),
        Command::Explain(args) => catalogue::explain(&args),
        Command::Admin(args) => {
            telemetry::start(args.log());
            protect_data(args.service());
            block_on(admin::admin(*args))
        }
        Command::Migrate(settings) => {
            telemetry::start(&settings.log);
            protect_data(&settings.service);
            block_on(migrate(&settings))
        }
        Command::Config(args) => show_config(&args.form, matches),
        Command::Health(settings) => block_on(health::health(settings.service.listen)),
        Command::Load(args) => {
            telemetry::start(&args.log);
            block_on(load::load(&args))
        }
        Command::Openapi(settings) => openapi(&settings),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "citable", &mut script);
            output::print(&String::from_utf8_lossy(&script))
        }
    }
}

fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("threads cannot be started")?;
    let result = runtime.block_on(work);
    runtime.shutdown_timeout(BLOCKING_STOP);
    result
}

fn protect_data(service: &ServiceSettings) {
    data_folder::protect(&service.data_dir, &service.database());
}

async fn migrate(settings: &Settings) -> anyhow::Result<Exit> {
    let applied = citable_actors::store::migrate(&settings.service.database()).await?;
    if applied.is_empty() {
        return output::print("The database is up to date.\n");
    }
    output::print(&format!("Applied: {}\n", applied.join(", ")))
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
    let mut text = String::new();
    for setting in shown {
        let value = setting.value.as_deref().unwrap_or("-");
        text.push_str(&format!("{:<30} {value} ({})\n", setting.variable, setting.source));
    }
    output::print(&text)
}

fn openapi(settings: &Settings) -> anyhow::Result<Exit> {
    let base_url = settings.service.base_url(settings.service.listen)?;
    output::print(&format!("{:#}\n", routes::openapi::document(&base_url)))
}

#[cfg(test)]
mod tests;
