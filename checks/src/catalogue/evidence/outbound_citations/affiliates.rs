//! Addresses that pay who sets them.

use std::collections::HashSet;

use url::Url;

/// Sites for travellers that count whom a partner sends.
const TRAVEL: [&str; 2] = ["booking.com", "klook.com"];

/// Whether an address pays who sets it: by a parameter, which shops put into the path too, or by
/// the address that a network writes under domains without a meaning, so that no list holds them all
/// (`/c/123/456/789`). The path is in lower case.
pub(super) fn is_affiliate(
    url: &Url,
    domain: &str,
    path: &str,
    parameters: &HashSet<String>,
) -> bool {
    /// Who sets the link, the advertisement, the campaign.
    const NETWORK_NUMBERS: usize = 3;
    let has = |wanted: &str| url.query_pairs().any(|(name, _)| name == wanted);
    let pays = |name: &str| parameters.contains(name);
    let is_paid = url.query_pairs().any(|(name, _)| pays(&name.to_ascii_lowercase()))
        || path.split('/').any(pays);
    let mut segments = path.split('/');
    let is_number = |segment: &str| segment.bytes().all(|byte| byte.is_ascii_digit());
    let is_network = segments.next() == Some("c")
        && (0..NETWORK_NUMBERS).all(|_| {
            segments.next().is_some_and(|segment| !segment.is_empty() && is_number(segment))
        });
    is_network
        || is_paid
        || is_short_link_of_network(url, domain)
        || (domain.starts_with("amazon.") && has("tag"))
        || (TRAVEL.contains(&domain) && has("aid"))
        || url.host_str().is_some_and(|host| host.starts_with("affiliate."))
        || url.fragment().is_some_and(|fragment| fragment.starts_with("a_aid="))
}

/// Whether an address is a short link of such a network: `https://acme.c3po9.net/Zq9KJX`. The shop
/// is the host's first label, the domain holds digits among its letters, and the path is a token.
fn is_short_link_of_network(url: &Url, domain: &str) -> bool {
    const DOMAIN_LETTERS: std::ops::RangeInclusive<usize> = 4..=7;
    const TOKEN_LETTERS: std::ops::RangeInclusive<usize> = 5..=7;
    let Some(label) = domain.strip_suffix(".net") else { return false };
    let host = url.host_str().unwrap_or_default();
    let shop = host.strip_suffix(domain).and_then(|shop| shop.strip_suffix('.'));
    let token = url.path().trim_matches('/');
    let digit = label.bytes().position(|byte| byte.is_ascii_digit());
    DOMAIN_LETTERS.contains(&label.len())
        && digit.is_some_and(|at| at > 0 && at + 1 < label.len())
        && shop.is_some_and(|shop| shop != "www" && !shop.contains('.'))
        && TOKEN_LETTERS.contains(&token.len())
        && token.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && token.bytes().any(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}
