//! A page of the site, and who looks at it.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::http::App;
use crate::http::call::Head;
use crate::http::problem::Problem;
use crate::http::reply::Response;

/// One page. All of them are read with GET.
pub(crate) struct Page {
    pub(crate) path: &'static str,
    pub(crate) handler: fn(Visit) -> BoxFuture<'static, Result<Response, Problem>>,
}

/// Somebody looks at a page.
pub(crate) struct Visit {
    pub(crate) app: Arc<App>,
    pub(crate) head: Arc<Head>,
}
