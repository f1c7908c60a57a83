//! Hosts on which a site is tried out before it is published, and which its templates may keep.

use crate::lists::PLATFORMS;
use crate::table::TableSet;

/// How surely a host is one on which a site is only tried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Trial {
    /// Its name may be that of a public part of the site: `dev.`.
    Maybe,
    /// Its name says nothing else: `staging.`.
    Sure,
}

/// Whether a host is one to try things out on, by its name; `site` is the part of it that somebody
/// registered.
pub(super) fn trial(host: &str, site: &str) -> Option<Trial> {
    let is_under = |suffix: &str| {
        host.strip_suffix(suffix).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'))
    };
    if PLATFORMS.previews.iter().any(|suffix| is_under(suffix)) {
        return Some(Trial::Sure);
    }
    let labels = host.strip_suffix(site).unwrap_or_default();
    let says = |words: &TableSet<String>| {
        labels
            .split('.')
            .any(|label| words.contains(label) || label.split('-').any(|word| words.contains(word)))
    };
    match () {
        () if says(&PLATFORMS.staging) => Some(Trial::Sure),
        () if says(&PLATFORMS.maybe_staging) => Some(Trial::Maybe),
        () => None,
    }
}

/// Whether a name is one that only a machine or a local network knows.
pub(super) fn is_local_name(host: &str) -> bool {
    const SUFFIXES: [&str; 7] =
        [".localhost", ".local", ".test", ".internal", ".lan", ".home.arpa", ".invalid"];
    SUFFIXES.iter().any(|suffix| host.ends_with(suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_to_try_things_out_on_are_known_by_their_names() {
        for (host, site, expected) in [
            ("staging.tea.com", "tea.com", Some(Trial::Sure)),
            ("www-staging.tea.com", "tea.com", Some(Trial::Sure)),
            ("tea.stage.agency.net", "agency.net", Some(Trial::Sure)),
            ("tea-git-main.vercel.app", "tea-git-main.vercel.app", Some(Trial::Sure)),
            ("tea.wpengine.com", "wpengine.com", Some(Trial::Sure)),
            ("dev.tea.com", "tea.com", Some(Trial::Maybe)),
            ("preview2.tea.com", "tea.com", None),
            ("www.tea.com", "tea.com", None),
            ("staging.com", "staging.com", None),
            ("vercel.app", "vercel.app", None),
            ("www.notwpengine.com", "notwpengine.com", None),
            ("developers.tea.com", "tea.com", None),
        ] {
            assert_eq!(trial(host, site), expected, "{host}");
        }
    }
}
