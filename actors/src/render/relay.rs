//! Browsers for others: a socket on which each connection is a boxed browser of its own.
//!
//! For a service that may not make boxes itself, such as one under a strict systemd unit or in a
//! container.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_tungstenite::accept_async_with_config;

use super::sandbox::{BoxError, Boxed, program};
use super::settings::RenderSettings;
use super::wire::{Wire, websocket_config};

/// Only the owner of the socket may connect: whoever does controls a browser.
const SOCKET_MODE: u32 = 0o600;

/// Serves browsers on that socket until it fails. A connection over the number of pages waits for
/// one that ends.
///
/// # Errors
/// The socket can't be listened on.
pub async fn serve_browsers(socket: &Path, settings: RenderSettings) -> io::Result<()> {
    if UnixStream::connect(socket).await.is_err() {
        // Nobody listens there: it was left behind.
        match std::fs::remove_file(socket) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    let listener = UnixListener::bind(socket)?;
    std::fs::set_permissions(socket, Permissions::from_mode(SOCKET_MODE))?;
    let settings = Arc::new(settings);
    let places = Arc::new(Semaphore::new(settings.pages.get()));
    let mut connections = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await?;
        while connections.try_join_next().is_some() {}
        let (settings, places) = (Arc::clone(&settings), Arc::clone(&places));
        connections.spawn(async move {
            let Ok(_place) = places.acquire().await else { return };
            if let Err(error) = serve(stream, &settings).await {
                tracing::warn!(%error, "couldn't serve a browser");
            }
        });
    }
}

async fn serve(stream: UnixStream, settings: &RenderSettings) -> Result<(), BoxError> {
    let socket = accept_async_with_config(stream, Some(websocket_config())).await;
    let socket = socket.map_err(|error| BoxError::Start(io::Error::other(error)))?;
    let (_boxed, browser) = Boxed::start(&program(&settings.source)?, &settings.limits)?;
    Wire::over_websocket(socket).join(browser).await;
    Ok(())
}
