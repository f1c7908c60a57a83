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

/// What a PEM file of certificates contains at least.
const PEM_CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----";

/// The system's certificates, as they were when the first client was made.
static SYSTEM: LazyLock<CertificateResult> = LazyLock::new(rustls_native_certs::load_native_certs);

/// The trust in them alone, which all clients share.
static SYSTEM_TRUST: LazyLock<TlsConfig> = LazyLock::new(|| {
    let trust = |store| TlsConfig::builder().trust_store(store).build();
    match in_memory_file::of_certificates(&SYSTEM.certs) {
        Ok(path) => trust(TrustStore::from_file(path)),
        Err(error) => {
            tracing::debug!(%error, "no file for certificates in memory");
            trust(system_store().build())
        }
    }
});

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
    let Some(path) = extra_ca_file else { return Ok(SYSTEM_TRUST.clone()) };
    let roots = system_store().certificate_from_pem(read_pem(path)?);
    Ok(TlsConfig::builder().trust_store(roots.build()).build())
}

fn system_store() -> TrustStoreBuilder {
    let certificates = SYSTEM.certs.iter();
    certificates.fold(TrustStore::builder(), |roots, one| roots.certificate_from_der(one))
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
        let pem = read_pem(path)?;
        roots.add_parsable_certificates(
            CertificateDer::pem_slice_iter(pem.as_bytes()).filter_map(Result::ok),
        );
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

fn read_pem(path: &Path) -> Result<String, FetchError> {
    let pem = std::fs::read_to_string(path)
        .map_err(|source| FetchError::ExtraCa { path: path.to_owned(), source })?;
    if pem.contains(PEM_CERTIFICATE) {
        Ok(pem)
    } else {
        Err(FetchError::NoCertificate { path: path.to_owned() })
    }
}
