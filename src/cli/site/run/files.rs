//! What the pages of a folder ask for when they are rendered: files of the folder, and nothing else.

use std::path::{Path, PathBuf};

use citable_actors::fetch::FetchLimits;
use citable_actors::render::{Resource, Resources};
use futures_util::future::BoxFuture;
use tokio::io::AsyncReadExt as _;
use url::Url;

use crate::cli::site::around::path_of;

/// The files of a folder, as the server that publishes it would answer with them.
#[derive(Clone, Debug)]
pub(in crate::cli::site) struct FolderFiles {
    root: PathBuf,
    base: Url,
}

impl FolderFiles {
    /// Those of the folder that is published at `base`.
    pub(in crate::cli::site) fn new(root: &Path, base: Url) -> Self {
        Self { root: root.to_owned(), base }
    }

    async fn read(&self, url: &Url) -> Option<Resource> {
        let path = path_of(&self.root, &self.base, url)?;
        let kind = mime_guess::from_path(&path).first_or_octet_stream();
        let headers = vec![("content-type".to_owned(), kind.to_string())];
        let Some(body) = bytes(&path).await else {
            return Some(Resource { status: 404, headers, body: Vec::new() });
        };
        Some(Resource { status: 200, headers, body })
    }
}

async fn bytes(path: &Path) -> Option<Vec<u8>> {
    let most = u64::try_from(FetchLimits::default().page_bytes).unwrap_or(u64::MAX);
    let mut body = Vec::new();
    tokio::fs::File::open(path).await.ok()?.take(most).read_to_end(&mut body).await.ok()?;
    Some(body)
}

impl Resources for FolderFiles {
    fn get<'a>(&'a self, url: &'a Url) -> BoxFuture<'a, Option<Resource>> {
        Box::pin(self.read(url))
    }
}
