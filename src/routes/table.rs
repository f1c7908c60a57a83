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

/// The handler that this function is.
macro_rules! by {
    ($handle:path) => {
        |call| Box::pin($handle(call))
    };
}

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
        ..open("/scan", scans::CREATE, by!(scans::create))
    },
    viewed("/scan/{id}", scans::READ, by!(scans::read)),
    open("/scan/{id}/events", events::FOLLOW, by!(events::follow)),
    viewed("/scan/{id}/ai-instructions", instructions::READ, by!(instructions::read)),
    viewed("/compare", compare::READ, by!(compare::read)),
    viewed("/batch", batch::READ, by!(batch::read)),
    Route {
        verb: Verb::Post,
        body: BodyForm::JsonOrForm,
        ..open("/auth/request-link", auth::REQUEST_LINK, by!(auth::request_link))
    },
    Route {
        verb: Verb::Post,
        cross_site: CrossSite::Refused,
        body: BodyForm::JsonOrForm,
        ..open("/auth/callback", auth::CALLBACK, by!(auth::callback))
    },
    Route {
        verb: Verb::Post,
        cross_site: CrossSite::Allowed,
        ..open("/auth/logout", auth::LOG_OUT, by!(auth::log_out))
    },
    viewed("/auth/me", auth::ME, by!(auth::me)),
    of_session(Verb::Get, "/keys", keys::LIST, by!(keys::list)),
    Route {
        body: BodyForm::Json,
        ..of_session(Verb::Post, "/keys", keys::CREATE, by!(keys::create))
    },
    of_session(Verb::Delete, "/keys/{id}", keys::REVOKE, by!(keys::revoke)),
    of_caller("/history", history::PAGES, by!(history::pages)),
    of_caller("/history/{urlHash}", history::SCANS, by!(history::scans)),
    of_owner(Verb::Delete, "/history/{urlHash}", history::FORGET_PAGE, by!(history::forget_page)),
    of_owner(Verb::Delete, "/history/scans/{id}", history::FORGET_SCAN, by!(history::forget_scan)),
    of_caller("/account/usage", account::USAGE, by!(account::usage)),
    of_caller("/monitors", monitors::LIST, by!(monitors::list)),
    Route {
        verb: Verb::Post,
        auth: Auth::Caller,
        scope: Some(Scope::Monitors),
        idempotent: true,
        body: BodyForm::Json,
        ..open("/monitors", monitors::CREATE, by!(monitors::create))
    },
    Route {
        verb: Verb::Delete,
        auth: Auth::Caller,
        scope: Some(Scope::Monitors),
        ..open("/monitors/{id}", monitors::DELETE, by!(monitors::delete))
    },
    Route {
        idempotent: true,
        body: BodyForm::Json,
        ..of_owner(
            Verb::Post,
            "/monitors/{id}/tracking-consent",
            monitors::CONSENT,
            by!(monitors::record_consent),
        )
    },
    of_owner(
        Verb::Delete,
        "/monitors/{id}/tracking-consent",
        monitors::WITHDRAW,
        by!(monitors::withdraw_consent),
    ),
    of_session(Verb::Get, "/notifications", notifications::READ, by!(notifications::read)),
    Route {
        body: BodyForm::Json,
        ..of_session(
            Verb::Post,
            "/notifications",
            notifications::CHANGE,
            by!(notifications::change),
        )
    },
    Route {
        roots: Roots::RestAndSite,
        ..open("/unsubscribe", unsubscribe::ASK, by!(unsubscribe::ask))
    },
    // Mail programs send this by themselves, with nothing but the link (RFC 8058).
    Route {
        verb: Verb::Post,
        cross_site: CrossSite::Allowed,
        body: BodyForm::Form,
        roots: Roots::RestAndSite,
        ..open("/unsubscribe", unsubscribe::CONFIRM, by!(unsubscribe::confirm))
    },
    of_webhooks(Verb::Get, "/webhooks", webhooks::READ, by!(webhooks::read)),
    Route {
        idempotent: true,
        body: BodyForm::Json,
        ..of_webhooks(Verb::Post, "/webhooks", webhooks::SAVE, by!(webhooks::save))
    },
    of_webhooks(Verb::Delete, "/webhooks", webhooks::DELETE, by!(webhooks::delete)),
    of_webhooks(
        Verb::Post,
        "/webhooks/rotate-secret",
        webhooks::ROTATE_SECRET,
        by!(webhooks::rotate_secret),
    ),
    of_webhooks(Verb::Post, "/webhooks/enable", webhooks::ENABLE, by!(webhooks::enable)),
    of_webhooks(Verb::Post, "/webhooks/disable", webhooks::DISABLE, by!(webhooks::disable)),
    of_webhooks(Verb::Post, "/webhooks/test", webhooks::TEST, by!(webhooks::test)),
    Route {
        idempotent: true,
        body: BodyForm::Json,
        ..of_owner(Verb::Post, "/billing/checkout", billing::CHECKOUT, by!(billing::checkout))
    },
    Route {
        idempotent: true,
        ..of_owner(Verb::Post, "/billing/portal", billing::PORTAL, by!(billing::portal))
    },
    Route {
        verb: Verb::Post,
        cross_site: CrossSite::Allowed,
        body: BodyForm::Raw,
        ..open("/payments/webhook", billing::RECEIVE, by!(billing::receive))
    },
    open("/chain/status", chain::STATUS, by!(chain::status)),
    Route {
        auth: Auth::Caller,
        scope: Some(Scope::Scan),
        ..open("/chain/board", chain::BOARD, by!(chain::board))
    },
    open("/sandbox", sandbox::LIST, by!(sandbox::list)),
    open("/sandbox.md", sandbox::GUIDE, by!(sandbox::read_guide)),
    open("/sandbox/scan/{id}", sandbox::READ, by!(sandbox::read)),
    open("/sandbox/batch", sandbox::BATCH, by!(sandbox::read_batch)),
    open("/sandbox/batch.md", sandbox::BATCH_GUIDE, by!(sandbox::read_batch_guide)),
    Route {
        is_health: true,
        while_draining: true,
        ..of_site("/livez", readiness::LIVE, by!(readiness::live))
    },
    Route {
        is_health: true,
        while_draining: true,
        ..of_site("/readyz", readiness::READY, by!(readiness::ready))
    },
    Route { is_health: true, ..open("/healthz", health::READ, by!(health::read)) },
    open("/openapi.json", description::READ, by!(description::read)),
    open("/openapi.json.md", reference::CONTRACT, by!(reference::contract)),
    open("/docs.md", reference::OPERATIONS, by!(reference::operations)),
    Route {
        roots: Roots::RestAndSite,
        ..open("/docs", reference::EXPLORER, by!(reference::explorer))
    },
    Route { roots: Roots::RestAndSite, ..open("/llms.txt", reference::MAP, by!(reference::map)) },
    Route { verb: Verb::Post, body: BodyForm::Json, ..of_site("/ask", ask::ASK, by!(ask::ask)) },
    of_site("/docs/{page}", pages::GUIDE, by!(pages::guide)),
    of_site("/docs/checks/{page}", pages::CHECK, by!(pages::check)),
    of_site("/auth.md", site::AUTH, by!(site::auth)),
    of_site("/api-versioning.md", site::VERSIONING, by!(site::versioning)),
    of_site("/.well-known/oauth-protected-resource", site::RESOURCE, by!(site::resource)),
    of_site(
        "/.well-known/oauth-protected-resource/mcp",
        site::MCP_RESOURCE,
        by!(site::mcp_resource),
    ),
    of_site(
        "/.well-known/oauth-protected-resource/chatgpt/mcp",
        site::CHATGPT_RESOURCE,
        by!(site::chatgpt_resource),
    ),
    of_site(
        "/.well-known/oauth-authorization-server",
        site::NO_ISSUER,
        by!(site::refuse_registration),
    ),
    of_site("/.well-known/openid-configuration", site::NO_OPENID, by!(site::refuse_registration)),
    of_site("/signup", site::SIGNUP, by!(site::to_login)),
    of_site("/sign-up", site::SIGN_UP, by!(site::to_login)),
    of_site("/join", site::JOIN, by!(site::to_login)),
    of_site("/register", site::REGISTER, by!(site::to_login)),
    // What clients that look for an authorization server send; any site may be told no.
    Route {
        verb: Verb::Post,
        cross_site: CrossSite::Allowed,
        ..of_site("/register", site::NO_REGISTRATION, by!(site::refuse_registration))
    },
];
