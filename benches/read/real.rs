//! Pages of the web, where they are at hand.

use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// One of them.
pub(crate) struct RealPage {
    pub(crate) url: String,
    pub(crate) html: Vec<u8>,
}

/// All of them; none where the data is absent.
pub(crate) fn pages() -> Vec<RealPage> {
    let folder = std::env::var_os("CITABLE_TEST_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let mut pages = plain(&folder.join("pages"));
    pages.extend(packed(&folder.join("wcxb")));
    pages
}

fn plain(folder: &Path) -> Vec<RealPage> {
    let index = std::fs::read_to_string(folder.join("index.json")).unwrap_or_default();
    let index: Vec<Value> = serde_json::from_str(&index).unwrap_or_default();
    let page = |row: &Value| {
        let html = std::fs::read(folder.join(row["file"].as_str()?)).ok()?;
        Some(RealPage { url: text(row, "url"), html })
    };
    index.iter().filter_map(page).collect()
}

fn packed(folder: &Path) -> Vec<RealPage> {
    let rows = std::fs::read_to_string(folder.join("truth.jsonl")).unwrap_or_default();
    let page = |row: &str| {
        let row: Value = serde_json::from_str(row).ok()?;
        let file = folder.join(format!("html/{}.html.gz", row["id"].as_str()?));
        let mut html = Vec::new();
        let mut reader = flate2::read::GzDecoder::new(std::fs::File::open(file).ok()?);
        reader.read_to_end(&mut html).ok()?;
        Some(RealPage { url: text(&row, "url"), html })
    };
    rows.lines().filter_map(page).collect()
}

fn text(row: &Value, key: &str) -> String {
    row[key].as_str().unwrap_or_default().to_owned()
}
