//! How many connections one address may hold.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::settings::HttpSettings;

/// Counts the open connections of each address.
#[derive(Clone, Debug, Default)]
pub(crate) struct AddressCounts(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One counted connection; dropping it gives the place back.
#[derive(Debug)]
pub(crate) struct Place {
    counts: AddressCounts,
    address: Option<IpAddr>,
}

impl AddressCounts {
    /// A place for one more connection from `address`, or `None` where it holds too many.
    pub(crate) fn take(&self, address: IpAddr, settings: &HttpSettings) -> Option<Place> {
        let address = address.to_canonical();
        if settings.trusted_proxies.iter().any(|proxies| proxies.contains(&address)) {
            return Some(Place { counts: self.clone(), address: None });
        }
        let mut counts = self.lock();
        let held = counts.entry(address).or_default();
        if *held >= settings.max_connections_per_address {
            return None;
        }
        *held += 1;
        drop(counts);
        Some(Place { counts: self.clone(), address: Some(address) })
    }

    /// The map is never left half-changed, so a poisoned lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        if let Entry::Occupied(mut held) = self.counts.lock().entry(address) {
            *held.get_mut() -= 1;
            if *held.get() == 0 {
                held.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(limit: usize, proxies: &[&str]) -> HttpSettings {
        HttpSettings {
            max_connections_per_address: limit,
            trusted_proxies: proxies.iter().map(|net| net.parse().unwrap()).collect(),
            ..HttpSettings::default()
        }
    }

    #[test]
    fn one_address_fills_its_own_places_only() {
        let counts = AddressCounts::default();
        let two = settings(2, &[]);
        let near: IpAddr = "192.0.2.1".parse().unwrap();
        let first = counts.take(near, &two).unwrap();
        let _second = counts.take(near, &two).unwrap();
        assert!(counts.take(near, &two).is_none());
        assert!(counts.take("192.0.2.2".parse().unwrap(), &two).is_some());
        drop(first);
        assert!(counts.take(near, &two).is_some());
    }

    #[test]
    fn the_same_address_in_its_ipv6_form_counts_as_one() {
        let counts = AddressCounts::default();
        let one = settings(1, &[]);
        let _held = counts.take("192.0.2.1".parse().unwrap(), &one).unwrap();
        assert!(counts.take("::ffff:192.0.2.1".parse().unwrap(), &one).is_none());
    }

    #[test]
    fn trusted_proxies_are_not_counted() {
        let counts = AddressCounts::default();
        let none = settings(0, &["10.0.0.0/8"]);
        assert!(counts.take("10.1.2.3".parse().unwrap(), &none).is_some());
        assert!(counts.take("11.1.2.3".parse().unwrap(), &none).is_none());
        assert!(counts.lock().values().all(|held| *held == 0));
    }

    #[test]
    fn an_address_that_left_is_forgotten() {
        let counts = AddressCounts::default();
        drop(counts.take("192.0.2.1".parse().unwrap(), &settings(1, &[])));
        assert!(counts.lock().is_empty());
    }
}
