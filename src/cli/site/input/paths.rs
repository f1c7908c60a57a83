//! Globs of paths.

use anyhow::Context;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use url::Url;

/// Globs of paths of URLs. `*` stays within a folder, `**` does not.
#[derive(Clone, Debug)]
pub(in crate::cli::site) struct Paths(GlobSet);

impl Paths {
    /// The globs; a slash at the beginning may be left out.
    ///
    /// # Errors
    /// When one of them is no glob.
    pub(in crate::cli::site) fn new(globs: &[String]) -> anyhow::Result<Self> {
        let mut set = GlobSetBuilder::new();
        for glob in globs {
            let rooted = match glob.starts_with(['/', '*']) {
                true => glob.clone(),
                false => format!("/{glob}"),
            };
            let glob = GlobBuilder::new(&rooted).literal_separator(true).build();
            set.add(glob.with_context(|| {
                format!("`{rooted}` isn't a glob of paths. Use one such as /blog/**")
            })?);
        }
        Ok(Self(set.build().context("these globs are too many or too long")?))
    }

    /// Whether there are none.
    pub(in crate::cli::site) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of them matches the path.
    pub(in crate::cli::site) fn matches(&self, url: &Url) -> bool {
        self.0.is_match(url.path())
    }

    /// The places of those that match.
    pub(in crate::cli::site) fn matching(&self, url: &Url) -> Vec<usize> {
        self.0.matches(url.path())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_matches_paths_from_the_root() {
        let matches = |glob: &str, path: &str| {
            let url = Url::parse(&format!("https://example.org{path}")).unwrap();
            Paths::new(&[glob.to_owned()]).unwrap().matches(&url)
        };
        for (glob, path, expected) in [
            ("/blog/**", "/blog/a/b", true),
            ("/blog/**", "/blog/", true),
            ("/blog/**", "/blogs/a", false),
            ("blog/*", "/blog/a", true),
            ("/blog/*", "/blog/a/b", false),
            ("**/print/**", "/a/print/b", true),
            ("*.html", "/a.html", false),
            ("**/*.html", "/a.html", true),
            ("/{de,fr}/**", "/fr/a", true),
        ] {
            assert_eq!(matches(glob, path), expected, "{glob} {path}");
        }
        assert!(Paths::new(&["/{a".to_owned()]).is_err());
    }
}
