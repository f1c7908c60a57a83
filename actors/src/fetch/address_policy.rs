//! Which IP addresses may be dialled.
//!
//! The rows follow the IANA IPv4 and IPv6 special-purpose address registries (RFC 6890), with the
//! addresses of cloud metadata services that those registries call public.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

use super::settings::FetchSettings;

const fn v4(a: u8, b: u8, c: u8, d: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

const fn v6(a: u16, b: u16, c: u16, prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0), prefix)
}

/// IPv4 networks that are not globally reachable, or must not be reached.
const DENIED_V4: [Ipv4Net; 19] = [
    v4(0, 0, 0, 0, 8),
    v4(10, 0, 0, 0, 8),
    v4(100, 64, 0, 0, 10),
    v4(127, 0, 0, 0, 8),
    // The wire server of Azure: public by its number, a metadata service by its use.
    v4(168, 63, 129, 16, 32),
    v4(169, 254, 0, 0, 16),
    v4(172, 16, 0, 0, 12),
    v4(192, 0, 0, 0, 24),
    v4(192, 0, 2, 0, 24),
    v4(192, 31, 196, 0, 24),
    v4(192, 52, 193, 0, 24),
    v4(192, 88, 99, 0, 24),
    v4(192, 168, 0, 0, 16),
    v4(192, 175, 48, 0, 24),
    v4(198, 18, 0, 0, 15),
    v4(198, 51, 100, 0, 24),
    v4(203, 0, 113, 0, 24),
    v4(224, 0, 0, 0, 4),
    v4(240, 0, 0, 0, 4),
];

/// The only IPv6 network in use for global unicast. Every form that embeds an IPv4 address other
/// than 6to4 and Teredo lies outside it.
const GLOBAL_UNICAST: Ipv6Net = v6(0x2000, 0, 0, 3);

/// Networks inside [`GLOBAL_UNICAST`] that are not globally reachable, or embed IPv4 addresses.
const DENIED_V6: [Ipv6Net; 5] = [
    v6(0x2001, 0, 0, 23),
    v6(0x2001, 0xdb8, 0, 32),
    v6(0x2002, 0, 0, 16),
    v6(0x2620, 0x4f, 0x8000, 48),
    v6(0x3fff, 0, 0, 20),
];

/// Whether the address is a public one.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !DENIED_V4.iter().any(|net| net.contains(&address)),
        IpAddr::V6(address) => {
            GLOBAL_UNICAST.contains(&address) && !DENIED_V6.iter().any(|net| net.contains(&address))
        }
    }
}

/// Decides which socket addresses may be dialled.
#[derive(Clone, Debug)]
pub(super) struct AddressPolicy {
    allowed: Vec<IpNet>,
    own: Vec<SocketAddr>,
}

impl AddressPolicy {
    /// The policy that these settings ask for.
    pub(super) fn new(settings: &FetchSettings) -> Self {
        Self { allowed: settings.allow_cidrs.clone(), own: settings.own_listeners.clone() }
    }

    /// Whether that socket may be dialled: it is public or expressly allowed, and not our own.
    pub(super) fn allows(&self, target: SocketAddr) -> bool {
        self.allows_address(target.ip()) && !self.own.iter().any(|own| reaches(target, *own))
    }

    /// Whether that address is public or expressly allowed.
    pub(super) fn allows_address(&self, address: IpAddr) -> bool {
        is_public(address) || self.allowed.iter().any(|net| net.contains(&address))
    }
}

/// Whether dialling `target` reaches a socket that listens on `own`.
fn reaches(target: SocketAddr, own: SocketAddr) -> bool {
    if target.port() != own.port() {
        return false;
    }
    let address = target.ip().to_canonical();
    if own.ip().is_unspecified() { is_local(address) } else { address == own.ip().to_canonical() }
}

/// Whether the address is one of this machine: only those can be bound. The system picks the port,
/// and nothing is sent.
fn is_local(address: IpAddr) -> bool {
    address.is_loopback() || address.is_unspecified() || UdpSocket::bind((address, 0)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// Each row with the last address before it and the first one after it; `None` where the
    /// neighbour does not exist or belongs to another refused row.
    const V4_ROWS: &[(Option<&str>, &str, &str, Option<&str>)] = &[
        (None, "0.0.0.0", "0.255.255.255", Some("1.0.0.0")),
        (Some("9.255.255.255"), "10.0.0.0", "10.255.255.255", Some("11.0.0.0")),
        (Some("100.63.255.255"), "100.64.0.0", "100.127.255.255", Some("100.128.0.0")),
        (Some("126.255.255.255"), "127.0.0.0", "127.255.255.255", Some("128.0.0.0")),
        (Some("168.63.129.15"), "168.63.129.16", "168.63.129.16", Some("168.63.129.17")),
        (Some("169.253.255.255"), "169.254.0.0", "169.254.255.255", Some("169.255.0.0")),
        (Some("172.15.255.255"), "172.16.0.0", "172.31.255.255", Some("172.32.0.0")),
        (Some("191.255.255.255"), "192.0.0.0", "192.0.0.255", Some("192.0.1.0")),
        (Some("192.0.1.255"), "192.0.2.0", "192.0.2.255", Some("192.0.3.0")),
        (Some("192.31.195.255"), "192.31.196.0", "192.31.196.255", Some("192.31.197.0")),
        (Some("192.52.192.255"), "192.52.193.0", "192.52.193.255", Some("192.52.194.0")),
        (Some("192.88.98.255"), "192.88.99.0", "192.88.99.255", Some("192.88.100.0")),
        (Some("192.167.255.255"), "192.168.0.0", "192.168.255.255", Some("192.169.0.0")),
        (Some("192.175.47.255"), "192.175.48.0", "192.175.48.255", Some("192.175.49.0")),
        (Some("198.17.255.255"), "198.18.0.0", "198.19.255.255", Some("198.20.0.0")),
        (Some("198.51.99.255"), "198.51.100.0", "198.51.100.255", Some("198.51.101.0")),
        (Some("203.0.112.255"), "203.0.113.0", "203.0.113.255", Some("203.0.114.0")),
        (Some("223.255.255.255"), "224.0.0.0", "239.255.255.255", None),
        (None, "240.0.0.0", "255.255.255.255", None),
    ];

    const V6_ROWS: &[(Option<&str>, &str, &str, Option<&str>)] = &[
        // Everything below 2000::/3: unspecified, loopback, IPv4-compatible, mapped, translated,
        // NAT64, discard-only.
        (None, "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", None),
        (None, "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", Some("2001:200::")),
        (
            Some("2001:db7:ffff:ffff:ffff:ffff:ffff:ffff"),
            "2001:db8::",
            "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
            Some("2001:db9::"),
        ),
        (
            Some("2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            "2002::",
            "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            Some("2003::"),
        ),
        (
            Some("2620:4f:7fff:ffff:ffff:ffff:ffff:ffff"),
            "2620:4f:8000::",
            "2620:4f:8000:ffff:ffff:ffff:ffff:ffff",
            Some("2620:4f:8001::"),
        ),
        (
            Some("3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            "3fff::",
            "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
            Some("3fff:1000::"),
        ),
        (
            Some("3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            "4000::",
            "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            None,
        ),
    ];

    #[test]
    fn every_row_is_refused_from_end_to_end_and_its_neighbours_are_not() {
        for (before, first, last, after) in V4_ROWS.iter().chain(V6_ROWS) {
            assert!(!is_public(ip(first)), "{first} is refused");
            assert!(!is_public(ip(last)), "{last} is refused");
            for neighbour in before.iter().chain(after) {
                assert!(is_public(ip(neighbour)), "{neighbour} is public");
            }
        }
        assert_eq!(V4_ROWS.len(), DENIED_V4.len());
    }

    #[test]
    fn the_special_forms_are_refused() {
        for address in [
            "169.254.169.254",
            "169.254.170.2",
            "100.100.100.200",
            "192.0.0.192",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "::ffff:0:127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "100:0:0:1::1",
            "2001::1",
            "2001:10::1",
            "2001:2::1",
            "2002:7f00:1::",
            "5f00::1",
            "fc00::1",
            "fd00:ec2::254",
            "fd20:ce::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(ip(address)), "{address}");
        }
    }

    #[test]
    fn well_known_public_addresses_pass() {
        for address in ["1.1.1.1", "8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "2a00::1"] {
            assert!(is_public(ip(address)), "{address}");
        }
    }

    fn policy(allow: &[&str], own: &[&str]) -> AddressPolicy {
        AddressPolicy {
            allowed: allow.iter().map(|net| net.parse().unwrap()).collect(),
            own: own.iter().map(|own| own.parse().unwrap()).collect(),
        }
    }

    #[test]
    fn an_allowed_network_opens_itself_only() {
        let policy = policy(&["127.0.0.2/32"], &[]);
        assert!(policy.allows("127.0.0.2:443".parse().unwrap()));
        assert!(!policy.allows("127.0.0.1:443".parse().unwrap()));
        assert!(!policy.allows("[::ffff:127.0.0.2]:443".parse().unwrap()));
    }

    #[test]
    fn own_listeners_stay_refused_even_in_an_allowed_network() {
        let policy = policy(&["127.0.0.0/8"], &["127.0.0.1:8080", "0.0.0.0:9090", "[::]:9091"]);
        assert!(!policy.allows("127.0.0.1:8080".parse().unwrap()));
        assert!(policy.allows("127.0.0.1:8081".parse().unwrap()));
        assert!(!policy.allows("127.0.0.3:9090".parse().unwrap()), "any local address");
        assert!(!policy.allows("127.0.0.1:9091".parse().unwrap()), "dual stack");
    }

    #[test]
    fn a_wildcard_listener_does_not_close_the_port_elsewhere() {
        let policy = policy(&[], &["0.0.0.0:443"]);
        assert!(policy.allows("93.184.215.14:443".parse().unwrap()));
    }
}
