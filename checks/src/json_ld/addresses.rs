//! Addresses that are fit to be written into a page's markup.

use url::Url;

use crate::catalogue::provenance::publisher_identity::profile::is_of_platform;
use crate::check::Context;
use crate::url::registrable_domain;

/// The address that a link or a property of the page leads to, where it is one of the web.
pub(super) fn web_address(context: &Context<'_>, written: &str) -> Option<String> {
    let page = &context.page.final_url;
    // What a template escaped twice is still escaped once.
    let whole = written.replace("&amp;", "&");
    let url = context.page.document.base(page).join(whole.trim()).ok()?;
    // What begins with `#` names a part of this page.
    let is_own = written.trim().is_empty() || written.trim().starts_with('#');
    let is_web = matches!(url.scheme(), "https" | "http");
    let url = repaired(&url).unwrap_or(url);
    (!is_own && is_web).then(|| secure(page, url).to_string())
}

/// The address that one with a scheme for its host was meant to be: `https://example.com/tea` of
/// `http://https//example.com/tea`, as programs make of `http:https://…`. None where nothing is wrong.
pub(super) fn repaired(url: &Url) -> Option<Url> {
    let scheme = url.host_str().filter(|host| matches!(*host, "http" | "https"))?;
    let rest =
        url.as_str().split_once("://")?.1.strip_prefix(scheme)?.trim_start_matches([':', '/']);
    let url = Url::parse(&format!("{scheme}://{rest}")).ok()?;
    (!matches!(url.host_str(), Some("http" | "https"))).then_some(url)
}

/// The address by `https:` where it is one of the site of a page that was fetched so.
pub(super) fn secure(page: &Url, url: Url) -> Url {
    let is_own = url.host_str() == page.host_str()
        || (registrable_domain(&url).is_some()
            && registrable_domain(&url) == registrable_domain(page));
    let mut secure = url.clone();
    let changes = page.scheme() == "https" && url.scheme() == "http" && is_own;
    match changes && url.port().is_none() && secure.set_scheme("https").is_ok() {
        true => secure,
        false => url,
    }
}

/// Parts of addresses by which readers share a page, lower case.
const SHARES: [&str; 8] = [
    "share",
    "sharer",
    "sharer.php",
    "sharearticle",
    "share-offsite",
    "intent",
    "dialog",
    "submit",
];
/// Parts of addresses under which others write about the site, lower case.
const WRITINGS: [&str; 3] = ["blog", "blogs", "news"];
/// Names of query parameters of links that earn their owner something.
const REFERRALS: [&str; 9] =
    ["ref", "referrer", "referral", "aff", "aff_id", "affid", "affiliate", "via", "partner"];

/// The address of a profile that may be published: without what only says where a visitor came
/// from, and none that shares a page, refers a customer or leads to what others write.
pub(crate) fn profile(address: &str) -> Option<String> {
    let mut url = Url::parse(address).ok()?;
    let is_of_platform = is_of_platform(&url);
    let has_part = |names: &[&str]| {
        let mut parts = url.path_segments().into_iter().flatten();
        parts.any(|part| names.contains(&part.to_ascii_lowercase().as_str()))
    };
    let mut pairs = url.query_pairs();
    let is_shared = has_part(&SHARES)
        || pairs.any(|(_, value)| value.starts_with("https://") || value.starts_with("http://"));
    let refers = || {
        let is_one = |name: &str| REFERRALS.contains(&name.to_ascii_lowercase().as_str());
        url.query_pairs().any(|(name, _)| is_one(&name))
    };
    if is_shared || (!is_of_platform && (refers() || has_part(&WRITINGS))) {
        return None;
    }
    // `profile.php?id=1` is nobody's without its query.
    if url.path() != "/" && !url.path().ends_with(".php") {
        url.set_query(None);
    }
    url.set_fragment(None);
    Some(url.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_on_a_site_is_served_as_its_page_is() {
        let secure = |page: &str, url: &str| {
            secure(&Url::parse(page).unwrap(), Url::parse(url).unwrap()).to_string()
        };
        let page = "https://www.example.com/tea";
        assert_eq!(secure(page, "http://example.com/tea"), "https://example.com/tea");
        for kept in ["http://example.org/a", "http://example.com:8080/a", "https://example.com/"] {
            assert_eq!(secure(page, kept), kept);
        }
        let plain = "http://www.example.com/tea";
        assert_eq!(secure(plain, plain), plain);
    }

    #[test]
    fn an_address_with_two_schemes_is_read_as_it_was_meant() {
        let repaired = |url: &str| repaired(&Url::parse(url).unwrap()).map(|url| url.to_string());
        for broken in ["http:https://example.com/tea", "http://https//example.com/tea"] {
            assert_eq!(repaired(broken).as_deref(), Some("https://example.com/tea"), "{broken}");
        }
        for sound in ["https://example.com/https//tea", "https://example.com/", "http://https/"] {
            assert_eq!(repaired(sound), None, "{sound}");
        }
    }

    #[test]
    fn what_a_template_escaped_twice_is_read_once_more() {
        let page = crate::catalogue::test_html::read("<title>Tea</title><h1>Tea</h1>");
        let context = Context::new(&page, false);
        let of = |written: &str| web_address(&context, written).unwrap();
        assert_eq!(of("/tea.png?a=1&amp;w=2"), "https://www.example.com/tea.png?a=1&w=2");
        assert_eq!(of("/tea.png?a=1&w=2"), "https://www.example.com/tea.png?a=1&w=2");
    }

    #[test]
    fn links_that_share_or_refer_are_no_profiles() {
        for (address, expected) in [
            ("https://x.com/leaf?s=21&t=abc", Some("https://x.com/leaf")),
            ("https://www.facebook.com/leaf?ref=hl#top", Some("https://www.facebook.com/leaf")),
            (
                "https://www.facebook.com/profile.php?id=1",
                Some("https://www.facebook.com/profile.php?id=1"),
            ),
            ("https://www.wikidata.org/wiki/Q1", Some("https://www.wikidata.org/wiki/Q1")),
            ("https://boards.example/shops/leaf?ref=badge", None),
            ("https://www.facebook.com/sharer/sharer.php?u=leaf.example", None),
            ("https://social.example/post?url=https://leaf.example/", None),
            ("https://owner.example/blog/leaf", None),
            ("leaf", None),
        ] {
            assert_eq!(profile(address).as_deref(), expected, "{address}");
        }
    }
}
