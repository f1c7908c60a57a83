//! Mistakes in environment variables, by the name of the variable.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use super::nearest::nearest;
use super::output;
use crate::config;

/// What the names of all settings begin with.
const PREFIX: &str = "CITABLE_";

/// Variables of the client packages and of the examples in the docs, which are no settings.
const OF_CLIENTS: [&str; 4] =
    ["CITABLE_API_KEY", "CITABLE_KEY", "CITABLE_SESSION", "CITABLE_WEBHOOK_SECRET"];

/// A warning for each variable that looks like a setting and is none.
pub(super) fn unknown_variables(
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> Vec<String> {
    let known = config::variables();
    let mut names: Vec<String> = variables
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| name.starts_with(PREFIX) && !OF_CLIENTS.contains(&name.as_str()))
        .filter(|name| !known.contains(name))
        .collect();
    names.sort();
    let warning = |name: &String| {
        let candidates = known.iter().map(|name| bare(name));
        let hint = nearest(bare(name), candidates)
            .first()
            .map_or_else(String::new, |meant| format!(" Did you mean {PREFIX}{meant}?"));
        format!("{name} is not a setting and is ignored.{hint}")
    };
    names.iter().map(warning).collect()
}

/// The name without its prefix: all names begin alike, which says nothing about which one is meant.
fn bare(name: &str) -> &str {
    name.strip_prefix(PREFIX).unwrap_or(name)
}

/// What is wrong, where that stands in the environment and not in the arguments.
pub(super) fn mistake(
    program: &Command,
    error: &clap::Error,
    arguments: impl Iterator<Item = OsString>,
) -> Option<String> {
    let arguments: Vec<String> =
        arguments.map(|argument| argument.to_string_lossy().into_owned()).collect();
    let command = arguments.iter().skip(1).find_map(|name| program.find_subcommand(name))?;
    let variable = |kind| from_environment(command, flag_of(error, kind)?, &arguments);
    let arg = variable(ContextKind::InvalidArg)?;
    let name = arg.get_env()?.to_string_lossy().into_owned();
    match error.kind() {
        ErrorKind::ArgumentConflict => {
            let other = variable(ContextKind::PriorArg)?.get_env()?.to_string_lossy().into_owned();
            Some(format!("{name} and {other} are both set. Unset one of them."))
        }
        ErrorKind::ValueValidation | ErrorKind::InvalidValue => {
            Some(format!("{name} {}: {}", fault(error, arg), allowed(error)?))
        }
        _ => None,
    }
}

/// The flag that an error names, without its value.
fn flag_of(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    let named = match error.get(kind)? {
        ContextValue::String(named) => named,
        ContextValue::Strings(named) => named.first()?,
        _ => return None,
    };
    named.strip_prefix("--")?.split([' ', '=', '<', '[']).next()
}

/// The argument of that flag, where the environment sets it and the command line does not.
fn from_environment<'a>(command: &'a Command, flag: &str, arguments: &[String]) -> Option<&'a Arg> {
    let is_given = arguments.iter().any(|argument| {
        let given = argument.strip_prefix("--").unwrap_or_default();
        given == flag || given.strip_prefix(flag).is_some_and(|rest| rest.starts_with('='))
    });
    let arg = command.get_arguments().find(|arg| arg.get_long() == Some(flag))?;
    (!is_given && arg.get_env().is_some_and(|name| std::env::var_os(name).is_some())).then_some(arg)
}

/// What is wrong with the value, without the value where that may be a secret.
fn fault(error: &clap::Error, arg: &Arg) -> String {
    match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(value)) if value.is_empty() => "is empty".to_owned(),
        Some(ContextValue::String(value)) if !arg.is_hide_env_values_set() => {
            format!("can't be `{value}`")
        }
        _ => "can't be used".to_owned(),
    }
}

/// What may be written instead.
fn allowed(error: &clap::Error) -> Option<String> {
    if let Some(reason) = std::error::Error::source(error) {
        return Some(output::without_os_code(&reason.to_string()));
    }
    match error.get(ContextKind::ValidValue)? {
        ContextValue::Strings(values) if !values.is_empty() => {
            Some(format!("use {}", values.join(", ")))
        }
        _ => Some("set a value, or unset it".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::program;

    fn warnings(names: &[&str]) -> Vec<String> {
        unknown_variables(names.iter().map(|name| (OsString::from(name), OsString::new())))
    }

    #[test]
    fn an_unknown_variable_is_answered_with_the_nearest() {
        let told = warnings(&["CITABLE_LISTE", "PATH", "CITABLE_DATADIR"]);
        assert_eq!(
            told,
            [
                "CITABLE_DATADIR is not a setting and is ignored. Did you mean CITABLE_DATA_DIR?",
                "CITABLE_LISTE is not a setting and is ignored. Did you mean CITABLE_LISTEN?",
            ]
        );
    }

    #[test]
    fn settings_and_variables_of_clients_are_known() {
        assert!(warnings(&["CITABLE_LISTEN", "CITABLE_UNLIMITED", "CITABLE_KEY"]).is_empty());
        assert!(warnings(&["CITABLE_ENGINE_2_KIND", "CITABLE_PLAN_PRO_KEYS"]).is_empty());
    }

    #[test]
    fn a_mistake_in_an_argument_is_not_blamed_on_the_environment() {
        let arguments = ["citable", "serve", "--listen", "8080"];
        let error = program().try_get_matches_from(arguments).unwrap_err();
        assert_eq!(mistake(&program(), &error, arguments.into_iter().map(OsString::from)), None);
    }
}
