//! What may be reached, and every limit of the fetch, named and defaulted once.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use ipnet::IpNet;

/// The port of `https:` addresses that name none; always allowed.
pub(super) const HTTPS_PORT: u16 = 443;

/// How the fetch reaches the outside.
#[derive(Clone, Debug)]
pub struct FetchSettings {
    /// Public address of this service without a trailing slash; the User-Agent points to it, and it
    /// is never scanned.
    pub base_url: String,
    /// A PEM file of certificates trusted besides the system's.
    pub extra_ca_file: Option<PathBuf>,
    /// Answers used before the name servers are asked.
    pub resolve: ResolveOverrides,
    /// The name servers; empty means the system's.
    pub dns_servers: Vec<SocketAddr>,
    /// Networks that may be reached although they are not public.
    pub allow_cidrs: Vec<IpNet>,
    /// Ports that may be reached besides 443.
    pub allow_ports: Vec<u16>,
    /// Where this process listens; never reached, whatever else is allowed.
    pub own_listeners: Vec<SocketAddr>,
    /// Whether a page is asked for once more with agents that look like AI crawlers.
    pub edge_probes: bool,
    /// Sizes, times and counts.
    pub limits: FetchLimits,
}

impl Default for FetchSettings {
    fn default() -> Self {
        Self {
            base_url: "http://127.0.0.1:8080".to_owned(),
            extra_ca_file: None,
            resolve: ResolveOverrides::default(),
            dns_servers: Vec::new(),
            allow_cidrs: Vec::new(),
            allow_ports: Vec::new(),
            own_listeners: Vec::new(),
            edge_probes: true,
            limits: FetchLimits::default(),
        }
    }
}

/// The sizes, times and counts that bound a fetch.
#[derive(Clone, Debug)]
pub struct FetchLimits {
    /// Everything that one scan fetches.
    pub whole_fetch: Duration,
    /// One request with its answer.
    pub request: Duration,
    /// Connecting to one address, the TLS handshake included.
    pub connect: Duration,
    /// From asking one address to its answer's header; honest sites may be slow to begin.
    pub first_byte: Duration,
    /// A body slower than this many bytes a second ...
    pub low_speed_bytes: u32,
    /// ... for this long is given up.
    pub low_speed: Duration,
    /// The files around a page, all together, once the page is there. What has not come by then
    /// was not seen.
    pub supporting: Duration,
    /// How long robots.txt, sitemaps and llms.txt of an origin are kept for further scans.
    pub kept: Duration,
    /// Bytes of all files that are kept for further scans.
    pub kept_bytes: u64,
    /// Resolving one name.
    pub dns: Duration,
    /// Aliases (CNAME) on the way to a name's addresses.
    pub cname_depth: usize,
    /// Addresses of one name that are tried.
    pub addresses: usize,
    /// Redirects that are followed.
    pub redirects: usize,
    /// Header bytes of one answer, names and values.
    pub header_bytes: usize,
    /// Bytes of a page, content coding undone; the rest is cut.
    pub page_bytes: usize,
    /// Bytes of a robots.txt, content coding undone; the rest is cut (RFC 9309 section 2.5 asks for
    /// at least 500 KiB).
    pub robots_bytes: usize,
    /// Bytes of a sitemap as it is served, content coding undone; the rest is cut.
    pub sitemap_bytes: usize,
    /// Bytes of an llms.txt, content coding undone; the rest is cut.
    pub llms_txt_bytes: usize,
    /// Bytes of a Markdown copy, content coding undone; the rest is cut.
    pub markdown_bytes: usize,
    /// Decoded bytes per encoded byte, judged once `ratio_floor` bytes came out; the rest is cut.
    pub expansion_ratio: usize,
    /// Decoded bytes before `expansion_ratio` counts.
    pub ratio_floor: usize,
    /// The least pause before a 5xx answer is asked for again.
    pub retry_pause: Duration,
    /// The longest pause that a `Retry-After` is granted.
    pub longest_retry_pause: Duration,
}

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

impl Default for FetchLimits {
    fn default() -> Self {
        Self {
            whole_fetch: Duration::from_secs(30),
            request: Duration::from_secs(20),
            connect: Duration::from_secs(5),
            first_byte: Duration::from_secs(15),
            low_speed_bytes: 500,
            low_speed: Duration::from_secs(5),
            supporting: Duration::from_secs(10),
            kept: Duration::from_mins(10),
            kept_bytes: 64 * 1024 * 1024,
            dns: Duration::from_secs(3),
            cname_depth: 8,
            addresses: 16,
            redirects: 5,
            header_bytes: 128 * KIB,
            page_bytes: 5 * MIB,
            robots_bytes: 500 * KIB,
            sitemap_bytes: 10 * MIB,
            llms_txt_bytes: 512 * KIB,
            markdown_bytes: 2 * MIB,
            expansion_ratio: 200,
            ratio_floor: MIB,
            retry_pause: Duration::from_secs(1),
            longest_retry_pause: Duration::from_secs(3),
        }
    }
}

/// Names with the addresses that are used instead of asking the name servers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResolveOverrides(BTreeMap<String, Vec<IpAddr>>);

impl ResolveOverrides {
    /// Adds one more address of that name.
    pub fn add(&mut self, name: &str, address: IpAddr) {
        self.0.entry(name.trim_end_matches('.').to_ascii_lowercase()).or_default().push(address);
    }

    /// The addresses of that lower-case name, where it is listed.
    pub fn addresses(&self, name: &str) -> Option<&[IpAddr]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// Whether no name is listed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Why a list of `name=ip` pairs cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResolveOverridesError {
    /// An entry is not of the form `name=ip`.
    #[error("`{0}` must have the form name=ip, such as pages.example=192.0.2.7")]
    NoPair(String),
    /// The text after `=` isn't an IP address.
    #[error("`{0}` must have an IP address after the `=`")]
    NoAddress(String),
}

/// Reads `name=ip,name=ip`. A repeated name has all its addresses.
impl FromStr for ResolveOverrides {
    type Err = ResolveOverridesError;

    fn from_str(list: &str) -> Result<Self, Self::Err> {
        let mut overrides = Self::default();
        for entry in list.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (name, address) = entry
                .split_once('=')
                .filter(|(name, _)| !name.trim().is_empty())
                .ok_or_else(|| ResolveOverridesError::NoPair(entry.to_owned()))?;
            let address = address
                .trim()
                .parse()
                .map_err(|_| ResolveOverridesError::NoAddress(entry.to_owned()))?;
            overrides.add(name.trim(), address);
        }
        Ok(overrides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_pairs_is_read() {
        let overrides: ResolveOverrides =
            "Site.Test.=127.0.0.2, site.test=::1,other.test=192.0.2.1,".parse().unwrap();
        let both: Vec<IpAddr> = vec!["127.0.0.2".parse().unwrap(), "::1".parse().unwrap()];
        assert_eq!(overrides.addresses("site.test"), Some(both.as_slice()));
        assert_eq!(overrides.addresses("other.test").map(<[_]>::len), Some(1));
        assert_eq!(overrides.addresses("unlisted.test"), None);
    }

    #[test]
    fn a_bad_pair_says_what_to_write() {
        let parse = |list: &str| list.parse::<ResolveOverrides>().unwrap_err();
        assert_eq!(parse("site.test"), ResolveOverridesError::NoPair("site.test".to_owned()));
        assert_eq!(parse("=192.0.2.1"), ResolveOverridesError::NoPair("=192.0.2.1".to_owned()));
        assert_eq!(parse("a=b"), ResolveOverridesError::NoAddress("a=b".to_owned()));
    }
}
