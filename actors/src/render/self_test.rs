//! Whether a browser is on its own: with interception off, a page of it tries to reach a canary of
//! ours in three ways. A browser that is heard renders nothing.

use std::time::Duration;

use serde_json::json;
use tokio::net::{TcpListener, UdpSocket};

use super::devtools::{Devtools, DevtoolsError};

/// What a page tries; it answers when all attempts are over.
const TRY: &str = include_str!("self_test.js");
/// How long the attempts may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// What of a browser was heard outside.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Leak {
    /// A connection.
    #[error("a page in it reached a TCP port of this machine")]
    Tcp,
    /// A datagram.
    #[error("a page in it reached a UDP port of this machine")]
    Udp,
    /// The canary can't listen, so nothing is known.
    #[error("its isolation can't be tested, as nothing can listen at {0}")]
    NoCanary(String),
}

/// Lets a page of the browser try to reach a canary at that address of this machine.
///
/// # Errors
/// The outer one is the browser's; the inner one disqualifies it.
pub(super) async fn run(
    devtools: &Devtools,
    canary: &str,
) -> Result<Result<(), Leak>, DevtoolsError> {
    let deaf = |_error| Leak::NoCanary(canary.to_owned());
    let bound = async {
        let tcp = TcpListener::bind((canary, 0)).await.map_err(deaf)?;
        let udp = UdpSocket::bind((canary, 0)).await.map_err(deaf)?;
        let ports = (tcp.local_addr().map_err(deaf)?, udp.local_addr().map_err(deaf)?);
        Ok::<_, Leak>((tcp, udp, ports))
    };
    let (tcp, udp, (tcp_at, udp_at)) = match bound.await {
        Ok(bound) => bound,
        Err(leak) => return Ok(Err(leak)),
    };
    let (tcp_at, udp_at) = (tcp_at.to_string(), udp_at.to_string());
    let mut datagram = [0; 1];
    tokio::select! {
        biased;
        Ok(_heard) = tcp.accept() => Ok(Err(Leak::Tcp)),
        Ok(_heard) = udp.recv_from(&mut datagram) => Ok(Err(Leak::Udp)),
        tried = attempt(devtools, &tcp_at, &udp_at) => tried.map(Ok),
    }
}

async fn attempt(devtools: &Devtools, tcp: &str, udp: &str) -> Result<(), DevtoolsError> {
    let context = devtools.call(None, "Target.createBrowserContext", json!({})).await?;
    let in_context =
        json!({ "url": "about:blank", "browserContextId": context["browserContextId"] });
    let target = devtools.call(None, "Target.createTarget", in_context).await?;
    let attach = json!({ "targetId": target["targetId"], "flatten": true });
    let session = devtools.call(None, "Target.attachToTarget", attach).await?;
    let expression = format!("({TRY})({}, {})", json!(tcp), json!(udp));
    let tries = json!({ "expression": expression, "awaitPromise": true });
    let session = session["sessionId"].as_str();
    devtools.call_within(PATIENCE, session, "Runtime.evaluate", tries).await?;
    let context = json!({ "browserContextId": context["browserContextId"] });
    devtools.call(None, "Target.disposeBrowserContext", context).await?;
    Ok(())
}
