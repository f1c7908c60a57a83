//! Showing the settings: as they are in effect, and as pages.

use std::fmt::Write as _;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args as _, Command};
use serde::Serialize;

use super::{Settings, hidden};

/// Shown in place of a value that is not set.
const NOT_SET: &str = "-";

/// The widest column of values. A longer value moves its own source to the right.
const VALUE_CHARACTERS: usize = 48;

/// One setting as it is in effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// The environment variable.
    pub variable: String,
    /// The flag.
    pub flag: String,
    /// The value as it was written; none where it is not set and has no default.
    pub value: Option<String>,
    /// Where the value comes from: `flag`, `environment` or `default`.
    pub source: &'static str,
}

/// Every setting with the value that it has in these matches.
pub fn effective(matches: &ArgMatches) -> Vec<Shown> {
    let mut shown = Vec::new();
    for arg in definitions().get_arguments() {
        let (Some(variable), Some(flag)) = (arg.get_env(), arg.get_long()) else { continue };
        shown.push(Shown {
            variable: variable.to_string_lossy().into_owned(),
            flag: format!("--{flag}"),
            value: value_of(arg, matches),
            source: match matches.value_source(arg.get_id().as_str()) {
                Some(ValueSource::CommandLine) => "flag",
                Some(ValueSource::EnvVariable) => "environment",
                _ => "default",
            },
        });
    }
    shown
}

/// The name of every environment variable that is a setting.
pub fn variables() -> Vec<String> {
    let definitions = definitions();
    let names = definitions.get_arguments().filter_map(Arg::get_env);
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

/// The settings as a table for a terminal.
pub fn table(shown: &[Shown]) -> String {
    let value = |setting: &Shown| setting.value.clone().unwrap_or_else(|| NOT_SET.to_owned());
    let width = |text: &dyn Fn(&Shown) -> usize| shown.iter().map(text).max().unwrap_or(0);
    let names = width(&|setting| setting.variable.chars().count());
    let values = width(&|setting| value(setting).chars().count()).min(VALUE_CHARACTERS);
    let mut table = format!("{:<names$}  {:<values$}  Source\n", "Setting", "Value");
    for setting in shown {
        let _ = writeln!(
            table,
            "{:<names$}  {:<values$}  {}",
            setting.variable,
            value(setting),
            setting.source
        );
    }
    table
}

/// The page `docs/config.md`.
pub fn markdown() -> String {
    let mut page = String::from(
        "# Settings\n\n\
         Configure the service. Each setting is both an environment variable and a flag; if both \
         are set, the flag wins. `citable config` shows the values in effect and where each comes \
         from. These two commands do the same:\n\n\
         ```sh\ncitable serve --listen 0.0.0.0:8080\nCITABLE_LISTEN=0.0.0.0:8080 citable serve\n```\n\n\
         \"Not set\" means that a setting has no value by default. If the service then uses something \
         else, the Meaning column says what.\n",
    );
    let mut heading = None;
    for arg in definitions().get_arguments() {
        let Some(variable) = arg.get_env() else { continue };
        if arg.get_help_heading() != heading {
            heading = arg.get_help_heading();
            let _ = write!(
                page,
                "\n## {}\n\n| Variable | Flag | Meaning | Default |\n|---|---|---|---|\n",
                heading.unwrap_or("Other")
            );
        }
        let _ = writeln!(
            page,
            "| `{}` | `{}` | {} | {} |",
            variable.to_string_lossy(),
            usage(arg),
            help(arg).replace('|', "\\|"),
            default(arg).map_or_else(|| "not set".to_owned(), |value| format!("`{value}`")),
        );
    }
    page
}

/// The file `.env.example`.
pub fn env_example() -> String {
    let mut file = String::from(
        "# Settings of Citable. Uncomment the ones you change. Values are the defaults; empty means\n\
         # not set. See docs/config.md.\n",
    );
    for arg in definitions().get_arguments() {
        let Some(variable) = arg.get_env() else { continue };
        let value = default(arg).unwrap_or_default();
        let _ = write!(file, "\n# {}\n#{}={value}\n", help(arg), variable.to_string_lossy());
    }
    file
}

fn definitions() -> Command {
    let mut command = Settings::augment_args(Command::new("citable"));
    command.build();
    command
}

fn value_of(arg: &Arg, matches: &ArgMatches) -> Option<String> {
    let id = arg.get_id().as_str();
    if !takes_value(arg) {
        return Some(if matches.get_flag(id) { "1" } else { "0" }.to_owned());
    }
    let value = matches.get_raw(id)?.next()?.to_string_lossy().into_owned();
    Some(if arg.is_hide_env_values_set() { hidden::shown(&value) } else { value })
}

fn default(arg: &Arg) -> Option<String> {
    if !takes_value(arg) {
        return Some("0".to_owned());
    }
    arg.get_default_values().first().map(|value| value.to_string_lossy().into_owned())
}

fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values()
}

fn help(arg: &Arg) -> String {
    arg.get_help().map(ToString::to_string).unwrap_or_default()
}

fn usage(arg: &Arg) -> String {
    let flag = arg.get_long().unwrap_or_default();
    match arg.get_value_names().filter(|_| takes_value(arg)) {
        Some([name, ..]) => format!("--{flag} <{name}>"),
        _ => format!("--{flag}"),
    }
}
