//! `citable admin backup` and `restore`: the embedded database as one file.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use chrono::DateTime;
use citable_actors::clock::rfc3339;
use citable_actors::store::{self, StoreUrl};
use serde_json::json;

use crate::cli::admin::office::Said;
use crate::config::Settings;
use crate::data_folder;

/// What PostgreSQL has for it.
const POSTGRES_BACKUP: &str = "the data is in PostgreSQL; back it up with its own tools: \
    pg_dump --format=custom --file=citable.dump \"$CITABLE_DATABASE_URL\"";
const POSTGRES_RESTORE: &str = "the data is in PostgreSQL; restore it with its own tools: stop \
    every node, then run pg_restore --clean --if-exists --single-transaction \
    --dbname=\"$CITABLE_DATABASE_URL\" citable.dump";

pub(super) async fn backup(settings: &Settings, place: Option<PathBuf>) -> anyhow::Result<Said> {
    let database = embedded(settings, POSTGRES_BACKUP)?;
    let now = settings.hooks.clock()?.now_ms();
    let path = place_of_backup(settings, place, now)?;
    let made = store::backup(&database, &path).await?;
    let key = settings.secrets.place(&settings.service);
    let said = json!({
        "path": path,
        "bytes": made.bytes,
        "schema": made.schema,
        "createdAt": rfc3339(now),
        "secretKeyIncluded": false,
        "secretKey": key,
    });
    let text = format!(
        "Backup: {} ({} bytes, schema {}, verified)\nThe secret key isn't in it. Back up {key} \
         separately: without it, a restored service can't decrypt its data.\n",
        path.display(),
        made.bytes,
        made.schema,
    );
    Ok((said, text))
}

pub(super) async fn restore(settings: &Settings, from: &Path) -> anyhow::Result<Said> {
    let database = embedded(settings, POSTGRES_RESTORE)?;
    let now = settings.hooks.clock()?.now_ms();
    let mut kept = database.clone().into_os_string();
    kept.push(format!(".before-restore-{}", stamp(now)?));
    let kept = PathBuf::from(kept);
    let restored = store::restore(&database, from, &kept).await?;
    let kept = restored.kept.then_some(kept);
    let key = settings.secrets.place(&settings.service);
    let said = json!({
        "path": from,
        "database": database,
        "bytes": restored.backup.bytes,
        "schema": restored.backup.schema,
        "kept": kept,
        "secretKey": key,
    });
    let before = match &kept {
        Some(kept) => format!("The previous database is {}.\n", kept.display()),
        None => "There was no database before. If the service keeps its data elsewhere, run this \
                 command in its folder, or set CITABLE_DATA_DIR.\n"
            .to_owned(),
    };
    let text = format!(
        "Restored {} from {} (schema {}).\n{before}The service needs the secret key from the time of \
         the backup, in {key}.\n",
        database.display(),
        from.display(),
        restored.backup.schema,
    );
    Ok((said, text))
}

/// The file of the embedded database.
fn embedded(settings: &Settings, otherwise: &str) -> anyhow::Result<PathBuf> {
    match settings.service.database() {
        StoreUrl::Sqlite(path) => Ok(path),
        StoreUrl::Postgres(_) => bail!("{otherwise}"),
    }
}

/// A folder gets a file named after the instant, and so does the data folder where none is named.
fn place_of_backup(
    settings: &Settings,
    place: Option<PathBuf>,
    now: i64,
) -> anyhow::Result<PathBuf> {
    let folder = match place {
        Some(place) if place.is_dir() => place,
        Some(place) => return Ok(place),
        None => {
            let folder = settings.service.data_dir.join(data_folder::BACKUPS);
            let made = data_folder::create(&folder);
            made.with_context(|| format!("can't create the folder {}", folder.display()))?;
            folder
        }
    };
    Ok(folder.join(format!("{}{}.sqlite", data_folder::BACKUP_PREFIX, stamp(now)?)))
}

/// An instant as part of a file's name.
fn stamp(now: i64) -> anyhow::Result<String> {
    let now = DateTime::from_timestamp_millis(now).context("the clock is out of range")?;
    Ok(now.format("%Y%m%dT%H%M%S%.3fZ").to_string())
}
