//! Whose request it is, by address: the peer's, unless the peer is a proxy that the operator
//! trusts.

use std::net::{IpAddr, SocketAddr};

use citable_actors::identity::network_of;
use hyper::header::{HeaderMap, HeaderName};
use ipnet::IpNet;

use super::shares::Network;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address of the client: of the hops that `X-Forwarded-For` names, the last one that is not a
/// trusted proxy. A hop that cannot be read ends the chain: nobody trusted wrote it.
pub(crate) fn of(peer: SocketAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let trusts = |address: IpAddr| trusted.iter().any(|network| network.contains(&address));
    let mut client = peer.ip().to_canonical();
    let fields = headers.get_all(FORWARDED_FOR).into_iter().collect::<Vec<_>>();
    let hops = fields.into_iter().rev().filter_map(|field| field.to_str().ok());
    for hop in hops.flat_map(|field| field.rsplit(',')) {
        if !trusts(client) {
            break;
        }
        match address(hop.trim()) {
            Some(earlier) => client = earlier,
            None => break,
        }
    }
    client
}

/// What limits count a client by: the network that its quota is counted by, and none for a trusted
/// proxy, which speaks for many.
pub(crate) fn network(client: IpAddr, trusted: &[IpNet]) -> Network {
    let client = client.to_canonical();
    let is_trusted = trusted.iter().any(|network| network.contains(&client));
    (!is_trusted).then(|| network_of(client).into())
}

/// An address, with or without a port and brackets.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok();
    let address = address.or_else(|| text.parse::<SocketAddr>().ok().map(|socket| socket.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, forwarded: &[&'static str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().unwrap());
        }
        let trusted = ["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()];
        of(format!("{peer}:1").parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn a_peer_that_is_no_proxy_speaks_for_itself() {
        assert_eq!(client("192.0.2.1", &["198.51.100.7"]), "192.0.2.1");
        assert_eq!(client("[::ffff:192.0.2.1]", &[]), "192.0.2.1");
    }

    #[test]
    fn the_last_hop_that_is_no_proxy_is_the_client() {
        assert_eq!(client("10.0.0.1", &["198.51.100.7"]), "198.51.100.7");
        assert_eq!(client("[::1]", &["203.0.113.9, 198.51.100.7, 10.1.2.3"]), "198.51.100.7");
        assert_eq!(client("10.0.0.1", &["203.0.113.9", "198.51.100.7"]), "198.51.100.7");
        assert_eq!(client("10.0.0.1", &["[2001:db8::1]:4711"]), "2001:db8::1");
        assert_eq!(client("10.0.0.1", &["198.51.100.7:80"]), "198.51.100.7");
    }

    #[test]
    fn limits_count_what_quotas_count_and_no_proxies() {
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        let counted = |client: &str| network(client.parse().unwrap(), &trusted);
        assert_eq!(counted("2001:db8:1:2:3::4").as_deref(), Some("2001:db8:1:2::/64"));
        assert_eq!(counted("::ffff:192.0.2.1").as_deref(), Some("192.0.2.1"));
        assert_eq!(counted("10.1.2.3"), None);
        assert_eq!(counted("::ffff:10.1.2.3"), None);
    }

    #[test]
    fn what_cannot_be_read_is_not_believed() {
        assert_eq!(client("10.0.0.1", &["198.51.100.7, unknown"]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &[""]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &["10.0.0.2"]), "10.0.0.2");
    }
}
