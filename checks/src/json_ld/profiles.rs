//! Profiles of whoever publishes a page.

use url::Url;

use super::addresses::profile;
use crate::catalogue::provenance::publisher_identity::profile::{
    is_of_platform, names_other_site, outside_profile, own_names,
};
use crate::check::Context;
use crate::page::authors::AuthorKind;
use crate::page::names::comparable;
use crate::page::structured::NodeRef;
use crate::url::registrable_domain;
use crate::weights::PROFILE_NAME_BYTES;

/// Profiles that are looked at for one that isn't there yet.
const PROFILES_LOOKED_AT: usize = 100;
/// The most profiles in a snippet.
const PROFILES_MAX: usize = 8;
/// The fewest signs of a name by which a profile is told to be its.
const NAME_SIGNS: usize = 3;

/// The profile that tells who publishes the page, the others around the content whose address ends in
/// the same name, and those beside it.
pub(super) fn profiles(
    context: &Context<'_>,
    nodes: &[NodeRef<'_>],
    name: Option<&str>,
) -> Vec<String> {
    let is_declared =
        |found: &str| nodes.iter().flat_map(|node| node.texts("sameAs")).any(|own| own == found);
    // What bears the name elsewhere may be an archive, a shop or a guide to hotels.
    let is_account = |found: &str| Url::parse(found).is_ok_and(|url| is_account(&url));
    let first = outside_profile(context, nodes)
        .filter(|found| is_declared(found) || is_account(found))
        .filter(|found| !is_advertising(context, found))
        .filter(|found| is_declared(found) || !is_of_author(context, found, name));
    let mut all: Vec<String> = first.as_deref().and_then(profile).into_iter().collect();
    let publisher = name;
    let name = name.map(comparable).filter(|name| name.chars().count() >= NAME_SIGNS);
    // What begins with a short name may be somebody else's, where no profile is known to be its.
    let begins = |last: &str| {
        !all.is_empty() && name.as_ref().is_some_and(|name| last.starts_with(name.as_str()))
    };
    let exact = name.iter().cloned().chain(own_names(context));
    let exact: Vec<String> = exact.filter(|name| name.len() >= PROFILE_NAME_BYTES).collect();
    let is_own = |url: &Url| {
        let mut parts = url.path_segments().into_iter().flatten();
        let last = parts.rfind(|part| !part.is_empty()).map(comparable).unwrap_or_default();
        (begins(&last) || exact.contains(&last)) && !is_of_givers(url)
    };
    let links = context.page.document.outline.links.iter();
    let links = links.filter(|link| !link.place.in_main && !names_other_site(context, link));
    let urls: Vec<Option<Url>> = links.map(|link| Url::parse(&link.href).ok()).collect();
    let own = urls.iter().flatten().filter(|url| self::is_account(url) && is_own(url));
    let own = own.filter(|url| !is_of_author(context, url.as_str(), publisher));
    let own: Vec<String> =
        own.filter_map(|url| profile(url.as_str())).take(PROFILES_LOOKED_AT).collect();
    for found in own {
        if !all.iter().any(|one| is_same(one, &found)) {
            all.push(found);
        }
    }
    // A second one on a platform is of somebody else, such as who writes.
    let platform =
        |address: &str| Url::parse(address).ok().and_then(|url| registrable_domain(&url));
    let beside = all.first().map_or(&[][..], |first| beside(&urls, first)).iter().flatten();
    for found in beside.filter_map(|url| profile(url.as_str())).take(PROFILES_LOOKED_AT) {
        if !all.iter().any(|one| platform(one) == platform(&found)) {
            all.push(found);
        }
    }
    all.truncate(PROFILES_MAX);
    all
}

/// The profiles in one row with that one: links to platforms and to nothing else, one behind the other.
fn beside<'a>(urls: &'a [Option<Url>], first: &str) -> &'a [Option<Url>] {
    let is_profile = |url: &Option<Url>| {
        url.as_ref().is_some_and(|url| url.query().is_none() && is_account(url))
    };
    let is_first = |url: &Option<Url>| url.as_ref().is_some_and(|url| is_same(url.as_str(), first));
    let Some(at) = urls.iter().rposition(is_first) else { return &[] };
    let from = urls[..at].iter().rposition(|url| !is_profile(url)).map_or(0, |before| before + 1);
    let to = urls[at..].iter().position(|url| !is_profile(url)).map_or(urls.len(), |end| at + end);
    urls.get(from..to).unwrap_or_default()
}

/// Whether an address on a platform is that of an account, and not of something that it did or sells:
/// `/leaf`, `/company/leaf`, and `/@leaf` on any host, as in networks of many servers.
fn is_account(url: &Url) -> bool {
    const SORTS: [&str; 17] = [
        "company", "showcase", "channel", "c", "user", "users", "in", "school", "people", "groups",
        "pages", "profile", "orgs", "p", "pg", "add", "r",
    ];
    const ACTIONS: [&str; 6] = ["share", "sharer", "intent", "home", "login", "today"];
    /// Parts of an account's own pages.
    const TABS: [&str; 5] = ["about", "videos", "featured", "photos", "posts"];
    let parts = url.path_segments().into_iter().flatten().filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.take(5).map(str::to_ascii_lowercase).collect();
    let mut parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    if parts.len() > 1 && parts.last().is_some_and(|last| TABS.contains(last)) {
        parts.pop();
    }
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = match parts.as_slice() {
        [name] => !ACTIONS.contains(name),
        [sort, _] => SORTS.contains(sort),
        // `/pages/Leaf/123`.
        ["pages" | "people", _, number] => is_number(number),
        _ => false,
    };
    let is_of_network = matches!(parts.as_slice(), [name] if name.starts_with('@'));
    let is_known = is_of_platform(url)
        || registrable_domain(url).is_some_and(|domain| NETWORKS.contains(&domain.as_str()));
    (is_known && is_name) || is_of_network
}

/// Further networks, on which what bears a site's name elsewhere in its path isn't its own for sure.
const NETWORKS: [&str; 8] = [
    "bsky.app",
    "reddit.com",
    "snapchat.com",
    "t.me",
    "threads.com",
    "twitch.tv",
    "vk.com",
    "weibo.com",
];

/// Whether an account bears a part of an author's name that the publisher's name has not: “/leafjane” of
/// Jane Doe, who writes for Leaf.
fn is_of_author(context: &Context<'_>, address: &str, publisher: Option<&str>) -> bool {
    /// Letters of a part; shorter ones are parts of other words, too.
    const LETTERS: usize = 4;
    let last = bare_address(address).rsplit('/').next().map(comparable).unwrap_or_default();
    let publisher = publisher.map(comparable).unwrap_or_default();
    let authors = context.authors.candidates.iter();
    let mut people = authors.filter(|one| one.kind == AuthorKind::Person);
    people.any(|one| {
        let mut parts = one.name.split_whitespace().map(comparable);
        parts.any(|part| {
            part.chars().count() >= LETTERS && last.contains(&part) && !publisher.contains(&part)
        })
    })
}

/// Whether an address is where readers give money: it says nothing of who gets it.
fn is_of_givers(url: &Url) -> bool {
    url.path_segments().into_iter().flatten().any(|part| part == "sponsors")
}

/// Whether two addresses are those of one profile: platforms take the names in them in any case.
fn is_same(one: &str, other: &str) -> bool {
    bare_address(one).eq_ignore_ascii_case(bare_address(other))
}

/// An address without what only spells it: its scheme, `www`, a slash at its end.
fn bare_address(address: &str) -> &str {
    let rest = address.split_once("//").map_or(address, |(_, rest)| rest);
    rest.strip_prefix("www.").unwrap_or(rest).trim_end_matches('/')
}

/// Whether a link to that address offers space for advertising or reprints of the text.
fn is_advertising(context: &Context<'_>, address: &str) -> bool {
    /// Parts of words, lower case.
    const WORDS: [&str; 9] = [
        "advertis",
        "reprint",
        "media kit",
        "mediadaten",
        "werben",
        "publicité",
        "publicidad",
        "pubblicità",
        "adverteren",
    ];
    let document = &context.page.document;
    let links = document.outline.links.iter().filter(|link| link.href == address);
    let mut texts = links.filter_map(|link| document.visible_text.get(link.place.text.clone()));
    texts.any(|text| {
        let text = text.to_lowercase();
        WORDS.iter().any(|word| text.contains(word))
    })
}
