//! One page that is to be scanned.

use std::path::PathBuf;

use url::Url;

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
