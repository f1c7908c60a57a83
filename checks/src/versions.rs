//! Versions of manuals, as their URLs and titles name them.

use url::Url;

/// Parts of a path that stand for the version that is current, or for the one being worked on.
const ALIASES: [&str; 6] = ["latest", "stable", "current", "dev", "main", "master"];

/// Parts of a path above the whole number of a version: `/docs/15/`.
const MANUALS: [&str; 6] = ["docs", "doc", "documentation", "manual", "reference", "api"];

/// Whether a path names a version, or what stands for one.
pub(crate) fn has_version(path: &str) -> bool {
    parts(path).any(|(before, part)| is_version_part(before, part))
}

/// The part of a path that is the number of a version: `15` in `/docs/15/tea.html`.
pub(crate) fn numbered_version(path: &str) -> Option<&str> {
    let is_number = |part: &str| !ALIASES.contains(&part);
    parts(path)
        .find(|(before, part)| is_number(part) && is_version_part(before, part))
        .map(|(_, part)| part)
}

/// Whether a part of the path or the first label of the host says that a manual is there.
pub(crate) fn is_of_manual(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let label = host.split('.').next().unwrap_or_default();
    // Manuals are all that is hosted there.
    let is_host_of_manuals = host.split('.').any(|label| label == "readthedocs");
    is_host_of_manuals
        || MANUALS.contains(&label)
        || url.path().split('/').any(|part| MANUALS.contains(&part))
}

/// Whether two paths are those of one page in two versions of a manual. The current version may
/// have no part of its own.
pub(crate) fn is_other_version(path: &str, other: &str) -> bool {
    let without = |path| -> Vec<&str> {
        parts(path)
            .filter(|(before, part)| !is_version_part(before, part))
            .map(|(_, p)| p)
            .collect()
    };
    path != other && has_version(path) && without(path) == without(other)
}

/// The parts of a path, each with the one before it.
fn parts(path: &str) -> impl Iterator<Item = (&str, &str)> {
    let all = || path.split('/').filter(|part| !part.is_empty());
    std::iter::once("").chain(all()).zip(all())
}

fn is_version_part(before: &str, part: &str) -> bool {
    /// More digits are those of an id.
    const DIGITS: usize = 2;
    let is_number = part.len() <= DIGITS && part.bytes().all(|byte| byte.is_ascii_digit());
    ALIASES.contains(&part) || is_version(part) || (is_number && MANUALS.contains(&before))
}

/// `v2`, `V2.1`, `3.12`, `1.x`, `3.7.0-2`, `2.1-rc1`, `2.1b6`, `2.0.3.Final`.
pub(crate) fn is_version(word: &str) -> bool {
    let word = word.trim_matches(|char: char| !char.is_alphanumeric());
    let number = word.strip_prefix(['v', 'V']);
    let text = without_revision(number.unwrap_or(word));
    text.starts_with(|char: char| char.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'x'))
        && (number.is_some() || text.contains('.'))
}

/// A dotted number without the revision that a distribution or a release in the making adds to it, and
/// without the word that Java libraries end the number of a release with.
fn without_revision(number: &str) -> &str {
    const RELEASES: [&str; 4] = [".Final", ".GA", ".RELEASE", ".SNAPSHOT"];
    if let Some(release) = RELEASES.iter().find_map(|word| number.strip_suffix(word)) {
        return release;
    }
    // PEP 440: the stage of a release of Python follows its number directly.
    const JOINED: [&str; 8] = ["alpha", "beta", "rc", "a", "b", "c", ".dev", ".post"];
    let stage = number.trim_end_matches(|char: char| char.is_ascii_digit());
    let release = JOINED.iter().find_map(|word| stage.strip_suffix(word));
    let ends = |release: &str| release.ends_with(|char: char| char.is_ascii_digit());
    if let Some(release) = release.filter(|one| one.contains('.') && ends(one) && stage != number) {
        return release;
    }
    const STAGES: [&str; 4] = ["rc", "alpha", "beta", "dev"];
    let is_revision = |revision: &str| {
        let stage = STAGES.iter().find_map(|stage| revision.strip_prefix(stage));
        let count = stage.unwrap_or(revision);
        count.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
            && !(stage.is_none() && count.is_empty())
    };
    match number.split_once('-') {
        Some((release, revision)) if release.contains('.') && is_revision(revision) => release,
        _ => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_may_have_a_revision() {
        for word in
            ["v2", "3.12", "1.x", "3.7.0-2", "v2.1-rc1", "(4.0-beta.2)", "1.0-dev", "2.0.3.Final"]
                .into_iter()
                .chain(["2.1.0b6", "1.0rc1", "3.2.dev0"])
        {
            assert!(is_version(word), "{word}");
        }
        for word in ["2", "2-3", "3.5-inch", "2.4-", "10-2.5", "2026-05-12", "a1.2", "2.1b", "3b6"]
        {
            assert_eq!(is_version(word), word == "2.4-", "{word}");
        }
    }

    #[test]
    fn paths_name_versions() {
        for (path, version) in [
            ("/docs/15/tea.html", Some("15")),
            ("/en/v2.1/tea", Some("v2.1")),
            ("/3.12/library/tea.html", Some("3.12")),
            ("/docs/current/tea.html", None),
            ("/blog/15/tea.html", None),
            ("/docs/2026/tea.html", None),
            ("/docs/tea.html", None),
        ] {
            assert_eq!(numbered_version(path), version, "{path}");
        }
        assert!(has_version("/docs/current/tea.html") && !has_version("/docs/tea.html"));
    }

    #[test]
    fn urls_of_manuals_are_told() {
        for (url, is_one) in [
            ("https://www.example.com/docs/15/", true),
            ("https://docs.example.com/2.5/", true),
            ("https://www.example.com/kettles/2.5/", false),
        ] {
            assert_eq!(is_of_manual(&Url::parse(url).unwrap()), is_one, "{url}");
        }
    }

    #[test]
    fn pages_of_two_versions_are_told() {
        let own = "/docs/15/tea.html";
        for other in ["/docs/current/tea.html", "/docs/16/tea.html", "/docs/tea.html"] {
            assert!(is_other_version(own, other), "{other}");
        }
        for other in [own, "/docs/current/cups.html", "/blog/tea.html", "/docs/current/"] {
            assert!(!is_other_version(own, other), "{other}");
        }
        assert!(!is_other_version("/docs/tea.html", "/docs/15/tea.html"));
    }
}
