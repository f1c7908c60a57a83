//! Addresses that are no source of a claim. They are kept in `data/link-hosts.json`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use url::{Host, Url};

use super::affiliates::is_affiliate;
use crate::data;
use crate::url::registrable_domain;

/// Names that lead to nobody.
const RESERVED: [&str; 7] =
    ["localhost", "local", "internal", "invalid", "example.com", "example.net", "example.org"];

data::words! { "link-hosts.json" => static HOSTS: Hosts {
    /// Where buttons send a page on: a host, and the beginning of a path.
    share: Vec<String>,
    /// Where applications and podcasts are got.
    stores: Vec<String>,
    /// Advertising and the links of affiliates.
    ads: Vec<String>,
    /// Query parameters, and parts of paths, that name whom a sale is paid to. Lower case.
    affiliate_parameters: HashSet<String>,
    /// Networks whose short paths are profiles.
    profiles: Vec<String>,
    /// First segments of the paths of profiles.
    profile_parts: Vec<String>,
    /// Services that a page uses: maps, forms, licences.
    services: Vec<String>,
    /// Where pages keep their files: hosts, and all below them.
    files: HashSet<String>,
    /// What a path ends in that asks the reader to do something.
    actions: HashSet<String>,
    /// Registrable domains of short links, and those that they lead to.
    shortened: HashMap<String, String>,
    /// Query parameters that hold where a redirect leads.
    redirects: Vec<String>,
} }

/// The places of `share`, `stores`, `ads` and `services` by their registrable domains.
static PLACES: LazyLock<HashMap<String, Vec<Place>>> = LazyLock::new(|| {
    let lists = [
        (&HOSTS.share, NoSource::Share),
        (&HOSTS.stores, NoSource::Store),
        (&HOSTS.ads, NoSource::Advertising),
        (&HOSTS.services, NoSource::Service),
    ];
    let mut places: HashMap<String, Vec<Place>> = HashMap::new();
    for (list, why) in lists {
        for written in list {
            let (host, path) = written.split_once('/').unwrap_or((written, ""));
            let domain = psl::domain_str(host).unwrap_or(host).to_owned();
            places.entry(domain).or_default().push(Place { host, path, why });
        }
    }
    places
});

struct Place {
    host: &'static str,
    path: &'static str,
    why: NoSource,
}

/// Why an address is no source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoSource {
    /// It sends the page on.
    Share,
    /// It is where an application is got.
    Store,
    /// It is advertising.
    Advertising,
    /// It is a profile in a network.
    Profile,
    /// It is a service that the page uses.
    Service,
}

/// Why an address of that registrable domain is no source, where it is none.
pub(super) fn no_source(url: &Url, domain: &str) -> Option<NoSource> {
    let host = url.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let path = url.path().trim_start_matches('/').to_ascii_lowercase();
    let is_in = |place: &&Place| {
        let is_host = host == place.host
            || host.strip_suffix(place.host).is_some_and(|before| before.ends_with('.'));
        is_host && path.starts_with(place.path)
    };
    let listed = PLACES.get(domain).and_then(|places| places.iter().find(is_in));
    listed
        .map(|place| place.why)
        .or_else(|| {
            is_affiliate(url, domain, &path, &HOSTS.affiliate_parameters)
                .then_some(NoSource::Advertising)
        })
        .or_else(|| is_profile(domain, &path).then_some(NoSource::Profile))
}

/// Whether an address is that of a file among those that pages keep elsewhere: on a network that
/// only delivers them.
pub(super) fn is_file_host(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let ends = host.match_indices('.').map(|(at, _)| &host[at + 1..]);
    std::iter::once(host).chain(ends).any(|end| HOSTS.files.contains(end))
}

/// Whether an address asks the reader to do something: to sign up, to buy, to get in touch.
pub(super) fn asks_to_act(url: &Url) -> bool {
    let last = url.path().trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let name = last.rsplit_once('.').map_or(last, |(name, _)| name).to_ascii_lowercase();
    HOSTS.actions.contains(&name)
}

/// The registrable domain that another stands for: that of the platform for its short links.
pub(super) fn platform(domain: String) -> String {
    HOSTS.shortened.get(&domain).cloned().unwrap_or(domain)
}

/// Whether an address is nobody's: the reader's own machine, or a name that is kept for examples
/// (RFC 2606, RFC 6761).
pub(super) fn is_nobodys(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => {
            address.is_loopback() || address.is_private() || address.is_unspecified()
        }
        Some(Host::Ipv6(address)) => address.is_loopback() || address.is_unspecified(),
        Some(Host::Domain(name)) => RESERVED.iter().any(|reserved| {
            name.strip_suffix(reserved)
                .is_some_and(|before| before.is_empty() || before.ends_with('.'))
        }),
        None => false,
    }
}

/// Whether a path in a network is somebody's profile: one segment, or two where the first says so.
fn is_profile(domain: &str, path: &str) -> bool {
    if !HOSTS.profiles.iter().any(|known| known == domain) {
        return false;
    }
    let mut segments = path.split('/').filter(|segment| !segment.is_empty());
    match (segments.next(), segments.next(), segments.next()) {
        (None, ..) => true,
        // A film, and not who uploaded it.
        (Some("watch" | "playlist" | "results"), None, _) => false,
        (Some(_), None, _) => true,
        (Some(first), Some(_), None) => HOSTS.profile_parts.iter().any(|part| part == first),
        _ => false,
    }
}

/// Where a redirect leads, as far as its own address tells: `https://google.com/url?q=https://…`.
pub(super) fn behind_redirect(url: &Url) -> Option<Url> {
    let query = url.query().filter(|query| query.contains("http"))?;
    if !query.contains("://") && !query.contains("%3A") && !query.contains("%3a") {
        return None;
    }
    url.query_pairs().find_map(|(name, value)| {
        let is_known = HOSTS.redirects.iter().any(|known| known.eq_ignore_ascii_case(&name));
        let target = Url::parse(&value).ok().filter(|_| is_known)?;
        (matches!(target.scheme(), "http" | "https") && registrable_domain(&target).is_some())
            .then_some(target)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(text: &str) -> Option<NoSource> {
        let url = Url::parse(text).unwrap();
        no_source(&url, &registrable_domain(&url).unwrap())
    }

    #[test]
    fn addresses_that_back_no_claim_are_known() {
        for (url, expected) in [
            ("https://www.facebook.com/sharer/sharer.php?u=x", Some(NoSource::Share)),
            ("https://api.whatsapp.com/send?text=x", Some(NoSource::Share)),
            ("https://www.linkedin.com/shareArticle?url=x", Some(NoSource::Share)),
            ("https://b.hatena.ne.jp/entry/x", Some(NoSource::Share)),
            ("https://apps.apple.com/app/x", Some(NoSource::Store)),
            ("https://play.google.com/store/apps/details?id=x", Some(NoSource::Store)),
            ("https://ad.doubleclick.net/x", Some(NoSource::Advertising)),
            ("https://www.amazon.co.uk/dp/1?tag=me-21", Some(NoSource::Advertising)),
            ("https://www.amazon.co.uk/dp/1", None),
            ("https://twitter.com/janedoe", Some(NoSource::Profile)),
            ("https://twitter.com/janedoe/status/123", None),
            ("https://www.linkedin.com/in/janedoe/", Some(NoSource::Profile)),
            ("https://www.linkedin.com/pulse/a-study", None),
            ("https://www.youtube.com/watch?v=x", None),
            ("https://www.youtube.com/@jane", Some(NoSource::Profile)),
            ("https://developers.facebook.com/docs/x/y", None),
            ("https://maps.google.com/?q=x", Some(NoSource::Service)),
            ("https://www.google.com/preferences/source?q=x.example", Some(NoSource::Service)),
            ("https://acme.c3po9.net/c/123/456/789?subId=x", Some(NoSource::Advertising)),
            ("https://acme.c3po9.net/ZQgKJX?ref=me", Some(NoSource::Advertising)),
            ("https://acme.c3po9.net/research", None),
            ("https://docs.web3py.net/Intro1/x", None),
            ("https://www.web3py.net/Intro1", None),
            ("https://shop.acme.com/#a_aid=jane", Some(NoSource::Advertising)),
            ("https://shop.acme.com/tea?KBID=123", Some(NoSource::Advertising)),
            ("https://shop.acme.com/tea.html/BI/23/KBID/29/DFF/d10", Some(NoSource::Advertising)),
            ("https://s.click.aliexpress.com/e/_onh", Some(NoSource::Advertising)),
            ("https://www.aliexpress.com/item/1.html", None),
            ("https://forms.gle/x", Some(NoSource::Service)),
            ("https://www.acme.com/c/2024/01/tides", None),
            ("https://geni.us/tides", Some(NoSource::Advertising)),
            ("https://news.google.com/publications/x", Some(NoSource::Service)),
            ("https://www.instagram.com/explore/tags/tides/", Some(NoSource::Service)),
            ("https://www.who.int/data", None),
            ("https://github.com/a/b", None),
        ] {
            assert_eq!(why(url), expected, "{url}");
        }
    }

    #[test]
    fn files_calls_to_act_and_short_links_are_told() {
        let url = |text: &str| Url::parse(text).unwrap();
        for (text, expected) in [
            ("https://cdn.shopify.com/s/files/1/tides.pdf", true),
            ("https://d1abc.cloudfront.net/tides", true),
            ("https://www.shopify.com/research", false),
            ("https://notcloudfront.net/tides", false),
        ] {
            assert_eq!(is_file_host(&url(text)), expected, "{text}");
        }
        for (text, expected) in [
            ("https://app.acme.com/signup", true),
            ("https://acme.com/en/Sign-Up/?plan=x", true),
            ("https://acme.com/demo.html", true),
            ("https://acme.com/demo/results", false),
            ("https://acme.com/", false),
        ] {
            assert_eq!(asks_to_act(&url(text)), expected, "{text}");
        }
        assert_eq!(platform("youtu.be".to_owned()), "youtube.com");
        assert_eq!(platform("who.int".to_owned()), "who.int");
    }

    #[test]
    fn the_own_machine_and_examples_are_nobodys() {
        for (url, expected) in [
            ("http://localhost:3000/", true),
            ("http://app.localhost/", true),
            ("http://127.0.0.1:5000/", true),
            ("http://192.168.1.1/", true),
            ("http://[::1]/", true),
            ("https://n8n.example.com/", true),
            ("https://counterexample.com/", false),
            ("https://1.1.1.1/", false),
            ("https://www.who.int/", false),
        ] {
            assert_eq!(is_nobodys(&Url::parse(url).unwrap()), expected, "{url}");
        }
    }

    #[test]
    fn redirects_lead_where_they_say() {
        let behind = |text: &str| behind_redirect(&Url::parse(text).unwrap()).map(String::from);
        for url in [
            "https://www.google.com/url?sa=t&q=https%3A%2F%2Fwww.who.int%2Fdata&usg=x",
            "https://www.example.com/out?url=https://www.who.int/data",
        ] {
            assert_eq!(behind(url).as_deref(), Some("https://www.who.int/data"));
        }
        for url in [
            "https://web.example/?page=https://www.who.int/data",
            "https://www.example.com/login?redirect=/data",
            "https://www.example.com/search?q=http",
            "https://www.example.com/",
        ] {
            assert_eq!(behind(url), None, "{url}");
        }
    }
}
