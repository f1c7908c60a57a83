//! The table of pages, at the root of the site.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::reference::{BUNDLE_ROW, SHEET_ROW, START_ROW};
use super::{bot, files, login, outbox};
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

/// Every page.
pub(crate) static PAGES: &[Page] = &[
    Page { path: "/login", handler: |visit| Box::pin(login::login(visit)) },
    Page { path: "/login/confirm", handler: |visit| Box::pin(login::confirm(visit)) },
    Page { path: "/assets/site.css", handler: |visit| Box::pin(login::style(visit)) },
    Page { path: "/bot", handler: |visit| Box::pin(bot::show(visit)) },
    Page { path: "/robots.txt", handler: |visit| Box::pin(files::robots(visit)) },
    Page { path: "/.well-known/security.txt", handler: |visit| Box::pin(files::security(visit)) },
    Page { path: "/dev/outbox", handler: |visit| Box::pin(outbox::show(visit)) },
    BUNDLE_ROW,
    SHEET_ROW,
    START_ROW,
];
