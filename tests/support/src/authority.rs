//! A certificate authority of one test.

use std::path::Path;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose};
use tempfile::TempDir;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{ServerConfig, SupportedProtocolVersion};

/// A version of TLS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TlsVersion {
    /// RFC 5246.
    Tls12,
    /// RFC 8446.
    Tls13,
}

impl TlsVersion {
    fn supported(self) -> &'static SupportedProtocolVersion {
        match self {
            Self::Tls12 => &TLS12,
            Self::Tls13 => &TLS13,
        }
    }
}

/// A certificate authority that only those trust who are given its file.
#[derive(Debug)]
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    folder: TempDir,
}

impl Default for Authority {
    fn default() -> Self {
        Self::new()
    }
}

impl Authority {
    /// A fresh authority; its file lives as long as it does.
    pub fn new() -> Self {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, "Citable test authority");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        let key = KeyPair::generate().expect("a key pair");
        let certificate = params.self_signed(&key).expect("a self-signed certificate");
        let folder = TempDir::new().expect("a temporary folder");
        std::fs::write(folder.path().join("ca.pem"), certificate.pem()).expect("a written file");
        Self { issuer: Issuer::new(params, key), folder }
    }

    /// The PEM file to trust.
    pub fn ca_file(&self) -> std::path::PathBuf {
        let folder: &Path = self.folder.path();
        folder.join("ca.pem")
    }

    /// PEM files of a fresh certificate for these names, and of its key, for servers that are
    /// programs of their own.
    pub fn server_files(&self, names: &[&str]) -> (std::path::PathBuf, std::path::PathBuf) {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let key = KeyPair::generate().expect("a key pair");
        let certificate = CertificateParams::new(names)
            .and_then(|params| params.signed_by(&key, &self.issuer))
            .expect("a certificate for these names");
        let folder: &Path = self.folder.path();
        let files = (folder.join("server.pem"), folder.join("server.key"));
        std::fs::write(&files.0, certificate.pem()).expect("a written file");
        std::fs::write(&files.1, key.serialize_pem()).expect("a written file");
        files
    }

    /// A server's settings with a fresh certificate for these host names and IP addresses.
    pub(crate) fn server_config(&self, names: &[&str], protocols: &[&str]) -> Arc<ServerConfig> {
        self.server_config_of(names, protocols, &[TlsVersion::Tls12, TlsVersion::Tls13])
    }

    /// The same, of these versions of TLS alone.
    pub(crate) fn server_config_of(
        &self,
        names: &[&str],
        protocols: &[&str],
        versions: &[TlsVersion],
    ) -> Arc<ServerConfig> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let key = KeyPair::generate().expect("a key pair");
        let certificate = CertificateParams::new(names)
            .and_then(|params| params.signed_by(&key, &self.issuer))
            .expect("a certificate for these names");
        let chain = vec![CertificateDer::from(certificate.der().to_vec())];
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let versions: Vec<_> = versions.iter().map(|version| version.supported()).collect();
        let mut config = ServerConfig::builder_with_protocol_versions(&versions)
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .expect("a usable certificate");
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        Arc::new(config)
    }
}
