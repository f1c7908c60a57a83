//! One row of the table of routes.

use citable_actors::identity::Scope;
use futures_util::future::BoxFuture;

use super::call::Call;
use super::doc::Doc;
use super::policy::{Auth, BodyForm, CrossSite, Roots, Verb};
use super::problem::Problem;
use super::reply::Response;

/// One route.
pub(crate) struct Route {
    pub(crate) verb: Verb,
    /// The path, with its parameters in braces.
    pub(crate) path: &'static str,
    pub(crate) auth: Auth,
    /// The key scope it needs.
    pub(crate) scope: Option<Scope>,
    /// What becomes of a request that another site made a browser send.
    pub(crate) cross_site: CrossSite,
    /// Whether an `Idempotency-Key` counts.
    pub(crate) idempotent: bool,
    /// Which bodies it reads.
    pub(crate) body: BodyForm,
    /// Below which roots it is served.
    pub(crate) roots: Roots,
    /// Whether a call may spend a scan of the caller's quota. The refusals of such a route tell
    /// agents where else they can scan.
    pub(crate) quota: bool,
    /// Whether it tells how the service is, which is answered however busy it is.
    pub(crate) is_health: bool,
    /// Whether it is answered while the service stops, too.
    pub(crate) while_draining: bool,
    pub(crate) doc: Doc,
    pub(crate) handler: Handler,
}

/// What a route does with a call that passed the gate.
pub(crate) type Handler = fn(Call) -> BoxFuture<'static, Result<Response, Problem>>;
