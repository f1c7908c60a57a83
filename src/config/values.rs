//! Reading single values. Every message says what to use.

use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::str::FromStr;
use std::time::Duration;

use citable_actors::Role;
use citable_actors::store::StoreUrl;
use clap::ValueEnum;
use ipnet::IpNet;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;
use url::{Host, Url};

use super::list::List;

/// The longest time that a setting may name.
const LONGEST_TIME: Duration = Duration::from_secs(60 * 60);

/// Where name servers listen when no port is given (RFC 1035 section 4.2.1).
const DNS_PORT: u16 = 53;

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Text on a terminal, JSON elsewhere.
    Auto,
    /// A line for a person.
    Text,
    /// A JSON object a line.
    Json,
}

/// What a node does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum NodeRole {
    /// Answers requests, and runs scans and deliveries.
    #[default]
    All,
    /// Answers requests.
    Api,
    /// Runs scans and deliveries.
    Worker,
}

impl From<NodeRole> for Role {
    fn from(role: NodeRole) -> Self {
        match role {
            NodeRole::All => Self::All,
            NodeRole::Api => Self::Api,
            NodeRole::Worker => Self::Worker,
        }
    }
}

/// Whether something is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OnOff {
    /// It is.
    #[default]
    On,
    /// It is not.
    Off,
}

/// Whether something is done, or found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum AutoOnOff {
    /// Found out.
    #[default]
    Auto,
    /// It is.
    On,
    /// It is not.
    Off,
}

pub(super) fn socket(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        "use an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080".to_owned()
    })
}

pub(crate) fn base_url(text: &str) -> Result<Url, String> {
    let url = Url::parse(text)
        .map_err(|_| "use a full URL, such as https://citable.example.org".to_owned())?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err("use a URL that begins with https:// or http://".to_owned());
    }
    if url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
        return Err(
            "use a URL without a path, query or fragment: the service runs at the root".to_owned()
        );
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("use a URL without a user name or password".to_owned());
    }
    Ok(url)
}

pub(super) fn postgres(text: &str) -> Result<StoreUrl, String> {
    match database(text)? {
        StoreUrl::Sqlite(_) => Err("use postgres://<user>@<host>/<database>".to_owned()),
        url => Ok(url),
    }
}

pub(super) fn database(text: &str) -> Result<StoreUrl, String> {
    StoreUrl::parse(text).map_err(|error| error.to_string())
}

/// The message names the file, and nothing of what is in it.
pub(super) fn database_in_file(path: &str) -> Result<StoreUrl, String> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("can't read {path}: {error}"))?;
    database(text.trim())
}

pub(super) fn networks(text: &str) -> Result<List<IpNet>, String> {
    list(text, |entry| {
        let network = IpNet::from_str(entry).or_else(|_| IpAddr::from_str(entry).map(IpNet::from));
        network.map_err(|_| {
            format!("`{entry}` isn't a network; use one such as 10.0.0.0/8, or an IP address")
        })
    })
}

pub(super) fn name_servers(text: &str) -> Result<List<SocketAddr>, String> {
    list(text, |entry| {
        let server = SocketAddr::from_str(entry)
            .or_else(|_| IpAddr::from_str(entry).map(|ip| SocketAddr::new(ip, DNS_PORT)));
        server.map_err(|_| format!("`{entry}` isn't a DNS server; use one such as 192.0.2.53:53"))
    })
}

/// An absolute http(s) URL of another service.
pub(super) fn provider_url(text: &str) -> Result<Url, String> {
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "https" | "http") => Ok(url),
        _ => Err("use a full URL, such as https://api.example.com/".to_owned()),
    }
}

/// Stages and their workflows, each stage once.
pub(super) fn stages(text: &str) -> Result<List<(String, String)>, String> {
    let stages = list(text, |entry| match entry.split_once('=') {
        Some((stage, file)) if is_word(stage, "-_") && is_word(file, "-_.") => {
            Ok((stage.to_owned(), file.to_owned()))
        }
        _ => Err(format!("`{entry}` isn't a stage; use one such as review=review.yml")),
    })?;
    let mut names: Vec<&str> = stages.0.iter().map(|(stage, _)| stage.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(twice) => Err(format!("the stage `{}` is named twice", twice[0])),
        None => Ok(stages),
    }
}

/// A file in a repository.
pub(super) fn repository_path(text: &str) -> Result<String, String> {
    let is_part = |part: &str| !["", ".", ".."].contains(&part);
    match text.split('/').all(is_part) && !text.chars().any(char::is_control) {
        true => Ok(text.to_owned()),
        false => Err("use the path from the repository's root, such as state/chain.json".into()),
    }
}

pub(super) fn is_word(text: &str, more: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(c))
}

/// An address that people can write to (RFC 9116 section 2.5.3).
pub(super) fn contact(text: &str) -> Result<Url, String> {
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "https" | "mailto" | "tel") => Ok(url),
        _ => Err("use mailto: and an email address, or an https URL".to_owned()),
    }
}

pub(super) fn ports(text: &str) -> Result<List<u16>, String> {
    list(text, |entry| match entry.parse() {
        Ok(port) if port > 0 => Ok(port),
        _ => Err(format!("`{entry}` isn't a port; use a number from 1 to 65535")),
    })
}

pub(crate) fn count(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "use a whole number of 1 or more".to_owned())
}

/// A number of connections to a database.
pub(super) fn connection_count(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| "use a whole number of 1 or more".to_owned())
}

/// A time in seconds or milliseconds.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let time = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(milliseconds), _) => milliseconds.parse().ok().map(Duration::from_millis),
        (None, Some(seconds)) => seconds.parse().ok().map(Duration::from_secs),
        (None, None) => None,
    };
    let time = time.filter(|time| *time <= LONGEST_TIME);
    time.ok_or_else(|| "use seconds such as 30s, or milliseconds such as 500ms, up to 3600s".into())
}

/// A time above 0.
pub(super) fn some_time(text: &str) -> Result<Duration, String> {
    match time(text)? {
        Duration::ZERO => Err("use a time above 0, such as 10s".to_owned()),
        time => Ok(time),
    }
}

pub(super) fn switch(text: &str) -> Result<bool, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "1" | "true" | "on" | "yes" => Ok(true),
        "" | "0" | "false" | "off" | "no" => Ok(false),
        _ => Err("use 1 or 0".to_owned()),
    }
}

/// Levels, alone or by module. A word that is no level would be taken for a module's name, and
/// silence everything else.
pub(super) fn log_filter(text: &str) -> Result<String, String> {
    let mut directives = text.split(',').map(str::trim).filter(|directive| !directive.is_empty());
    let is_level = |word: &str| word.parse::<LevelFilter>().is_ok();
    let odd = directives.find(|directive| !directive.contains(['=', '[']) && !is_level(directive));
    if let Some(word) = odd {
        return Err(format!(
            "`{word}` isn't a log level; use error, warn, info, debug, trace or off, or module=level \
             such as citable::http=debug"
        ));
    }
    match EnvFilter::builder().parse(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(format!("{error}; use a level such as info, or module=level pairs")),
    }
}

/// Whether only this machine can mean itself by that address.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}

fn list<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<List<T>, String> {
    let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    entries.map(read).collect::<Result<_, _>>().map(List)
}
