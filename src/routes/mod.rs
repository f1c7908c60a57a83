//! Which paths there are, who answers them, and the order in which a request is judged.
//!
//! The [`table`] names every route and its handler; [`dispatch`] judges a request by its row, and
//! [`openapi`] describes the rows.

mod dispatch;
pub mod openapi;
mod router;
pub(crate) mod table;

use std::sync::Arc;

use tokio::net::TcpListener;

use crate::http::App;
use crate::http::drain::DrainSwitch;
use crate::http::edge::Edge;
use crate::http::server::Server;

/// Serves until `shutdown` completes, then lets the requests in flight finish.
///
/// From then on event streams are told to come back, and requests that still arrive are answered
/// with `draining`, but for those that ask how the service is. Returns when the last connection is
/// gone, or after [`drain_timeout`](crate::http::HttpSettings::drain_timeout).
pub async fn serve(listener: TcpListener, app: Arc<App>, shutdown: impl Future<Output = ()>) {
    let settings = app.http.clone();
    let edge = Edge::new(&app);
    let (switch, drain) = DrainSwitch::new();
    let entrance = dispatch::Entrance::new(app, drain.clone());
    let filter = dispatch::filter(Arc::new(entrance));
    let server = Server::new(settings, edge, warp::service(filter), drain);
    server.run(listener, switch, shutdown).await;
}
