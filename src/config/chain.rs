//! The settings of the mirrored repository.

use std::path::PathBuf;

use citable_actors::chain::{ChainSettings, DEFAULT_API_URL, StateFile};
use clap::Args;
use url::Url;

use super::SettingsError;
use super::list::{List, items};
use super::secrets::value;
use super::values::{self, is_loopback, is_word};

/// Which repository the chain board shows.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Chain")]
pub struct ChainArgs {
    /// Repository that the chain board mirrors: `<owner>/<name>`. The board is empty without it
    #[arg(long, env = "CITABLE_CHAIN_REPOSITORY", value_name = "OWNER/NAME", value_parser = repository)]
    pub chain_repository: Option<Repository>,

    /// URL of the repository's API (GitHub REST): https, or http on this machine
    #[arg(long, env = "CITABLE_CHAIN_API_URL", default_value = DEFAULT_API_URL, value_name = "URL", value_parser = values::provider_url)]
    pub chain_api_url: Url,

    /// Token with read access to issues, pull requests, actions, variables and contents
    #[arg(long, env = "CITABLE_CHAIN_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub chain_token: Option<String>,

    /// File that contains the token
    #[arg(
        long,
        env = "CITABLE_CHAIN_TOKEN_FILE",
        value_name = "FILE",
        conflicts_with = "chain_token"
    )]
    pub chain_token_file: Option<PathBuf>,

    /// Repository variable that is the pause switch: `1` or `true` means paused
    #[arg(long, env = "CITABLE_CHAIN_PAUSE_VARIABLE", value_name = "NAME", value_parser = variable)]
    pub chain_pause_variable: Option<String>,

    /// Stages and their workflow files, such as `review=review.yml,test=ci.yml`
    #[arg(long, env = "CITABLE_CHAIN_STAGES", value_name = "STAGE=FILE,…", value_parser = values::stages)]
    pub chain_stages: Option<List<(String, String)>>,

    /// JSON file in the repository with decisions and heartbeats
    #[arg(long, env = "CITABLE_CHAIN_STATE_PATH", value_name = "PATH", value_parser = values::repository_path)]
    pub chain_state_path: Option<String>,

    /// Branch, tag or commit of that file. Default: the default branch
    #[arg(long, env = "CITABLE_CHAIN_STATE_REF", value_name = "REF")]
    pub chain_state_ref: Option<String>,
}

/// A repository's owner and name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repository {
    /// Who owns it.
    pub owner: String,
    /// What it is called.
    pub name: String,
}

impl ChainArgs {
    /// The repository, if one is named.
    ///
    /// # Errors
    /// [`SettingsError::Chain`], and [`SettingsError::SecretFile`].
    pub fn settings(&self) -> Result<Option<ChainSettings>, SettingsError> {
        let Some(Repository { owner, name }) = self.chain_repository.clone() else {
            return Ok(None);
        };
        let missing = |setting, why| SettingsError::Chain { setting, why };
        let token =
            value(&self.chain_token, &self.chain_token_file, "CITABLE_CHAIN_TOKEN_FILE")?.ok_or(
                missing("CITABLE_CHAIN_TOKEN", "is missing; reading the repository needs it"),
            )?;
        let pause_variable = self.chain_pause_variable.clone().ok_or(missing(
            "CITABLE_CHAIN_PAUSE_VARIABLE",
            "is missing; set it to the variable that is the pause switch",
        ))?;
        let mut api_url = self.chain_api_url.clone();
        if api_url.scheme() != "https" && !is_loopback(&api_url) {
            let why = "must begin with https://, since the token is sent there";
            return Err(missing("CITABLE_CHAIN_API_URL", why));
        }
        if !api_url.path().ends_with('/') {
            api_url.set_path(&format!("{}/", api_url.path()));
        }
        let reference = self.chain_state_ref.clone().filter(|reference| !reference.is_empty());
        let state = self.chain_state_path.clone().map(|path| StateFile { path, reference });
        let stages = items(&self.chain_stages);
        Ok(Some(ChainSettings { api_url, owner, name, token, pause_variable, stages, state }))
    }
}

/// A repository, as GitHub names it.
fn repository(text: &str) -> Result<Repository, String> {
    let is_name = |name: &str| is_word(name, "-_.") && !name.trim_matches('.').is_empty();
    match text.split_once('/') {
        Some((owner, name)) if is_word(owner, "-") && is_name(name) => {
            Ok(Repository { owner: owner.to_owned(), name: name.to_owned() })
        }
        _ => Err("use owner and name, such as octo-org/hello-world".to_owned()),
    }
}

/// A variable of a repository.
fn variable(text: &str) -> Result<String, String> {
    let starts_with_digit = text.starts_with(|first: char| first.is_ascii_digit());
    match is_word(text, "_") && !starts_with_digit {
        true => Ok(text.to_owned()),
        false => Err("use letters, digits and underscores, such as CHAIN_PAUSED".to_owned()),
    }
}
