//! The table of routes: what the router serves and what the API description says, in one place.

use futures_util::future::BoxFuture;
use hyper::Method;
use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::call::Call;
use super::problem::{Code, Problem, Status};
use super::reply::Response;
use crate::api::{batch, compare, description, events, health, instructions, sandbox, scans};

/// One route below the REST root.
pub(crate) struct Route {
    pub(crate) method: Method,
    /// The path, with its parameters in braces.
    pub(crate) path: &'static str,
    pub(crate) auth: Auth,
    /// The key scope it needs.
    pub(crate) scope: Option<&'static str>,
    /// Whether a call may spend a scan of the caller's quota. The refusals of such a route tell
    /// agents where else they can scan.
    pub(crate) quota: bool,
    pub(crate) doc: Doc,
    pub(crate) handler: Handler,
}

/// What a route does with a call that passed the gate.
pub(crate) type Handler = fn(Call) -> BoxFuture<'static, Result<Response, Problem>>;

/// Whether a route reads credentials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Auth {
    /// Never: whatever is sent is ignored.
    None,
    /// None is needed, but what is sent must be good.
    Optional,
}

/// What the API description says of a route.
pub(crate) struct Doc {
    pub(crate) operation_id: &'static str,
    pub(crate) tag: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) description: &'static str,
    pub(crate) parameters: &'static [Parameter],
    /// The JSON body.
    pub(crate) request: Option<SchemaOf>,
    pub(crate) answers: &'static [Answer],
    /// The codes it may answer with, besides those of every route.
    pub(crate) errors: &'static [Code],
}

/// One parameter of a request.
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) place: Place,
    pub(crate) description: &'static str,
    /// A regular expression that its values match.
    pub(crate) pattern: &'static str,
}

/// Where a parameter is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Path,
    Query,
    Header,
}

/// One answer that is no error.
pub(crate) struct Answer {
    pub(crate) status: Status,
    pub(crate) description: &'static str,
    pub(crate) media: &'static str,
    /// What the body is one of; empty for an answer without a body.
    pub(crate) bodies: &'static [SchemaOf],
    /// Names and meanings of its headers, besides those of every answer.
    pub(crate) headers: &'static [(&'static str, &'static str)],
}

/// Gives the schema of a type, and the types it names to the generator.
pub(crate) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// The schema of a type, for [`SchemaOf`].
pub(crate) fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// Every route below the REST root.
pub(crate) static ROUTES: &[Route] = &[
    Route {
        method: Method::POST,
        path: "/scan",
        auth: Auth::Optional,
        scope: Some("scan"),
        quota: true,
        doc: scans::CREATE,
        handler: |call| Box::pin(scans::create(call)),
    },
    Route {
        method: Method::GET,
        path: "/scan/{id}",
        auth: Auth::Optional,
        scope: Some("read"),
        quota: false,
        doc: scans::READ,
        handler: |call| Box::pin(scans::read(call)),
    },
    Route {
        method: Method::GET,
        path: "/scan/{id}/events",
        auth: Auth::None,
        scope: None,
        quota: false,
        doc: events::FOLLOW,
        handler: |call| Box::pin(events::follow(call)),
    },
    Route {
        method: Method::GET,
        path: "/scan/{id}/ai-instructions",
        auth: Auth::Optional,
        scope: Some("read"),
        quota: false,
        doc: instructions::READ,
        handler: |call| Box::pin(instructions::read(call)),
    },
    Route {
        method: Method::GET,
        path: "/compare",
        auth: Auth::Optional,
        scope: Some("read"),
        quota: false,
        doc: compare::READ,
        handler: |call| Box::pin(compare::read(call)),
    },
    Route {
        method: Method::GET,
        path: "/batch",
        auth: Auth::Optional,
        scope: Some("read"),
        quota: false,
        doc: batch::READ,
        handler: |call| Box::pin(batch::read(call)),
    },
    Route {
        method: Method::GET,
        path: "/sandbox",
        auth: Auth::None,
        scope: None,
        quota: false,
        doc: sandbox::LIST,
        handler: |call| Box::pin(sandbox::list(call)),
    },
    Route {
        method: Method::GET,
        path: "/sandbox.md",
        auth: Auth::None,
        scope: None,
        quota: false,
        doc: sandbox::GUIDE,
        handler: |call| Box::pin(sandbox::read_guide(call)),
    },
    Route {
        method: Method::GET,
        path: "/sandbox/scan/{id}",
        auth: Auth::None,
        scope: None,
        quota: false,
        doc: sandbox::READ,
        handler: |call| Box::pin(sandbox::read(call)),
    },
    Route {
        method: Method::GET,
        path: "/sandbox/batch",
        auth: Auth::None,
        scope: None,
        quota: false,
        doc: sandbox::BATCH,
        handler: |call| Box::pin(sandbox::read_batch(call)),
    },
    Route {
        method: Method::GET,
        path: "/sandbox/batch.md",
        auth: Auth::None,
        scope: None,
        quota: false,
        doc: sandbox::BATCH_GUIDE,
        handler: |call| Box::pin(sandbox::read_batch_guide(call)),
    },
    Route {
        method: Method::GET,
        path: "/healthz",
        auth: Auth::None,
        scope: None,
        quota: false,
        doc: health::READ,
        handler: |call| Box::pin(health::read(call)),
    },
    Route {
        method: Method::GET,
        path: "/openapi.json",
        auth: Auth::None,
        scope: None,
        quota: false,
        doc: description::READ,
        handler: |call| Box::pin(description::read(call)),
    },
];
