//! The table of pages, at the root of the site.

use super::reference::{BUNDLE_ROW, SHEET_ROW, START_ROW};
use super::visit::Page;
use super::{bot, files, login, outbox};

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
