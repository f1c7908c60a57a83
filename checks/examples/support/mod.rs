//! The real pages that the tools beside this file look at.

use std::io::Read;
use std::path::{Path, PathBuf};

use citable_checks::page::snapshot::{Exchange, Snapshot};
use serde_json::Value;
use url::Url;

/// A page with what people noted down of it.
pub(crate) struct Case {
    /// Its number.
    pub(crate) id: String,
    /// Its type.
    pub(crate) kind: String,
    /// Its address.
    pub(crate) url: String,
    /// Its source.
    pub(crate) html: Vec<u8>,
    /// Its main content as people read it; none where nobody noted it.
    pub(crate) main_content: Option<String>,
    /// By field; none where there is nothing, or nothing was noted.
    pub(crate) truth: [Option<String>; 3],
    /// Whether a field without truth means that the page has none.
    pub(crate) none_is_none: bool,
}

/// When the pages are held to be fetched: 2026-03-15, soon after the newest of them was published, in
/// milliseconds since 1970-01-01T00:00:00Z.
const FETCHED_AT: i64 = 1_773_532_800_000;

/// That page, as if it had just been fetched.
pub(crate) fn snapshot(case: &Case) -> Snapshot {
    let url = Url::parse(&case.url)
        .unwrap_or_else(|_| Url::parse("https://www.example.com/page").unwrap());
    let headers = vec![("content-type".to_owned(), "text/html".to_owned())];
    let answer = Exchange { url, status: 200, headers };
    Snapshot::of_answer(answer, case.html.clone(), FETCHED_AT)
}

/// Where the pages lie.
pub(crate) fn data_folder() -> PathBuf {
    std::env::var_os("CITABLE_TEST_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    )
}

/// Every page.
pub(crate) fn cases(folder: &Path) -> Vec<Case> {
    let Ok(truth) = std::fs::read_to_string(folder.join("wcxb/truth.jsonl")) else {
        println!("passed over: no data in {}", folder.display());
        return Vec::new();
    };
    let mut cases: Vec<Case> = truth.lines().map(|line| reviewed(folder, line)).collect();
    cases.extend(others(&folder.join("pages")));
    cases
}

/// What reading each of the items gives, in their order; the work is shared among the processors.
pub(crate) fn in_parallel<T: Send, R: Send>(items: Vec<T>, read: impl Fn(T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let share = items.len().div_ceil(threads).max(1);
    let mut items = items.into_iter();
    let shares = std::iter::repeat_with(|| items.by_ref().take(share).collect::<Vec<T>>());
    let shares: Vec<_> = shares.take_while(|share| !share.is_empty()).collect();
    std::thread::scope(|scope| {
        let read = &read;
        let workers: Vec<_> = shares
            .into_iter()
            .map(|share| scope.spawn(move || share.into_iter().map(read).collect::<Vec<R>>()))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    })
}

fn reviewed(folder: &Path, line: &str) -> Case {
    let row: Value = serde_json::from_str(line).unwrap();
    let text = |name: &str| row[name].as_str().map(str::to_owned).filter(|text| !text.is_empty());
    let id = text("id").unwrap();
    let packed = std::fs::File::open(folder.join(format!("wcxb/html/{id}.html.gz"))).unwrap();
    let mut html = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut html).unwrap();
    Case {
        main_content: text("main_content"),
        truth: [text("title"), text("author"), text("publish_date")],
        kind: text("page_type").unwrap(),
        url: text("url").unwrap_or_default(),
        id,
        html,
        none_is_none: true,
    }
}

/// The pages that other extractors are tested with.
fn others(folder: &Path) -> Vec<Case> {
    let index = std::fs::read_to_string(folder.join("index.json")).unwrap();
    let index: Vec<Value> = serde_json::from_str(&index).unwrap();
    let read = |id: &str, suffix: &str| -> Option<Value> {
        let text = std::fs::read_to_string(folder.join(format!("{id}.{suffix}"))).ok()?;
        serde_json::from_str(&text).ok()
    };
    index
        .iter()
        .filter_map(|row| {
            let id = row["id"].as_str()?;
            let truth = read(id, "fields.json").or_else(|| read(id, "expected-metadata.json"))?;
            let text = |names: &[&str]| {
                names.iter().find_map(|name| truth[name].as_str()).map(str::to_owned)
            };
            Some(Case {
                id: format!("p{id}"),
                kind: "(other sets)".to_owned(),
                url: row["url"].as_str().unwrap_or("https://example.com/a").to_owned(),
                html: std::fs::read(folder.join(format!("{id}.html"))).ok()?,
                main_content: None,
                truth: [text(&["title"]), text(&["author", "byline"]), text(&["publishedTime"])],
                none_is_none: false,
            })
        })
        .collect()
}
