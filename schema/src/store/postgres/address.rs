//! The URL of a PostgreSQL server, read as libpq reads it
//! (<https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS>).

use std::path::PathBuf;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, LoadBalanceHosts, SslMode};

use crate::store::error::StoreError;
use crate::store::postgres::passfile::Passfile;
use crate::store::postgres::tls::{Roots, TlsMode};

/// How the service names itself in `pg_stat_activity`, unless the URL has another name.
const APPLICATION_NAME: &str = "citable";

/// How long reaching one host may take, up to a usable session, unless the URL sets
/// `connect_timeout`.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// After how long without traffic the kernel asks whether the other side still lives, how long it
/// waits for an answer, and how often it asks: a host that vanished is noticed after a minute.
const KEEPALIVES_IDLE: Duration = Duration::from_secs(30);
const KEEPALIVES_INTERVAL: Duration = Duration::from_secs(10);
const KEEPALIVES_RETRIES: u32 = 3;

/// Where a PostgreSQL database is, and how it is reached.
#[derive(Debug, Clone)]
pub(crate) struct Address {
    /// One for each host of the URL, in the order of the URL.
    pub(crate) hosts: Vec<Config>,
    /// Whether hosts are tried in a random order.
    pub(crate) shuffled: bool,
    /// How far the server must prove who it is.
    pub(crate) mode: TlsMode,
    /// Who may vouch for it.
    pub(crate) roots: Roots,
    /// `passfile` of the URL.
    passfile: Option<PathBuf>,
}

impl Address {
    /// Reads `postgres://…` without touching a file.
    ///
    /// # Errors
    /// [`StoreError::InvalidUrl`], which repeats no value of the URL: it may hold a password.
    pub(crate) fn parse(url: &str) -> Result<Self, StoreError> {
        let parts = Parts::of(url)?;
        let roots = match parts.value("sslrootcert").as_deref() {
            None | Some("") => Roots::None,
            Some("system") => Roots::System,
            Some(path) => Roots::File(PathBuf::from(path)),
        };
        let mode = match parts.value("sslmode") {
            Some(word) => TlsMode::parse(&word)?,
            // As libpq does.
            None if roots == Roots::System => TlsMode::VerifyFull,
            None => TlsMode::Prefer,
        };
        mode.allows(&roots)?;
        let all = parts.for_driver.parse::<Config>().map_err(|error| {
            StoreError::InvalidUrl(format!("the database URL can't be read: {}", chain(&error)))
        })?;
        let hosts = each_host(&all, &parts, mode)?;
        Ok(Self {
            hosts,
            shuffled: all.get_load_balance_hosts() == LoadBalanceHosts::Random,
            mode,
            roots,
            passfile: parts.value("passfile").map(PathBuf::from),
        })
    }

    /// Whether the URL has a password.
    fn has_password(&self) -> bool {
        self.hosts.iter().any(|host| host.get_password().is_some())
    }

    /// Adds passwords from the password file, if the URL has none.
    pub(crate) fn with_passfile(mut self) -> Self {
        if !self.has_password()
            && let Some(file) = Passfile::read(self.passfile.as_deref())
        {
            for host in &mut self.hosts {
                if let Some(password) = file.password_for(host) {
                    host.password(password);
                }
            }
        }
        self
    }
}

/// The query of a URL, apart from what the driver reads itself.
struct Parts<'a> {
    query: Vec<(&'a str, &'a str)>,
    for_driver: String,
}

/// Parameters that the driver doesn't know.
const OURS: [&str; 3] = ["sslmode", "sslrootcert", "passfile"];

impl<'a> Parts<'a> {
    fn of(url: &'a str) -> Result<Self, StoreError> {
        // A password may contain a question mark; the driver, too, ends it at the first `@`.
        let host = url.find('@').map_or(0, |at| at + 1);
        let Some(mark) = url[host..].find('?').map(|mark| host + mark) else {
            return Ok(Self { query: Vec::new(), for_driver: url.to_owned() });
        };
        let mut query = Vec::new();
        for parameter in url[mark + 1..].split('&').filter(|parameter| !parameter.is_empty()) {
            let pair = parameter.split_once('=');
            query.push(pair.ok_or_else(|| {
                StoreError::InvalidUrl(
                    "a parameter of the database URL has no value: use name=value".to_owned(),
                )
            })?);
        }
        let theirs = query.iter().filter(|(name, _)| !OURS.contains(name));
        let theirs: Vec<String> = theirs.map(|(name, value)| driver_pair(name, value)).collect();
        let for_driver = format!("{}?{}", &url[..mark], theirs.join("&"));
        Ok(Self { query, for_driver })
    }

    /// The last value of that name, as text.
    fn value(&self, name: &str) -> Option<String> {
        let found = self.query.iter().rev().find(|(known, _)| *known == name);
        found.map(|(_, value)| percent_decode_str(value).decode_utf8_lossy().into_owned())
    }

    fn has(&self, name: &str) -> bool {
        self.query.iter().any(|(known, _)| *known == name)
    }
}

fn driver_pair(name: &str, value: &str) -> String {
    match (name, value) {
        // libpq's newer word; the driver asks the same question of the server for both.
        ("target_session_attrs", "primary") => format!("{name}=read-write"),
        _ => format!("{name}={value}"),
    }
}

/// The driver's settings for each host alone: hosts may have their own passwords, and a socket has
/// no TLS.
fn each_host(all: &Config, parts: &Parts<'_>, mode: TlsMode) -> Result<Vec<Config>, StoreError> {
    let (hosts, addresses, ports) = (all.get_hosts(), all.get_hostaddrs(), all.get_ports());
    let number = hosts.len().max(addresses.len());
    if number == 0 {
        return Err(StoreError::InvalidUrl(
            "the database URL names no host: use postgres://<user>@<host>/<database>".to_owned(),
        ));
    }
    let fits = |count: usize, one_for_all: bool| {
        count == 0 || count == number || (one_for_all && count == 1)
    };
    if !fits(hosts.len(), false) || !fits(addresses.len(), false) || !fits(ports.len(), true) {
        return Err(StoreError::InvalidUrl(
            "the database URL has different numbers of hosts, host addresses and ports".to_owned(),
        ));
    }
    let one = |at: usize| {
        let mut config = common(all, parts);
        config.ssl_mode(mode.driver());
        match hosts.get(at) {
            Some(Host::Tcp(name)) => drop(config.host(name)),
            Some(Host::Unix(path)) => {
                // As libpq does: nobody listens in on a socket.
                config.host_path(path).ssl_mode(SslMode::Disable);
            }
            None => {}
        }
        if let Some(address) = addresses.get(at) {
            config.hostaddr(*address);
        }
        if let Some(port) = ports.get(at).or(ports.first()) {
            config.port(*port);
        }
        config
    };
    Ok((0..number).map(one).collect())
}

/// What is the same for all hosts.
fn common(all: &Config, parts: &Parts<'_>) -> Config {
    let mut config = Config::new();
    if let Some(user) = all.get_user() {
        config.user(user);
    }
    if let Some(password) = all.get_password() {
        config.password(password);
    }
    if let Some(name) = all.get_dbname() {
        config.dbname(name);
    }
    if let Some(options) = all.get_options() {
        config.options(options);
    }
    if let Some(timeout) = all.get_tcp_user_timeout() {
        config.tcp_user_timeout(*timeout);
    }
    let idle =
        if parts.has("keepalives_idle") { all.get_keepalives_idle() } else { KEEPALIVES_IDLE };
    config
        .application_name(all.get_application_name().unwrap_or(APPLICATION_NAME))
        .connect_timeout(all.get_connect_timeout().copied().unwrap_or(CONNECT_TIMEOUT))
        .keepalives(all.get_keepalives())
        .keepalives_idle(idle)
        .keepalives_interval(all.get_keepalives_interval().unwrap_or(KEEPALIVES_INTERVAL))
        .keepalives_retries(all.get_keepalives_retries().unwrap_or(KEEPALIVES_RETRIES))
        .ssl_negotiation(all.get_ssl_negotiation())
        .target_session_attrs(all.get_target_session_attrs())
        .channel_binding(all.get_channel_binding());
    config
}

/// An error with its causes: the driver names them only there.
pub(super) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(&format!(": {error}"));
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(url: &str) -> String {
        Address::parse(url).unwrap_err().to_string()
    }

    #[test]
    fn defaults_hold_unless_the_url_sets_them() {
        let address = Address::parse("postgres://host/db").unwrap();
        assert_eq!((address.mode, &address.roots), (TlsMode::Prefer, &Roots::None));
        let host = &address.hosts[0];
        assert_eq!(host.get_connect_timeout(), Some(&CONNECT_TIMEOUT));
        assert_eq!(host.get_keepalives_idle(), KEEPALIVES_IDLE);
        assert_eq!(host.get_application_name(), Some(APPLICATION_NAME));
        let url = "postgres://host/db?connect_timeout=1&keepalives_idle=7200&application_name=a";
        let host = &Address::parse(url).unwrap().hosts[0];
        assert_eq!(host.get_connect_timeout(), Some(&Duration::from_secs(1)));
        assert_eq!(host.get_keepalives_idle(), Duration::from_secs(7200));
        assert_eq!(host.get_application_name(), Some("a"));
    }

    #[test]
    fn tls_is_read_as_libpq_reads_it() {
        for (query, mode, roots) in [
            ("sslmode=disable", TlsMode::Disable, Roots::None),
            ("sslmode=require", TlsMode::Require, Roots::None),
            ("sslmode=verify-ca&sslrootcert=/a%20b", TlsMode::VerifyCa, Roots::File("/a b".into())),
            ("sslrootcert=system", TlsMode::VerifyFull, Roots::System),
            ("sslmode=verify-full", TlsMode::VerifyFull, Roots::None),
        ] {
            let address = Address::parse(&format!("postgres://u@h/d?{query}")).unwrap();
            assert_eq!((address.mode, address.roots), (mode, roots), "{query}");
        }
    }

    #[test]
    fn every_host_has_its_port_and_sockets_have_no_tls() {
        let url = "postgres://u@one:1,%2Frun%2Fpg:2/d?sslmode=require&target_session_attrs=primary";
        let address = Address::parse(url).unwrap();
        let ports: Vec<_> = address.hosts.iter().map(|host| host.get_ports().to_vec()).collect();
        assert_eq!(ports, [[1], [2]]);
        let modes: Vec<_> = address.hosts.iter().map(Config::get_ssl_mode).collect();
        assert_eq!(modes, [SslMode::Require, SslMode::Disable]);
    }

    #[test]
    fn what_is_wrong_is_named_without_the_password() {
        for (url, told) in [
            ("postgres://u:secret@h/d?sslmode=always", "use disable, prefer, require"),
            ("postgres://u:secret@h/d?sslmode=verify-ca", "sslrootcert"),
            ("postgres://u:secret@h/d?sslmode=require&sslrootcert=system", "verify-full"),
            ("postgres://u:secret@h/d?tls=1", "unknown option `tls`"),
            ("postgres://u:secret@h/d?sslmode", "no value"),
            ("postgres://u:secret@/d", "names no host"),
            ("postgres://u:secret@h:port/d", "port"),
        ] {
            let message = refusal(url);
            assert!(message.contains(told), "{url}: {message}");
            assert!(!message.contains("secret"), "{message}");
        }
    }
}
