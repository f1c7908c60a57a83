//! One page that is to be scanned.

use std::path::{Path, PathBuf};

use url::Url;

/// Endings of the files that are pages.
const ENDINGS: [&str; 2] = ["html", "htm"];

/// One page that is to be scanned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli::site) struct PageSource {
    /// Its URL; a stand-in where that of the folder isn't known.
    pub(in crate::cli::site) url: Url,
    /// Its name in every output: the URL, or the path where that isn't known.
    pub(in crate::cli::site) name: String,
    /// Its file, if it is one.
    pub(in crate::cli::site) file: Option<PathBuf>,
    /// `lastmod` in the sitemap.
    pub(in crate::cli::site) lastmod: Option<String>,
    /// The file of the snapshot that it is judged by again.
    pub(in crate::cli::site) snapshot: Option<PathBuf>,
}

impl PageSource {
    /// A page on the web.
    pub(in crate::cli::site) fn of_url(url: Url, lastmod: Option<String>) -> Self {
        let name = url.to_string();
        Self { url, name, file: None, lastmod, snapshot: None }
    }

    /// The pages that it is sampled with: the same host, first folder and depth.
    pub(in crate::cli::site) fn part(&self) -> (String, String, usize) {
        let segments: Vec<&str> = self.url.path_segments().into_iter().flatten().collect();
        let host = self.url.host_str().unwrap_or_default().to_owned();
        let first = match segments.as_slice() {
            [] | [_] => String::new(),
            [first, ..] => (*first).to_owned(),
        };
        (host, first, segments.len())
    }
}

/// Whether the name of a file is that of a page.
pub(super) fn is_page(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}
