//! Which certificate authorities are trusted: the system's, and one file of the operator's.
//!
//! The system's are read once for all clients. libcurl hashes certificates that it is given in
//! memory for every connection, and a file only by its name, so it is given a file where there can
//! be one that lives in this process's memory and nobody can change.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use isahc::tls::{TlsConfig, TrustStore, TrustStoreBuilder};
use rustls_native_certs::CertificateResult;
use tokio_rustls::rustls::client::Resumption;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::fetch::error::FetchError;
use crate::fetch::in_memory_file;

/// The system's certificates, as they were when the first client was made.
static SYSTEM: LazyLock<CertificateResult> = LazyLock::new(rustls_native_certs::load_native_certs);

/// The trust for outgoing connections. A custom store replaces the system's roots, so both go into
/// one.
///
/// # Errors
/// If the extra file can't be read or contains no certificate, or there is no root at all.
pub(crate) fn tls_config(extra_ca_file: Option<&Path>) -> Result<TlsConfig, FetchError> {
    let system = system_roots(extra_ca_file)?;
    for error in &system.errors {
        tracing::warn!(%error, "can't read some of the system's certificates");
    }
    let extra = extra_ca_file.map(extra_roots).transpose()?.unwrap_or_default();
    let all = || system.certs.iter().chain(&extra);
    let store = in_memory_file::of_certificates(all()).map(TrustStore::from_file);
    let store = store.unwrap_or_else(|error| {
        tracing::debug!(%error, "no file for certificates in memory");
        let in_memory = |store: TrustStoreBuilder, one| store.certificate_from_der(one);
        all().fold(TrustStore::builder(), in_memory).build()
    });
    Ok(TlsConfig::builder().trust_store(store).build())
}

/// The same trust for connections that are not the HTTP client's. Sessions are not resumed: each
/// connection stands for itself.
///
/// # Errors
/// Those of [`tls_config`], or this machine's cryptography cannot be used.
pub(super) fn careful_tls_config(
    extra_ca_file: Option<&Path>,
) -> Result<Arc<ClientConfig>, FetchError> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(system_roots(extra_ca_file)?.certs.iter().cloned());
    if let Some(path) = extra_ca_file {
        roots.add_parsable_certificates(extra_roots(path)?);
    }
    let builder = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(FetchError::Tls)?;
    let mut config = builder.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    config.resumption = Resumption::disabled();
    Ok(Arc::new(config))
}

/// The system's certificates. Without any there has to be a file.
fn system_roots(extra_ca_file: Option<&Path>) -> Result<&'static CertificateResult, FetchError> {
    match SYSTEM.certs.is_empty() && extra_ca_file.is_none() {
        true => Err(FetchError::NoRoots),
        false => Ok(&SYSTEM),
    }
}

/// The certificates of the operator's file that can be read.
fn extra_roots(path: &Path) -> Result<Vec<CertificateDer<'static>>, FetchError> {
    let pem = std::fs::read(path)
        .map_err(|source| FetchError::ExtraCa { path: path.to_owned(), source })?;
    let roots: Vec<_> = CertificateDer::pem_slice_iter(&pem).filter_map(Result::ok).collect();
    match roots.is_empty() {
        true => Err(FetchError::NoCertificate { path: path.to_owned() }),
        false => Ok(roots),
    }
}
