//! A site as SARIF 2.1.0, for a folder: its results are places in files.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use citable_checks::registry::{self, Explanation};
use citable_checks::report::Status;
use citable_checks::site::{Rule, Severity};
use serde_json::{Value, json};

use super::overview::Overview;
use super::row::{PageRow, Rows};
use crate::render::labels;
use crate::render::sarif::{SCHEMA, artifact_uri, location, message};

/// Results of one run that code scanning takes
/// (<https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning>).
const RESULTS_MAX: usize = 25_000;
/// Further places that one result names.
const RELATED: usize = 20;

/// The log, with a line feed at the end.
///
/// # Errors
/// When the rows can't be read or the output can't be written.
pub fn log(overview: &Overview, rows: &mut dyn Rows, out: &mut dyn Write) -> io::Result<()> {
    let checks: Vec<Explanation> = registry::explanations().collect();
    let mut places = BTreeMap::new();
    let mut rules: Vec<Value> = Vec::new();
    for check in &checks {
        places.insert(check.spec.id.to_owned(), rules.len());
        rules.push(of_check(check));
    }
    for rule in Rule::ALL {
        places.insert(site_id(rule), rules.len());
        rules.push(of_rule(rule));
    }
    let (mut results, mut left_out) = (Vec::new(), 0_usize);
    let mut files = BTreeMap::new();
    rows.visit(&mut |row| {
        let Some(file) = &row.file else { return Ok(()) };
        let uri = artifact_uri(Path::new(file));
        for result in of_page(row, &uri, &places) {
            match results.len() < RESULTS_MAX {
                true => results.push(result),
                false => left_out += 1,
            }
        }
        files.insert(row.url.clone(), uri);
        Ok(())
    })?;
    results.extend(across(overview, &files, &places));
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Citable",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "results": results,
            "columnKind": "unicodeCodePoints",
            "properties": { "pages": overview.scanned, "resultsLeftOut": left_out },
        }],
    });
    writeln!(out, "{log:#}")
}

fn site_id(rule: Rule) -> String {
    format!("site/{rule}")
}

fn of_check(check: &Explanation) -> Value {
    json!({
        "id": check.spec.id,
        "shortDescription": { "text": message(check.title) },
        "help": { "text": check.doc, "markdown": check.doc },
        "defaultConfiguration": { "level": "warning" },
        "properties": {
            "tags": [labels::category_id(check.spec.category)],
            "weight": check.spec.weight,
        },
    })
}

fn of_rule(rule: Rule) -> Value {
    json!({
        "id": site_id(rule),
        "shortDescription": { "text": message(rule.title()) },
        "help": { "text": rule.doc(), "markdown": rule.doc() },
        "defaultConfiguration": { "level": "warning" },
        "properties": { "tags": ["site"] },
    })
}

fn of_page(row: &PageRow, uri: &str, places: &BTreeMap<String, usize>) -> Vec<Value> {
    let findings = row.scan.iter().flat_map(|scan| &scan.findings);
    let results = findings.map(|found| {
        let level = if found.status == Status::Fail { "error" } else { "warning" };
        json!({
            "ruleId": found.check,
            "ruleIndex": places.get(&found.check),
            "level": level,
            "message": { "text": message(&found.summary) },
            // What is about the whole page stands on its first line: viewers show no result without.
            "locations": [location(uri, found.line.unwrap_or(1))],
            "partialFingerprints": { "checkId/v1": found.check },
        })
    });
    results.collect()
}

/// What only the site shows, in the files of its pages.
fn across(
    overview: &Overview,
    files: &BTreeMap<String, String>,
    places: &BTreeMap<String, usize>,
) -> Vec<Value> {
    let results = overview.site.findings.iter().filter_map(|finding| {
        let found = finding.pages.iter().filter_map(|page| files.get(&page.url));
        let mut locations: Vec<Value> = found.take(RELATED).map(|uri| location(uri, 1)).collect();
        if locations.is_empty() {
            return None;
        }
        let related = locations.split_off(1);
        let id = site_id(finding.rule);
        let level = if finding.severity == Severity::Fail { "error" } else { "warning" };
        Some(json!({
            "ruleId": id,
            "ruleIndex": places.get(&id),
            "level": level,
            "message": { "text": message(&format!("{} {}", finding.summary, finding.fix)) },
            "locations": locations,
            "relatedLocations": related,
            "partialFingerprints": { "checkId/v1": id },
        }))
    });
    results.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{sample as hostile, site::sample};

    fn written(overview: &Overview, rows: &mut dyn Rows) -> Value {
        let mut out = Vec::new();
        log(overview, rows, &mut out).unwrap();
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn results_are_in_the_files_of_their_pages() {
        let log = written(&sample::overview(), &mut sample::rows());
        insta::assert_json_snapshot!(log["runs"][0]["results"]);
    }

    #[test]
    fn every_result_names_its_rule_and_a_place() {
        for text in hostile::HOSTILE {
            let (overview, mut rows) = sample::with_text(text);
            let log = written(&overview, &mut rows);
            let run = &log["runs"][0];
            let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
            for result in run["results"].as_array().unwrap() {
                let place = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
                assert_eq!(result["ruleId"], rules[place]["id"]);
                assert!(!result["message"]["text"].as_str().unwrap().contains("]("));
                let place = &result["locations"][0]["physicalLocation"];
                assert!(place["artifactLocation"]["uri"].as_str().unwrap().starts_with("dist/"));
                assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
            }
        }
    }
}
