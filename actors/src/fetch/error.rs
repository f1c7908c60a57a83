//! Why the fetch cannot start.

use std::path::PathBuf;

/// Why the fetch cannot start.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The base URL can't be sent in a header.
    #[error("the base URL can't be part of the User-Agent; use an ASCII URL")]
    BaseUrl,
    /// The extra certificate file cannot be read.
    #[error("can't read the extra CA file {path}: {source}")]
    ExtraCa {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The extra certificate file holds no certificate.
    #[error("the extra CA file {path} contains no PEM certificate")]
    NoCertificate {
        /// The file.
        path: PathBuf,
    },
    /// The machine has no root certificates.
    #[error(
        "no root certificates were found; install the system's CA certificates or set a file with \
         CITABLE_FETCH_EXTRA_CA_FILE"
    )]
    NoRoots,
    /// The name servers are not known, or cannot be used.
    #[error("no name server can be used ({0}); set CITABLE_FETCH_DNS_SERVERS")]
    NameServers(String),
    /// No TLS connection can be made.
    #[error("can't use TLS: {0}")]
    Tls(tokio_rustls::rustls::Error),
    /// The HTTP client cannot start.
    #[error("can't start the HTTP client: {0}")]
    Client(isahc::Error),
}
