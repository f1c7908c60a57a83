//! Names to addresses, by a resolver of our own: one look-up, every answer judged.
//!
//! The system's resolver would block a thread, read the hosts file and try search domains.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use hickory_resolver::config::{
    ConnectionConfig, NameServerConfig, ResolveHosts, ResolverConfig, ResolverOpts,
};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::net::{DnsError, NetError};
use hickory_resolver::proto::rr::{Name, RecordType};
use hickory_resolver::{TokioResolver, system_conf};

use super::address_policy::AddressPolicy;
use super::failure::RequestError;
use super::settings::{FetchSettings, ResolveOverrides};
use super::target::TargetUrl;
use crate::fetch::error::FetchError;

/// How often a question is asked again within the time for one name.
const ATTEMPTS: usize = 2;

/// Resolves names and refuses those with an address that may not be dialled.
pub(super) struct Resolver {
    servers: TokioResolver,
    overrides: ResolveOverrides,
    policy: AddressPolicy,
    time: Duration,
    cname_depth: usize,
    addresses: usize,
}

impl Resolver {
    /// A resolver on the configured name servers, else the system's.
    ///
    /// # Errors
    /// The system's name servers cannot be found out, or the resolver cannot be built.
    pub(super) fn new(settings: &FetchSettings) -> Result<Self, FetchError> {
        let unusable = |error: NetError| FetchError::NameServers(error.to_string());
        let servers = if settings.dns_servers.is_empty() {
            system_conf::read_system_conf().map_err(unusable)?.0.into_parts().2
        } else {
            settings.dns_servers.iter().copied().map(name_server).collect()
        };
        let config = ResolverConfig::from_name_servers(servers);
        let resolver = TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
            .with_options(options(settings.limits.dns))
            .build()
            .map_err(unusable)?;
        Ok(Self {
            servers: resolver,
            overrides: settings.resolve.clone(),
            policy: AddressPolicy::new(settings),
            time: settings.limits.dns,
            cname_depth: settings.limits.cname_depth,
            addresses: settings.limits.addresses,
        })
    }

    /// The socket addresses of the target, IPv4 first; all of them may be dialled.
    ///
    /// # Errors
    /// The name has no address, or any of its addresses may not be dialled: picking the permitted
    /// ones would let a name that also leads inwards pass.
    pub(super) async fn resolve(
        &self,
        target: &TargetUrl,
    ) -> Result<Vec<SocketAddr>, RequestError> {
        let found = self.find(target).await?;
        let mut sockets: Vec<SocketAddr> =
            found.into_iter().map(|address| SocketAddr::new(address, target.port())).collect();
        if !sockets.iter().all(|socket| self.policy.allows(*socket)) {
            return Err(RequestError::NotPublic);
        }
        sockets.truncate(self.addresses);
        if sockets.is_empty() { Err(RequestError::NoAddress) } else { Ok(sockets) }
    }

    async fn find(&self, target: &TargetUrl) -> Result<Vec<IpAddr>, RequestError> {
        if let Some(address) = target.ip_address() {
            return Ok(vec![address]);
        }
        if let Some(addresses) = self.overrides.addresses(target.host()) {
            return Ok(addresses.to_vec());
        }
        // The dot of the root keeps search domains out.
        let name =
            Name::from_ascii(format!("{}.", target.host())).map_err(|_| RequestError::NoAddress)?;
        let look_ups = async {
            futures_util::future::join(
                self.look_up(&name, RecordType::A),
                self.look_up(&name, RecordType::AAAA),
            )
            .await
        };
        match tokio::time::timeout(self.time, look_ups).await {
            Ok((Ok(v4), Ok(v6))) => Ok([v4, v6].concat()),
            Ok((Err(RequestError::TooManyAliases), _) | (_, Err(RequestError::TooManyAliases))) => {
                Err(RequestError::TooManyAliases)
            }
            // Some name servers fail on the record type that they do not serve.
            Ok((Ok(found), Err(error)) | (Err(error), Ok(found))) => {
                if found.is_empty() {
                    Err(error)
                } else {
                    Ok(found)
                }
            }
            Ok((Err(error), Err(_))) => Err(error),
            Err(_) => Err(RequestError::NameServers),
        }
    }

    /// The addresses of one kind; none where the name exists without one, or does not exist.
    async fn look_up(&self, name: &Name, kind: RecordType) -> Result<Vec<IpAddr>, RequestError> {
        match self.servers.lookup(name.clone(), kind).await {
            Ok(answer) => {
                let aliases = answer
                    .answers()
                    .iter()
                    .filter(|record| record.record_type() == RecordType::CNAME)
                    .count();
                if aliases > self.cname_depth {
                    return Err(RequestError::TooManyAliases);
                }
                Ok(answer.answers().iter().filter_map(|record| record.data.ip_addr()).collect())
            }
            Err(NetError::Dns(DnsError::NoRecordsFound(_))) => Ok(Vec::new()),
            Err(_) => Err(RequestError::NameServers),
        }
    }
}

fn name_server(address: SocketAddr) -> NameServerConfig {
    let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()]
        .into_iter()
        .map(|mut connection| {
            connection.port = address.port();
            connection
        })
        .collect();
    NameServerConfig::new(address.ip(), true, connections)
}

fn options(time: Duration) -> ResolverOpts {
    let mut options = ResolverOpts::default();
    options.use_hosts_file = ResolveHosts::Never;
    // A kept answer would outlive the instant at which it was judged.
    options.cache_size = 0;
    options.attempts = ATTEMPTS;
    options.timeout = time / 3;
    options
}
