//! The pages that are scanned: those of a folder, of sitemaps, or of a list. No link is followed.

mod choice;
mod folder;
mod listed;
mod page;
mod paths;
mod plain;
mod sitemap;
mod unreadable;

pub(super) use choice::{Limits, choose};
pub(super) use folder::{below, folder, stamp};
pub(super) use listed::Gathered;
pub(super) use page::PageSource;
pub(super) use paths::Paths;
pub(super) use plain::{is_sitemap, list, sitemap_file};
pub(super) use sitemap::sitemap;

use std::path::{Path, PathBuf};

use anyhow::bail;

/// Where the pages come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The HTML files of a folder.
    Folder(PathBuf),
    /// The sitemap at a URL.
    Sitemap(String),
    /// A list of URLs in a file, or a sitemap in one.
    List(PathBuf),
    /// A list of URLs on standard input.
    Piped,
    /// The snapshots in the state of an earlier run.
    Replay(PathBuf),
}

impl Target {
    /// What was named on the command line.
    ///
    /// # Errors
    /// When it is neither a folder nor a file nor a URL.
    pub(super) fn of(text: &str) -> anyhow::Result<Self> {
        let path = Path::new(text);
        Ok(match text {
            "-" => Self::Piped,
            _ if text.contains("://") => Self::Sitemap(text.to_owned()),
            _ if path.is_dir() => Self::Folder(path.to_owned()),
            _ if path.exists() => Self::List(path.to_owned()),
            _ => bail!(
                "{text} is neither a folder, a file nor a URL. Use the folder of a built site, the \
                 URL of a sitemap, a file with one URL per line, or - for standard input"
            ),
        })
    }

    /// Whether its pages are files.
    pub(super) const fn has_files(&self) -> bool {
        matches!(self, Self::Folder(_))
    }

    /// What outputs call it.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Folder(path) | Self::List(path) | Self::Replay(path) => {
                path.display().to_string()
            }
            Self::Sitemap(url) => url.clone(),
            Self::Piped => "standard input".to_owned(),
        }
    }
}
