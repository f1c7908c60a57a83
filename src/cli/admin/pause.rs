//! `citable admin pause` and `resume`.

use citable_actors::clock::rfc3339;
use citable_actors::store::PauseRow;
use serde_json::{Value, json};

use crate::cli::admin::office::{STOP, Said, open};
use crate::config::Settings;

pub(super) async fn pause(settings: &Settings, reason: Option<String>) -> anyhow::Result<Said> {
    let store = open(settings).await?;
    let pause = store.pause(reason).await;
    store.close(STOP).await;
    let pause = pause?;
    let text = format!(
        "Scans have been paused since {}{}. Resume them with `citable admin resume`.\n",
        rfc3339(pause.turned_on_at),
        pause.reason.as_ref().map_or_else(String::new, |reason| format!(" ({reason})")),
    );
    Ok((said(true, Some(&pause)), text))
}

pub(super) async fn resume(settings: &Settings) -> anyhow::Result<Said> {
    let store = open(settings).await?;
    let ended = store.resume().await;
    store.close(STOP).await;
    let ended = ended?;
    let text = match &ended {
        Some(pause) => {
            format!("Scans resumed. They had been paused since {}.\n", rfc3339(pause.turned_on_at))
        }
        None => "Scans weren't paused.\n".to_owned(),
    };
    Ok((said(false, ended.as_ref()), text))
}

fn said(paused: bool, pause: Option<&PauseRow>) -> Value {
    json!({
        "paused": paused,
        "since": pause.map(|pause| rfc3339(pause.turned_on_at)),
        "reason": pause.and_then(|pause| pause.reason.as_ref()),
    })
}
