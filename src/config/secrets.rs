//! Settings that are secret: each may be a value or the file that holds it.

use std::path::PathBuf;

use citable_actors::human_check::HumanCheckSettings;
use citable_actors::mail::{MailSettings, MailTransport, SmtpSettings};
use citable_actors::secrets::Secrets;
use citable_actors::store::StoreUrl;
use clap::Args;
use url::Url;

use super::{ServiceSettings, SettingsError};
use crate::data_folder::{self, KEY_FILE};

/// What the service makes its own secrets from.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Secrets")]
pub struct SecretArgs {
    /// Secret keys of the service, comma-separated, each 32 bytes in base64. The first key
    /// encrypts, and all of them decrypt. With SQLite, the service creates a key in the data
    /// folder; with PostgreSQL, this setting is required
    #[arg(long, env = "CITABLE_SECRET_KEY", value_name = "KEY,…", hide_env_values = true)]
    pub secret_key: Option<String>,

    /// File that contains the secret keys
    #[arg(
        long,
        env = "CITABLE_SECRET_KEY_FILE",
        value_name = "FILE",
        conflicts_with = "secret_key"
    )]
    pub secret_key_file: Option<PathBuf>,
}

/// How mail is sent.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Mail")]
pub struct MailArgs {
    /// Mail server: `smtps://<user>:<password>@<host>` or
    /// `smtp://<user>:<password>@<host>?tls=required`. Sign-in by email needs it
    #[arg(long, env = "CITABLE_SMTP_URL", value_name = "URL", hide_env_values = true)]
    pub smtp_url: Option<String>,

    /// File that contains the URL of the mail server
    #[arg(long, env = "CITABLE_SMTP_URL_FILE", value_name = "FILE", conflicts_with = "smtp_url")]
    pub smtp_url_file: Option<PathBuf>,

    /// Sender of emails, such as `Citable <citable@example.com>`
    #[arg(long, env = "CITABLE_MAIL_FROM", value_name = "MAILBOX")]
    pub mail_from: Option<String>,
}

/// Who checks that a caller without a paid plan is human.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Human check")]
pub struct HumanCheckArgs {
    /// Secret of the human check (Turnstile or compatible). Without it, there is no human check
    #[arg(long, env = "CITABLE_HUMAN_CHECK_SECRET", value_name = "SECRET", hide_env_values = true)]
    pub human_check_secret: Option<String>,

    /// File that contains the secret of the human check
    #[arg(
        long,
        env = "CITABLE_HUMAN_CHECK_SECRET_FILE",
        value_name = "FILE",
        conflicts_with = "human_check_secret"
    )]
    pub human_check_secret_file: Option<PathBuf>,

    /// Site key of the human check, for pages that show it
    #[arg(long, env = "CITABLE_HUMAN_CHECK_SITE_KEY", value_name = "KEY")]
    pub human_check_site_key: Option<String>,

    /// URL that verifies tokens of the human check
    #[arg(long, env = "CITABLE_HUMAN_CHECK_VERIFY_URL", default_value = "https://challenges.cloudflare.com/turnstile/v0/siteverify", value_name = "URL", value_parser = super::values::provider_url)]
    pub human_check_verify_url: Url,
}

impl SecretArgs {
    /// Where the service's keys are, in words that give none away.
    pub fn place(&self, service: &ServiceSettings) -> String {
        match (&self.secret_key, &self.secret_key_file) {
            (Some(_), _) => "CITABLE_SECRET_KEY".to_owned(),
            (None, Some(file)) => file.display().to_string(),
            (None, None) => service.data_dir.join(KEY_FILE).display().to_string(),
        }
    }

    /// The service's keys.
    ///
    /// # Errors
    /// [`SettingsError::SecretKey`], and [`SettingsError::SecretFile`].
    pub fn secrets(&self, service: &ServiceSettings) -> Result<Secrets, SettingsError> {
        let setting = "CITABLE_SECRET_KEY_FILE";
        match (value(&self.secret_key, &self.secret_key_file, setting)?, service.database()) {
            (Some(list), _) => Ok(Secrets::parse(&list)?),
            (None, StoreUrl::Postgres(_)) => Err(SettingsError::NoSecretKey),
            (None, StoreUrl::Sqlite(_)) => {
                let folder = &service.data_dir;
                data_folder::create(folder).map_err(|source| SettingsError::SecretFile {
                    setting: "CITABLE_DATA_DIR",
                    reason: format!("can't create {}: {source}", folder.display()),
                })?;
                Ok(Secrets::load_or_create(&folder.join(KEY_FILE))?)
            }
        }
    }
}

impl MailArgs {
    /// Whether a mail server is named.
    pub(crate) fn is_configured(&self) -> bool {
        self.smtp_url.is_some() || self.smtp_url_file.is_some()
    }

    /// How mails are sent; kept in memory for local development.
    ///
    /// # Errors
    /// [`SettingsError::Mail`], [`SettingsError::NoSender`], and [`SettingsError::SecretFile`].
    pub fn settings(
        &self,
        development: bool,
        extra_ca_file: Option<&std::path::Path>,
    ) -> Result<MailSettings, SettingsError> {
        let transport = match value(&self.smtp_url, &self.smtp_url_file, "CITABLE_SMTP_URL_FILE")? {
            Some(url) => {
                let from = self.mail_from.as_deref().ok_or(SettingsError::NoSender)?;
                MailTransport::Smtp(SmtpSettings::read(&url, from, extra_ca_file)?)
            }
            None if development => MailTransport::Development,
            None => MailTransport::NotConfigured,
        };
        Ok(MailSettings::new(transport))
    }
}

impl HumanCheckArgs {
    /// The human check, if there is one.
    ///
    /// # Errors
    /// [`SettingsError::SecretFile`].
    pub fn settings(&self) -> Result<Option<HumanCheckSettings>, SettingsError> {
        let setting = "CITABLE_HUMAN_CHECK_SECRET_FILE";
        let secret = value(&self.human_check_secret, &self.human_check_secret_file, setting)?;
        Ok(secret.map(|secret| HumanCheckSettings {
            secret,
            verify_url: self.human_check_verify_url.clone(),
            site_key: self.human_check_site_key.clone(),
        }))
    }
}

/// The value itself or the one in the file; an empty one is none.
pub(super) fn value(
    direct: &Option<String>,
    file: &Option<PathBuf>,
    setting: &'static str,
) -> Result<Option<String>, SettingsError> {
    let text = match (direct, file) {
        (Some(direct), _) => Some(direct.clone()),
        (None, Some(path)) => {
            Some(std::fs::read_to_string(path).map_err(|error| SettingsError::SecretFile {
                setting,
                reason: format!("can't read {}: {error}", path.display()),
            })?)
        }
        (None, None) => None,
    };
    let trimmed = text.map(|text| text.trim().to_owned());
    Ok(trimmed.filter(|text| !text.is_empty()))
}
