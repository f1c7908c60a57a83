//! The table of routes: what the router serves and what the API description says, in one place.

use citable_actors::identity::Scope;

use crate::api::{
    account, ask, auth, batch, billing, chain, compare, description, events, health, history,
    instructions, keys, monitors, notifications, pages, readiness, reference, sandbox, scans, site,
    unsubscribe, webhooks,
};
use crate::http::doc::Doc;
use crate::http::policy::{Auth, BodyForm, CrossSite, KeyRefusal, Roots, Verb};
use crate::http::route::{Handler, Route};

/// A route that reads nothing but its address, for everybody.
const fn open(path: &'static str, doc: Doc, handler: Handler) -> Route {
    Route {
        verb: Verb::Get,
        path,
        auth: Auth::None,
        scope: None,
        cross_site: CrossSite::RefusedByCookie,
        idempotent: false,
        body: BodyForm::None,
        roots: Roots::Rest,
        quota: false,
        is_health: false,
        while_draining: false,
        doc,
        handler,
    }
}

/// A route at the root of the site, and nowhere else.
const fn of_site(path: &'static str, doc: Doc, handler: Handler) -> Route {
    Route { roots: Roots::Site, ..open(path, doc, handler) }
}

/// A route that shows a viewer what their plan holds.
const fn viewed(path: &'static str, doc: Doc, handler: Handler) -> Route {
    Route { auth: Auth::Optional, scope: Some(Scope::Read), ..open(path, doc, handler) }
}

/// A route of the account pages: no key is taken.
const fn of_session(verb: Verb, path: &'static str, doc: Doc, handler: Handler) -> Route {
    Route { verb, auth: Auth::Session(KeyRefusal::SessionRequired), ..open(path, doc, handler) }
}

/// A route of the webhook endpoint.
const fn of_webhooks(verb: Verb, path: &'static str, doc: Doc, handler: Handler) -> Route {
    let scope = Some(Scope::Webhooks);
    Route { verb, auth: Auth::Caller, scope, ..open(path, doc, handler) }
}

/// A route that shows a caller what is theirs.
const fn of_caller(path: &'static str, doc: Doc, handler: Handler) -> Route {
    Route { auth: Auth::Caller, ..viewed(path, doc, handler) }
}

/// A route for what only an account's owner may do: a key may not.
const fn of_owner(verb: Verb, path: &'static str, doc: Doc, handler: Handler) -> Route {
    Route { verb, auth: Auth::Session(KeyRefusal::KeyNotAllowed), ..open(path, doc, handler) }
}

/// Every route.
pub(crate) static ROUTES: &[Route] = &[
    Route {
        verb: Verb::Post,
        auth: Auth::Optional,
        scope: Some(Scope::Scan),
        idempotent: true,
        body: BodyForm::Json,
        quota: true,
        ..open("/scan", scans::CREATE, |call| Box::pin(scans::create(call)))
    },
    viewed("/scan/{id}", scans::READ, |call| Box::pin(scans::read(call))),
    open("/scan/{id}/events", events::FOLLOW, |call| Box::pin(events::follow(call))),
    viewed("/scan/{id}/ai-instructions", instructions::READ, |call| {
        Box::pin(instructions::read(call))
    }),
    viewed("/compare", compare::READ, |call| Box::pin(compare::read(call))),
    viewed("/batch", batch::READ, |call| Box::pin(batch::read(call))),
    Route {
        verb: Verb::Post,
        body: BodyForm::JsonOrForm,
        ..open("/auth/request-link", auth::REQUEST_LINK, |call| Box::pin(auth::request_link(call)))
    },
    Route {
        verb: Verb::Post,
        cross_site: CrossSite::Refused,
        body: BodyForm::JsonOrForm,
        ..open("/auth/callback", auth::CALLBACK, |call| Box::pin(auth::callback(call)))
    },
    Route {
        verb: Verb::Post,
        cross_site: CrossSite::Allowed,
        ..open("/auth/logout", auth::LOG_OUT, |call| Box::pin(auth::log_out(call)))
    },
    viewed("/auth/me", auth::ME, |call| Box::pin(auth::me(call))),
    of_session(Verb::Get, "/keys", keys::LIST, |call| Box::pin(keys::list(call))),
    Route {
        body: BodyForm::Json,
        ..of_session(Verb::Post, "/keys", keys::CREATE, |call| Box::pin(keys::create(call)))
    },
    of_session(Verb::Delete, "/keys/{id}", keys::REVOKE, |call| Box::pin(keys::revoke(call))),
    of_caller("/history", history::PAGES, |call| Box::pin(history::pages(call))),
    of_caller("/history/{urlHash}", history::SCANS, |call| Box::pin(history::scans(call))),
    of_owner(Verb::Delete, "/history/{urlHash}", history::FORGET_PAGE, |call| {
        Box::pin(history::forget_page(call))
    }),
    of_owner(Verb::Delete, "/history/scans/{id}", history::FORGET_SCAN, |call| {
        Box::pin(history::forget_scan(call))
    }),
    of_caller("/account/usage", account::USAGE, |call| Box::pin(account::usage(call))),
    of_caller("/monitors", monitors::LIST, |call| Box::pin(monitors::list(call))),
    Route {
        verb: Verb::Post,
        auth: Auth::Caller,
        scope: Some(Scope::Monitors),
        idempotent: true,
        body: BodyForm::Json,
        ..open("/monitors", monitors::CREATE, |call| Box::pin(monitors::create(call)))
    },
    Route {
        verb: Verb::Delete,
        auth: Auth::Caller,
        scope: Some(Scope::Monitors),
        ..open("/monitors/{id}", monitors::DELETE, |call| Box::pin(monitors::delete(call)))
    },
    Route {
        idempotent: true,
        body: BodyForm::Json,
        ..of_owner(Verb::Post, "/monitors/{id}/tracking-consent", monitors::CONSENT, |call| {
            Box::pin(monitors::record_consent(call))
        })
    },
    of_owner(Verb::Delete, "/monitors/{id}/tracking-consent", monitors::WITHDRAW, |call| {
        Box::pin(monitors::withdraw_consent(call))
    }),
    of_session(Verb::Get, "/notifications", notifications::READ, |call| {
        Box::pin(notifications::read(call))
    }),
    Route {
        body: BodyForm::Json,
        ..of_session(Verb::Post, "/notifications", notifications::CHANGE, |call| {
            Box::pin(notifications::change(call))
        })
    },
    Route {
        roots: Roots::RestAndSite,
        ..open("/unsubscribe", unsubscribe::ASK, |call| Box::pin(unsubscribe::ask(call)))
    },
    // Mail programs send this by themselves, with nothing but the link (RFC 8058).
    Route {
        verb: Verb::Post,
        cross_site: CrossSite::Allowed,
        body: BodyForm::Form,
        roots: Roots::RestAndSite,
        ..open("/unsubscribe", unsubscribe::CONFIRM, |call| Box::pin(unsubscribe::confirm(call)))
    },
    of_webhooks(Verb::Get, "/webhooks", webhooks::READ, |call| Box::pin(webhooks::read(call))),
    Route {
        idempotent: true,
        body: BodyForm::Json,
        ..of_webhooks(Verb::Post, "/webhooks", webhooks::SAVE, |call| {
            Box::pin(webhooks::save(call))
        })
    },
    of_webhooks(Verb::Delete, "/webhooks", webhooks::DELETE, |call| {
        Box::pin(webhooks::delete(call))
    }),
    of_webhooks(Verb::Post, "/webhooks/rotate-secret", webhooks::ROTATE_SECRET, |call| {
        Box::pin(webhooks::rotate_secret(call))
    }),
    of_webhooks(Verb::Post, "/webhooks/enable", webhooks::ENABLE, |call| {
        Box::pin(webhooks::enable(call))
    }),
    of_webhooks(Verb::Post, "/webhooks/disable", webhooks::DISABLE, |call| {
        Box::pin(webhooks::disable(call))
    }),
    of_webhooks(Verb::Post, "/webhooks/test", webhooks::TEST, |call| {
        Box::pin(webhooks::test(call))
    }),
    Route {
        idempotent: true,
        body: BodyForm::Json,
        ..of_owner(Verb::Post, "/billing/checkout", billing::CHECKOUT, |call| {
            Box::pin(billing::checkout(call))
        })
    },
    Route {
        idempotent: true,
        ..of_owner(Verb::Post, "/billing/portal", billing::PORTAL, |call| {
            Box::pin(billing::portal(call))
        })
    },
    Route {
        verb: Verb::Post,
        cross_site: CrossSite::Allowed,
        body: BodyForm::Raw,
        ..open("/payments/webhook", billing::RECEIVE, |call| Box::pin(billing::receive(call)))
    },
    open("/chain/status", chain::STATUS, |call| Box::pin(chain::status(call))),
    Route {
        auth: Auth::Caller,
        scope: Some(Scope::Scan),
        ..open("/chain/board", chain::BOARD, |call| Box::pin(chain::board(call)))
    },
    open("/sandbox", sandbox::LIST, |call| Box::pin(sandbox::list(call))),
    open("/sandbox.md", sandbox::GUIDE, |call| Box::pin(sandbox::read_guide(call))),
    open("/sandbox/scan/{id}", sandbox::READ, |call| Box::pin(sandbox::read(call))),
    open("/sandbox/batch", sandbox::BATCH, |call| Box::pin(sandbox::read_batch(call))),
    open("/sandbox/batch.md", sandbox::BATCH_GUIDE, |call| {
        Box::pin(sandbox::read_batch_guide(call))
    }),
    Route {
        is_health: true,
        while_draining: true,
        ..of_site("/livez", readiness::LIVE, |call| Box::pin(readiness::live(call)))
    },
    Route {
        is_health: true,
        while_draining: true,
        ..of_site("/readyz", readiness::READY, |call| Box::pin(readiness::ready(call)))
    },
    Route {
        is_health: true,
        ..open("/healthz", health::READ, |call| Box::pin(health::read(call)))
    },
    open("/openapi.json", description::READ, |call| Box::pin(description::read(call))),
    open("/openapi.json.md", reference::CONTRACT, |call| Box::pin(reference::contract(call))),
    open("/docs.md", reference::OPERATIONS, |call| Box::pin(reference::operations(call))),
    Route {
        roots: Roots::RestAndSite,
        ..open("/docs", reference::EXPLORER, |call| Box::pin(reference::explorer(call)))
    },
    Route {
        roots: Roots::RestAndSite,
        ..open("/llms.txt", reference::MAP, |call| Box::pin(reference::map(call)))
    },
    Route {
        verb: Verb::Post,
        body: BodyForm::Json,
        ..of_site("/ask", ask::ASK, |call| Box::pin(ask::ask(call)))
    },
    of_site("/docs/{page}", pages::GUIDE, |call| Box::pin(pages::guide(call))),
    of_site("/docs/checks/{page}", pages::CHECK, |call| Box::pin(pages::check(call))),
    of_site("/auth.md", site::AUTH, |call| Box::pin(site::auth(call))),
    of_site("/api-versioning.md", site::VERSIONING, |call| Box::pin(site::versioning(call))),
    of_site("/.well-known/oauth-protected-resource", site::RESOURCE, |call| {
        Box::pin(site::resource(call))
    }),
    of_site("/.well-known/oauth-protected-resource/mcp", site::MCP_RESOURCE, |call| {
        Box::pin(site::mcp_resource(call))
    }),
    of_site("/.well-known/oauth-protected-resource/chatgpt/mcp", site::CHATGPT_RESOURCE, |call| {
        Box::pin(site::chatgpt_resource(call))
    }),
    of_site("/.well-known/oauth-authorization-server", site::NO_ISSUER, |call| {
        Box::pin(site::refuse_registration(call))
    }),
    of_site("/.well-known/openid-configuration", site::NO_OPENID, |call| {
        Box::pin(site::refuse_registration(call))
    }),
    of_site("/signup", site::SIGNUP, |call| Box::pin(site::to_login(call))),
    of_site("/sign-up", site::SIGN_UP, |call| Box::pin(site::to_login(call))),
    of_site("/join", site::JOIN, |call| Box::pin(site::to_login(call))),
    of_site("/register", site::REGISTER, |call| Box::pin(site::to_login(call))),
    // What clients that look for an authorization server send; any site may be told no.
    Route {
        verb: Verb::Post,
        cross_site: CrossSite::Allowed,
        ..of_site("/register", site::NO_REGISTRATION, |call| {
            Box::pin(site::refuse_registration(call))
        })
    },
];
