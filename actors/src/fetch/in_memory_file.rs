//! Certificates as a file that lives in this process's memory: it is on no disk, has no name that
//! others could use, and is sealed, so that nobody can change it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};
use tokio_rustls::rustls::pki_types::CertificateDer;

/// Characters of a line in a PEM file (RFC 7468 section 2).
const LINE: usize = 64;

/// The files there are, by the hash of what they hold: clients that trust the same share one.
static FILES: Mutex<BTreeMap<[u8; 32], PathBuf>> = Mutex::new(BTreeMap::new());

/// Writes the certificates to such a file, which stays until the process ends, and returns the path
/// by which this process alone opens it.
///
/// # Errors
/// If the system has no such files, or doesn't let them be opened by a path.
pub(super) fn of_certificates<'a>(
    certificates: impl IntoIterator<Item = &'a CertificateDer<'a>>,
) -> io::Result<PathBuf> {
    let pem: String = certificates.into_iter().map(|one| pem(one)).collect();
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(match files.entry(Sha256::digest(&pem).into()) {
        Entry::Occupied(there) => there.get().clone(),
        Entry::Vacant(free) => free.insert(keep(pem.as_bytes())?).clone(),
    })
}

fn pem(certificate: &[u8]) -> String {
    let mut text = String::from("-----BEGIN CERTIFICATE-----\n");
    let encoded = BASE64_STANDARD.encode(certificate);
    let mut rest = encoded.as_str();
    while !rest.is_empty() {
        let (line, after) = rest.split_at(rest.len().min(LINE));
        text.push_str(line);
        text.push('\n');
        rest = after;
    }
    text + "-----END CERTIFICATE-----\n"
}

#[cfg(target_os = "linux")]
fn keep(bytes: &[u8]) -> io::Result<PathBuf> {
    use std::fs::File;
    use std::io::Write as _;
    use std::os::fd::{AsRawFd as _, IntoRawFd as _};

    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};

    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let mut file = File::from(memfd_create("certificates", flags)?);
    file.write_all(bytes)?;
    let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
    fcntl_add_seals(&file, seals)?;
    let path = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
    if std::fs::read(&path)? != bytes {
        return Err(io::ErrorKind::InvalidData.into());
    }
    // Clients open it by its number for as long as there are any.
    let _stays_open = file.into_raw_fd();
    Ok(path)
}

#[cfg(not(target_os = "linux"))]
fn keep(_bytes: &[u8]) -> io::Result<PathBuf> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use tokio_rustls::rustls::pki_types::pem::PemObject as _;

    use super::*;

    #[test]
    fn certificates_are_read_back_as_they_were() {
        for length in [0, 1, 47, 48, 49, 1_000] {
            let certificate = CertificateDer::from(vec![7; length]);
            let read = CertificateDer::from_pem_slice(pem(&certificate).as_bytes()).unwrap();
            assert_eq!(read, certificate, "{length} bytes");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_same_certificates_share_a_file() {
        let [one, other] = [8, 9].map(|byte| CertificateDer::from(vec![byte; 100]));
        let file = of_certificates([&one]).unwrap();
        assert_eq!(of_certificates([&one]).unwrap(), file);
        assert_ne!(of_certificates([&one, &other]).unwrap(), file);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn nobody_can_change_the_file() {
        let path = of_certificates(&[CertificateDer::from(vec![7; 100])]).unwrap();
        let before = std::fs::read(&path).unwrap();
        assert!(before.starts_with(b"-----BEGIN CERTIFICATE-----\n"));
        let written = std::fs::OpenOptions::new().write(true).open(&path);
        let written = written.and_then(|mut file| io::Write::write_all(&mut file, b"other"));
        assert!(written.is_err());
        assert!(std::fs::OpenOptions::new().write(true).truncate(true).open(&path).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}
