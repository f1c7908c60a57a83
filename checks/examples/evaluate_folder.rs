//! Judges every HTML file of a folder, one after the other: what `citable site` is held against.
//!
//! ```sh
//! cargo run --release -p citable-checks --example evaluate_folder -- FOLDER
//! ```
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for the desk")]

use std::path::{Path, PathBuf};

use citable_checks::evaluate::evaluate;
use citable_checks::page::snapshot::{Exchange, Snapshot};
use url::Url;

fn main() {
    let folder = PathBuf::from(std::env::args_os().nth(1).unwrap());
    let (mut pages, mut scores) = (0_u32, 0_u32);
    for path in files(&folder) {
        let body = std::fs::read(&path).unwrap();
        let relative = path.strip_prefix(&folder).unwrap().to_string_lossy().into_owned();
        let url = Url::parse("https://www.example.org/").unwrap().join(&relative).unwrap();
        let headers = vec![("content-type".to_owned(), "text/html".to_owned())];
        let snapshot = Snapshot::of_answer(Exchange { url, status: 200, headers }, body, 0);
        pages += 1;
        if let Ok(report) = evaluate("scn_1", &snapshot, &mut |_| {}) {
            scores += u32::from(report.score);
        }
    }
    println!("{pages} pages, sum of scores {scores}");
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "html" || ending == "htm") {
            found.push(path);
        }
    }
    found
}
