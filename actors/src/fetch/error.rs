//! Why the fetch cannot start.

use std::path::PathBuf;

/// Why the fetch cannot start.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The base URL cannot stand in a header.
    #[error("the base URL cannot be sent as part of the User-Agent; use a plain ASCII address")]
    BaseUrl,
    /// The extra certificate file cannot be read.
    #[error("the extra CA file {path} cannot be read: {source}")]
    ExtraCa {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The extra certificate file holds no certificate.
    #[error("the extra CA file {path} holds no PEM certificate")]
    NoCertificate {
        /// The file.
        path: PathBuf,
    },
    /// The machine has no root certificates.
    #[error(
        "no root certificates were found; install the system's CA certificates or name a file with \
         CITABLE_FETCH_EXTRA_CA_FILE"
    )]
    NoRoots,
    /// The name servers are not known, or cannot be used.
    #[error("no name server can be used ({0}); name some with CITABLE_FETCH_DNS_SERVERS")]
    NameServers(String),
    /// No TLS connection can be made.
    #[error("TLS cannot be used: {0}")]
    Tls(tokio_rustls::rustls::Error),
    /// The HTTP client cannot start.
    #[error("the HTTP client cannot start: {0}")]
    Client(isahc::Error),
}
