//! Which certificate authorities are trusted: the system's, and one file of the operator's.

use std::path::Path;

use isahc::tls::{TlsConfig, TrustStore};

use super::gather::FetchError;

/// What a PEM file of certificates contains at least.
const PEM_CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----";

/// The trust for outgoing connections. A custom store replaces the system's roots, so both go into
/// one.
///
/// # Errors
/// The extra file cannot be read or holds no certificate, or there is no root at all.
pub(crate) fn tls_config(extra_ca_file: Option<&Path>) -> Result<TlsConfig, FetchError> {
    let system = rustls_native_certs::load_native_certs();
    for error in &system.errors {
        tracing::warn!(%error, "some certificates of the system cannot be read");
    }
    if system.certs.is_empty() && extra_ca_file.is_none() {
        return Err(FetchError::NoRoots);
    }
    let mut roots = TrustStore::builder();
    for certificate in &system.certs {
        roots = roots.certificate_from_der(certificate);
    }
    if let Some(path) = extra_ca_file {
        roots = roots.certificate_from_pem(read_pem(path)?);
    }
    Ok(TlsConfig::builder().trust_store(roots.build()).build())
}

fn read_pem(path: &Path) -> Result<String, FetchError> {
    let pem = std::fs::read_to_string(path)
        .map_err(|source| FetchError::ExtraCa { path: path.to_owned(), source })?;
    if pem.contains(PEM_CERTIFICATE) {
        Ok(pem)
    } else {
        Err(FetchError::NoCertificate { path: path.to_owned() })
    }
}
