//! Where mails go, and how often they are tried.

use std::fmt;
use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use url::{Host, Url};

/// How long after the one before each attempt is made. After the last one the mail is given up.
pub const RETRY_SCHEDULE: [Duration; 6] = [
    Duration::ZERO,
    Duration::from_secs(30),
    Duration::from_secs(2 * 60),
    Duration::from_secs(10 * 60),
    Duration::from_secs(60 * 60),
    Duration::from_secs(6 * 60 * 60),
];

/// The port of TLS from the first byte (RFC 8314).
const SUBMISSIONS_PORT: u16 = 465;
/// The port where TLS begins with STARTTLS (RFC 6409).
const SUBMISSION_PORT: u16 = 587;
/// The port without TLS (RFC 5321).
const SMTP_PORT: u16 = 25;

/// How mails are sent.
#[derive(Clone, Debug)]
pub struct MailSettings {
    /// Where they go.
    pub transport: MailTransport,
    /// How long after the one before each attempt is made; the first entry is the first attempt.
    pub schedule: Vec<Duration>,
}

impl MailSettings {
    /// Mails go there, on the schedule of [`RETRY_SCHEDULE`].
    pub fn new(transport: MailTransport) -> Self {
        Self { transport, schedule: RETRY_SCHEDULE.to_vec() }
    }
}

/// Where mails go.
#[derive(Clone, Debug)]
pub enum MailTransport {
    /// Nowhere: mails wait.
    NotConfigured,
    /// To a mail server.
    Smtp(SmtpSettings),
    /// Into memory, for development.
    Development,
}

/// A mail server and who sends.
#[derive(Clone)]
pub struct SmtpSettings {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) encryption: Encryption,
    pub(super) credentials: Option<Credentials>,
    /// How we greet the server.
    pub(super) hello: ClientId,
    pub(super) from: Mailbox,
}

/// How a connection is kept private.
#[derive(Clone)]
pub(super) enum Encryption {
    /// Not at all: only on this machine.
    None,
    /// TLS from the first byte.
    Whole(TlsParameters),
    /// STARTTLS, without which nothing is sent.
    Upgraded(TlsParameters),
}

/// Why mail cannot be set up so. The URL is never repeated: it may hold a password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailSettingsError {
    /// Not an address of a mail server.
    #[error(
        "the address of the mail server must be smtps://<user>:<password>@<host> or \
         smtp://<user>:<password>@<host>?tls=required"
    )]
    Url,
    /// Encryption that an attacker can switch off.
    #[error("tls=opportunistic can be forced down to plain text: use tls=required or smtps://")]
    Opportunistic,
    /// No encryption to another machine.
    #[error(
        "smtp:// without TLS is only accepted for a mail server on this machine: add \
         ?tls=required, or use smtps://"
    )]
    InClear,
    /// The sender isn't an email address.
    #[error("the sender must be an email address such as \"Citable <citable@example.com>\"")]
    From,
    /// The file of further certificate authorities cannot be used.
    #[error("the CA file for the mail server can't be used: {0}")]
    Authorities(String),
}

impl SmtpSettings {
    /// Reads the address of a mail server and the sender. `smtps://` is TLS from the first byte,
    /// `smtp://…?tls=required` is STARTTLS, and bare `smtp://` is for a server on this machine. A
    /// path is the name that we greet with. The certificate authorities in `extra_ca_file` are
    /// trusted beside the system's.
    ///
    /// # Errors
    /// Every [`MailSettingsError`].
    pub fn read(
        url: &str,
        from: &str,
        extra_ca_file: Option<&Path>,
    ) -> Result<Self, MailSettingsError> {
        let url = Url::parse(url).map_err(|_| MailSettingsError::Url)?;
        let host = server_of(&url)?;
        let (encryption, usual_port) = encryption(&url, &host, extra_ca_file)?;
        Ok(Self {
            port: url.port().unwrap_or(usual_port),
            encryption,
            credentials: credentials(&url)?,
            hello: match url.path().trim_matches('/') {
                "" => ClientId::default(),
                name => ClientId::Domain(name.to_owned()),
            },
            from: from.parse().map_err(|_| MailSettingsError::From)?,
            host,
        })
    }
}

/// Never shows the password.
impl fmt::Debug for SmtpSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmtpSettings")
            .field("host", &self.host)
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

/// The host as it is dialled: an IPv6 address without its brackets.
fn server_of(url: &Url) -> Result<String, MailSettingsError> {
    // Hosts of schemes that the URL standard does not know are opaque.
    let host = url.host_str().filter(|host| !host.is_empty()).ok_or(MailSettingsError::Url)?;
    match Host::parse(host).map_err(|_| MailSettingsError::Url)? {
        Host::Domain(name) => Ok(name),
        Host::Ipv4(address) => Ok(address.to_string()),
        Host::Ipv6(address) => Ok(address.to_string()),
    }
}

fn encryption(
    url: &Url,
    host: &str,
    extra_ca_file: Option<&Path>,
) -> Result<(Encryption, u16), MailSettingsError> {
    let wish = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, wish)| wish);
    match (url.scheme(), wish.as_deref()) {
        (_, Some("opportunistic")) => Err(MailSettingsError::Opportunistic),
        ("smtps", None | Some("required")) => {
            Ok((Encryption::Whole(trust(host, extra_ca_file)?), SUBMISSIONS_PORT))
        }
        ("smtp", Some("required")) => {
            Ok((Encryption::Upgraded(trust(host, extra_ca_file)?), SUBMISSION_PORT))
        }
        ("smtp", None) if is_this_machine(host) => Ok((Encryption::None, SMTP_PORT)),
        ("smtp", None) => Err(MailSettingsError::InClear),
        _ => Err(MailSettingsError::Url),
    }
}

fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

fn trust(host: &str, extra_ca_file: Option<&Path>) -> Result<TlsParameters, MailSettingsError> {
    let unusable = |error: &dyn fmt::Display| MailSettingsError::Authorities(error.to_string());
    let mut parameters = TlsParameters::builder(host.to_owned());
    if let Some(path) = extra_ca_file {
        let pem = std::fs::read(path).map_err(|error| unusable(&error))?;
        let authority = Certificate::from_pem(&pem).map_err(|error| unusable(&error))?;
        parameters = parameters.add_root_certificate(authority);
    }
    parameters.build().map_err(|error| unusable(&error))
}

fn credentials(url: &Url) -> Result<Option<Credentials>, MailSettingsError> {
    let Some(password) = url.password() else { return Ok(None) };
    Ok(Some(Credentials::new(unescaped(url.username())?, unescaped(password)?)))
}

/// Undoes percent-encoding, which a user name needs for its `@`.
fn unescaped(text: &str) -> Result<String, MailSettingsError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let digits = if byte == b'%' { rest.next().zip(rest.next()) } else { None };
        match (byte, digits.map(|(high, low)| (digit(high), digit(low)))) {
            (b'%', Some((Some(high), Some(low)))) => bytes.push(high * 16 + low),
            (b'%', _) => return Err(MailSettingsError::Url),
            _ => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).map_err(|_| MailSettingsError::Url)
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FROM: &str = "Citable <citable@example.com>";

    fn read(url: &str) -> Result<SmtpSettings, MailSettingsError> {
        SmtpSettings::read(url, FROM, None)
    }

    #[test]
    fn the_three_ways_to_a_server_have_their_own_ports() {
        let whole = read("smtps://mail.example.com").unwrap();
        assert!(matches!(whole.encryption, Encryption::Whole(_)));
        assert_eq!((whole.host.as_str(), whole.port), ("mail.example.com", 465));
        let upgraded = read("smtp://mail.example.com?tls=required").unwrap();
        assert!(matches!(upgraded.encryption, Encryption::Upgraded(_)));
        assert_eq!(upgraded.port, 587);
        for bare in ["smtp://127.0.0.1:2525", "smtp://localhost:2525", "smtp://[::1]:2525"] {
            let bare = read(bare).unwrap();
            assert!(matches!(bare.encryption, Encryption::None));
            assert_eq!(bare.port, 2525);
        }
    }

    #[test]
    fn nothing_goes_over_the_net_in_clear() {
        for url in ["smtp://mail.example.com", "smtp://10.0.0.1:25", "smtp://127.0.0.1.nip.io"] {
            assert_eq!(read(url).unwrap_err(), MailSettingsError::InClear);
        }
        for url in ["smtp://h?tls=opportunistic", "smtps://u:p@h?tls=opportunistic"] {
            assert_eq!(read(url).unwrap_err(), MailSettingsError::Opportunistic);
        }
    }

    #[test]
    fn credentials_are_unescaped_and_never_shown() {
        let settings = read("smtps://ada%40example.com:s%3acret@h/hello.example.com").unwrap();
        let expected = Credentials::new("ada@example.com".to_owned(), "s:cret".to_owned());
        assert_eq!(settings.credentials, Some(expected));
        assert_eq!(settings.hello, ClientId::Domain("hello.example.com".to_owned()));
        assert!(!format!("{settings:?}").contains("cret"));
    }

    #[test]
    fn other_addresses_are_refused_without_repeating_them() {
        for url in [
            "",
            "mail.example.com",
            "http://u:secret@h",
            "smtp:secret",
            "smtps://h?tls=maybe",
            "smtps://u:secret%zz@h",
            "smtps://u:secret%f@h",
        ] {
            let error = read(url).unwrap_err();
            assert_eq!(error, MailSettingsError::Url, "{url}");
            assert!(!error.to_string().contains("secret"));
        }
        for from in ["", "Citable", "a@b\r\nBcc: c@d", "Citable <a@b"] {
            let read = SmtpSettings::read("smtps://h", from, None);
            assert_eq!(read.unwrap_err(), MailSettingsError::From, "{from}");
        }
    }
}
