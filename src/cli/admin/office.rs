//! What every command of the office begins and ends with.

use std::time::Duration;

use anyhow::bail;
use citable_actors::StoreOnly;
use citable_actors::store::StoreUrl;
use serde_json::Value;

use crate::config::Settings;

/// How long the actors may take to stop.
pub(super) const STOP: Duration = Duration::from_secs(5);

/// What a command says: as JSON and as text.
pub(super) type Said = (Value, String);

/// Opens the database of the service.
///
/// # Errors
/// If there is no database: an operator who named the wrong folder must not get a new one.
pub(super) async fn open(settings: &Settings) -> anyhow::Result<StoreOnly> {
    if let StoreUrl::Sqlite(path) = settings.service.database()
        && !path.exists()
    {
        bail!(
            "no database at {}. Set the data folder of the service with --data-dir \
             (CITABLE_DATA_DIR), or its database with --database-url (CITABLE_DATABASE_URL)",
            path.display()
        );
    }
    open_or_create(settings).await
}

/// Opens the database of the service, and makes it where there is none.
pub(super) async fn open_or_create(settings: &Settings) -> anyhow::Result<StoreOnly> {
    let clock = settings.hooks.clock()?;
    Ok(StoreOnly::open(settings.system(Default::default(), false)?, clock).await?)
}
