//! What the help of each command shows.

use clap::{Arg, ArgAction, Command};

/// Heading of the options that every command has.
pub(super) const GLOBAL: &str = "Global options";

/// Under the help of the program.
pub(super) const PROGRAM: &str = "\
Examples:
  citable scan https://www.example.org/guide
  citable site public --base-url https://www.example.org/
  citable serve --dev

Run `citable <command> --help` for the options of a command.";

/// Under the help of `citable scan`.
pub(super) const SCAN: &str = "\
Examples:
  citable scan https://www.example.org/guide
  citable scan dist/guide.html --base-url https://www.example.org/guide --fail-under 70
  citable scan http://localhost:3000/guide --as https://www.example.org/guide

Exit codes: 0 success, 1 a threshold was missed, 2 the scan failed or the command was invalid.";

/// Under the help of `citable site`.
pub(super) const SITE: &str = "\
Examples:
  citable site public --base-url https://www.example.org/
  citable site https://www.example.org/sitemap.xml --max-pages 200 -o report.html
  citable site public --base-url https://www.example.org/ --fail-under 60 --baseline main.jsonl

Exit codes: 0 success, 1 a threshold was missed, 2 nothing was scanned, the run was stopped, or the
command was invalid.";

/// Under the help of `citable fix`.
pub(super) const FIX: &str = "\
Examples:
  citable fix public --base-url https://www.example.org/
  citable fix dist/guide.html --only language,canonical --check

Exit codes: 0 success, 1 --check found something to fix, 2 a file couldn't be scanned or written,
or the command was invalid.";

/// Under the help of `citable read`.
pub(super) const READ: &str = "\
Examples:
  citable read https://www.example.org/guide
  citable read dist/guide.html --format json

Exit codes: 0 success, 2 the page couldn't be read or the command was invalid.";

/// Under the help of `citable render`.
pub(super) const RENDER: &str = "\
Examples:
  citable render https://www.example.org/guide
  citable render dist/index.html --base-url https://www.example.org/ --diff

Needs Chromium: on Debian, `apt install chromium-headless-shell`.
Exit codes: 0 success, 2 the page couldn't be rendered or the command was invalid.";

/// Under the help of `citable compare`.
pub(super) const COMPARE: &str = "\
Example:
  citable scan https://www.example.org/guide -o json=before.json
  citable scan https://www.example.org/guide -o json=after.json
  citable compare before.json after.json

Exit codes: 0 success, 2 a report couldn't be read or the command was invalid.";

/// Under the help of `citable logs`.
pub(super) const LOGS: &str = "\
Examples:
  citable logs /var/log/nginx/access.log*
  citable logs access.log --sitemap sitemap.xml --ranges GPTBot=gptbot.json

Exit codes: 0 success, 2 a log couldn't be read or the command was invalid.";

/// Under the help of `citable mcp`.
pub(super) const MCP: &str = "\
Example:
  claude mcp add citable -- citable mcp";

/// Under the help of `citable serve`.
pub(super) const SERVE: &str = "\
Examples:
  citable serve --dev
  citable serve --base-url https://citable.example.org --data-dir /var/lib/citable

Every setting is a flag and an environment variable: --data-dir is CITABLE_DATA_DIR.
`citable config` lists all of them.";

/// Under the help of `citable admin`.
pub(super) const ADMIN: &str = "\
Examples:
  citable admin account create ada@example.org --plan pro
  citable admin login-link ada@example.org
  citable admin backup

Run these with the settings of the service: the same data folder or database, and base URL.
`citable config` lists all settings.";

/// Under the help of `citable health`.
pub(super) const HEALTH: &str = "\
Exit codes: 0 healthy or paused, 1 degraded, 2 not reachable.";

/// Under the help of commands that use the settings of the service.
pub(super) const SETTINGS: &str = "\
All settings of `citable serve` are accepted too; `citable config` lists them.";

/// The settings of the service that the help of a command shows. The others are accepted as well.
const SHOWN: [(&str, &[&str]); 13] = [
    ("fix", &[]),
    ("scan", &["chromium", "edge-probes"]),
    ("read", &[]),
    (
        "serve",
        &[
            "listen",
            "base-url",
            "data-dir",
            "database-url",
            "trusted-proxies",
            "unlimited",
            "smtp-url",
            "mail-from",
            "metrics-listen",
            "log",
            "log-format",
        ],
    ),
    ("site", &[]),
    ("render", &["chromium"]),
    ("mcp", &[]),
    ("browser", &["pages"]),
    ("admin", &["base-url", "listen", "data-dir", "database-url"]),
    ("health", &["listen"]),
    ("config", &[]),
    ("migrate", &["data-dir", "database-url"]),
    ("openapi", &["base-url"]),
];

/// That command line, with the settings that matter for each command in its help.
pub(super) fn shaped(program: Command) -> Command {
    let program = program.arg(help_flag()).arg(version_flag());
    let all = program.mut_subcommands(|command| command.mut_args(|arg| arg.hide_env(true)));
    let all = SHOWN.into_iter().fold(all, |all, (name, shown)| {
        all.mut_subcommand(name, |command| command.mut_args(|arg| show_only(arg, shown)))
    });
    // A command renders one page.
    let all =
        all.mut_subcommand("scan", |scan| scan.mut_arg("chromium_pages", |pages| pages.hide(true)));
    // The help of `site` has them.
    let all = all.mut_subcommand("fix", |fix| {
        fix.mut_args(|arg| match arg.get_id().as_str() {
            "config" | "no_config" => arg.hide(true),
            _ => arg,
        })
    });
    // Operators name the data folder before or after the rest.
    all.mut_subcommand("admin", |admin| {
        admin.mut_args(|arg| if arg.get_env().is_some() { arg.global(true) } else { arg })
    })
}

/// One line for each option, whichever way help is asked for.
fn help_flag() -> Arg {
    let help = Arg::new("help").short('h').long("help").help("Print help");
    help.action(ArgAction::HelpShort).global(true).help_heading(GLOBAL)
}

fn version_flag() -> Arg {
    let version = Arg::new("version").short('V').long("version").help("Print the version");
    version.action(ArgAction::Version).help_heading(GLOBAL)
}

fn show_only(arg: Arg, shown: &[&str]) -> Arg {
    let is_setting = arg.get_env().is_some();
    let is_shown = arg.get_long().is_some_and(|flag| shown.contains(&flag));
    if is_setting && !is_shown { arg.hide(true) } else { arg }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::program;

    /// The help of a command, as `--help` prints it.
    fn help(name: &str) -> String {
        let mut all = program().term_width(100);
        all.build();
        all.find_subcommand_mut(name).unwrap().render_help().to_string()
    }

    #[test]
    fn every_setting_that_help_shows_exists() {
        for (name, shown) in SHOWN {
            let all = program();
            let command = all.find_subcommand(name).unwrap();
            for flag in shown {
                let mut args = command.get_arguments();
                assert!(args.any(|arg| arg.get_long() == Some(flag)), "{name} --{flag}");
            }
        }
    }

    #[test]
    fn the_help_of_scan_begins_with_formats_and_thresholds() {
        let help = help("scan");
        let place = |words: &str| help.find(words).unwrap_or_else(|| panic!("{words}: {help}"));
        let headings = ["Output:", "--format", "Thresholds:", "--fail-under", "Input:", "--kind"];
        assert!(headings.map(place).is_sorted(), "{help}");
        assert!(!help.contains("test-clock") && !help.contains("TEST_"), "{help}");
        assert!(help.contains("Exit codes: 0 success, 1 a threshold was missed"), "{help}");
    }

    #[test]
    fn the_help_of_all_commands_is_short() {
        let mut all = program().term_width(100);
        all.build();
        let commands = all.get_subcommands().filter(|command| command.get_name() != "help").count();
        let lines: usize = all
            .get_subcommands_mut()
            .map(|command| command.render_help().to_string().lines().count())
            .sum();
        assert!(lines <= 27 * commands, "{lines} lines for {commands} commands");
        assert!(all.render_help().to_string().lines().count() <= 35);
    }

    #[test]
    fn development_is_in_the_help_of_serve_and_of_the_program() {
        assert!(help("serve").contains("--dev "));
        assert!(program().render_help().to_string().contains("citable serve --dev"));
    }
}
