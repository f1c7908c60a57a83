//! How the address that a canonical names differs from the page's own.

use url::Url;

use super::trial::{Trial, trial};
use super::variant;
use crate::url::{is_tracking_pair, normalise, registrable_domain};

/// What differs where the hosts do.
pub(crate) const ANOTHER_HOST: &str = "the host (same domain)";
/// What differs where the site has a domain for each country.
pub(crate) const ANOTHER_COUNTRY: &str = "the site's domain for another country";
/// What differs where the one address has words and the other an ID.
pub(crate) const ID_FOR_SLUG: &str = "an ID instead of the slug";
/// What differs where the page moved to a slug that its title has.
pub(crate) const ANOTHER_SLUG: &str = "another slug for the same title";
/// The same where a page of another part of the site stands at the address.
pub(crate) const SHOWS_ANOTHER: &str = "the page of another URL";
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
    /// The same path on a host on which the site is tried out.
    Leftover(Trial),
    /// Another document of the site.
    OtherDocument,
    /// Another site, by registrable domain.
    OtherSite,
}

/// How `target` differs from `page`.
pub(crate) fn difference(page: &Url, target: &Url) -> Difference {
    let (page, target) = (Address::of(page), Address::of(target));
    if let Some(found) = page.trial_difference(&target) {
        return found;
    }
    if page.site != target.site {
        return match () {
            () if page.is_at_home_in(&target) => Difference::Variant(ANOTHER_COUNTRY),
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

/// The same for a page of that title and those headings: one that is the name of the canonical
/// moved there.
pub(super) fn difference_of(page: &Url, names: &str, target: &Url) -> Difference {
    match difference(page, target) {
        // A folder, such as the top of a site or a category, is no other address of a page in it.
        Difference::OtherDocument
            if !is_folder_of(page, target)
                && Address::of(page).own_host() == Address::of(target).own_host()
                && variant::is_named_by(names, page, target) =>
        {
            Difference::Variant(match variant::is_broader(page, target) {
                true => SHOWS_ANOTHER,
                false => ANOTHER_SLUG,
            })
        }
        Difference::OtherDocument if variant::is_id_instead(page, target) => {
            Difference::Variant(ID_FOR_SLUG)
        }
        other => other,
    }
}

/// Whether a page is in that folder. `/?p=5` is a page, whatever its path.
fn is_folder_of(folder: &Url, page: &Url) -> bool {
    let path = folder.path().trim_end_matches('/');
    let below = page.path().strip_prefix(path);
    folder.query().is_none() && below.is_some_and(|rest| rest.starts_with('/') && rest.len() > 1)
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

    /// What the names of both hosts say, where one of them is for trying things out and the path
    /// is the same.
    fn trial_difference(&self, target: &Self) -> Option<Difference> {
        let query = self.query_difference(target);
        if query.is_none() || self.loose_path() != target.loose_path() || self.host == target.host {
            return None;
        }
        match (trial(&self.host, &self.site), trial(&target.host, &target.site)) {
            (None, Some(trial)) => Some(Difference::Leftover(trial)),
            // The copy knows where the site is published.
            (Some(Trial::Sure), None) => Some(Difference::Variant("a copy on a staging host")),
            _ => None,
        }
    }

    /// Whether one host bears the name of the other's domain, and both have the document under the
    /// same path with its ID (`tea.example.com/a-126062150` and `m.tea.com/a-126062150`), or under
    /// the same slug of several words.
    fn is_copy_of(&self, target: &Self) -> bool {
        let name = |site: &str| site.split('.').next().unwrap_or_default().to_owned();
        let bears = |host: &str, name: &str| host.split('.').any(|label| label == name);
        let is_same = || self.loose_path() == target.loose_path();
        let is_same_slug =
            || self.same_last_segment(target) && variant::ends_in_naming_slug(&self.loose_path());
        ((is_same() && variant::has_id(&self.loose_path())) || is_same_slug())
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
    /// A parameter that only says where a visitor came from names no other document.
    fn query_difference(&self, target: &Self) -> Option<Difference> {
        let is_real = |pair: &&String| !is_tracking_pair(pair) || self.query.contains(pair);
        let theirs: Vec<&String> = target.query.iter().filter(is_real).collect();
        let mut ours = self.query.iter();
        let contained = theirs.iter().all(|pair| ours.any(|own| own == *pair));
        contained.then_some(match theirs.len() == self.query.len() {
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
