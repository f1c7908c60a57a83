//! The pages that other extractors are tested with.

use std::path::{Path, PathBuf};

use citable_checks::page::Page;
use serde_json::Value;

use crate::measure::Agreement;
use crate::support::{Case, snapshot};

/// One of those pages, as it was read.
pub(crate) struct Other {
    /// Its number.
    pub(crate) id: String,
    /// What was read.
    pub(crate) page: Page,
    /// The text that the other extractor's maintainers accepted.
    pub(crate) truth: Option<String>,
    /// Texts of the main content, and texts of what surrounds it, where they are noted.
    pub(crate) segments: Option<[Vec<String>; 2]>,
}

impl Other {
    /// Of the main content with the accepted text.
    pub(crate) fn agreement(&self) -> Option<Agreement> {
        let truth = self.truth.as_deref()?;
        Some(Agreement::of(&self.page.document.main.text, truth))
    }

    /// How many of the texts of the main content were found, and how many of the others.
    pub(crate) fn found(&self) -> Option<[(usize, usize); 2]> {
        let text = one_line(&self.page.document.main.text);
        let count = |wanted: &Vec<String>| {
            let found = wanted.iter().filter(|wanted| text.contains(&one_line(wanted))).count();
            (found, wanted.len())
        };
        self.segments.as_ref().map(|segments| segments.each_ref().map(count))
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads every such page; none where they are absent.
pub(crate) fn read_others(folder: &Path) -> Vec<Other> {
    let folder = folder.join("pages");
    let Ok(index) = std::fs::read_to_string(folder.join("index.json")) else { return Vec::new() };
    let index: Vec<Value> = serde_json::from_str(&index).unwrap();
    index.iter().map(|row| read(&folder, row)).collect()
}

fn read(folder: &Path, row: &Value) -> Other {
    let id = row["id"].as_str().unwrap();
    let file = |suffix: &str| -> PathBuf { folder.join(format!("{id}.{suffix}")) };
    let url = row["url"].as_str().unwrap_or("https://www.example.com/page");
    let expected = std::fs::read(file("expected.html")).ok();
    let segments = std::fs::read_to_string(file("segments.json")).ok();
    Other {
        id: id.to_owned(),
        page: page(url, std::fs::read(file("html")).unwrap()),
        truth: expected.map(|html| page(url, html).document.visible_text),
        segments: segments.map(|text| {
            let noted: Value = serde_json::from_str(&text).unwrap();
            ["must_contain", "must_not_contain"].map(|name| {
                let texts = noted[name].as_array().into_iter().flatten();
                texts.filter_map(|text| text.as_str()).map(str::to_owned).collect()
            })
        }),
    }
}

fn page(url: &str, html: Vec<u8>) -> Page {
    Page::read(&snapshot(&Case {
        id: String::new(),
        kind: String::new(),
        url: url.to_owned(),
        html,
        main_content: None,
        truth: [None, None, None],
        none_is_none: false,
    }))
}
