//! Mail addresses, as far as sign-in takes them.

use std::str::FromStr;

use url::Host;

/// Bytes of a whole address (RFC 5321 section 4.5.3.1.3, without the brackets).
const MAX_BYTES: usize = 254;
/// Bytes before the `@` (RFC 5321 section 4.5.3.1.1).
const MAX_LOCAL_BYTES: usize = 64;
/// What an address may hold before the `@`, besides letters, digits and dots (RFC 5322 atext).
const LOCAL_MARKS: &[u8] = b"!#$%&'*+-/=?^_`{|}~";

/// The text is not a mail address that a link could be sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this isn't an email address; send one such as name@example.com")]
pub struct InvalidEmail;

/// A mail address: trimmed, with its domain in lower case and in ASCII. Quoted local parts and
/// addresses by IP number are not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address as two of them are compared: mail servers hardly ever tell cases apart.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

impl FromStr for EmailAddress {
    type Err = InvalidEmail;

    fn from_str(text: &str) -> Result<Self, InvalidEmail> {
        let (local, domain) = text.trim().split_once('@').ok_or(InvalidEmail)?;
        let domain = match Host::parse(domain) {
            Ok(Host::Domain(domain)) if is_plausible_domain(&domain) => domain,
            _ => return Err(InvalidEmail),
        };
        let address = format!("{local}@{domain}");
        if is_local_part(local) && address.len() <= MAX_BYTES {
            Ok(Self(address))
        } else {
            Err(InvalidEmail)
        }
    }
}

fn is_local_part(local: &str) -> bool {
    let atom = |atom: &str| {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || LOCAL_MARKS.contains(&byte);
        !atom.is_empty() && atom.bytes().all(allowed)
    };
    local.len() <= MAX_LOCAL_BYTES && local.split('.').all(atom)
}

fn is_plausible_domain(domain: &str) -> bool {
    let label = |label: &str| {
        let edges = !label.starts_with('-') && !label.ends_with('-');
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&label.len()) && edges && label.bytes().all(plain)
    };
    let labels: Vec<&str> = domain.split('.').collect();
    let top_is_a_name = labels.last().is_some_and(|top| !top.bytes().all(|b| b.is_ascii_digit()));
    labels.len() >= 2 && top_is_a_name && labels.into_iter().all(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        text.parse().ok().map(|address: EmailAddress| address.as_str().to_owned())
    }

    #[test]
    fn plausible_addresses_are_normalised() {
        for (text, expected) in [
            ("ada@example.com", "ada@example.com"),
            ("  Ada.L+tag@EXAMPLE.com\n", "Ada.L+tag@example.com"),
            ("o'neil@sub.example.co.uk", "o'neil@sub.example.co.uk"),
            ("x@bücher.example", "x@xn--bcher-kva.example"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
        let address: EmailAddress = "Ada@Example.com".parse().unwrap();
        assert_eq!(address.key(), "ada@example.com");
    }

    #[test]
    fn others_are_refused() {
        let long = format!("{}@example.com", "a".repeat(65));
        let longer = format!("a@{}.com", "a.".repeat(130));
        for text in [
            "",
            "@",
            "ada",
            "ada@",
            "@example.com",
            "ada@localhost",
            "ada@@example.com",
            "a@b@example.com",
            "ada @example.com",
            "a..b@example.com",
            ".a@example.com",
            "a.@example.com",
            "\"a b\"@example.com",
            "ada@127.0.0.1",
            "ada@[::1]",
            "ada@example.com\r\nBcc: x@example.com",
            "ada\0@example.com",
            "ada@exa mple.com",
            "ada@-example.com",
            "ada@example.123",
            "ädä@example.com",
            "ada@example..com",
            &long,
            &longer,
        ] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
