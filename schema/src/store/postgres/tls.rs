//! TLS to PostgreSQL, with libpq's levels of trust
//! (<https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION>).

use std::path::PathBuf;
use std::sync::Arc;

use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::client::verify_server_cert_signed_by_trust_anchor;
use tokio_rustls::rustls::crypto::{
    CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::{
    ClientConfig, DigitallySignedStruct, Error as TlsError, RootCertStore, SignatureScheme,
};

use crate::store::error::StoreError;

/// The protocol's name in TLS, which direct negotiation requires
/// (<https://www.postgresql.org/docs/current/protocol-flow.html>).
const PROTOCOL: &[u8] = b"postgresql";

/// `sslmode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TlsMode {
    /// Plain text.
    Disable,
    /// TLS where the server offers it.
    Prefer,
    /// TLS, with whoever answers.
    Require,
    /// TLS with a server whose certificate a trusted authority has signed.
    VerifyCa,
    /// The same, and the certificate is for the host of the URL.
    VerifyFull,
}

impl TlsMode {
    pub(super) fn parse(word: &str) -> Result<Self, StoreError> {
        match word {
            "disable" => Ok(Self::Disable),
            "prefer" => Ok(Self::Prefer),
            "require" => Ok(Self::Require),
            "verify-ca" => Ok(Self::VerifyCa),
            "verify-full" => Ok(Self::VerifyFull),
            _ => Err(StoreError::InvalidUrl(
                "sslmode in the database URL isn't known: use disable, prefer, require, verify-ca \
                 or verify-full"
                    .to_owned(),
            )),
        }
    }

    /// Refuses what would only look safe.
    pub(super) fn allows(self, roots: &Roots) -> Result<(), StoreError> {
        match (self, roots) {
            (Self::VerifyCa, Roots::None) => Err(StoreError::InvalidUrl(
                "sslmode=verify-ca in the database URL needs a CA: add \
                 sslrootcert=<PEM file>, or use sslmode=verify-full"
                    .to_owned(),
            )),
            // Anybody can have a certificate of a public authority.
            (Self::Prefer | Self::Require | Self::VerifyCa, Roots::System) => {
                Err(StoreError::InvalidUrl(
                    "sslrootcert=system in the database URL needs sslmode=verify-full".to_owned(),
                ))
            }
            _ => Ok(()),
        }
    }

    /// What the driver knows of it.
    pub(super) fn driver(self) -> SslMode {
        match self {
            Self::Disable => SslMode::Disable,
            Self::Prefer => SslMode::Prefer,
            Self::Require | Self::VerifyCa | Self::VerifyFull => SslMode::Require,
        }
    }
}

/// `sslrootcert`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Roots {
    /// Not set.
    None,
    /// The authorities that this machine trusts.
    System,
    /// Those in a PEM file.
    File(PathBuf),
}

impl Roots {
    fn read(&self) -> Result<RootCertStore, StoreError> {
        let mut store = RootCertStore::empty();
        match self {
            Self::None | Self::System => {
                let system = rustls_native_certs::load_native_certs();
                store.add_parsable_certificates(system.certs);
                if store.is_empty() {
                    return Err(StoreError::InvalidUrl(
                        "this machine has no CA certificates to verify the database server with: \
                         install ca-certificates, or add sslrootcert=<PEM file> to the database URL"
                            .to_owned(),
                    ));
                }
            }
            Self::File(path) => {
                let pem = std::fs::read(path).map_err(|error| {
                    StoreError::InvalidUrl(format!(
                        "can't read {} (sslrootcert in the database URL): {error}",
                        path.display()
                    ))
                })?;
                let found = CertificateDer::pem_slice_iter(&pem).filter_map(Result::ok);
                store.add_parsable_certificates(found);
                if store.is_empty() {
                    return Err(StoreError::InvalidUrl(format!(
                        "{} (sslrootcert in the database URL) contains no certificate: use the CA's \
                         PEM file",
                        path.display()
                    )));
                }
            }
        }
        Ok(store)
    }
}

/// What opens TLS with that trust.
///
/// # Errors
/// [`StoreError::InvalidUrl`] where the authorities can't be read.
pub(super) fn connector(
    mode: TlsMode,
    roots: &Roots,
    direct: bool,
) -> Result<MakeRustlsConnect, StoreError> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| StoreError::Unavailable(format!("can't use TLS: {error}")))?;
    let lenient = |roots| Arc::new(Lenient { provider, roots });
    let mut config = match (mode, roots) {
        (TlsMode::VerifyFull, roots) => {
            builder.with_root_certificates(roots.read()?).with_no_client_auth()
        }
        (TlsMode::Disable, _) | (_, Roots::None | Roots::System) => builder
            .dangerous()
            .with_custom_certificate_verifier(lenient(None))
            .with_no_client_auth(),
        // libpq, too, verifies against a file that is given.
        (TlsMode::Prefer | TlsMode::Require | TlsMode::VerifyCa, roots @ Roots::File(_)) => builder
            .dangerous()
            .with_custom_certificate_verifier(lenient(Some(roots.read()?)))
            .with_no_client_auth(),
    };
    if direct {
        config.alpn_protocols = vec![PROTOCOL.to_vec()];
    }
    Ok(MakeRustlsConnect::new(config))
}

/// Takes a certificate for any host: of those authorities, or of anybody.
#[derive(Debug)]
struct Lenient {
    provider: Arc<CryptoProvider>,
    roots: Option<RootCertStore>,
}

impl ServerCertVerifier for Lenient {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        if let Some(roots) = &self.roots {
            verify_server_cert_signed_by_trust_anchor(
                &ParsedCertificate::try_from(end_entity)?,
                roots,
                intermediates,
                now,
                self.provider.signature_verification_algorithms.all,
            )?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
