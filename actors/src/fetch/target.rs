//! The gate for addresses: what may be scanned, judged before anything is resolved or dialled.

use std::net::IpAddr;

use citable_checks::url::normalise;
use url::{Host, Url};

use super::address_policy::AddressPolicy;
use super::settings::{FetchSettings, HTTPS_PORT};

/// The longest address a caller may name, in bytes, also as it is sent (percent-encoded).
pub(super) const MAX_ADDRESS_BYTES: usize = 2048;

/// The longest host name and the longest label (RFC 1035 section 2.3.4).
const MAX_NAME_BYTES: usize = 253;
const MAX_LABEL_BYTES: usize = 63;

/// Top-level names that never lead to a public page: the special-use names (RFC 6761, 6762, 7686,
/// 8375, 9476, and the IANA registry that lists them), and those that private networks,
/// routers and container platforms give to their own hosts.
const RESERVED_TOP_LEVELS: [&str; 19] = [
    "alt",
    "arpa",
    "consul",
    "corp",
    "example",
    "home",
    "internal",
    "intranet",
    "invalid",
    "lan",
    "local",
    "localdomain",
    "localhost",
    "mail",
    "onion",
    "private",
    "svc",
    "test",
    "workgroup",
];

/// Why an address is not scanned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// Nothing was given.
    #[error("Send the URL of a public page, such as https://www.wikipedia.org/.")]
    Empty,
    /// Longer than [`MAX_ADDRESS_BYTES`].
    #[error("The URL is too long: at most {MAX_ADDRESS_BYTES} bytes when percent-encoded.")]
    TooLong,
    /// It contains a control character, a line break, a tab or a backslash.
    #[error("The URL contains a control character or a backslash. Remove it.")]
    ForbiddenCharacter,
    /// It cannot be read as an address.
    #[error("This isn't a valid URL. Check its spelling.")]
    Malformed,
    /// Its scheme is not https.
    #[error("Only https:// URLs can be scanned.")]
    NotHttps,
    /// It carries a user name or a password.
    #[error("The URL contains a user name or password. Remove it.")]
    Credentials,
    /// Its port is not one that is scanned.
    #[error("Only port 443 can be scanned. Remove the port from the URL.")]
    Port,
    /// Its host name is not one that the public internet can have.
    #[error("The host name isn't a valid public name. Check its spelling.")]
    InvalidHost,
    /// Its host name is reserved for private networks or for special use.
    #[error("The host name is reserved for private use. Send the URL of a public page.")]
    ReservedHost,
    /// Its host is an IP address that is not public.
    #[error("This address isn't on the public internet. Send the URL of a public page.")]
    NotPublic,
    /// It is the address of this service.
    #[error("This service doesn't scan itself. Send the URL of another page.")]
    OwnAddress,
}

/// A checked https address: without credentials or fragment, on an allowed port, with a
/// host that is a plausible public name or an address that may be dialled.
///
/// What its name resolves to is judged later, when it is dialled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TargetUrl(Url);

impl TargetUrl {
    /// The address.
    pub fn url(&self) -> &Url {
        &self.0
    }

    /// The address as text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The host as it stands in the address: a lower-case name, or an IP address (IPv6 in
    /// brackets).
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// The host's IP address, if it isn't a name.
    pub fn ip_address(&self) -> Option<IpAddr> {
        match self.0.host()? {
            Host::Domain(_) => None,
            Host::Ipv4(address) => Some(address.into()),
            Host::Ipv6(address) => Some(address.into()),
        }
    }

    /// The port, 443 where the address names none.
    pub fn port(&self) -> u16 {
        self.0.port().unwrap_or(HTTPS_PORT)
    }

    /// Whether the other address has the same host and port.
    pub fn same_origin(&self, other: &Self) -> bool {
        self.host() == other.host() && self.port() == other.port()
    }

    /// The robots.txt of this address's origin (RFC 9309 section 2.3).
    pub(super) fn robots_txt(&self) -> Self {
        let mut url = self.0.clone();
        url.set_path("/robots.txt");
        url.set_query(None);
        Self(url)
    }
}

impl std::fmt::Display for TargetUrl {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(formatter)
    }
}

/// Reads what a person or a program gave as the address to scan; `https://` may be missing.
///
/// # Errors
/// Says what is wrong with the address, in words for the person who gave it.
pub fn parse_target(input: &str, settings: &FetchSettings) -> Result<TargetUrl, TargetError> {
    let checked = parse_as_spelled(input, settings)?;
    Ok(TargetUrl(normalise(checked.url())))
}

/// The same for an address that is asked for as its owner spelled it.
pub(crate) fn parse_as_spelled(
    input: &str,
    settings: &FetchSettings,
) -> Result<TargetUrl, TargetError> {
    let input = input.trim_ascii();
    if input.is_empty() {
        return Err(TargetError::Empty);
    }
    if input.len() > MAX_ADDRESS_BYTES {
        return Err(TargetError::TooLong);
    }
    if input.chars().any(|character| character.is_control() || character == '\\') {
        return Err(TargetError::ForbiddenCharacter);
    }
    // Decided before parsing: the parser reads `example.com:8443/x` as an address of the scheme
    // `example.com`, and repairs `https:/127.0.0.1`.
    let parsed = if names_a_scheme(input) {
        Url::parse(input)
    } else {
        Url::parse(&format!("https://{input}"))
    };
    let target = check_url(parsed.map_err(|_| TargetError::Malformed)?, settings)?;
    // What is stored is read again, by this very limit, when its turn comes.
    match target.as_str().len() > MAX_ADDRESS_BYTES {
        true => Err(TargetError::TooLong),
        false => Ok(target),
    }
}

/// Judges an address that is parsed already, such as a redirect's. It keeps its spelling: servers
/// tell `%7E` from `~`, and redirect from the one to the other.
pub(super) fn check_url(mut url: Url, settings: &FetchSettings) -> Result<TargetUrl, TargetError> {
    if url.scheme() != "https" {
        return Err(TargetError::NotHttps);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(TargetError::Credentials);
    }
    let port = url.port().unwrap_or(HTTPS_PORT);
    if port != HTTPS_PORT && !settings.allow_ports.contains(&port) {
        return Err(TargetError::Port);
    }
    match url.host().ok_or(TargetError::InvalidHost)? {
        Host::Domain(name) => {
            let checked = check_name(name, settings)?.to_owned();
            url.set_host(Some(&checked)).map_err(|_| TargetError::InvalidHost)?;
        }
        Host::Ipv4(address) => check_address(address.into(), settings)?,
        Host::Ipv6(address) => check_address(address.into(), settings)?,
    }
    if is_own(&url, settings) {
        return Err(TargetError::OwnAddress);
    }
    url.set_fragment(None);
    Ok(TargetUrl(url))
}

/// Whether the text starts with `scheme://`.
fn names_a_scheme(input: &str) -> bool {
    input.split_once("://").is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-'))
    })
}

/// Judges a host name and gives it back without the dot of the root.
fn check_name<'a>(name: &'a str, settings: &FetchSettings) -> Result<&'a str, TargetError> {
    let name = name.strip_suffix('.').unwrap_or(name);
    if name.len() > MAX_NAME_BYTES || !name.split('.').all(is_label) {
        return Err(TargetError::InvalidHost);
    }
    if settings.resolve.addresses(name).is_some() {
        return Ok(name);
    }
    match name.rsplit_once('.') {
        Some((_, top_level)) if !RESERVED_TOP_LEVELS.contains(&top_level) => Ok(name),
        _ => Err(TargetError::ReservedHost),
    }
}

/// Whether the text can be one label of a host name. The underscore is not allowed by RFC 1123, but
/// host names with one are in use.
fn is_label(label: &str) -> bool {
    (1..=MAX_LABEL_BYTES).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

fn check_address(address: IpAddr, settings: &FetchSettings) -> Result<(), TargetError> {
    if AddressPolicy::new(settings).allows_address(address) {
        Ok(())
    } else {
        Err(TargetError::NotPublic)
    }
}

/// Whether the address is this service's own public one.
fn is_own(url: &Url, settings: &FetchSettings) -> bool {
    Url::parse(&settings.base_url).is_ok_and(|base| {
        base.host_str() == url.host_str()
            && base.port_or_known_default() == url.port_or_known_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(input: &str) -> Result<String, TargetError> {
        parse_target(input, &FetchSettings::default()).map(|target| target.to_string())
    }

    #[test]
    fn public_addresses_are_normalised() {
        for (input, expected) in [
            ("example.com", "https://example.com/"),
            ("  example.com/a b#c \n", "https://example.com/a%20b"),
            ("HTTPS://Example.COM:443/?q=1", "https://example.com/?q=1"),
            ("https://example.com./", "https://example.com/"),
            ("https://bücher.example.org/", "https://xn--bcher-kva.example.org/"),
            ("https://a_b.example.com/", "https://a_b.example.com/"),
            ("https://example.com/?u=http://b", "https://example.com/?u=http://b"),
            ("example.com/?u=http://b", "https://example.com/?u=http://b"),
            ("https://example.com/%7ea%c3%a9", "https://example.com/~a%C3%A9"),
            ("https://1.1.1.1/", "https://1.1.1.1/"),
            ("https://[2606:4700:4700::1111]/", "https://[2606:4700:4700::1111]/"),
        ] {
            assert_eq!(parse(input).as_deref(), Ok(expected), "{input}");
        }
    }

    #[test]
    fn an_address_that_grows_when_it_is_encoded_is_held_to_the_limit_as_it_is_sent() {
        let settings = FetchSettings::default();
        let address = |letters: usize| format!("https://example.com/{}", "ü".repeat(letters));
        let longest = (MAX_ADDRESS_BYTES - "https://example.com/".len()) / "%C3%BC".len();
        let stored = parse_target(&address(longest), &settings).unwrap();
        assert_eq!(parse_target(stored.as_str(), &settings), Ok(stored));
        assert_eq!(parse_target(&address(longest + 1), &settings), Err(TargetError::TooLong));
        assert_eq!(parse_as_spelled(&address(longest + 1), &settings), Err(TargetError::TooLong));
        let bare = format!("example.com/{}", "a".repeat(MAX_ADDRESS_BYTES - "example.com/".len()));
        assert_eq!(parse(&bare), Err(TargetError::TooLong), "the scheme counts");
    }

    #[test]
    fn each_refusal_has_its_reason() {
        use TargetError::*;
        let long = format!("https://example.com/{}", "a".repeat(MAX_ADDRESS_BYTES));
        let long_label = format!("https://{}.com/", "a".repeat(64));
        for (input, expected) in [
            (" ", Empty),
            (long.as_str(), TooLong),
            ("https://exa\tmple.com/", ForbiddenCharacter),
            ("https://example.com\\.evil.org/", ForbiddenCharacter),
            ("https:\\\\127.0.0.1", ForbiddenCharacter),
            ("https://256.256.256.256/", Malformed),
            ("https://[fe80::1%25eth0]/", Malformed),
            ("https:127.0.0.1", Malformed),
            ("example.com:65536", Malformed),
            ("http://example.com/", NotHttps),
            ("file:///etc/passwd", NotHttps),
            ("https://user@example.com/", Credentials),
            ("https://:secret@example.com/", Credentials),
            ("example.com:8443/x", Port),
            ("https://example..com/", InvalidHost),
            ("https://127.0.0.1!/", InvalidHost),
            (long_label.as_str(), InvalidHost),
            ("https://localhost./", ReservedHost),
            ("https://intranet/", ReservedHost),
            ("https://kubernetes.default.svc/", ReservedHost),
            ("https://1.0.0.127.in-addr.arpa/", ReservedHost),
            ("https://127.1/", NotPublic),
            ("https://%31%32%37.0.0.1/", NotPublic),
            ("https://①②⑦.0.0.1/", NotPublic),
            ("https://[::ffff:10.0.0.1]/", NotPublic),
        ] {
            assert_eq!(parse(input), Err(expected), "{input}");
        }
    }

    #[test]
    fn the_service_does_not_scan_itself() {
        let settings = FetchSettings {
            base_url: "https://citable.example.org".to_owned(),
            ..FetchSettings::default()
        };
        let parsed = parse_target("https://citable.example.org/login", &settings);
        assert_eq!(parsed, Err(TargetError::OwnAddress));
    }

    #[test]
    fn a_name_with_given_addresses_may_be_reserved() {
        let mut settings = FetchSettings::default();
        settings.resolve.add("Site.Test", "93.184.215.14".parse().unwrap());
        assert!(parse_target("https://site.test/", &settings).is_ok());
        assert!(parse_target("https://other.test/", &settings).is_err());
    }

    #[test]
    fn an_allowed_port_is_kept() {
        let settings = FetchSettings { allow_ports: vec![8443], ..FetchSettings::default() };
        let target = parse_target("example.com:8443/x", &settings).unwrap();
        assert_eq!((target.as_str(), target.port()), ("https://example.com:8443/x", 8443));
        assert_eq!(target.robots_txt().as_str(), "https://example.com:8443/robots.txt");
    }

    #[test]
    fn an_address_that_is_no_name_needs_no_name_server() {
        let settings = FetchSettings::default();
        let ip = |input| parse_target(input, &settings).unwrap().ip_address();
        assert_eq!(ip("https://93.184.215.14/"), Some("93.184.215.14".parse().unwrap()));
        assert_eq!(ip("https://[2606:2800:21f::1]/"), Some("2606:2800:21f::1".parse().unwrap()));
        assert_eq!(ip("https://example.com/"), None);
    }
}
