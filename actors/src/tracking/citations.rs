//! Whether an answer cites a page or its site, and who else is cited: pure.

use citable_checks::url::{normalise, registrable_domain};
use url::Url;

/// The most characters of an address that is kept.
const ADDRESS_CHARACTERS: usize = 2_048;
/// The most other sites that are named.
const MOST_OTHERS: usize = 10;
/// Query parameters by which others follow readers, beside those that begin with `utm_`.
const FOLLOWING: [&str; 8] =
    ["gclid", "fbclid", "msclkid", "dclid", "yclid", "mc_cid", "mc_eid", "srsltid"];

/// Something that an answer cites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cited {
    /// An address.
    Address(Url),
    /// A host, where the address could not be found out.
    Host(Url),
}

/// What an answer cites, seen from one page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    /// Position of the page, or else of its site, among the cited URLs, from 1.
    pub(super) position: Option<usize>,
    /// The address under which it is cited, where that is known.
    pub(super) url: Option<String>,
    /// Other sites that are cited, in order.
    pub(super) others: Vec<String>,
}

impl Cited {
    /// What is cited under an address as it was written; none where that is none.
    pub(super) fn address(text: &str) -> Option<Self> {
        web_address(text).map(Self::Address)
    }

    /// A host by its name; none if the text isn't the name of a public host.
    pub(super) fn host(name: &str) -> Option<Self> {
        let name = name.trim();
        let is_name = !name.contains(['/', '@', ':', '?', '#', ' ', '\\'])
            && name.split('.').count() > 1
            && name.split('.').all(|label| !label.is_empty());
        if !is_name {
            return None;
        }
        let url = web_address(&format!("https://{name}/"))?;
        registrable_domain(&url).is_some().then_some(Self::Host(url))
    }

    fn url(&self) -> &Url {
        match self {
            Self::Address(url) | Self::Host(url) => url,
        }
    }

    /// Equal for what is the same page.
    fn key(&self) -> String {
        match self {
            Self::Address(url) => page_key(url),
            Self::Host(url) => format!("host {}", host_of(url)),
        }
    }
}

fn web_address(text: &str) -> Option<Url> {
    let url = Url::parse(text.trim()).ok()?;
    let is_web = matches!(url.scheme(), "https" | "http") && url.has_host();
    (is_web && url.as_str().len() <= ADDRESS_CHARACTERS).then_some(url)
}

/// What an answer cites, seen from a page that has those addresses: the one that is monitored, and
/// where its redirects end.
pub(super) fn judge(own: &[Url], cited: &[Cited]) -> Verdict {
    let pages: Vec<String> = own.iter().map(page_key).collect();
    let sites: Vec<String> = own.iter().map(site_of).collect();
    let is_page =
        |cited: &Cited| matches!(cited, Cited::Address(url) if pages.contains(&page_key(url)));
    let is_site = |cited: &Cited| sites.contains(&site_of(cited.url()));
    let unique = unique(cited);
    let page = unique.iter().position(|cited| is_page(cited));
    let place = page.or_else(|| unique.iter().position(|cited| is_site(cited)));
    let url = place.and_then(|place| match unique[place] {
        Cited::Address(url) => Some(url.to_string()),
        Cited::Host(_) => None,
    });
    let mut others: Vec<String> = Vec::new();
    for cited in unique.iter().filter(|cited| !is_site(cited)) {
        let Some(domain) = registrable_domain(cited.url()) else { continue };
        if others.len() < MOST_OTHERS && !others.contains(&domain) {
            others.push(domain);
        }
    }
    Verdict { position: place.map(|place| place + 1), url, others }
}

/// The first of those that are the same page.
fn unique(cited: &[Cited]) -> Vec<&Cited> {
    let mut seen: Vec<String> = Vec::new();
    let mut unique = Vec::new();
    for cited in cited {
        let key = cited.key();
        if !seen.contains(&key) {
            seen.push(key);
            unique.push(cited);
        }
    }
    unique
}

/// The same for all spellings of one page: whether it is `www` and encrypted, where in it a link
/// leads, a slash at its end and what follows readers do not count.
fn page_key(url: &Url) -> String {
    let normal = normalise(url);
    let path = normal.path().trim_end_matches('/');
    let query = normal.query().unwrap_or_default().split('&');
    let query: Vec<&str> =
        query.filter(|pair| !pair.is_empty() && !follows_readers(pair)).collect();
    let port = normal.port().map(|port| format!(":{port}")).unwrap_or_default();
    format!("{}{port}{path}?{}", host_of(&normal), query.join("&"))
}

fn follows_readers(pair: &str) -> bool {
    let name = pair.split('=').next().unwrap_or_default().to_ascii_lowercase();
    name.starts_with("utm_") || FOLLOWING.contains(&name.as_str())
}

fn host_of(url: &Url) -> &str {
    let host = url.host_str().unwrap_or_default().trim_end_matches('.');
    host.strip_prefix("www.").unwrap_or(host)
}

/// The registrable domain; the host if it has none.
fn site_of(url: &Url) -> String {
    registrable_domain(url).unwrap_or_else(|| host_of(url).to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PAGE: &str = "https://www.example.co.uk/tides";

    fn seen_from(own: &[&str], cited: &[&str]) -> Verdict {
        let own: Vec<Url> = own.iter().map(|url| url.parse().unwrap()).collect();
        let cited: Vec<Cited> = cited.iter().filter_map(|url| Cited::address(url)).collect();
        judge(&own, &cited)
    }

    fn position(cited: &[&str]) -> Option<usize> {
        seen_from(&[PAGE], cited).position
    }

    #[test]
    fn a_page_is_known_in_every_spelling() {
        for spelling in [
            PAGE,
            "http://example.co.uk/tides/",
            "https://EXAMPLE.co.uk./tides?utm_source=openai#neap",
            "https://www.example.co.uk:443/t%69des?UTM_medium=x&gclid=1",
            "https://www.example.co.uk/tides?#:~:text=Tides",
        ] {
            let verdict = seen_from(&[PAGE], &["https://other.example.com/", spelling]);
            assert_eq!(verdict.position, Some(2), "{spelling}");
            let kept: Url = verdict.url.unwrap().parse().unwrap();
            assert_eq!(kept, spelling.parse().unwrap(), "as it is cited");
        }
    }

    #[test]
    fn the_page_counts_before_its_site() {
        let site = ["https://a.example/", "https://shop.example.co.uk/", "https://example.co.uk/x"];
        assert_eq!(position(&site), Some(2), "a subdomain is the site");
        let both = [site[0], site[1], PAGE];
        assert_eq!(position(&both), Some(3));
        let of = |query: &str| position(&[&format!("{PAGE}?{query}"), PAGE]);
        assert_eq!(of("page=2"), Some(2), "another query is another page");
        assert_eq!(of("utm_id=2"), Some(1));
    }

    #[test]
    fn other_sites_are_other_sites() {
        for other in [
            "https://other.co.uk/tides",
            "https://example.com/tides",
            "https://example.co.uk.evil.com/tides",
            "https://notexample.co.uk/tides",
            "https://192.0.2.1/tides",
            "ftp://www.example.co.uk/tides",
            "www.example.co.uk/tides",
            "javascript:alert(1)",
            "",
        ] {
            assert_eq!(position(&[other]), None, "{other}");
        }
        let hosted = seen_from(&["https://ada.github.io/"], &["https://grace.github.io/"]);
        assert_eq!((hosted.position, hosted.others), (None, vec!["grace.github.io".to_owned()]));
    }

    #[test]
    fn where_redirects_end_is_the_page_too() {
        let own = ["https://old.example/tides", "https://new.example.org/tides"];
        let cited = ["https://new.example.org/", "https://new.example.org/tides"];
        assert_eq!(seen_from(&own, &cited).position, Some(2));
        assert_eq!(seen_from(&own, &cited[..1]).position, Some(1));
    }

    #[test]
    fn each_address_counts_once_and_each_other_site_too() {
        let cited = [
            "https://a.example.com/1",
            "https://a.example.com/1/#x",
            "https://b.example.com/",
            "https://c.org/",
            PAGE,
        ];
        let verdict = seen_from(&[PAGE], &cited);
        assert_eq!(verdict.position, Some(4));
        assert_eq!(verdict.others, ["example.com", "c.org"]);
        let many: Vec<String> = (0..50).map(|number| format!("https://s{number}.org/")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(seen_from(&[PAGE], &many).others.len(), MOST_OTHERS);
    }

    #[test]
    fn a_host_stands_for_the_site_and_not_for_a_page() {
        let host = |name: &str| Cited::host(name);
        for name in ["", "Tides", "co.uk", "https://a.com", "a.com/x", "a com", "1.2.3.4", "a..b"] {
            assert_eq!(host(name), None, "{name}");
        }
        let home: Url = "https://example.com/".parse().unwrap();
        let verdict =
            judge(&[home], &[host("other.org").unwrap(), host("www.Example.com").unwrap()]);
        let other = vec!["other.org".to_owned()];
        assert_eq!(verdict, Verdict { position: Some(2), url: None, others: other });
    }

    proptest! {
        #[test]
        fn whatever_is_cited_the_verdict_holds_together(
            cited in prop::collection::vec("(https?://)?(www\\.)?[a-c]{1,2}\\.(com|co\\.uk|org)/?[a-b]{0,2}(\\?utm_source=x)?(#y)?", 0..20),
            place in 0_usize..20,
        ) {
            let mut urls: Vec<&str> = cited.iter().map(String::as_str).collect();
            let without = seen_from(&["https://www.zz.co.uk/a"], &urls);
            prop_assert_eq!((without.position, &without.url), (None, &None));
            prop_assert!(without.others.len() <= MOST_OTHERS);
            urls.insert(place.min(urls.len()), "https://zz.co.uk/a?utm_source=openai");
            let with = seen_from(&["https://www.zz.co.uk/a"], &urls);
            prop_assert_eq!(&with.others, &without.others, "oneself is nobody else");
            let at = with.position.unwrap();
            prop_assert!(at >= 1 && at <= place + 1);
            urls.retain(|url| !url.contains("zz.co.uk"));
            urls.insert(0, "https://a.zz.co.uk/");
            prop_assert_eq!(seen_from(&["https://www.zz.co.uk/a"], &urls).position, Some(1));
        }

        #[test]
        fn any_text_is_judged_without_a_panic(texts in prop::collection::vec(any::<String>(), 0..8)) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let hosts: Vec<Cited> = texts.iter().filter_map(|text| Cited::host(text)).collect();
            let verdict = judge(&[PAGE.parse().unwrap()], &hosts);
            prop_assert!(verdict.others.len() <= MOST_OTHERS);
            prop_assert!(!verdict.others.iter().any(|other| other.chars().any(char::is_control)));
            seen_from(&[PAGE], &texts);
        }

        #[test]
        fn a_key_is_the_same_for_what_differs_in_nothing_that_counts(
            path in "(/[a-z0-9]{0,5}){0,4}", query in "([a-z]=[0-9]&){0,3}",
        ) {
            let key = |text: String| page_key(&text.parse().unwrap());
            let plain = key(format!("https://example.org{path}?{query}"));
            prop_assert_eq!(&plain, &key(format!("http://www.example.org{path}/?{query}utm_x=1#f")));
            prop_assert_ne!(&plain, &key(format!("https://example.org{path}/other?{query}")));
            prop_assert_ne!(plain, key(format!("https://sub.example.org{path}?{query}")));
        }
    }
}
