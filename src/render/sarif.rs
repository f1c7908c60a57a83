//! A report as SARIF 2.1.0
//! (<https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>), for a page that is a file:
//! its results are places in files.

use std::path::{Component, Path};

use citable_checks::registry;
use citable_checks::report::{CheckResult, Report, Status};
use serde_json::{Map, Value, json};
use url::Url;

use super::{labels, sentence, untrusted};

/// The schema of the form.
pub(super) const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The report of that file, indented, with a line feed at the end.
pub fn report(report: &Report, file: &Path) -> String {
    let uri = artifact_uri(file);
    let rules: Vec<Value> = report.checks.iter().map(rule).collect();
    let results: Vec<Value> = report
        .checks
        .iter()
        .enumerate()
        .filter_map(|(place, check)| result(check, place, &uri))
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Citable",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
                "properties": { "catalogueVersion": untrusted(&report.catalogue_version) },
            }},
            "artifacts": [{ "location": { "uri": uri } }],
            "results": results,
            "columnKind": "unicodeCodePoints",
            "properties": { "score": report.score, "band": labels::band(report.band) },
        }],
    });
    format!("{log:#}\n")
}

/// What a check asks for, and where that is from.
fn rule(check: &CheckResult) -> Value {
    let mut rule = Map::new();
    rule.insert("id".to_owned(), json!(untrusted(&check.id)));
    rule.insert("shortDescription".to_owned(), json!({ "text": message(&check.title) }));
    rule.insert("defaultConfiguration".to_owned(), json!({ "level": "warning" }));
    rule.insert(
        "properties".to_owned(),
        json!({
            "tags": [labels::category_id(check.category)],
            "weight": check.weight,
            "evidenceStrength": labels::strength(check.evidence_strength),
        }),
    );
    let about = registry::checks().map(|check| check.about()).find(|about| about.id == check.id);
    if let Some(about) = about {
        rule.insert("help".to_owned(), json!({ "text": about.doc, "markdown": about.doc }));
        if let Some(source) = about.sources.first() {
            rule.insert("helpUri".to_owned(), json!(source.url));
        }
    }
    Value::Object(rule)
}

fn result(check: &CheckResult, place: usize, uri: &str) -> Option<Value> {
    let level = match check.status {
        Status::Fail => "error",
        Status::Warn => "warning",
        Status::Pass | Status::Na => return None,
    };
    let lines = check.details.iter().filter_map(|detail| labels::line_of_page(check, detail));
    let mut locations: Vec<Value> = lines.map(|line| location(uri, line)).collect();
    if locations.is_empty() {
        // What is about the whole page stands on its first line: viewers show no result without.
        locations.push(location(uri, 1));
    }
    let related = locations.split_off(1);
    let text = labels::found(check).iter().map(|line| message(line)).collect::<Vec<_>>().join("\n");
    Some(json!({
        "ruleId": untrusted(&check.id),
        "ruleIndex": place,
        "level": level,
        "message": { "text": text },
        "locations": locations,
        "relatedLocations": related,
        "partialFingerprints": { "checkId/v1": untrusted(&check.id) },
    }))
}

pub(super) fn location(uri: &str, line: u32) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri },
        "region": { "startLine": line },
    }})
}

/// Text without placeholders (section 3.11.5) and without links (section 3.11.6).
pub(super) fn message(text: &str) -> String {
    sentence(text).replace('{', "{{").replace('}', "}}").replace("](", "] (")
}

/// The file as a URI reference, relative where the path is (RFC 3986 section 4.2).
pub(super) fn artifact_uri(file: &Path) -> String {
    let parts = file.components().filter(|part| *part != Component::CurDir);
    let file: std::path::PathBuf = parts.collect();
    let rooted = Path::new("/").join(&file);
    // A path that begins with the root has a URI.
    let uri = Url::from_file_path(rooted).map(String::from).unwrap_or_default();
    if file.is_absolute() {
        return uri;
    }
    let relative = uri.trim_start_matches("file:///");
    let first = relative.split('/').next().unwrap_or_default();
    match first.contains(':') {
        true => format!("./{relative}"),
        false => relative.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::render::sample;

    fn log(of: &Report) -> Value {
        serde_json::from_str(&report(of, Path::new("site/guide.html"))).unwrap()
    }

    #[test]
    fn results_are_on_their_lines() {
        let mut on_lines = sample::report();
        let again = on_lines.checks[3].details[0].clone();
        on_lines.checks[3].details.push(again);
        on_lines.checks[3].details[0].line = Some(9);
        on_lines.checks[3].details[1].line = Some(12);
        on_lines.checks[1].details[0].label = "OAI-SearchBot, line of robots.txt".to_owned();
        insta::assert_json_snapshot!(log(&on_lines)["runs"][0]["results"]);
    }

    #[test]
    fn what_the_form_requires_is_there() {
        let log = log(&sample::report());
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        assert_eq!(run["tool"]["driver"]["name"], "Citable");
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        for rule in rules {
            assert!(rule["shortDescription"]["text"].is_string());
            assert!(rule["helpUri"].as_str().is_none_or(|uri| uri.starts_with("https://")));
            assert!(rule["help"]["text"].is_string());
        }
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.len(), 2, "neither passed nor not applicable checks");
        for result in results {
            let rule = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(result["ruleId"], rules[rule]["id"]);
            assert!(["error", "warning"].contains(&result["level"].as_str().unwrap()));
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            let place = &result["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"]["uri"], "site/guide.html");
            assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
        }
    }

    #[test]
    fn a_file_is_named_by_a_uri_reference() {
        for (path, uri) in [
            ("./site/a b.html", "site/a%20b.html"),
            ("/srv/a#b.html", "file:///srv/a%23b.html"),
            ("../a.html", "../a.html"),
            ("a:b/c.html", "./a:b/c.html"),
            ("100%.html", "100%25.html"),
        ] {
            assert_eq!(artifact_uri(Path::new(path)), uri, "{path}");
        }
    }

    proptest! {
        #[test]
        fn a_text_is_neither_placeholder_nor_link(text in "[{}0a\\[\\]()\"\\\\\n]{0,30}") {
            let log = log(&sample::with_text(&text));
            for result in log["runs"][0]["results"].as_array().unwrap() {
                let message = result["message"]["text"].as_str().unwrap();
                prop_assert!(!message.contains("]("));
                let without_pairs = message.replace("{{", "").replace("}}", "");
                let is_whole = !without_pairs.contains(['{', '}']);
                prop_assert!(is_whole, "a placeholder");
            }
        }
    }
}
