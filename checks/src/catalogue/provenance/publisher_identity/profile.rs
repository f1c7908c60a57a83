//! Profiles of a site on other sites.

use std::collections::HashMap;

use url::Url;

use super::names::{domain_names, parts};
use super::own_pages::is_of_site;
use super::words::{WORDS, bare_name};
use crate::check::Context;
use crate::lists::PLATFORMS;
use crate::page::outline::Link;
use crate::page::structured::NodeRef;
use crate::report::PageKind;
use crate::url::{is_year, registrable_domain, without_query};
use crate::weights::{
    PROFILE_END_PARTS, PROFILE_NAME_BYTES, PROFILE_PART_BYTES, PROFILE_PARTS, PUBLISHER_NODES_MAX,
    SITE_NAME_CHARACTERS, TITLE_PARTS,
};

/// The first `sameAs` of a publisher, or link that says so or bears the name of the site, that
/// leads to another site.
pub(crate) fn outside_profile(context: &Context<'_>, nodes: &[NodeRef<'_>]) -> Option<String> {
    let own = registrable_domain(&context.page.final_url);
    let is_own = |url: &Url| {
        let domain = registrable_domain(url);
        domain == own
            || own
                .as_deref()
                .zip(domain.as_deref())
                .is_some_and(|(own, other)| is_sister(own, other))
    };
    let is_outside = |address: &str| {
        Url::parse(address).is_ok_and(|url| {
            matches!(url.scheme(), "https" | "http")
                && !is_own(&url)
                && !is_front_of_platform(&url)
                && !is_contribution(address)
                && !leads_on(address)
                && !lists_site(context, &url)
        })
    };
    let declared = nodes.iter().flat_map(|node| node.texts("sameAs"));
    let links = &context.page.document.outline.links;
    let is_me =
        |rel: &str| rel.split_ascii_whitespace().any(|token| token.eq_ignore_ascii_case("me"));
    // A writer's own site, linked from a box about the author, isn't the publisher's profile.
    let is_account = |link: &&Link| {
        Url::parse(&link.href).is_ok_and(|url| is_of_platform(&url) || url.path().starts_with("/@"))
    };
    let linked = links.iter().filter(|link| is_me(&link.rel)).filter(is_account);
    let linked = linked.map(|link| link.href.as_str());
    let marked = declared.chain(linked).find(|address| is_outside(address));
    if let Some(marked) = marked {
        return Some(marked.to_owned());
    }
    let names = own_names(context);
    let whole = |href: &str| match href.starts_with("//") {
        true => format!("https:{href}"),
        false => href.to_owned(),
    };
    // What a text links to is what it is about, except where it is about the site.
    let main = &context.page.document.main;
    let is_thread = context.subject.kind == PageKind::Qa;
    let is_of_text = |link: &Link| link.place.in_main && (is_thread || !main.low_confidence);
    let is_told_of = is_of_site(context);
    // Most stand at the foot.
    let mut last = links
        .iter()
        .rev()
        .filter(|link| link.href.contains("//") && (is_told_of || !is_of_text(link)))
        .filter(|link| !names_other_site(context, link));
    last.find_map(|link| {
        Some(whole(&link.href)).filter(|address| {
            bears_name(address, &names)
                && !is_service(address)
                && !sells_or_shares(address)
                && is_outside(address)
        })
    })
}

/// Whether a domain bears the name of the site's as a word of its own: `jobs-example.com` beside
/// `example.com`. Who names their other domains so stands behind both.
pub(super) fn is_sister(own: &str, other: &str) -> bool {
    let label = |domain: &str| domain.split('.').next().unwrap_or_default().to_owned();
    let (own, other) = (label(own), label(other));
    own.len() >= PROFILE_NAME_BYTES && other.split('-').any(|word| word == own)
}

/// Whether an address holds another one, to which it leads on, as those of advertisements and
/// counters do.
fn leads_on(address: &str) -> bool {
    let rest = address.split_once("//").map_or("", |(_, rest)| rest).to_ascii_lowercase();
    ["http://", "https://", "http%3a", "https%3a"].iter().any(|inner| rest.contains(inner))
}

/// Whether an address lists the site's own pages for its readers, as bookmarking services do: the
/// site's host is a part of its path, and more follows.
fn lists_site(context: &Context<'_>, url: &Url) -> bool {
    let own = context.page.final_url.host_str().unwrap_or_default();
    let mut parts = url.path_segments().into_iter().flatten().filter(|part| !part.is_empty());
    !own.is_empty() && parts.any(|part| part == own) && parts.next().is_some()
}

/// Whether the text of a link names another site than this one by its domain: “Leaf.example on X”.
pub(crate) fn names_other_site(context: &Context<'_>, link: &Link) -> bool {
    let Some(own) = registrable_domain(&context.page.final_url) else { return false };
    let label = |domain: &str| domain.split('.').next().unwrap_or_default().to_owned();
    let text = context.page.document.text_at(&link.place).to_lowercase();
    let is_sign = |char: char| !char.is_ascii_alphanumeric();
    let mut words = text.split_whitespace().filter_map(|word| {
        let domain = word.trim_matches(is_sign).split(['/', '\'', '’']).next();
        domain.map(|domain| domain.trim_matches(is_sign))
    });
    // What has the site's own label and another ending is a site for another country.
    words.any(|word| {
        word != own
            && word.contains('.')
            && word.starts_with(&format!("{}.", label(&own)))
            && word.split('.').all(|part| !part.is_empty())
            && !own.ends_with(&format!(".{word}"))
    })
}

/// Whether others do something for the site or for its readers under an address, on a site that
/// isn't a platform: an account, an order, a counted click.
fn is_service(address: &str) -> bool {
    let path = without_query(address);
    let path = path.split_once("//").and_then(|(_, rest)| rest.split_once('/'));
    let mut words = path.map_or("", |(_, path)| path).split(['/', '-', '_', '.']);
    words.any(|word| WORDS.services.contains(&word.to_ascii_lowercase()))
        && Url::parse(address).is_ok_and(|url| !is_of_platform(&url))
}

/// Whether an address is that of a shop, or of what readers keep and share pages with: they bear the name
/// of the site and say nothing of who is behind it.
fn sells_or_shares(address: &str) -> bool {
    /// First labels of hosts on which something of the site is sold.
    const SALES: [&str; 5] = ["reprints", "licensing", "shop", "store", "boutique"];
    let Ok(url) = Url::parse(address) else { return false };
    let is_pin = url.path().starts_with("/pin/create");
    let label = url.host_str().and_then(|host| host.split('.').next()).unwrap_or_default();
    let domain = registrable_domain(&url).unwrap_or_default();
    is_pin
        || SALES.contains(&label)
        || PLATFORMS.shops.contains(&domain)
        || PLATFORMS.bookmarks.contains(&domain)
}

/// Whether others have profiles on that site, where what stands below a name is of its bearer.
pub(crate) fn is_of_platform(url: &Url) -> bool {
    registrable_domain(url).is_some_and(|domain| PLATFORMS.profiles.contains(&domain))
}

/// Whether an address leads to where a platform begins, as themes have it before their users put
/// in their own: `https://linkedin.com/in/`.
fn is_front_of_platform(url: &Url) -> bool {
    let path = url.path().trim_matches('/');
    let is_bare = matches!(path, "" | "in" | "company" | "channel" | "c" | "user");
    is_bare && url.query().is_none() && is_of_platform(url)
}

/// What a profile of the site may be called, comparable: its domain and its declared names.
pub(crate) fn own_names(context: &Context<'_>) -> Vec<String> {
    let domain = domain_names(context);
    let declared = context.sites.declared.iter().take(PUBLISHER_NODES_MAX);
    // "ETC - English Tea Club: tea for all" holds a longer name too.
    let parts = declared.clone().flat_map(|own| parts(&own.name).take(TITLE_PARTS));
    let long = parts.filter(|part| part.split_whitespace().nth(1).is_some());
    let declared = declared.map(|own| own.name.as_str()).chain(long).map(bare_name);
    let handle = handle_of_several(context);
    let mut names: Vec<String> = domain.into_iter().chain(declared).chain(handle).collect();
    names.retain(|name| name.chars().count() >= SITE_NAME_CHARACTERS);
    names.truncate(PUBLISHER_NODES_MAX);
    names
}

/// The name under which the head or the foot of the page has accounts on two platforms, comparable: who
/// is behind a site need not call themselves as the site is called. Writers of the page have their own.
fn handle_of_several(context: &Context<'_>) -> Option<String> {
    /// Links at the end of a page among which those of its foot are.
    const LAST_LINKS: usize = 30;
    /// What readers do with a page on platforms.
    const ACTIONS: [&str; 13] = [
        "share", "sharer", "submit", "home", "intent", "dialog", "login", "create", "hashtag",
        "explore", "tags", "tag", "search",
    ];
    let outline = &context.page.document.outline;
    let heading = outline.main_blocks().next().map_or(0, |block| block.place.text.start);
    let foot = outline.links.len().saturating_sub(LAST_LINKS);
    let is_of_frame = |(at, link): &(usize, &Link)| {
        !link.place.in_main && (*at >= foot || link.place.text.end <= heading)
    };
    let authors: Vec<String> =
        context.authors.candidates.iter().map(|author| bare_name(&author.name)).collect();
    let mut found: HashMap<String, String> = HashMap::new();
    for (_, link) in outline.links.iter().enumerate().filter(is_of_frame) {
        let Some(url) = Url::parse(&link.href).ok().filter(is_of_platform) else { continue };
        let parts: Vec<&str> =
            url.path_segments().into_iter().flatten().filter(|part| !part.is_empty()).collect();
        let Some(last) = parts.last().filter(|_| parts.len() <= PROFILE_PARTS) else { continue };
        let handle = bare_name(last);
        let is_account = handle.len() >= PROFILE_NAME_BYTES
            && !leads_on(&link.href)
            && !is_document(last)
            // Who made a theme is linked by name.
            && bare_name(context.page.document.text_at(&link.place)) != handle
            && !parts.iter().any(|part| ACTIONS.contains(&part.to_ascii_lowercase().as_str()))
            && !authors.contains(&handle);
        let Some(platform) = registrable_domain(&url).filter(|_| is_account) else { continue };
        if found.get(&handle).is_some_and(|other| *other != platform) {
            return Some(handle);
        }
        found.insert(handle, platform);
    }
    None
}

/// Whether the address of a profile bears one of the names: `/example`, `/company/example`,
/// `/@ExampleHQ`, and on the platforms where others have theirs `/example-jobs`.
fn bears_name(address: &str, names: &[String]) -> bool {
    let Some((_, rest)) = address.split_once("//") else { return false };
    let path = without_query(rest);
    let parts: Vec<&str> = path.trim_end_matches('/').split('/').skip(1).collect();
    // Elsewhere what goes on for long after a name is a page about something: an order, a question.
    let is_on_platform = Url::parse(address).is_ok_and(|url| is_of_platform(&url));
    let first = match is_on_platform {
        true => 0,
        false => parts.len().saturating_sub(PROFILE_END_PARTS),
    };
    let mut parts = parts.iter().take(PROFILE_PARTS).skip(first);
    parts.any(|part| {
        let is_short = !part.is_empty() && part.len() <= PROFILE_PART_BYTES;
        is_short && !is_document(part) && {
            let bare = bare_name(part);
            names.iter().any(|name| {
                let is_telling = name.len() >= PROFILE_NAME_BYTES;
                // Elsewhere, a few letters are those of a product or a section, too.
                (bare == *name && (is_on_platform || is_telling))
                    || (is_on_platform && has_word(part, name))
                    || (is_telling && (bare.starts_with(name) || bare.ends_with(name.as_str())))
            })
        }
    })
}

/// Whether a part of a path has the name as a word of its own: `pwc` in `pwc-us-consulting`.
fn has_word(part: &str, name: &str) -> bool {
    part.split(['-', '_', '.']).any(|word| bare_name(word) == *name)
}

/// Whether an address is one of a feed, an article or a thread, and of nobody: by a part of its
/// path, a year in it, or the file that it ends in.
pub(super) fn is_contribution(address: &str) -> bool {
    let path = without_query(address);
    let path = path.split_once("//").map_or(path, |(_, rest)| rest);
    let mut parts = path.split('/');
    let is_feed_file = |part: &str| {
        [".xml", ".rss", ".atom", ".rdf"].iter().any(|end| part.ends_with(end))
            || part.starts_with("feeds.")
            || part.starts_with("feed.")
    };
    parts.any(|part| {
        let part = part.to_ascii_lowercase();
        WORDS.contributions.contains(&part) || is_year(&part) || is_feed_file(&part)
    })
}

/// Whether a part of a path is the name of a file: a page about something, and no profile.
fn is_document(part: &str) -> bool {
    let part = part.to_ascii_lowercase();
    [".html", ".htm", ".shtml", ".pdf"].iter().any(|end| part.ends_with(end))
}
