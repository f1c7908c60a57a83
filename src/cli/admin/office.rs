//! What every command of the office begins and ends with.

use std::time::Duration;

use citable_actors::StoreOnly;
use serde_json::Value;

use crate::config::Settings;

/// How long the actors may take to stop.
pub(super) const STOP: Duration = Duration::from_secs(5);

/// What a command says: as JSON and as text.
pub(super) type Said = (Value, String);

pub(super) async fn open(settings: &Settings) -> anyhow::Result<StoreOnly> {
    let clock = settings.hooks.clock()?;
    Ok(StoreOnly::open(settings.system(Default::default(), false)?, clock).await?)
}
