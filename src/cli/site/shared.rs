//! Descriptions that the reports of several pages propose in the same words.
//!
//! A page's own report can't tell that. What several pages say of themselves describes none of them,
//! so reports of a site don't give it to paste.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

/// How a line of something to paste begins that describes a page.
const DESCRIPTION: &str = "<meta name=\"description\"";

/// How often each description is proposed, by its hash.
#[derive(Debug, Default)]
pub(super) struct Shared(HashMap<u64, usize>);

impl Shared {
    /// Counts what the report of a page proposes.
    pub(super) fn count(&mut self, report: &Value) {
        for snippet in snippets(report) {
            let lines = snippet.lines().filter(|line| line.starts_with(DESCRIPTION));
            lines.for_each(|line| *self.0.entry(hash(line)).or_default() += 1);
        }
    }

    /// Takes out of a report what others propose, too.
    pub(super) fn take_out(&self, report: &mut Value) {
        let is_own = |line: &&str| {
            let pages = self.0.get(&hash(line)).copied().unwrap_or_default();
            !line.starts_with(DESCRIPTION) || pages < 2
        };
        for fix in fixes(report) {
            let Some(fix) = fix.as_object_mut() else { continue };
            let Some(Value::String(snippet)) = fix.get("snippet") else { continue };
            let own: Vec<&str> = snippet.lines().filter(is_own).collect();
            match own.is_empty() {
                true => fix.remove("snippet"),
                false => fix.insert("snippet".to_owned(), own.join("\n").into()),
            };
        }
    }
}

fn snippets(report: &Value) -> impl Iterator<Item = &str> {
    let fixes = report["recommendations"].as_array().into_iter().flatten();
    fixes.filter_map(|fix| fix["snippet"].as_str())
}

fn fixes(report: &mut Value) -> impl Iterator<Item = &mut Value> {
    let fixes = report.get_mut("recommendations").and_then(Value::as_array_mut);
    fixes.into_iter().flatten()
}

fn hash(line: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    line.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_several_pages_would_be_described_by_is_not_given_to_paste() {
        let report = |snippet: &str| json!({"recommendations": [{"id": "page-metadata", "snippet": snippet}]});
        let line = |text: &str| format!("{DESCRIPTION} content=\"{text}\">");
        let both = format!("<title>Tea</title>\n{}", line("All teas."));
        let mut reports = [both, line("All teas."), line("Green tea.")].map(|text| report(&text));
        let mut shared = Shared::default();
        reports.iter().for_each(|report| shared.count(report));
        reports.iter_mut().for_each(|report| shared.take_out(report));
        let left = reports.map(|report| report["recommendations"][0]["snippet"].clone());
        let own = line("Green tea.");
        assert_eq!(left, [json!("<title>Tea</title>"), Value::Null, json!(own)]);
        let mut other = json!({"recommendations": [{"id": "canonical"}, {"snippet": null}]});
        let before = other.clone();
        shared.take_out(&mut other);
        assert_eq!(other, before);
    }
}
