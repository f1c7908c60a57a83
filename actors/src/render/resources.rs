//! What a page may ask for, and who answers.

use futures_util::future::BoxFuture;
use url::Url;

/// An answer to a request of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resource {
    /// The HTTP status.
    pub status: u16,
    /// The header fields that a page may see the effect of.
    pub headers: Vec<(String, String)>,
    /// The body, content coding undone.
    pub body: Vec<u8>,
}

/// Answers the requests of pages. The browser itself reaches nothing.
pub trait Resources: Send + Sync {
    /// Fetches that address for a page; none where it is not asked for, or does not answer.
    fn get<'a>(&'a self, url: &'a Url) -> BoxFuture<'a, Option<Resource>>;
}

/// Answers nothing: for a page that is to be rendered without any network.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoResources;

impl Resources for NoResources {
    fn get<'a>(&'a self, _url: &'a Url) -> BoxFuture<'a, Option<Resource>> {
        Box::pin(async { None })
    }
}
