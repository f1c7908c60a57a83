//! The table of pages and of what their forms do, at the root of the site.

use super::row::{Audience, Page};
use super::{
    account, assets, badge, bot, compare, docs, files, history, home, keys, login, monitors,
    outbox, report, theme, webhooks,
};
use crate::http::policy::Verb;
use crate::http::route::Handler;

/// A page that everyone may see.
const fn open(path: &'static str, handler: Handler) -> Page {
    Page { verb: Verb::Get, path, audience: Audience::Everyone, handler }
}

/// A page of an account.
const fn own(path: &'static str, handler: Handler) -> Page {
    Page { audience: Audience::SignedIn, ..open(path, handler) }
}

/// What a form does that everyone may send.
const fn act(path: &'static str, handler: Handler) -> Page {
    Page { verb: Verb::Post, ..open(path, handler) }
}

/// What a form of an account's page does.
const fn own_act(path: &'static str, handler: Handler) -> Page {
    Page { verb: Verb::Post, ..own(path, handler) }
}

/// Every page and every action.
pub(crate) static PAGES: &[Page] = &[
    open("/", |call| Box::pin(home::show(call))),
    act("/", |call| Box::pin(home::scan(call))),
    open("/report/{id}", |call| Box::pin(report::show(call))),
    open("/samples/{id}", |call| Box::pin(report::sample(call))),
    open("/compare", |call| Box::pin(compare::show(call))),
    open("/badge/{file}", |call| Box::pin(badge::show(call))),
    own("/history", |call| Box::pin(history::pages(call))),
    own("/history/{urlHash}", |call| Box::pin(history::page(call))),
    own("/history/{urlHash}/delete", |call| Box::pin(history::ask(call))),
    own_act("/history/{urlHash}/delete", |call| Box::pin(history::delete(call))),
    own("/monitors", |call| Box::pin(monitors::show(call))),
    own_act("/monitors", |call| Box::pin(monitors::add(call))),
    own_act("/monitors/{id}/delete", |call| Box::pin(monitors::delete(call))),
    own("/monitors/{id}/tracking", |call| Box::pin(monitors::tracking(call))),
    own_act("/monitors/{id}/tracking", |call| Box::pin(monitors::consent(call))),
    own_act("/monitors/{id}/tracking/end", |call| Box::pin(monitors::withdraw(call))),
    own("/webhooks", |call| Box::pin(webhooks::show(call))),
    own_act("/webhooks", |call| Box::pin(webhooks::save(call))),
    own_act("/webhooks/test", |call| Box::pin(webhooks::test(call))),
    own_act("/webhooks/pause", |call| Box::pin(webhooks::pause(call))),
    own_act("/webhooks/resume", |call| Box::pin(webhooks::resume(call))),
    own_act("/webhooks/rotate", |call| Box::pin(webhooks::rotate(call))),
    own_act("/webhooks/delete", |call| Box::pin(webhooks::delete(call))),
    own("/keys", |call| Box::pin(keys::show(call))),
    own_act("/keys", |call| Box::pin(keys::create(call))),
    own_act("/keys/{id}/revoke", |call| Box::pin(keys::revoke(call))),
    own("/account", |call| Box::pin(account::show(call))),
    own_act("/account/notifications", |call| Box::pin(account::notify(call))),
    own_act("/account/checkout", |call| Box::pin(account::checkout(call))),
    own_act("/account/portal", |call| Box::pin(account::portal(call))),
    act("/logout", |call| Box::pin(login::log_out(call))),
    open("/login", |call| Box::pin(login::show(call))),
    act("/login", |call| Box::pin(login::request(call))),
    open("/login/confirm", |call| Box::pin(login::confirm(call))),
    act("/login/confirm", |call| Box::pin(login::sign_in(call))),
    act("/theme", |call| Box::pin(theme::choose(call))),
    open("/checks", |call| Box::pin(docs::checks(call))),
    open("/checks/{id}", |call| Box::pin(docs::check(call))),
    open("/how-it-is-scored", |call| Box::pin(docs::scoring(call))),
    open("/guides", |call| Box::pin(docs::guides(call))),
    open("/guides/{name}", |call| Box::pin(docs::guide(call))),
    open("/bot", |call| Box::pin(bot::show(call))),
    open("/robots.txt", |call| Box::pin(files::robots(call))),
    open("/sitemap.xml", |call| Box::pin(files::sitemap(call))),
    open("/favicon.ico", |call| Box::pin(files::icon(call))),
    open("/.well-known/security.txt", |call| Box::pin(files::security(call))),
    open("/dev/outbox", |call| Box::pin(outbox::show(call))),
    open("/assets/{file}", |call| Box::pin(assets::serve(call))),
];
