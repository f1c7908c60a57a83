//! Why a connection to PostgreSQL could not be opened, and what to do.

use std::error::Error;
use std::io;

use diesel::ConnectionError;
use tokio_postgres::error::SqlState;
use tokio_rustls::rustls::{CertificateError, Error as TlsError};

use crate::store::postgres::address::chain;

/// Why there is no connection.
#[derive(Debug)]
pub(super) struct ConnectFailure {
    reason: String,
    /// Whether the server or a pooler refused what was asked of the session.
    about_options: bool,
}

impl ConnectFailure {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), about_options: false }
    }

    /// Whether another connection without options could succeed: poolers say that they don't know
    /// a parameter (08P01), or don't support it (0A000).
    pub(super) fn is_about_options(&self) -> bool {
        self.about_options
    }
}

impl From<tokio_postgres::Error> for ConnectFailure {
    fn from(error: tokio_postgres::Error) -> Self {
        if let Some(refusal) = error.as_db_error() {
            let codes = [&SqlState::PROTOCOL_VIOLATION, &SqlState::FEATURE_NOT_SUPPORTED];
            let about_options = codes.contains(&refusal.code());
            return Self { reason: refusal.message().to_owned(), about_options };
        }
        let told = chain(&error);
        match advice(&error, &told) {
            Some(advice) => Self::new(format!("{told}; {advice}")),
            None => Self::new(told),
        }
    }
}

impl From<ConnectFailure> for ConnectionError {
    fn from(failure: ConnectFailure) -> Self {
        Self::BadConnection(failure.reason)
    }
}

/// What the operator can do. The driver's own failures are known by their words alone.
fn advice(error: &tokio_postgres::Error, told: &str) -> Option<&'static str> {
    match certificate_error(error) {
        // The other authority may have the same name.
        Some(CertificateError::UnknownIssuer | CertificateError::BadSignature) => {
            return Some(
                "set sslrootcert in the database URL to the PEM file of the CA that signed the \
                 server's certificate",
            );
        }
        Some(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        ) => {
            return Some(
                "sslmode=verify-full needs a certificate with the host of the database URL among \
                 its subject alternative names",
            );
        }
        _ => {}
    }
    if told.contains("server does not support TLS") {
        return Some(
            "turn on TLS on the server, or use sslmode=disable in the database URL if the network \
             is trusted",
        );
    }
    told.contains("password missing").then_some(
        "set CITABLE_DATABASE_PASSWORD_FILE, or add the password to the database URL or to \
         ~/.pgpass",
    )
}

fn certificate_error(error: &tokio_postgres::Error) -> Option<&CertificateError> {
    let io = error.source()?.downcast_ref::<io::Error>()?;
    match io.get_ref()?.downcast_ref::<TlsError>()? {
        TlsError::InvalidCertificate(error) => Some(error),
        _ => None,
    }
}
