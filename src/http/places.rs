//! Who gets a connection.
//!
//! When all connections are taken, a few more serve one request each, for health.

use std::net::IpAddr;

use citable_metrics::HTTP_CONNECTIONS_REFUSED;
use ipnet::IpNet;

use super::client_address;
use super::settings::HttpSettings;
use super::shares::{Portion, Refused, Shares};

/// Connections of the spare ones that one network may hold.
const SPARE_SHARE: usize = 2;

/// Counts the open connections of each network.
#[derive(Debug)]
pub(crate) struct Places {
    trusted: Vec<IpNet>,
    all: Shares,
    /// For one request each, once all others are taken.
    spare: Shares,
    /// The same for trusted proxies and for this machine, which ask for health: strangers cannot
    /// take these.
    operators: Shares,
}

/// One counted connection; dropping it gives the place back.
#[derive(Debug)]
pub(crate) struct Place {
    _portion: Portion,
    /// Whether it is for one request, which is refused unless it asks for health.
    pub(crate) is_spare: bool,
}

impl Places {
    pub(crate) fn new(settings: &HttpSettings) -> Self {
        let spare = settings.spare_connections.div_ceil(2);
        Self {
            trusted: settings.trusted_proxies.clone(),
            all: Shares::new(settings.max_connections, settings.max_connections_per_network),
            spare: Shares::new(spare, SPARE_SHARE),
            operators: Shares::new(settings.spare_connections - spare, usize::MAX),
        }
    }

    /// A place for one more connection of that peer; none where it is to be closed at once.
    pub(crate) fn take(&self, peer: IpAddr) -> Option<Place> {
        let network = client_address::network(peer, &self.trusted);
        let spare = |portion| Place { _portion: portion, is_spare: true };
        match self.all.one(network.clone()) {
            Ok(portion) => Some(Place { _portion: portion, is_spare: false }),
            Err(Refused::Share) => {
                HTTP_CONNECTIONS_REFUSED.one(["share"]);
                None
            }
            Err(Refused::Full) => {
                HTTP_CONNECTIONS_REFUSED.one(["full"]);
                let is_operator = network.is_none() || peer.to_canonical().is_loopback();
                let reserved = is_operator.then(|| self.operators.one(None).ok()).flatten();
                reserved.or_else(|| self.spare.one(network).ok()).map(spare)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(all: usize, share: usize) -> Places {
        Places::new(&HttpSettings {
            max_connections: all,
            max_connections_per_network: share,
            spare_connections: 8,
            trusted_proxies: vec!["10.0.0.0/8".parse().unwrap()],
            ..HttpSettings::default()
        })
    }

    /// Takes places for these peers and keeps them; how many there were.
    fn fill(places: &Places, kept: &mut Vec<Place>, peers: impl Iterator<Item = String>) -> usize {
        let before = kept.len();
        kept.extend(peers.filter_map(|peer| places.take(peer.parse().unwrap())));
        kept.len() - before
    }

    #[test]
    fn one_network_fills_its_own_places_only() {
        let (places, mut kept) = (places(4_096, 64), Vec::new());
        let one = (0..4_225).map(|host| format!("2001:db8:0:1:{:x}::{host:x}", host * 7));
        assert_eq!(fill(&places, &mut kept, one), 64);
        let mapped = (0..100).map(|_| "::ffff:192.0.2.1".to_owned());
        assert_eq!(fill(&places, &mut kept, mapped), 64);
        assert!(places.take("192.0.2.1".parse().unwrap()).is_none());
        assert!(!places.take("2001:db8:0:2::1".parse().unwrap()).unwrap().is_spare);
        assert!(!places.take("192.0.2.2".parse().unwrap()).unwrap().is_spare);
    }

    #[test]
    fn sixty_four_networks_leave_room_for_newcomers() {
        let (places, mut kept) = (places(4_096, 64), Vec::new());
        for network in 0..64 {
            fill(&places, &mut kept, (0..64).map(|_| format!("192.0.2.{network}")));
        }
        assert_eq!(kept.len(), 32 * 64 + 32 * 8);
        assert!(kept.iter().all(|place| !place.is_spare));
        let newcomers = (0..1_000_u32).map(|host| format!("2001:db8:0:{host:x}::1"));
        assert_eq!(fill(&places, &mut kept, newcomers), 1_000);
    }

    #[test]
    fn trusted_proxies_have_no_share() {
        let (places, mut kept) = (places(100, 1), Vec::new());
        assert_eq!(fill(&places, &mut kept, (0..100).map(|_| "10.1.2.3".to_owned())), 100);
        assert!(kept.iter().all(|place| !place.is_spare));
    }

    #[test]
    fn a_full_house_has_spare_places_and_strangers_cannot_take_all_of_them() {
        let (places, mut kept) = (places(2, 1), Vec::new());
        fill(&places, &mut kept, (0..2).map(|_| "10.1.2.3".to_owned()));
        let flood = (0..1_000_u32).map(|host| format!("2001:db8:0:{host:x}::1"));
        assert_eq!(fill(&places, &mut kept, flood), 4);
        assert!(kept.iter().skip(2).all(|place| place.is_spare));
        for operator in ["10.1.2.3", "127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            kept.push(places.take(operator.parse().unwrap()).unwrap());
        }
        assert!(kept.iter().skip(2).all(|place| place.is_spare));
        assert!(places.take("::1".parse().unwrap()).is_none());
        kept.clear();
        assert!(!places.take("::1".parse().unwrap()).unwrap().is_spare);
    }
}
