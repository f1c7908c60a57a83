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
        "{setting} lets scans reach more than the public internet, which needs a loopback base URL, \
         not {base_url}. Unset it (for tests only, set CITABLE_ALLOW_TEST_HOOKS=1)"
    )]
    WidensFetch {
        /// The variable's name.
        setting: &'static str,
        /// The base URL.
        base_url: Url,
    },
    /// A setting for tests is set, and the tests' switch is not.
    #[error("{setting} is for tests only. Unset it, or set CITABLE_ALLOW_TEST_HOOKS=1 as well")]
    TestHook {
        /// The variable's name.
        setting: &'static str,
    },
    /// A node that leaves work to others, over a database that no other process serves from.
    #[error(
        "CITABLE_ROLE: api and worker need PostgreSQL, because SQLite has one node for everything. \
         Set CITABLE_DATABASE_URL to postgres://<user>@<host>/<database>, or leave CITABLE_ROLE out"
    )]
    RoleNeedsPostgres,
    /// The service's own key cannot be used.
    #[error(transparent)]
    SecretKey(#[from] SecretKeyError),
    /// The service's own key is missing where several nodes share a database.
    #[error(
        "CITABLE_SECRET_KEY is missing. With PostgreSQL, every node needs the same key; create one \
         with `openssl rand -base64 32`"
    )]
    NoSecretKey,
    /// A file of a setting cannot be read.
    #[error("{setting} can't be used: {reason}")]
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
    /// The snapshot store is named by halves.
    #[error("{setting} {why}")]
    SnapshotStore {
        /// The variable's name.
        setting: &'static str,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A mail server is named, and no sender.
    #[error(
        "CITABLE_MAIL_FROM is missing. Set it to the sender of emails, such as \
         `Citable <citable@example.com>`"
    )]
    NoSender,
    /// An answer engine is named by halves.
    #[error(
        "CITABLE_ENGINE_{number}_{setting} is missing. An answer engine needs KIND, API_KEY and \
         MODEL; set all three or none"
    )]
    Engine {
        /// Which engine.
        number: u8,
        /// The rest of the variable's name.
        setting: &'static str,
    },
    /// The service runs for its developer alone, and others could reach it.
    #[error(
        "--dev gives sign-in links to anyone who asks, so it needs a loopback base URL, not {0} \
         (CITABLE_BASE_URL)"
    )]
    PublicDevelopment(Url),
    /// Others can reach links in answers.
    #[error(
        "--dev gives sign-in links to anyone who asks, so it needs a loopback address, not {0}. \
         Listen on 127.0.0.1 (CITABLE_LISTEN)"
    )]
    OpenDevelopment(SocketAddr),
    /// Plans are sold, and every account has the largest one.
    #[error(
        "CITABLE_UNLIMITED gives every account the Agency plan, so nothing can be sold; unset it, \
         or unset the CITABLE_BILLING_ settings"
    )]
    UnlimitedWithBilling,
    /// The address listened on cannot be written as a URL.
    #[error("the address {0} can't be part of a URL. Set the public URL with CITABLE_BASE_URL")]
    NoBaseUrl(SocketAddr),
}
