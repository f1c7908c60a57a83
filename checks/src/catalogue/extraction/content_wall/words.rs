//! Words of teasers, and of the addresses of walls. They are kept in `data/wall-words.json`.

use url::Url;

use crate::data;
use crate::weights::TEASER_CHARACTERS;

data::words! { "wall-words.json" => static WORDS: Words {
    /// What a text ends in that is only its beginning, lower case.
    teasers: Vec<String>,
    /// Path segments of walls.
    paths: Vec<String>,
    /// First labels of the hosts of walls.
    hosts: Vec<String>,
} }

/// The line near the end of a text that invites to pay or to sign in for the rest.
pub(super) fn teaser(text: &str) -> Option<&str> {
    let end = text.char_indices().rev().nth(TEASER_CHARACTERS).map_or(0, |(at, _)| at);
    let lines = text[end..].lines();
    lines.into_iter().find(|line| is_invitation(line))
}

/// Whether a line invites to pay or to sign in for the rest of a text.
pub(super) fn is_invitation(line: &str) -> bool {
    let line = line.to_lowercase().replace('’', "'");
    WORDS.teasers.iter().any(|teaser| line.contains(teaser.as_str()))
}

/// What in an address says that it is a wall: a segment of its path, or the first part of its host.
pub(super) fn wall_part(url: &Url) -> Option<String> {
    let host = url.host_str().unwrap_or_default();
    let label = host.split('.').next().filter(|label| host.len() > label.len());
    let label = label.filter(|label| WORDS.hosts.iter().any(|known| known == label));
    let segments = url.path_segments().into_iter().flatten();
    let mut segments = segments.filter(|segment| {
        let name = segment.split('.').next().unwrap_or_default().to_ascii_lowercase();
        WORDS.paths.contains(&name)
    });
    label.or_else(|| segments.next()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_are_known_by_their_address() {
        let part = |url: &str| wall_part(&Url::parse(url).unwrap());
        for (url, expected) in [
            ("https://x.example/login?next=/a", Some("login")),
            ("https://x.example/wp-login.php", Some("wp-login.php")),
            ("https://x.example/user/Sign-In/", Some("Sign-In")),
            ("https://consent.x.example/collect", Some("consent")),
            ("https://x.example/blog/login-pages-that-convert", None),
            ("https://x.example/catalogin/", None),
            ("https://login/", None),
        ] {
            assert_eq!(part(url).as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn teasers_stand_at_the_end() {
        let body = "word ".repeat(200);
        assert!(teaser(&format!("{body}\nSubscribe to continue reading.")).is_some());
        assert!(teaser(&format!("{body}\nYou’ve reached your limit")).is_some());
        assert!(teaser(&format!("Subscribe to continue reading.\n{body}")).is_none());
        assert_eq!(teaser(""), None);
    }
}
