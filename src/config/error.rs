//! Why the settings cannot be used together.

use std::net::SocketAddr;

use citable_actors::mail::MailSettingsError;
use citable_actors::secrets::SecretKeyError;
use url::Url;

/// Why the settings cannot be used together.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A setting widens what scans may reach, on a service that is not on this machine alone.
    #[error(
        "{setting} widens what scans may reach, and is refused because the base URL {base_url} is \
         not a loopback address; leave it out (for tests only, set CITABLE_ALLOW_TEST_HOOKS=1)"
    )]
    WidensFetch {
        /// The variable's name.
        setting: &'static str,
        /// The base URL.
        base_url: Url,
    },
    /// A setting for tests is set, and the tests' switch is not.
    #[error("{setting} is for tests only; leave it out, or set CITABLE_ALLOW_TEST_HOOKS=1 as well")]
    TestHook {
        /// The variable's name.
        setting: &'static str,
    },
    /// The service's own key cannot be used.
    #[error(transparent)]
    SecretKey(#[from] SecretKeyError),
    /// The service's own key is missing where several nodes share a database.
    #[error(
        "CITABLE_SECRET_KEY is missing: with PostgreSQL every node needs the same one; make it \
         with `openssl rand -base64 32`"
    )]
    NoSecretKey,
    /// A file of a setting cannot be read.
    #[error("{setting} cannot be used: {reason}")]
    SecretFile {
        /// The variable's name.
        setting: &'static str,
        /// Why.
        reason: String,
    },
    /// The mail server cannot be used.
    #[error("CITABLE_SMTP_URL or CITABLE_MAIL_FROM: {0}")]
    Mail(#[from] MailSettingsError),
    /// The mirrored repository cannot be read so.
    #[error("{setting} {why}")]
    Chain {
        /// The variable's name.
        setting: &'static str,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A mail server is named, and no sender.
    #[error(
        "CITABLE_MAIL_FROM is missing: name the sender of mails, such as \
         `Citable <citable@example.com>`"
    )]
    NoSender,
    /// An answer engine is named by halves.
    #[error(
        "CITABLE_ENGINE_{number}_{setting} is missing: an answer engine needs a KIND, an API_KEY \
         and a MODEL; name all three, or none"
    )]
    Engine {
        /// Which engine.
        number: u8,
        /// The rest of the variable's name.
        setting: &'static str,
    },
    /// The service runs for its developer alone, and others could reach it.
    #[error(
        "--dev gives sign-in links to whoever asks, and is refused because the base URL {0} is \
         not a loopback address"
    )]
    PublicDevelopment(Url),
    /// Others can reach links in answers.
    #[error(
        "--dev gives sign-in links to whoever asks, and is refused because {0} is not a loopback \
         address; listen on 127.0.0.1 (CITABLE_LISTEN)"
    )]
    OpenDevelopment(SocketAddr),
    /// The address listened on cannot be written as a URL.
    #[error("the address {0} cannot stand in a URL; name the public one with CITABLE_BASE_URL")]
    NoBaseUrl(SocketAddr),
}
