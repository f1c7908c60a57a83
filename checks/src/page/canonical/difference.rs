//! How the address that a canonical names differs from the page's own.

use url::Url;

use super::variant;
use crate::url::{normalise, registrable_domain};

/// What differs where the hosts do.
pub(crate) const ANOTHER_HOST: &str = "the host (same domain)";
/// What differs where the last segments do.
pub(crate) const INDEX_OR_AMP: &str = "the filename (index or AMP)";

/// How two addresses differ, mildest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Difference {
    /// Not at all, after normalisation.
    Same,
    /// Query parameters are left out.
    QueryDropped,
    /// Another spelling of what servers hold for one document.
    Spelling(&'static str),
    /// One document, of which the page's address is a variant.
    Variant(&'static str),
    /// The same last path segment under another path of the host.
    OtherPath,
    /// Another document of the site.
    OtherDocument,
    /// Another site, by registrable domain.
    OtherSite,
}

/// How `target` differs from `page`.
pub(crate) fn difference(page: &Url, target: &Url) -> Difference {
    let (page, target) = (Address::of(page), Address::of(target));
    if page.site != target.site {
        return match () {
            () if page.is_at_home_in(&target) => {
                Difference::Variant("the site's domain for another country")
            }
            () if page.is_copy_of(&target) => Difference::Variant("the publisher's other domain"),
            () => Difference::OtherSite,
        };
    }
    let Some(query) = page.query_difference(&target) else { return Difference::OtherDocument };
    if page.loose_path() != target.loose_path() {
        return page.path_difference(&target);
    }
    page.spelling(&target).map_or(query, Difference::Spelling)
}

/// The same for a page of that title: one that is the name of the canonical moved there.
pub(super) fn difference_of(page: &Url, title: &str, target: &Url) -> Difference {
    match difference(page, target) {
        Difference::OtherDocument
            if Address::of(page).own_host() == Address::of(target).own_host()
                && variant::is_named_by(title, page, target) =>
        {
            Difference::Variant("another slug for the same title")
        }
        other => other,
    }
}

/// An address in the parts that are compared.
struct Address {
    scheme: String,
    /// The registrable domain, or the host where it has none.
    site: String,
    host: String,
    port: Option<u16>,
    path: String,
    query: Vec<String>,
}

impl Address {
    fn of(url: &Url) -> Self {
        let url = normalise(url);
        let host = url.host_str().unwrap_or_default().trim_end_matches('.').to_owned();
        let query = url.query().unwrap_or_default();
        let mut query: Vec<String> =
            query.split('&').filter(|pair| !pair.is_empty()).map(str::to_owned).collect();
        query.sort_unstable();
        Self {
            scheme: url.scheme().to_owned(),
            site: registrable_domain(&url).unwrap_or_else(|| host.clone()),
            host,
            port: url.port(),
            path: url.path().to_owned(),
            query,
        }
    }

    fn bare_host(&self) -> &str {
        self.host.strip_prefix("www.").unwrap_or(&self.host)
    }

    /// The host without the label of a copy for some clients.
    fn own_host(&self) -> &str {
        const COPIES: [&str; 4] = ["www.", "m.", "mobile.", "amp."];
        COPIES.iter().find_map(|copy| self.host.strip_prefix(copy)).unwrap_or(&self.host)
    }

    /// Whether the domains of both differ in their suffix alone, as those of one company in several
    /// countries do, and the last segments name the same document.
    fn is_at_home_in(&self, target: &Self) -> bool {
        let name = |site: &str| site.split('.').next().unwrap_or_default().to_owned();
        let is_of_country = |site: &str| {
            let top = site.rsplit('.').next().unwrap_or_default();
            top.len() == 2 && top.bytes().all(|byte| byte.is_ascii_alphabetic())
        };
        (is_of_country(&self.site) || is_of_country(&target.site))
            && name(&self.site) == name(&target.site)
            && self.same_last_segment(target)
    }

    /// Whether one host bears the name of the other's domain, and both have the document under the
    /// same path with its ID: `tea.example.com/a-126062150` and `m.tea.com/a-126062150`.
    fn is_copy_of(&self, target: &Self) -> bool {
        let name = |site: &str| site.split('.').next().unwrap_or_default().to_owned();
        let bears = |host: &str, name: &str| host.split('.').any(|label| label == name);
        self.loose_path() == target.loose_path()
            && variant::has_id(&self.loose_path())
            && (bears(&self.host, &name(&target.site)) || bears(&target.host, &name(&self.site)))
    }

    /// How another path differs.
    fn path_difference(&self, target: &Self) -> Difference {
        if self.own_host() != target.own_host() {
            return Difference::OtherDocument;
        }
        match variant::of_path(&self.loose_path(), &target.loose_path()) {
            Some(cause) => Difference::Variant(cause),
            None if self.same_last_segment(target) => Difference::OtherPath,
            None => Difference::OtherDocument,
        }
    }

    /// Whether the target's query is ours with parameters left out; none where it says more or
    /// other than ours.
    fn query_difference(&self, target: &Self) -> Option<Difference> {
        let mut ours = self.query.iter();
        let contained = target.query.iter().all(|pair| ours.any(|own| own == pair));
        contained.then_some(match target.query.len() == self.query.len() {
            true => Difference::Same,
            false => Difference::QueryDropped,
        })
    }

    /// The path in the spelling that most servers take for the same.
    fn loose_path(&self) -> String {
        let path = self.path.to_lowercase();
        let path = path.trim_end_matches('/');
        let path = match path.rsplit_once('/') {
            Some((parent, last)) if is_index(last) => parent,
            _ => path,
        };
        without_amp(path).to_owned()
    }

    fn same_last_segment(&self, target: &Self) -> bool {
        let (ours, theirs) = (self.loose_path(), target.loose_path());
        let last = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        !last(&ours).is_empty() && last(&ours) == last(&theirs)
    }

    /// What is spelled differently in two addresses of one loose path.
    fn spelling(&self, target: &Self) -> Option<&'static str> {
        if self.bare_host() != target.bare_host() {
            Some(ANOTHER_HOST)
        } else if self.host != target.host {
            Some("`www`")
        } else if self.scheme != target.scheme {
            Some("the protocol")
        } else if self.port != target.port {
            Some("the port")
        } else if self.path == target.path {
            None
        } else if self.path.trim_end_matches('/') == target.path.trim_end_matches('/') {
            Some("the trailing slash")
        } else if self.path.eq_ignore_ascii_case(&target.path) {
            Some("letter case")
        } else {
            Some(INDEX_OR_AMP)
        }
    }
}

/// Names under which servers keep what they serve for the folder.
fn is_index(segment: &str) -> bool {
    let stem = segment.split_once('.').map(|(stem, _)| stem);
    matches!(stem, Some("index" | "default"))
}

/// The path without the mark of an AMP copy at its end.
fn without_amp(path: &str) -> &str {
    ["/amp", ".amp.html", ".amp"].iter().find_map(|mark| path.strip_suffix(mark)).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(page: &str, target: &str) -> Difference {
        difference(&Url::parse(page).unwrap(), &Url::parse(target).unwrap())
    }

    #[test]
    fn normalisation_leaves_no_difference() {
        for (page, target) in [
            ("https://example.com", "https://EXAMPLE.com:443/#top"),
            ("https://example.com/a%7eb", "https://example.com/a~b"),
            ("https://example.com/%e3%83%84", "https://example.com/ツ"),
            ("https://example.com./a", "https://example.com/a"),
            ("https://example.com/a?x=1&y=2", "https://example.com/a?y=2&x=1"),
            ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ] {
            assert_eq!(between(page, target), Difference::Same, "{page} {target}");
        }
    }

    #[test]
    fn dropping_parameters_is_what_a_canonical_is_for() {
        let page = "https://example.com/a?id=5&utm_source=x";
        assert_eq!(between(page, "https://example.com/a"), Difference::QueryDropped);
        assert_eq!(between(page, "https://example.com/a?id=5"), Difference::QueryDropped);
        assert_eq!(between(page, "https://example.com/a?id=6"), Difference::OtherDocument);
        assert_eq!(between("https://example.com/a", page), Difference::OtherDocument);
    }

    #[test]
    fn spellings_are_told_apart() {
        for (page, target, spelling) in [
            ("https://example.com/a", "https://example.com/a/", "the trailing slash"),
            ("https://example.com/a", "http://example.com/a", "the protocol"),
            ("https://www.example.com/a", "https://example.com/a", "`www`"),
            ("https://example.com/a", "https://example.com:8443/a", "the port"),
            ("https://m.example.com/a", "https://www.example.com/a", "the host (same domain)"),
            ("https://example.com/About", "https://example.com/about", "letter case"),
            (
                "https://example.com/index.html",
                "https://example.com/",
                "the filename (index or AMP)",
            ),
            ("https://example.com/a/amp/", "https://example.com/a", "the filename (index or AMP)"),
        ] {
            assert_eq!(between(page, target), Difference::Spelling(spelling), "{page} {target}");
        }
    }

    #[test]
    fn a_site_may_have_a_domain_for_each_country() {
        let moved = Difference::Variant("the site's domain for another country");
        for (page, target, expected) in [
            ("https://www.tea.de/gb/pots.html", "https://www.tea.co.uk/pots.html", moved),
            ("https://www.tea.de/gb/pots.html", "https://www.tea.co.uk/", Difference::OtherSite),
            ("https://www.tea.de/", "https://www.tea.co.uk/", Difference::OtherSite),
            ("https://www.tea.de/pots", "https://www.green-tea.de/pots", Difference::OtherSite),
            ("https://www.tea.com/pots", "https://www.tea.org/pots", Difference::OtherSite),
            ("https://10.0.0.1/pots", "https://10.0.0.2/pots", Difference::OtherSite),
        ] {
            assert_eq!(between(page, target), expected, "{page} {target}");
        }
    }

    #[test]
    fn other_documents_and_sites_are_told_apart() {
        let shop = "https://shop.example.co.uk/sale/shoes/runner";
        assert_eq!(between(shop, "https://shop.example.co.uk/p/runner"), Difference::OtherPath);
        assert_eq!(
            between("https://m.example.com/a;jsessionid=1", "https://www.example.com/a"),
            Difference::Variant("a session ID in the path")
        );
        assert_eq!(between(shop, "https://shop.example.co.uk/sale"), Difference::OtherDocument);
        assert_eq!(between(shop, "https://example.co.uk/p/runner"), Difference::OtherDocument);
        assert_eq!(between(shop, "https://other.co.uk/sale/shoes/runner"), Difference::OtherSite);
        assert_eq!(
            between("https://example.com/a/index.html", "https://example.com/b/index.html"),
            Difference::OtherDocument
        );
        assert_eq!(
            between("https://a.github.io/x", "https://b.github.io/x"),
            Difference::OtherSite,
            "names under a public suffix belong to different owners"
        );
    }
}
